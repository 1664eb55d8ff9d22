// A committed text that a test compares with what it made, line by line.

import Foundation
import Testing

public enum GoldenText {
    /// Compares with `Tests/Fixtures/<name>`; `EXPLORER_SNAP=1` writes it instead.
    public static func expect(_ lines: [String], _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let file = SharedData.repository.appending(path: "Tests/Fixtures/\(name)")
        let text = lines.map { $0 + "\n" }.joined()
        if ProcessInfo.processInfo.environment["EXPLORER_SNAP"] == "1" {
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let committed = try String(contentsOf: file, encoding: .utf8)
        let golden = committed.split(separator: "\n").map(String.init)
        for (line, expected) in zip(lines, golden) where line != expected {
            Issue.record("\(line)\nexpected: \(expected)", sourceLocation: sourceLocation)
        }
        #expect(lines.count == golden.count && committed == text, sourceLocation: sourceLocation)
    }
}
