// `explorer send` refuses what does not fit the description, unless it is forced; then it warns, and sends it.

import Foundation
import TestSupport
import Testing

@Suite struct SendCheckTests {
    private static let library = SharedData.repository.appending(path: "Tests/Fixtures/library.json").path

    private func run(_ arguments: [String]) async throws -> (result: ChildProcess.Result, requests: Int) {
        let server = try FaultServer { .answer(body: Array($0.target.utf8) + $0.body) }
        defer { server.stop() }
        let result = try await ExplorerProgram.command(
            ["send", Self.library] + arguments + ["--base", server.url()],
            environment: ExplorerProgram.environment)
        return (result, server.counts.requests.count)
    }

    @Test(arguments: [
        (["listBooks", "-p", "limit=500"], "limit must be at most 100"),
        (["listBooks", "-p", "kind=hunter2"], "kind must be one of"),
        (["addBook", "-d", "{\"title\": 1}"], "/title must be a text in quotes"),
        (["addBook", "-d", "{,"], "the body is not JSON"),
    ])
    func valuesThatDoNotFitAreRefusedUnlessForced(_ arguments: [String], _ problem: String) async throws {
        let refused = try await run(arguments)
        #expect(refused.result.code == 64 && refused.requests == 0)
        #expect(refused.result.errors.contains(problem), "\(refused.result.errors)")
        #expect(refused.result.errors.contains("--force") && !refused.result.errors.contains("hunter2"))
        let forced = try await run(arguments + ["--force"])
        #expect(forced.result.code == 0 && forced.requests == 1)
        #expect(forced.result.errors.contains("warning: " + problem), "\(forced.result.errors)")
        #expect(!forced.result.errors.contains("hunter2"))
    }

    @Test func aMissingCredentialIsWarnedOf() async throws {
        let without = try await run(["listBooks"])
        #expect(without.result.code == 0 && without.requests == 1)
        #expect(without.result.errors.contains("warning: listBooks: it requires token"), "\(without.result.errors)")
        let with = try await run(["listBooks", "-p", "limit=5", "-H", "Authorization: Bearer t"])
        #expect(with.result.code == 0 && with.result.errors.isEmpty, "\(with.result.errors)")
    }

    @Test(arguments: [
        (["listBooks", "-p", "limit=5", "-p", "limit=6"], "'limit' is given twice"),
        (["listBooks", "-p", "limt=5"], "did you mean limit?"),
    ])
    func aParameterThatCannotBeMeantIsRefused(_ arguments: [String], _ problem: String) async throws {
        let (result, requests) = try await run(arguments)
        #expect(result.code == 64 && requests == 0)
        #expect(result.errors.contains(problem), "\(result.errors)")
    }

    @Test func aPortWithoutTLSIsSaid() async throws {
        let server = try FaultServer { _ in .answer(body: Array("ok".utf8)) }
        defer { server.stop() }
        let result = try await ExplorerProgram.run("send", server.url("/").replacing("http://", with: "https://"))
        #expect(result.code == 6 && result.errors.contains("This port does not speak TLS"), "\(result.errors)")
    }

    @Test func suggestionsAreIndentedAlike() async throws {
        let result = try await ExplorerProgram.run("send", Self.library, "Books")
        let details = result.errors.split(separator: "\n").dropFirst()
        #expect(details.count > 1 && details.allSatisfy { $0.prefix { $0 == " " }.count == 2 }, "\(result.errors)")
    }

    @Test func anOutputThatCannotBeWrittenIsSaidBeforeAnythingIsSent() async throws {
        let (result, requests) = try await run(["listBooks", "-H", "Authorization: Bearer t", "-o", "/nonexistent/x"])
        #expect(result.code == 74 && requests == 0)
        #expect(result.errors.contains("/nonexistent/x cannot be written"), "\(result.errors)")
    }
}
