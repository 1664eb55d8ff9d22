// Ways to send something unsafe into a read-only environment, by commands and by the screen's engine: each is refused, and the server of that
// environment receives nothing. What is safe still goes out.

import Canvas
import Foundation
import TestSupport
import Testing

@testable import NetLayer
@testable import Workbench

@Suite(.serialized, .within(minutes: 5)) struct GuardAttackTests {
    /// A read-only environment, and another one whose server sends every request on to the first. In arguments, `WS` stands for the
    /// workspace, `PROD` and `STAGE` for the two servers.
    private final class Scene {
        let production: FaultServer
        let staging: FaultServer
        let folder: TemporaryFolder
        let workspace: String
        let environment: [String: String]

        init(guard level: String = "guard: read-only") throws {
            let production = try FaultServer { _ in
                .answer(headers: [("Content-Type", "application/json")], body: #"[{"id":1}]"#)
            }
            let target = production.url("")
            staging = try FaultServer { .redirect(307, to: target + $0.target) }
            self.production = production
            folder = try TemporaryFolder()
            environment = ExplorerProgram.environment.merging([
                "EXPLORER_STATE_DIR": folder.path("state"), "EXPLORER_DATA_DIR": folder.path("data"), "HOME": folder.path,
            ]) { $1 }
            try folder.file("api.json", Self.description.replacing("PROD", with: target))
            workspace = try folder.file(
                "explorer.yaml",
                Self.text.replacing("GUARD", with: level).replacing("PROD", with: target)
                    .replacing("STAGE", with: staging.url("")))
        }

        deinit {
            production.stop()
            staging.stop()
        }

        func filled(_ text: String) -> String {
            text.replacing("WS", with: workspace).replacing("PROD", with: production.url("")).replacing(
                "STAGE", with: staging.url("")
            ).replacing("PORT", with: "\(production.port)").replacing("FOLDER", with: folder.path)
        }

        func run(_ words: [String]) async throws -> ChildProcess.Result {
            try await ExplorerProgram.command(words.map(filled), environment: environment)
        }

        var received: [String] { production.counts.requests.map { "\($0.method) \($0.target)" } }

        private static let text = """
            apis:
              shop:
                environments:
                  production: { services: [PROD/api], GUARD }
                  staging: [STAGE/api]
                description: ./api.json
                requests:
                  remove: { method: DELETE, url: /items/1 }
                  add: { method: POST, url: /items, body: { json: { name: lamp } } }
                  replace: { method: PUT, url: /items/1, body: { json: { name: lamp } } }
                  masked: { url: /items, headers: { X-HTTP-Method-Override: DELETE } }
                  asked: { url: /items, parameters: { _method: delete } }
                  far: { method: DELETE, url: "PROD/api/items/1" }
                  besides: { method: DELETE, url: "PROD/other/1" }
                  show: { url: /items/1 }
                chains: { steps: [remove, add] }
                groups: { both: [add, remove] }

            """

        private static let description = #"""
            {"openapi": "3.1.0", "info": {"title": "Shop", "version": "1"}, "servers": [{"url": "PROD/api"}],
             "paths": {
              "/items": {
               "get": {"operationId": "listItems", "parameters": [{"name": "_method", "in": "query", "schema": {"type": "string"}}]},
               "post": {"operationId": "addItem", "requestBody": {"content": {"application/json": {}, "multipart/form-data": {}}}},
               "delete": {"operationId": "clearItems"}},
              "/items/{id}": {"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
               "get": {"operationId": "getItem"}, "head": {"operationId": "headItem"}, "options": {"operationId": "askItem"},
               "trace": {"operationId": "traceItem"},
               "put": {"operationId": "putItem", "requestBody": {"content": {"application/json": {}}}},
               "patch": {"operationId": "patchItem", "requestBody": {"content": {"application/json": {}}}},
               "delete": {"operationId": "deleteItem"}},
              "/graphql": {"post": {"operationId": "graphql", "requestBody": {"content": {"application/json": {}}}}}}}
            """#
    }

    // MARK: Commands

    private static let attacks: [[String]] = [
        // Endpoints of the description.
        ["send", "WS", "addItem", "-d", "{}"],
        ["send", "WS", "POST /items", "-d", "{}"],
        ["send", "WS", "addItem", "-F", "name=lamp"],
        ["send", "WS", "putItem", "-p", "id=1", "-d", "{}"],
        ["send", "WS", "patchItem", "-p", "id=1", "-d", "{}"],
        ["send", "WS", "deleteItem", "-p", "id=1"],
        ["send", "WS", "clearItems"],
        ["send", "WS", "graphql", "-d", #"{"query": "query { items }"}"#],
        // With options that change how or where it is sent.
        ["send", "WS", "deleteItem", "-p", "id=1", "--env", "production"],
        ["send", "WS", "deleteItem", "-p", "id=1", "--service", "1"],
        ["send", "WS", "deleteItem", "-p", "id=1", "--retry", "2"],
        ["send", "WS", "deleteItem", "-p", "id=1", "--confirm", "production"],
        ["send", "WS", "deleteItem", "-p", "id=1", "--no-follow"],
        ["send", "WS", "deleteItem", "-p", "id=1", "--base", "PROD"],
        ["send", "WS", "deleteItem", "-p", "id=1", "--base", "http://localhost:PORT/api"],
        ["send", "WS", "deleteItem", "-p", "id=1", "--base", "PROD/api", "--env", "staging"],
        ["send", "WS", "deleteItem", "-p", "id=1", "-o", "FOLDER/output"],
        ["send", "WS", "deleteItem", "-p", "id=1", "-H", "X-HTTP-Method-Override: GET"],
        // Another method in a safe request.
        ["send", "WS", "listItems", "-H", "X-HTTP-Method-Override: DELETE"],
        ["send", "WS", "listItems", "-H", "x-http-method: put"],
        ["send", "WS", "listItems", "-H", "X_Method_Override: PATCH"],
        ["send", "WS", "listItems", "-p", "_method=DELETE"],
        ["send", "WS", "listItems", "-H", "Transfer-Encoding: chunked"],
        // A redirect that keeps the method, from an environment without a guard.
        ["send", "WS", "deleteItem", "-p", "id=1", "--env", "staging"],
        ["send", "WS", "addItem", "-d", "{}", "--env", "staging"],
        ["run", "WS", "remove", "--env", "staging"],
        // Groups of endpoints, pages.
        ["run", "WS", "addItem", "deleteItem", "-p", "deleteItem.id=1"],
        ["run", "WS", "deleteItem", "-p", "id=1", "--until", "status=2xx", "--within", "0"],
        ["run", "WS", "deleteItem", "-p", "id=1", "--junit", "FOLDER/report.xml"],
        ["pages", "WS", "addItem", "-d", "{}"],
        // Saved requests, chains and groups.
        ["run", "WS", "remove"],
        ["run", "WS", "add", "replace"],
        ["run", "WS", "remove", "--repeat", "3"],
        ["run", "WS", "steps"],
        ["run", "WS", "both"],
        ["run", "WS", "masked"],
        ["run", "WS", "asked"],
        ["run", "WS", "besides"],
        ["run", "WS", "far", "--env", "staging"],
        // Without a workspace.
        ["send", "DELETE", "PROD/api/items/1", "--read-only"],
        ["send", "POST", "PROD/api/items", "-d", "{}", "--read-only"],
        ["send", "PURGE", "PROD/api/items", "--read-only"],
        ["send", "GET", "PROD/api/items?_method=DELETE", "--read-only"],
        ["send", "GET", "PROD/api/items", "-H", "X-HTTP-Method-Override: DELETE", "--read-only"],
        ["send", "FOLDER/api.json", "deleteItem", "-p", "id=1", "--read-only"],
        ["run", "FOLDER/api.json", "deleteItem", "-p", "id=1", "--read-only"],
        ["pages", "POST", "PROD/api/items", "-d", "{}", "--read-only"],
    ]

    @Test func thereAreEnoughAttacks() { #expect(Self.attacks.count >= 40) }

    @Test(arguments: attacks)
    func aCommandIsRefusedAndNothingArrives(_ words: [String]) async throws {
        let scene = try Scene()
        let result = try await scene.run(words)
        #expect(scene.received == [], "\(words)")
        #expect(result.code == 64, "\(words): \(result.errors)")
        #expect(result.errors.contains("read-only ("), "\(words): \(result.errors)")
    }

    @Test func aResendOfTheHistoryIsRefused() async throws {
        let scene = try Scene(guard: "confirm: never")
        for words in [["send", "WS", "deleteItem", "-p", "id=1"], ["send", "DELETE", "PROD/api/items/2"]] {
            #expect(try await scene.run(words).code == 0)
        }
        let list = try await scene.run(["history", "list", "--format", "json"])
        let entries = try #require(try JSONSerialization.jsonObject(with: Data(list.output)) as? [[String: Any]])
        let ids = entries.compactMap { $0["id"] as? String }
        #expect(ids.count == 2)
        let text = try String(contentsOfFile: scene.workspace, encoding: .utf8)
        try scene.folder.file("explorer.yaml", text.replacing("confirm: never", with: "guard: read-only"))
        for id in ids {
            let result = try await scene.run(["history", "resend", id, "--read-only"])
            #expect(result.code == 64 && result.errors.contains("read-only"), "\(result.errors)")
        }
        for id in ids where entries.contains(where: { $0["id"] as? String == id && $0["workspace"] is String }) {
            #expect(try await scene.run(["history", "resend", id]).code == 64)
        }
        #expect(scene.received == ["DELETE /api/items/1", "DELETE /api/items/2"], "the first two alone")
    }

    @Test(arguments: [
        ["send", "WS", "listItems"], ["send", "WS", "getItem", "-p", "id=1"], ["send", "WS", "headItem", "-p", "id=1"],
        ["send", "WS", "askItem", "-p", "id=1"], ["send", "WS", "traceItem", "-p", "id=1"], ["run", "WS", "show"],
        ["send", "WS", "getItem", "-p", "id=1", "--env", "staging"],
        ["send", "QUERY", "PROD/api/items", "-d", "{}", "--read-only"], ["send", "PROD/api/items", "--read-only"],
    ])
    func whatIsSafeGoesOut(_ words: [String]) async throws {
        let scene = try Scene()
        let result = try await scene.run(words)
        #expect(result.code == 0, "\(words): \(result.errors)")
        #expect(scene.received.count == 1)
    }

    // MARK: Confirmations

    @Test(arguments: [
        ["send", "WS", "deleteItem", "-p", "id=1"], ["run", "WS", "deleteItem", "-p", "id=1"], ["run", "WS", "remove"],
        ["run", "WS", "steps"], ["pages", "WS", "addItem", "-d", "{}"],
    ])
    func whereTheUserCannotBeAskedTheOptionAgrees(_ words: [String]) async throws {
        let scene = try Scene(guard: "guard: confirm")
        for options in [[], ["--confirm", "staging"]] {
            let refused = try await scene.run(words + options)
            #expect(refused.code == 64, "\(refused.errors)")
            #expect(refused.errors.contains("needs your confirmation") && refused.errors.contains("--confirm production"))
            #expect(scene.received == [])
        }
        let agreed = try await scene.run(words + ["--confirm", "production"])
        #expect(agreed.code == 0, "\(agreed.errors)")
        #expect(!scene.received.isEmpty)
    }

    // MARK: The screen

    private static let lines: [[String]] = [
        ["run remove"], ["run add"], ["run replace"], ["run steps"], ["run both"], ["run masked"], ["run asked"], ["run far"],
        ["run besides"], ["env staging", "run far"], ["env staging", "run remove"], ["env staging", "run besides"],
        ["env staging", "guard read-only", "run remove"], ["guard confirm", "run remove"],
        ["guard confirm", "guard off", "run remove"], ["run remove", "env staging", "run far"],
    ]

    @Test(arguments: lines)
    @MainActor func theScreenRefusesAndNothingArrives(_ lines: [String]) async throws {
        let scene = try Scene()
        let screen = try await ScreenSession(
            workspace: scene.workspace, environment: scene.environment, NetworkSettings(userAgent: "explorer"))
        for line in lines {
            screen.palette(line)
            try #require(await screen.settle(), "\(lines): \(screen.rows)")
        }
        #expect(scene.received == [], "\(lines)")
        #expect(screen.rows.contains { $0.state == "failed" && $0.reason.contains("read-only (") }, "\(screen.rows)")
    }

    @Test @MainActor func theScreenSendsWhatIsSafe() async throws {
        let scene = try Scene()
        let screen = try await ScreenSession(
            workspace: scene.workspace, environment: scene.environment, NetworkSettings(userAgent: "explorer"))
        screen.palette("run show")
        try #require(await screen.settle(), "\(screen.rows)")
        #expect(scene.received == ["GET /api/items/1"])
    }
}
