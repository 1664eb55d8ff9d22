// Every saved request, chain and group of the fixtures and of the demo, run once by the screen and once by the command: the same bytes go
// out, the same rows stand in the task table, with the same verdicts.

import Foundation
import NetLayer
import TestSupport
import Testing

@testable import Screen
@testable import Workbench
@testable import Workspace

@Suite(.serialized, .within(minutes: 5)) struct RunAgreementTests {
    /// What answers, and what is saved for it.
    private struct Scene {
        let server: FaultServer
        let folder: TemporaryFolder
        let workspace: String
        let environment: [String: String]
        let names: [String]

        /// - Parameter text: a workspace; `SERVER` in it is the server's URL.
        init(_ text: String, description: String? = nil, _ handler: @escaping FaultServer.Handler) async throws {
            server = try FaultServer(handler)
            folder = try TemporaryFolder()
            if let description { try folder.file("api.json", description.replacing("SERVER", with: server.url(""))) }
            workspace = try folder.file("explorer.yaml", text.replacing("SERVER", with: server.url("")))
            environment = ExplorerProgramFiles.environment(folder).merging([
                "PASS": "geheim", "BASE": server.url(""), "LONG": "geheim-geheim-geheim",
            ]) { $1 }
            let secret = try await ExplorerProgram.command(
                ["secret", "set", "pw"], environment: environment, input: Array("geheimnis\n".utf8))
            try #require(secret.code == 0, "\(secret.errors)")
            let trust = try await ExplorerProgram.command(["trust", workspace], environment: environment)
            try #require(trust.code == 0, "\(trust.errors)")
            names = try WorkspaceFile(workspace, environment: [:]).apis[0].work.names
        }

        /// What came since the last call, in an order that does not depend on who was first.
        func requests(since count: Int) -> [RecordedRequest] {
            server.counts.requests.dropFirst(count).map { RecordedRequest(head: $0.head, body: $0.body).withPlainBoundary }
                .sorted { "\($0)" < "\($1)" }
        }
    }

    @MainActor
    private static func agree(_ scene: Scene, prompts: [String] = []) async throws {
        try #require(!scene.names.isEmpty)
        for name in scene.names {
            let settings = NetworkSettings(userAgent: "explorer/0.2.0")
            let screen = try await ScreenSession(
                workspace: scene.workspace, environment: scene.environment, settings)
            let before = scene.server.counts.requests.count
            screen.palette("run \(name)")
            try #require(await screen.settle(), "\(name) does not end on the screen: \(screen.rows)")
            let onScreen = scene.requests(since: before)
            let middle = scene.server.counts.requests.count
            let answers = prompts.flatMap { ["-p", "\($0)=42"] }
            let command = try await ExplorerProgram.command(
                ["run", scene.workspace, name, "--events"] + answers, environment: scene.environment)
            let byCommand = scene.requests(since: middle)
            #expect(onScreen == byCommand, "\(name): other bytes\n\(onScreen)\n\(byCommand)\n\(command.errors)")
            let rows = try command.rows()
            #expect(Set(screen.rows) == Set(rows), "\(name): other rows\n\(screen.rows)\n\(rows)")
            #expect(screen.rows.count == rows.count)
            // What is not sent has no row, and both say so.
            #expect(!onScreen.isEmpty || command.code != 0, "\(name): \(command.errors)")
        }
    }

    @Test func flowsOfOneServer() async throws {
        let text =
            "apis:\n  shop:\n    environments: { release: [SERVER], test: [SERVER] }\n"
            + SavedRunShop.flow.split(separator: "\n")
            .map { "    \($0)\n" }.joined()
        try await Self.agree(try await Scene(text, Self.shop))
    }

    @Test(arguments: ["saved.yaml", "asked.yaml"])
    func fixtures(_ name: String) async throws {
        let path = SharedData.repository.appending(path: "Tests/Fixtures/workspaces/good/\(name)").path
        var text = try String(contentsOfFile: path, encoding: .utf8)
        for host in ["https://a.example", "https://other.example", "http://127.0.0.1:1", "http://127.0.0.1:8080"] {
            text = text.replacing("\"\(host)\"", with: "SERVER").replacing(host, with: "SERVER")
        }
        text = text.replacing("    environments:", with: "    description: api.json\n    environments:")
        let scene = try await Scene(text, description: Self.description, Self.shop)
        try await Self.agree(scene, prompts: name == "asked.yaml" ? ["who", "otp"] : [])
    }

    /// Bodies, authentication, statuses that are expected and others, steps that capture and steps that cannot be sent.
    @Test func everyKindOfRequest() async throws {
        try await Self.agree(try await Scene(Self.kinds, description: Self.description, Self.shop))
    }

    private static let shop: FaultServer.Handler = { request in
        let path = request.target.split(separator: "?").first.map(String.init) ?? ""
        switch path {
        case "/login": return .answer(body: #"{"token":"T0K","id":5,"name":"Ada","items":[1,2,3],"none":null,"list":[1,2]}"#)
        case "/missing": return .answer(404, body: "{}")
        case "/broken": return .answer(503, body: "{}")
        case "/cut": return FaultReply([.reset])
        case "/orders" where request.method == "GET": return .answer(body: "[]")
        case _: return .answer(body: #"{"target":"\#(request.target)"}"#)
        }
    }

    private static let description = """
        {"openapi": "3.1.0", "info": {"title": "Shop", "version": "1"}, "servers": [{"url": "SERVER"}], "paths": {
          "/orders": {
            "get": {"operationId": "listOrders", "parameters": [
              {"name": "limit", "in": "query", "schema": {"type": "integer"}},
              {"name": "tag", "in": "query", "schema": {"type": "array", "items": {"type": "string"}}, "explode": false},
              {"name": "open", "in": "query", "schema": {"type": "boolean"}},
              {"name": "X-Own", "in": "header", "schema": {"type": "string"}}]},
            "post": {"operationId": "addOrder", "requestBody": {"content": {"application/x-www-form-urlencoded": {
              "schema": {"type": "object", "properties": {"id": {"type": "string"}, "n": {"type": "integer"},
                "tag": {"type": "array", "items": {"type": "string"}}}}}}}}},
          "/orders/{id}": {
            "get": {"operationId": "getOrder", "parameters": [
              {"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}]},
            "patch": {"operationId": "changeOrder", "parameters": [
              {"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}],
              "requestBody": {"content": {"application/json": {"schema": {"type": "object"}}}}}},
          "/photos": {"post": {"operationId": "addPhoto", "requestBody": {"content": {"multipart/form-data": {
            "schema": {"type": "object", "properties": {"title": {"type": "string"}, "tag": {"type": "array",
              "items": {"type": "string"}}}}}}}}}}}
        """

    private static let kinds = """
        variables: { id: 7, who: ada }
        apis:
          shop:
            description: api.json
            environments: { release: [SERVER] }
            requests:
              login: { method: POST, url: /login, capture: { token: { json: $.token, secret: true }, order: { json: $.id } } }
              list: { endpoint: listOrders, parameters: { limit: 2, tag: [a, "b c"] }, headers: { X-Own: "x ${who}" } }
              one: { endpoint: getOrder, parameters: { id: "a/${id}" }, assert: { json: { $.target: /orders/a%2F7 } } }
              real: { endpoint: GET /orders/12 }
              change: { endpoint: changeOrder, parameters: { id: "${order}" }, body: { json: { by: "${who}", n: 1 } }, auth: { bearer: "${token}" } }
              wrong: { endpoint: getOrder, parameters: { id: 1 }, assert: { json: { $.target: /nowhere } } }
              gone: { url: /missing }
              expected: { url: /missing, assert: { status: 404 } }
              broken: { url: /broken, policies: { retries: 0 } }
              cut: { url: /cut, policies: { retries: 0 } }
              mute: { url: "http://127.0.0.1:1/", policies: { retries: 0 } }
              lacks: { endpoint: getOrder }
              unknown: { endpoint: nothing }
              text: { method: PUT, url: "/raw/${id}", body: { text: "a: ${id}", type: text/x-yaml }, auth: none }
              form: { method: POST, url: /enter, body: { form: { a: "b c&d", id: "${id}" } }, auth: { basic: { user: "${who}", password: "${env:PASS}" } } }
              key: { url: /key, auth: { header: { name: X-Key, value: "k-${secret:pw}" } } }
              query: { url: "/q?x=1", parameters: { y: "2 3" }, auth: { query: { name: key, value: "${env:PASS}" } } }
            chains:
              flow: [login, change, one]
              stops: [login, gone, list]
              never: [change, list]
              breaks: [login, cut, list]
              silent: [mute, list]
              odd: [login, wrong, list]
            groups:
              all: [list, one, flow, expected]
              some: [stops, gone, broken, list]
        """

    /// The services of the demo, as a workspace that a user would write for them.
    @Test func theDemo() async throws {
        let demo = try await DemoService()
        let text = """
            apis:
              demo:
                description: \(demo.url)/openapi.json
                environments: { release: [\(demo.url)] }
                requests:
            \(Self.demoRequests(try await demo.curl("/openapi.json").object).map { "      \($0)\n" }.joined())
            """
        let scene = try await Scene(text) { _ in .answer() }
        try #require(scene.names.count >= 20)
        for name in scene.names {
            let settings = NetworkSettings(userAgent: "explorer/0.2.0")
            let screen = try await ScreenSession(workspace: scene.workspace, environment: scene.environment, settings)
            await screen.palette("run \(name)")
            try #require(await screen.settle(), "\(name) does not end on the screen")
            let command = try await ExplorerProgram.command(
                ["run", scene.workspace, name, "--events"], environment: scene.environment)
            let rows = try command.rows()
            let onScreen = await screen.rows
            #expect(onScreen == rows, "\(name)\n\(onScreen)\n\(rows)\n\(command.errors)")
        }
    }

    /// A request for each GET of the demo that needs no value.
    private static func demoRequests(_ description: [String: Any]) -> [String] {
        let paths = description["paths"] as? [String: [String: Any]] ?? [:]
        return paths.sorted { $0.key < $1.key }.compactMap { path, item in
            guard let get = item["get"] as? [String: Any], let id = get["operationId"] as? String, !path.contains("{") else {
                return nil
            }
            let parameters = get["parameters"] as? [[String: Any]] ?? []
            let isEndless = ["stream", "slow", "drip", "events", "hang", "infinite", "stall"].contains { path.contains($0) }
            guard !isEndless, !parameters.contains(where: { $0["required"] as? Bool == true }) else { return nil }
            return "\(id): { endpoint: \(id) }"
        }
    }
}

/// Where a command of a test has its files.
enum ExplorerProgramFiles {
    static func environment(_ folder: TemporaryFolder) -> [String: String] {
        ["EXPLORER_STATE_DIR": folder.path("state"), "EXPLORER_DATA_DIR": folder.path("data"), "HOME": folder.path]
    }
}
