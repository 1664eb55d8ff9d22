// What tests of saved requests share: a server, a workspace for it, and a user.

import Foundation
import Synchronization
import TestSupport
import Testing

private final class Counter: Sendable { let value = Atomic(0) }

/// A server, a workspace for it, and a user who trusts it.
final class SavedRunShop {
    let server: FaultServer
    let folder: TemporaryFolder
    let workspace: String
    var environment: [String: String]

    init(_ lines: String, isTrusted: Bool = true) async throws {
        let jobs = Counter()
        server = try FaultServer { request in
            let path = request.target.split(separator: "?").first.map(String.init) ?? ""
            switch path {
            case "/login": return .answer(body: #"{"token":"T0K","id":5}"#)
            case "/missing": return .answer(404, body: "{}")
            case "/enter": return .answer(headers: [("Set-Cookie", "sid=s1; Path=/")], body: "{}")
            case "/me": return .answer(request.value("Cookie") == "sid=s1" ? 200 : 401, body: "{}")
            case "/tagged":
                let tag = ("ETag", "\"v1\"")
                guard request.value("If-None-Match") == nil else { return .answer(304, headers: [tag]) }
                return .answer(headers: [tag, ("Cache-Control", "no-cache")], body: #"{"n":1}"#)
            case "/hang": return FaultReply([.hang])
            case "/broken": return .answer(503, body: "{}")
            case "/job":
                let round = jobs.value.wrappingAdd(1, ordering: .relaxed).newValue
                return .answer(body: #"{"state":"\#(round >= 3 ? "done" : "running")"}"#)
            case _: return .answer(body: #"{"target":"\#(request.target)"}"#)
            }
        }
        folder = try TemporaryFolder()
        let indented = lines.split(separator: "\n").map { "    \($0)\n" }.joined()
        workspace = try folder.file(
            "explorer.yaml",
            "apis:\n  shop:\n    environments: { release: [\(server.url(""))], test: [\(server.url(""))] }\n" + indented)
        environment = ExplorerProgram.environment.merging([
            "EXPLORER_STATE_DIR": folder.path("state"), "EXPLORER_DATA_DIR": folder.path("data"), "PASS": "geheim",
            "LONG": String(repeating: "geheim-", count: 20),
        ]) { $1 }
        if isTrusted { try #require(try await run("trust", workspace).code == 0) }
    }

    deinit { server.stop() }

    func run(_ arguments: String..., input: [UInt8] = []) async throws -> ChildProcess.Result {
        try await ExplorerProgram.command(arguments, environment: environment, input: input)
    }

    /// Method, target and body of what came.
    var requests: [String] { server.counts.requests.map { "\($0.method) \($0.target)" } }

    /// Requests that feed each other, fail and are polled, a chain and a group of them.
    static let flow = """
        variables: { id: 1, q: "a ${id}" }
        environment-variables: { test: { id: 9 } }
        requests:
          login: { method: POST, url: /login, body: { json: { pass: "${env:PASS}" } }, assert: { status: 200, json: { $.id: 5 } }, capture: { token: { json: $.token }, item: { json: $.id } } }
          items: { folder: { get: { url: "/items/${item}", parameters: { q: "${q}" }, auth: { bearer: "${token}" } } } }
          missing: { url: /missing, assert: { status: 404 } }
          gone: { url: /missing }
          broken: { url: /broken }
          wrong: { url: /x, assert: { json: { $.target: /y } } }
          job: { url: /job }
        chains: { flow: [login, items/get, missing], stops: [login, gone, missing] }
        groups: { all: [flow, missing] }
        """
}
