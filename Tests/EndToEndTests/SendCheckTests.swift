// `explorer send` says what does not fit the description, and sends it.

import Foundation
import TestSupport
import Testing

@Suite struct SendCheckTests {
    private static let library = SharedData.repository.appending(path: "Tests/Fixtures/library.json").path

    @Test(arguments: [
        (["listBooks", "-p", "limit=500"], "limit must be at most 100"),
        (["listBooks"], "listBooks: it asks for token"),
        (["listBooks", "-p", "kind=hunter2"], "kind must be one of"),
        (["addBook", "-d", "{\"title\": 1}"], "/title must be a text in quotes"),
        (["addBook", "-d", "{,"], "the body is no JSON"),
        (["listBooks", "-p", "limit=5", "-H", "Authorization: Bearer t"], ""),
    ])
    func doubtfulValuesAreWarnedOfAndSent(_ arguments: [String], _ warning: String) async throws {
        let server = try FaultServer { .answer(body: Array($0.target.utf8) + $0.body) }
        defer { server.stop() }
        let result = try await ChildProcess.run(
            try ExplorerProgram.path(), ["send", Self.library] + arguments + ["--base", server.url()],
            environment: ExplorerProgram.environment)
        #expect(result.code == 0)
        #expect(warning.isEmpty ? result.errors.isEmpty : result.errors.contains("warning: " + warning), "\(result.errors)")
        #expect(!result.errors.contains("hunter2"))
        #expect(server.counts.requests.count == 1)
    }
}
