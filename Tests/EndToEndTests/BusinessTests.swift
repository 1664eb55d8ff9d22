// `200 {"errcode": 500}` from the command line: a failure of send, run and saved requests, by `business:` and `--business`.

import Foundation
import TestSupport
import Testing

@Suite(.within(minutes: 2)) struct BusinessTests {
    private let server: FaultServer
    private let folder: TemporaryFolder
    private let workspace: String

    init() throws {
        server = try FaultServer { request in
            let code = request.target.hasPrefix("/bad") ? 500 : 0
            return .answer(body: #"{"errcode": \#(code), "msg": "out of stock"}"#)
        }
        folder = try TemporaryFolder()
        workspace = try folder.file(
            "explorer.yaml",
            """
            apis:
              shop:
                environments: { release: [\(server.url(""))] }
                business: { code: /errcode, success: [0], message: /msg }
                requests: { good: { url: /good }, bad: { url: /bad } }
                chains: { flow: [bad, good] }
            """)
    }

    private func run(_ arguments: String...) async throws -> ChildProcess.Result {
        defer { server.stop() }
        return try await ExplorerProgram.command(
            arguments,
            environment: ExplorerProgram.environment.merging(["EXPLORER_STATE_DIR": folder.path("state")]) { $1 })
    }

    private static let words = "out of stock (/errcode is 500)"

    @Test func sendSaysTheFailureAndPrintsTheBody() async throws {
        let result = try await run("send", server.url("/bad"), "--business", "/errcode=0 /msg")
        #expect(result.code == 65 && result.errors.contains(Self.words), "\(result.errors)")
        #expect(result.text == #"{"errcode": 500, "msg": "out of stock"}"#)
    }

    @Test func sendOfASuccessIsOne() async throws {
        let result = try await run("send", server.url("/good"), "--business", "/errcode=0 /msg")
        #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
    }

    @Test func aRuleThatCannotBeReadIsSaid() async throws {
        let result = try await run("send", server.url("/good"), "--business", "errcode=0")
        #expect(result.code == 64 && result.errors.contains("/errcode=0,200 /msg"), "\(result.errors)")
        #expect(server.counts.requests.isEmpty)
    }

    @Test func aSavedRequestAndItsChainFail() async throws {
        let result = try await run("run", workspace, "flow")
        #expect(result.code == 65 && result.errors.contains("bad: " + Self.words), "\(result.errors)")
        #expect(server.counts.requests.map(\.target) == ["/bad"])
    }

    @Test func anEndpointThatIsRunFails() async throws {
        let description = try folder.file(
            "api.json",
            #"{"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{"/bad":{"get":{"operationId":"bad"}},"/good":{"get":{"operationId":"good"}}}}"#
        )
        let result = try await run(
            "run", description, "good", "bad", "--base", server.url(""), "--business", "/errcode=0 /msg")
        #expect(result.code == 65 && result.errors.contains(Self.words), "\(result.errors)")
        #expect(result.lines.map { $0.prefix { $0 != "\t" } } == ["succeeded", "failed"])
    }
}
