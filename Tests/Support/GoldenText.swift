// Lines that are compared with a committed text, and written anew when that is asked for.

import Foundation
import Testing

/// A golden text of `Tests/Fixtures`.
public enum GoldenText {
    /// Compares line by line with `Tests/Fixtures/<name>`; `EXPLORER_SNAP=1` writes it instead.
    public static func expect(_ lines: [String], _ name: String) throws {
        let file = SharedData.repository.appending(path: "Tests/Fixtures/\(name)")
        let text = lines.joined(separator: "\n") + "\n"
        if ProcessInfo.processInfo.environment["EXPLORER_SNAP"] == "1" {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let golden = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
        for (line, expected) in zip(lines, golden) where line != expected { Issue.record("\(line)\nexpected: \(expected)") }
        #expect(lines.count == golden.count)
    }
}
