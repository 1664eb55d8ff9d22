// The second `explorer list` of a large YAML description, compared with PyYAML and libyaml's parser: the
// purpose of the cache.

import Foundation

extension Measure {
    static let secondStart = Measure(figures: [
        Figure(
            name: "second-start", limit: 0.1, unit: "ratio",
            about: "second explorer list of Asana's YAML, less --version, wall",
            anchor: "PyYAML's C loader, less its start")
    ]) { effort in
        let (explorer, python, description) = (try Place.explorer(), try Place.pythonWithYAML(), try Subject.yaml(effort))
        let start = ["-c", "import yaml; yaml.CSafeLoader"]
        let cache = FileManager.default.temporaryDirectory.appending(path: "explorer-bench-\(getpid())").path
        defer { try? FileManager.default.removeItem(atPath: cache) }
        let environment = Place.environment.merging(["EXPLORER_CACHE_DIR": cache]) { $1 }
        // The first start fills the cache.
        _ = try Child.measureTime(explorer, ["list", description], environment: environment)
        let whole = try await Turns.pairs(effort.rounds) {
            try Child.measureTime(explorer, ["list", description], environment: environment)
        } _: {
            try Child.measureTime(
                python, ["-c", "import sys, yaml; yaml.load(open(sys.argv[1]), yaml.CSafeLoader)", description])
        }
        let bare = try await Turns.pairs(effort.rounds) {
            try Child.measureTime(explorer, ["--version"], environment: environment)
        } _: {
            try Child.measureTime(python, start)
        }
        let (version, pythonStart) = (bare.series(\.a).median, bare.series(\.b).median)
        return ["second-start": whole.series { ($0.a - version) / ($0.b - pythonStart) }]
    }
}
