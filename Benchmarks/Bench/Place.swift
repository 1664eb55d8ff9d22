// The paths of the programs beside the bench, of system tools, and of the large real descriptions
// beside the checkout.

import Foundation

enum Place {
    static let environment = ProcessInfo.processInfo.environment

    /// The measured program: beside the bench, or at the path in EXPLORER_BINARY.
    static func explorer() throws -> String {
        if let path = environment["EXPLORER_BINARY"], isExecutable(path) { return path }
        guard let path = beside("explorer") else {
            throw MeasurementError.absent("there is no explorer beside the bench; 'make bench' builds it")
        }
        return path
    }

    /// One service of the demo; explorer finds it by the same rule.
    static func demo() throws -> String {
        if let path = environment["EXPLORER_DEMO"], isExecutable(path) { return path }
        guard let path = beside("explorer-demo") else {
            throw MeasurementError.absent("there is no explorer-demo beside the bench; 'make bench' builds it")
        }
        return path
    }

    /// A program of the system.
    static func tool(_ name: String) throws -> String {
        let folders =
            (environment["PATH"] ?? "").split(separator: ":").map(String.init) + ["/usr/sbin", "/usr/bin", "/usr/local/sbin"]
        guard let path = folders.map({ "\($0)/\(name)" }).first(where: isExecutable) else {
            throw MeasurementError.absent("\(name) is not installed (apt-get install \(name))")
        }
        return path
    }

    /// A Python with PyYAML and libyaml's parser: the first on the path, or the system's.
    static func pythonWithYAML() throws -> String {
        let python = [try tool("python3"), "/usr/bin/python3"].first {
            isExecutable($0) && (try? Child.measureTime($0, ["-c", "import yaml; yaml.CSafeLoader"])) != nil
        }
        guard let python else {
            throw MeasurementError.absent("python3 has no PyYAML with libyaml (apt-get install python3-yaml)")
        }
        return python
    }

    /// GitHub's description: 4 MB, 874 operations.
    static func largeDescription() throws -> String { try sharedData("openapi/octokit/api.github.com.json") }

    /// Asana's description: 3 MB of YAML, 247 operations.
    static func largeYAML() throws -> String { try sharedData("openapi/asana-oas30.yaml") }

    static func sharedData(_ name: String) throws -> String {
        let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let data =
            environment["EXPLORER_SHARED_DATA"].map { URL(fileURLWithPath: $0) }
            ?? checkout.deletingLastPathComponent().appending(path: "shared/data")
        let path = data.appending(path: name).path
        guard FileManager.default.isReadableFile(atPath: path) else {
            throw MeasurementError.absent(
                "the shared test data is not beside the checkout (set EXPLORER_SHARED_DATA to its folder)")
        }
        return path
    }

    private static func beside(_ name: String) -> String? {
        guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else { return nil }
        let path = URL(fileURLWithPath: own).deletingLastPathComponent().appending(path: name).path
        return isExecutable(path) ? path : nil
    }

    private static func isExecutable(_ path: String) -> Bool { FileManager.default.isExecutableFile(atPath: path) }
}
