// The first list of descriptions that are large in three ways: one text of 40 MB, one YAML text, 3,000 files.
// Always runs the whole program.

import Foundation

extension Measure {
    static let merged = Measure(figures: [
        Figure(
            name: "describe-40mb", limit: 0.3, unit: "ratio",
            about: "explorer list of a 40 MB description, made here, wall", anchor: "jq empty of it"),
        Figure(name: "describe-peak", limit: 3, unit: "ratio", about: "the most memory that it needs", anchor: "its size"),
    ]) { effort in
        let (explorer, jq) = (try Place.explorer(), try Place.tool("jq"))
        return try await inTemporaryFolder { folder, environment in
            let file = folder.appending(path: "merged.json").path
            try MadeDescription.merged(bytes: effort.choose(40_000_000, smoke: 200_000)).write(
                toFile: file, atomically: false, encoding: .utf8)
            let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
            let pairs = try await Turns.pairs(effort.rounds.atMost(5)) {
                try Child.measureTime(explorer, ["list", file], environment: environment)
            } _: {
                try Child.measureTime(jq, ["empty", file])
            }
            let peak = try await Turns.alone(effort.rounds.atMost(3).cold) {
                try Child.peakMemory(explorer, ["list", file], environment: environment)
            }
            return ["describe-40mb": pairs.ratios, "describe-peak": peak * (1 / Double(size))]
        }
    }

    static let firstYAML = Measure(figures: [
        Figure(
            name: "yaml-asana", limit: 0.5, unit: "ratio",
            about: "first explorer list of Asana's YAML, nothing stored of it, wall",
            anchor: "PyYAML's C loader, less its start")
    ]) { effort in
        let (explorer, python, description) = (try Place.explorer(), try Place.pythonWithYAML(), try Subject.yaml(effort))
        let start = ["-c", "import yaml; yaml.CSafeLoader"]
        return try await inTemporaryFolder { folder, environment in
            let pairs = try await Turns.pairs(effort.rounds) {
                try Self.forget(folder)
                return try Child.measureTime(explorer, ["list", description], environment: environment)
            } _: {
                try Child.measureTime(
                    python, ["-c", "import sys, yaml; yaml.load(open(sys.argv[1]), yaml.CSafeLoader)", description])
            }
            let bare = try await Turns.alone(effort.rounds) { try Child.measureTime(python, start) }.median
            return ["yaml-asana": pairs.series { $0.a / ($0.b - bare) }]
        }
    }

    static let manyFiles = Measure(figures: [
        Figure(
            name: "many-files", limit: 10, unit: "ratio",
            about: "first explorer list of a description of 3,000 files, made here, wall", anchor: "cat of them")
    ]) { effort in
        let (explorer, cat) = (try Place.explorer(), try Place.tool("cat"))
        return try await inTemporaryFolder { folder, environment in
            let files = MadeDescription.files(count: effort.choose(3_001, smoke: 31))
            for name in ["paths", "schemas"] {
                try FileManager.default.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
            }
            for file in files {
                try file.text.write(toFile: folder.appending(path: file.path).path, atomically: false, encoding: .utf8)
            }
            let paths = files.map { folder.appending(path: $0.path).path }
            let pairs = try await Turns.pairs(effort.rounds) {
                try Self.forget(folder)
                return try Child.measureTime(explorer, ["list", paths[0]], environment: environment)
            } _: {
                try Child.measureTime(cat, paths)
            }
            return ["many-files": pairs.ratios]
        }
    }

    /// A folder for the generated files, removed at the end; and an environment in which the programs store
    /// their files there.
    static func inTemporaryFolder(
        _ body: (URL, [String: String]) async throws -> [String: Series]
    ) async throws -> [String: Series] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "explorer-bench-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let number = Cleanup.shared.add { try? FileManager.default.removeItem(at: folder) }
        defer { Cleanup.shared.runAction(number) }
        return try await body(folder, Place.environment.merging(["EXPLORER_CACHE_DIR": cache(in: folder).path]) { $1 })
    }

    private static func cache(in folder: URL) -> URL { folder.appending(path: "cache") }

    /// Restores the state before the first reading.
    private static func forget(_ folder: URL) throws {
        let cache = cache(in: folder)
        if FileManager.default.fileExists(atPath: cache.path) { try FileManager.default.removeItem(at: cache) }
    }
}
