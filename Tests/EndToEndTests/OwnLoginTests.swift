// `auth: login:`: each command logs in by the request that the workspace describes, and no file shows its secrets.

import Foundation
import Synchronization
import TestSupport
import Testing

/// A service with a login of its own, whose first token is refused.
private struct LoginShop {
    static let password = "geheim-0123456789"
    let server: FaultServer
    let folder: TemporaryFolder
    let workspace: String

    init(refusal: FaultReply) throws {
        let tokens = Mutex(0)
        server = try FaultServer { request in
            if request.path == "/api.json" {
                return .json(
                    #"{"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{"/items":{"get":{"operationId":"list"}}}}"#)
            }
            guard request.path == "/login" else {
                let isFirst = request.fields.contains { $0.name == "X-Token" && $0.value == "token-abcdef-1" }
                return isFirst ? refusal : .json(#"{"errcode": 0, "data": "lamp"}"#)
            }
            let number = tokens.withLock { count in
                count += 1
                return count
            }
            return .json(#"{"errcode": 0, "data": {"token": "token-abcdef-\#(number)"}}"#)
        }
        folder = try TemporaryFolder()
        workspace = try folder.file(
            "explorer.yaml",
            """
            variables: { user: ada }
            apis:
              shop:
                description: \(server.url("/api.json"))
                environments: { release: ["\(server.url(""))"] }
                auth:
                  login:
                    url: /login
                    body: { json: { user: "${user}", password: "${env:PASS}" } }
                    token: /data/token
                    send-as: { header: X-Token }
                business: { code: /errcode, success: [0], message: /msg, relogin: [11010] }
                requests: { items: { url: /items } }
            """)
    }

    func run(_ arguments: String...) async throws -> ChildProcess.Result {
        try await ExplorerProgram.command(
            arguments,
            environment: ExplorerProgram.environment.merging([
                "EXPLORER_STATE_DIR": folder.path("state"), "HOME": folder.path, "PASS": Self.password,
            ]) { $1 })
    }

    /// By the status, and by a code in the body.
    static let refusals: [FaultReply] = [
        .answer(401, body: "no"), .json(#"{"errcode": 11010, "msg": "log in again"}"#),
    ]
}

@Suite(.within(minutes: 2)) struct OwnLoginTests {
    @Test(arguments: [["run", "items"], ["run", "list"], ["send", "list"]], [0, 1])
    func eachCommandLogsInAgain(_ words: [String], _ refusal: Int) async throws {
        let shop = try LoginShop(refusal: LoginShop.refusals[refusal])
        defer { shop.server.stop() }
        #expect(try await shop.run("trust", shop.workspace).code == 0)
        let log = shop.folder.path("calls.log")
        let result = try await shop.run(words[0], shop.workspace, words[1], "--log", log, "--log-level", "debug")
        #expect(result.code == 0, "\(result.errors)")
        let asked = shop.server.counts.requests
        #expect(asked.filter { $0.path == "/login" }.count == 2 && asked.filter { $0.path == "/items" }.count == 2)
        let login = try #require(asked.first { $0.path == "/login" })
        #expect(String(decoding: login.body, as: UTF8.self) == #"{"user":"ada","password":"\#(LoginShop.password)"}"#)
        for text in [try shop.folder.text("calls.log"), result.errors, String(decoding: result.output, as: UTF8.self)] {
            #expect(!text.contains(LoginShop.password) && !text.contains("token-abcdef"))
        }
        let files = try #require(FileManager.default.enumerator(atPath: shop.folder.path))
        for case let name as String in files {
            guard let data = FileManager.default.contents(atPath: shop.folder.path(name)) else { continue }
            for secret in [LoginShop.password, "token-abcdef"] { #expect(data.range(of: Data(secret.utf8)) == nil, "\(name)") }
        }
    }
}

extension FaultReply {
    fileprivate static func json(_ body: String) -> FaultReply {
        .answer(headers: [("Content-Type", "application/json")], body: Array(body.utf8))
    }
}
