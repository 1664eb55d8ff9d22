// The README: short, with the two commands at its top, and true of what CI runs.

import Foundation
import TestSupport
import Testing

@Suite struct ReadmeTests {
    private static func text(_ path: String) throws -> String {
        try String(contentsOf: SharedData.repository.appending(path: path), encoding: .utf8)
    }

    /// Each stands in the first block of code, with what it does and how long it takes.
    @Test(arguments: ["make run", "make test"]) func bothCommandsStandAtTheTop(_ command: String) throws {
        let parts = try Self.text("README.md").components(separatedBy: "```")
        let lines = try #require(parts.count > 2 ? parts[1] : nil).split(separator: "\n").filter { $0.hasPrefix(command + " ") }
        #expect(lines.count == 1, "the first block of README.md has no line of '\(command)'")
        #expect(
            lines.allSatisfy { $0.contains("#") && $0.contains("minutes") }, "say what '\(command)' does, and how long it takes")
        let target = command.dropFirst("make ".count)
        #expect(try Self.text("Makefile").contains("\n\(target): "), "the Makefile has no target \(target)")
    }

    @Test func whatCIRunsIsTheCommandOfTheREADME() throws {
        let commands = try Self.text(".ci/run").split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(commands == ["set -euo pipefail", "cd \"$(dirname \"$0\")/..\"", "exec make test"])
        #expect(try Self.text(".github/workflows/test.yml").contains("run: make test\n"))
    }

    @Test func itHasAtMost900Words() throws {
        let words = try Self.text("README.md").split(whereSeparator: \.isWhitespace).count
        #expect(words <= 900, "\(words) words")
    }
}
