// Exit codes: the documents list each of them, and the worst of several counts.

import Foundation
import NetLayer
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
        for page in ["docs/SCRIPTING.md", "share/man/explorer.1"] {
            #expect(try Self.text(page).contains("in the order \(order.map(String.init).joined(separator: ", "))."), "\(page)")
        }
        #expect(Set(order) == Set(ExitStatus.meanings.map(\.code)))
        for (place, worse) in order.enumerated() {
            for better in order[place...] {
                #expect(ExitStatus.worst([worse, better]) == worse)
                #expect(ExitStatus.worst([better, worse]) == worse)
            }
        }
        #expect(ExitStatus.worst([]) == 0)
    }

    @Test func aGoalThatIsNotReachedIsNeverASuccess() {
        for mode in [GroupMode.firstSuccess, .quorum(2)] {
            #expect(ExitStatus.ofGroup([0, 0], mode: mode, isGoalReached: false) == ExitStatus.badData)
            #expect(ExitStatus.ofGroup([], mode: mode, isGoalReached: false) == ExitStatus.badData)
            #expect(ExitStatus.ofGroup([5, 0], mode: mode, isGoalReached: false) == 5)
            #expect(ExitStatus.ofGroup([5, 0], mode: mode, isGoalReached: true) == 0)
        }
        #expect(ExitStatus.ofGroup([5, 0], mode: .collectAll, isGoalReached: false) == 5)
    }

    /// A response that differs is no failed request.
    @Test func everyOtherCodeIsWorseThanADifference() {
        #expect(ExitStatus.watching(0, differs: true) == ExitStatus.badData)
        #expect(ExitStatus.watching(0, differs: false) == 0)
        for (code, _) in ExitStatus.meanings where code != 0 { #expect(ExitStatus.watching(code, differs: true) == code) }
    }

    static let kinds: [(NetError.Kind, Int32)] = [
        (.status(404), 4), (.status(503), 5), (.cancelled(.user), 7), (.badRequest, 64), (.decode, 65), (.file, 74),
        (.connect, 6),
        (.authentication(.refreshFailed), 6), (.authentication(.loginRequired), 4), (.authentication(.excessiveRefresh), 4),
    ]

    /// The response in an error of a login is that of the API: it says nothing about the login.
    @Test(arguments: kinds) func kindOfFailureHasItsCode(_ kind: NetError.Kind, _ code: Int32) {
        let refused = RawResponse(head: ResponseHead(status: 401), body: [], url: URI("https://a.test/"))
        #expect(NetError(kind).exitCode == code)
        #expect(NetError(kind, response: refused).exitCode == code)
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
