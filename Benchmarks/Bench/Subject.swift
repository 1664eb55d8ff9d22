// The large descriptions for the measured programs: real ones of the shared data; in a smoke run
// small generated ones.

import Foundation

enum Subject {
    /// GitHub's description in JSON.
    static func json(_ effort: Effort) throws -> String {
        switch effort.size {
        case .whole: try Place.largeDescription()
        case .smoke: try writeFile("small.json", MadeDescription.merged(bytes: 200_000))
        }
    }

    /// Asana's description in YAML.
    static func yaml(_ effort: Effort) throws -> String {
        switch effort.size {
        case .whole: try Place.largeYAML()
        case .smoke: try writeFile("small.yaml", MadeYAML.description(paths: 40))
        }
    }

    /// Writes a file into the folder of the run, which is removed at the end.
    private static func writeFile(_ name: String, _ text: String) throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "explorer-bench-\(getpid())-\(name)").path
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        return file
    }
}
