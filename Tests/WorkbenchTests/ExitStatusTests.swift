// Exit codes: the documents list each of them, and the worst of several counts.

import Foundation
import TestSupport
import Testing

@testable import Workbench

@Suite struct ExitStatusTests {
    @Test(arguments: ExitStatus.meanings.map(\.code)) func documentsListEveryCode(_ code: Int32) throws {
        let manual = try Self.text("share/man/explorer.1")
        let status = try #require(
            manual.components(separatedBy: ".SH EXIT STATUS").dropFirst().first?.components(separatedBy: ".SH ").first)
        #expect(status.split(separator: "\n").contains { Self.names(code, $0, between: ".B", and: "") }, "the manual page")
        let page = try Self.text("docs/SCRIPTING.md")
        #expect(page.split(separator: "\n").contains { Self.names(code, $0, between: "| ", and: " |") }, "docs/SCRIPTING.md")
    }

    /// The order of docs/SCRIPTING.md, whichever request comes first.
    @Test func worstCodeHasTheOrderOfTheManual() throws {
        let order: [Int32] = [7, 74, 64, 66, 6, 65, 5, 4, 0]
        #expect(try Self.text("docs/SCRIPTING.md").contains("in the order \(order.map(String.init).joined(separator: ", "))."))
        #expect(Set(order) == Set(ExitStatus.meanings.map(\.code)))
        for (place, worse) in order.enumerated() {
            for better in order[place...] {
                #expect(ExitStatus.worst([worse, better]) == worse)
                #expect(ExitStatus.worst([better, worse]) == worse)
            }
        }
        #expect(ExitStatus.worst([]) == 0)
    }

    /// Whether the code is one of the numbers at the beginning of the line.
    private static func names(_ code: Int32, _ line: Substring, between start: String, and end: String) -> Bool {
        guard line.hasPrefix(start) else { return false }
        let rest = line.dropFirst(start.count)
        let head = end.isEmpty ? rest : rest[..<(rest.firstRange(of: end)?.lowerBound ?? rest.endIndex)]
        return head.split { !$0.isNumber }.contains { Int32($0) == code }
    }

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: SharedData.repository.appending(path: path), encoding: .utf8)
    }
}
