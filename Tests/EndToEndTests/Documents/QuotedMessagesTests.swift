// docs/TROUBLESHOOTING.md quotes the program: each message in it still stands in the sources.

import Foundation
import TestSupport
import Testing

@Suite struct QuotedMessagesTests {
    /// All Swift code, with string literals that go over several lines as one.
    private static func sources() throws -> String {
        let root = SharedData.repository.appending(path: "Sources")
        let names = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        return try names.filter { $0.hasSuffix(".swift") }.map {
            try String(contentsOf: root.appending(path: $0), encoding: .utf8)
        }.joined(separator: "\n")
    }

    /// What of a quoted line has to stand somewhere: the texts between `…`.
    private static func pieces(_ line: some StringProtocol) -> [String] {
        line.components(separatedBy: "…").map { $0.trimmingCharacters(in: .whitespaces) }.filter { $0.count >= 4 }
    }

    @Test func everyQuotedMessageIsTheProgramsOwn() throws {
        let sources = try Self.sources()
        let text = try DocumentedCommandsTests.text("docs/TROUBLESHOOTING.md")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().filter { $1.hasPrefix("> ") }
        #expect(lines.count >= 30)
        for (index, line) in lines {
            let pieces = Self.pieces(line.dropFirst(2))
            #expect(!pieces.isEmpty, "docs/TROUBLESHOOTING.md:\(index + 1) quotes nothing")
            for piece in pieces where !sources.contains(piece) {
                Issue.record("docs/TROUBLESHOOTING.md:\(index + 1): the program does not say '\(piece)'")
            }
        }
    }

    @Test func aMessageIsCutAtItsGaps() {
        #expect(Self.pieces("… is not trusted with this … by …") == ["is not trusted with this"])
    }
}
