// `explorer verify` against a server with planted faults: what it finds, what it leaves alone, and its reports.

import Foundation
import TestSupport
import Testing

@Suite(.within(minutes: 2)) struct VerifyCommandTests {
    /// The description of the API, and a server for it.
    private final class Scene {
        let server: FaultServer
        let folder: TemporaryFolder
        let path: String

        init(isFaulty: Bool = true) throws {
            server = try FaultServer { request in Scene.respond(request, isFaulty) }
            folder = try TemporaryFolder()
            path = try folder.file("api.json", Self.description.replacing("SERVER", with: server.url("")))
        }

        deinit { server.stop() }

        var environment: [String: String] {
            ExplorerProgram.environment.merging(["HOME": folder.path, "EXPLORER_STATE_DIR": folder.path("state")]) { $1 }
        }

        func run(_ words: [String], source: String? = nil) async throws -> ChildProcess.Result {
            try await ExplorerProgram.command(["verify", source ?? path] + words, environment: environment)
        }

        var methods: Set<String> { Set(server.counts.requests.map(\.method)) }

        // MARK: The server

        /// As described, where it is not faulty.
        private static func respond(_ request: FaultRequest, _ isFaulty: Bool) -> FaultReply {
            let json = [("Content-Type", "application/json")]
            let query = request.target.contains("?") ? String(request.target.drop { $0 != "?" }.dropFirst()) : ""
            switch (request.method, request.path) {
            case ("GET", "/items"):
                guard request.value("X-Tenant")?.count ?? 0 >= 2 else { return .answer(400) }
                // It accepts what is above the maximum, and fails at the maximum itself.
                let parts = query.split(separator: "&")
                if isFaulty, parts.contains("limit=100") { return .answer(500) }
                if isFaulty, parts.contains("limit=101") { return .answer(headers: json + [("X-Total", "1")], body: "[]") }
                guard isValid(query) else { return .answer(400) }
                return isFaulty
                    ? .answer(headers: json, body: #"[{"id": 7, "price": "cheap"}]"#)
                    : .answer(headers: json + [("X-Total", "1")], body: #"[{"id": 7, "price": 3}]"#)
            case ("GET", "/items/7"):
                return isFaulty
                    ? .answer(headers: [("Content-Type", "text/html")], body: "<p>7</p>")
                    : .answer(headers: json, body: #"{"id": 7, "price": 3}"#)
            case ("GET", "/health"): return isFaulty ? .answer(418) : .answer(headers: json, body: #"{"id": 1, "price": 1}"#)
            case ("POST", "/items"):
                let body = try? JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any]
                let isGood = request.value("Content-Type") == "application/json" && body?["price"] is NSNumber
                return isGood ? .answer(201, headers: json, body: #"{"id": 8, "price": 3}"#) : .answer(422)
            case ("DELETE", "/items/8"): return .answer(204)
            case ("TRACE", _), ("PUT", _), ("PATCH", _), ("DELETE", _): return .answer(405)
            default: return .answer(404)
            }
        }

        private static func isValid(_ query: String) -> Bool {
            query.split(separator: "&").allSatisfy { pair in
                let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
                let value = parts.count > 1 ? parts[1] : ""
                switch parts.first {
                case "limit": return Int(value).map { (1...100).contains($0) } ?? false
                case "sort": return ["name", "price"].contains(value)
                default: return true
                }
            }
        }

        private static let description = #"""
            {"openapi": "3.1.0", "info": {"title": "Shop", "version": "1"}, "servers": [{"url": "SERVER"}],
             "paths": {
              "/items": {
               "get": {"operationId": "listItems", "parameters": [
                 {"name": "limit", "in": "query", "schema": {"type": "integer", "minimum": 1, "maximum": 100}},
                 {"name": "sort", "in": "query", "schema": {"type": "string", "enum": ["name", "price"]}},
                 {"name": "X-Tenant", "in": "header", "required": true, "schema": {"type": "string", "minLength": 2}}],
                "responses": {"200": {"description": "ok", "headers": {"X-Total": {"required": true, "schema": {"type": "integer"}}},
                 "content": {"application/json": {"schema": {"type": "array", "items": {"$ref": "#/components/schemas/Item"}}}}}}},
               "post": {"operationId": "addItem", "requestBody": {"required": true, "content": {"application/json": {
                 "schema": {"type": "object", "required": ["price"], "properties": {"price": {"type": "number"}}}}}},
                "responses": {"201": {"description": "made", "content": {"application/json": {
                 "schema": {"$ref": "#/components/schemas/Item"}}}}}}},
              "/items/{id}": {"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer", "minimum": 1}}],
               "get": {"operationId": "getItem", "responses": {"200": {"description": "ok", "content": {"application/json": {
                 "schema": {"$ref": "#/components/schemas/Item"}}}}}},
               "delete": {"operationId": "deleteItem", "responses": {"204": {"description": "gone"}}}},
              "/health": {"get": {"operationId": "health", "responses": {"200": {"description": "ok", "content": {
                "application/json": {"schema": {"type": "object"}}}}}}}},
             "components": {"schemas": {"Item": {"type": "object", "required": ["id"], "properties": {
               "id": {"type": "integer"}, "price": {"type": "number"}}}}}}
            """#
    }

    private struct Finding: Hashable {
        var endpoint, kind, place: String
    }

    private func findings(_ result: ChildProcess.Result) throws -> Set<Finding> {
        let report = try #require(
            try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any], "\(result.errors)")
        var found: Set<Finding> = []
        for endpoint in try #require(report["endpoints"] as? [[String: Any]]) {
            for finding in try #require(endpoint["findings"] as? [[String: Any]]) {
                found.insert(
                    Finding(
                        endpoint: endpoint["id"] as? String ?? "", kind: finding["kind"] as? String ?? "",
                        place: finding["place"] as? String ?? ""))
            }
        }
        return found
    }

    // MARK: Findings

    @Test func plantedFaultsAreFound() async throws {
        let scene = try Scene()
        let result = try await scene.run(["--negative", "--format", "json"])
        #expect(result.code == 65, "\(result.errors)")
        let expected: Set<Finding> = [
            Finding(endpoint: "listItems", kind: "response", place: "/0/price"),
            Finding(endpoint: "listItems", kind: "response", place: "header X-Total"),
            Finding(endpoint: "listItems", kind: "accepted", place: "the server"),
            Finding(endpoint: "listItems", kind: "failed", place: "the server"),
            Finding(endpoint: "getItem", kind: "response", place: "media type"),
            Finding(endpoint: "health", kind: "response", place: "status"),
        ]
        #expect(try findings(result) == expected)
        #expect(scene.server.counts.requests.contains { $0.target == "/items/7" }, "the id of the list")
    }

    @Test func aServerAsDescribedHasNoFindings() async throws {
        let scene = try Scene(isFaulty: false)
        let result = try await scene.run(["--negative", "--unsafe"])
        #expect(result.code == 0, "\(result.text) \(result.errors)")
        #expect(result.text.contains("5 endpoints, 0 findings"), "\(result.text)")
        #expect(scene.methods.isSuperset(of: ["GET", "POST", "DELETE"]))
        #expect(scene.server.counts.requests.contains { $0.method == "DELETE" && $0.path == "/items/8" }, "the created one")
        #expect(!scene.server.counts.requests.contains { $0.method == "DELETE" && $0.path == "/items/7" })
    }

    @Test func theReportNamesPlaceRuleAndRequest() async throws {
        let scene = try Scene()
        let result = try await scene.run(["--endpoint", "listItems", "-H", "Authorization: Bearer hush"])
        #expect(result.code == 65)
        for words in [
            "GET /items (listItems): ", "  - /0/price must be a number", "      rule     line ", "/components/schemas/Item",
            "      case     the usual request", "      request  curl ", "X-Tenant",
        ] { #expect(result.text.contains(words), "\(words): \(result.text)") }
        #expect(!result.text.contains("hush") && !result.text.contains("getItem"))
    }

    // MARK: What is sent

    @Test func onlySafeRequestsAreSent() async throws {
        let scene = try Scene()
        let result = try await scene.run(["--negative"])
        #expect(!scene.methods.isEmpty && scene.methods.isSubset(of: ["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"]))
        #expect(result.text.contains("POST /items: POST may change something"), "\(result.text)")
    }

    /// Values of a description that turn a GET into another method, in each place, and one behind a redirect.
    @Test func noValueTurnsASafeRequestIntoAnother() async throws {
        let server = try FaultServer { request in
            request.path == "/moved" ? .redirect(to: "/items?_method=DELETE") : .answer(body: "{}")
        }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        func get(_ id: String, _ name: String, _ place: String, _ schema: String) -> String {
            #""/\#(id)": {"get": {"operationId": "\#(id)", "parameters": [{"name": "\#(name)", "in": "\#(place)", "required": true, \#(schema)}],"#
                + #" "responses": {"200": {"description": "ok"}}}}"#
        }
        let paths = [
            get("example", "_method", "query", #""example": "DELETE", "schema": {"type": "string"}"#),
            get("choice", "_method", "query", #""schema": {"type": "string", "enum": ["GET", "PUT"]}"#),
            get("header", "X-HTTP-Method-Override", "header", #""schema": {"type": "string", "default": "PATCH"}"#),
            get("other", "X-Method-Override", "header", #""examples": {"a": {"value": "DELETE"}}, "schema": {"type": "string"}"#),
            get("third", "X-HTTP-Method", "header", #""schema": {"type": "string", "enum": ["MERGE"]}"#),
            get("plain", "q", "query", #""schema": {"type": "string"}"#),
            #""/moved": {"get": {"operationId": "moved", "responses": {"200": {"description": "ok"}}}}"#,
        ]
        let path = try folder.file(
            "api.json",
            #"{"openapi": "3.1.0", "info": {"title": "Shop", "version": "1"}, "servers": [{"url": "\#(server.url(""))"}], "paths": {"#
                + paths.joined(separator: ", ") + "}}")
        func isOverridden(_ request: FaultRequest) -> Bool {
            let fields = ["X-HTTP-Method-Override", "X-Method-Override", "X-HTTP-Method"]
            return request.target.contains("_method=") && !request.target.hasSuffix("_method=GET")
                || fields.contains { request.value($0) != nil }
        }
        let result = try await ExplorerProgram.run("verify", path)
        let sent = server.counts.requests
        #expect(Set(sent.map(\.path)) == ["/choice", "/plain", "/moved"], "\(sent.map(\.target)) \(result.errors)")
        #expect(result.text.contains("may change the method, and only safe requests are sent"), "\(result.text)")
        // What the description forbids names no method either.
        _ = try await ExplorerProgram.run("verify", path, "--negative")
        #expect(server.counts.requests.count > sent.count && !server.counts.requests.contains(where: isOverridden))
        let before = server.counts.requests.count
        _ = try await ExplorerProgram.run("verify", path, "-H", "X-HTTP-Method: DELETE", "--endpoint", "plain")
        #expect(server.counts.requests.count == before, "a header of all requests")
        let all = try await ExplorerProgram.run("verify", path, "--unsafe", "--endpoint", "header")
        #expect(server.counts.requests.contains(where: isOverridden), "\(all.text)\(all.errors)")
    }

    @Test func aGuardHoldsForVerificationsToo() async throws {
        let scene = try Scene(isFaulty: false)
        let result = try await scene.run(["--negative", "--unsafe", "--read-only"])
        #expect(!scene.methods.isEmpty && scene.methods.isSubset(of: ["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"]))
        #expect(result.code == 0 && result.text.contains("read-only ("), "\(result.text)")
    }

    @Test func aConfirmationIsNeededBeforeAnythingIsSent() async throws {
        let scene = try Scene(isFaulty: false)
        let yaml = """
            apis:
              shop:
                description: ./api.json
                environments:
                  production: { services: ["\(scene.server.url(""))"], guard: confirm }

            """
        let workspace = try scene.folder.file("explorer.yaml", yaml)
        let refused = try await scene.run(["--unsafe"], source: workspace)
        #expect(refused.code == 64 && refused.errors.contains("needs your confirmation"), "\(refused.errors)")
        #expect(scene.server.counts.requests.isEmpty)
        let agreed = try await scene.run(["--unsafe", "--confirm", "production"], source: workspace)
        #expect(agreed.code == 0 && scene.methods.contains("POST"), "\(agreed.text) \(agreed.errors)")
    }

    @Test func theLimitHolds() async throws {
        let scene = try Scene()
        let result = try await scene.run(["--limit", "2", "--at-once", "1"])
        #expect(scene.server.counts.requests.count == 2)
        #expect(result.text.contains("the limit of 2 requests is reached"))
    }

    // MARK: Reports and exit codes

    @Test func buildServersGetAReport() async throws {
        let scene = try Scene()
        let file = scene.folder.path("report.xml")
        let result = try await scene.run(["--negative", "--junit", file])
        #expect(result.code == 65)
        let report = try String(contentsOfFile: file, encoding: .utf8)
        for words in [
            "<testsuite name=\"GET /items\"", "<testcase classname=\"GET /items\" name=\"the usual request\"",
            "<failure message=\"", "<testsuite name=\"POST /items\" tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"1\"",
        ] { #expect(report.contains(words), "\(words): \(report)") }
    }

    @Test func aServerThatIsGoneHasItsCode() async throws {
        let scene = try Scene()
        scene.server.stop()
        let result = try await scene.run([])
        #expect(result.code == 6, "\(result.text) \(result.errors)")
    }

    @Test func nothingVerifiedIsNoSuccess() async throws {
        let scene = try Scene()
        let result = try await scene.run(["--endpoint", "addItem"])
        #expect(result.code == 64 && result.errors.contains("nothing was verified"))
        #expect(scene.server.counts.requests.isEmpty)
    }

    @Test(arguments: [
        (["--limit", "0"], "--limit takes a number"), (["--at-once", "0"], "--at-once takes a number"),
        (["--endpoint", "nosuch"], "no endpoint is called 'nosuch'"),
    ])
    func mistakesAreRefused(_ words: [String], _ message: String) async throws {
        let scene = try Scene()
        let result = try await scene.run(words)
        #expect(result.code == 64 && result.errors.contains(message), "\(result.errors)")
        #expect(scene.server.counts.requests.isEmpty)
    }

    /// Ctrl-C, and a report of what was done until then.
    @Test func anInterruptEndsItWithAReport() async throws {
        let server = try FaultServer { request in
            request.path == "/items" ? .answer(headers: [("Content-Type", "application/json")], body: "[]") : .hang
        }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let text = #"""
            {"openapi": "3.1.0", "info": {"title": "Shop", "version": "1"}, "servers": [{"url": "SERVER"}], "paths": {
             "/items": {"get": {"operationId": "list", "responses": {"200": {"description": "ok"}}}},
             "/items/{id}": {"get": {"operationId": "one", "parameters": [
               {"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
              "responses": {"200": {"description": "ok"}}}}}}
            """#
        let path = try folder.file("api.json", text.replacing("SERVER", with: server.url("")))
        let result = try await ExplorerProgram.run("verify", path) { program in
            #expect(await eventually { server.counts.requests.count == 2 })
            program.child.signal(SIGINT)
        }
        #expect(result.code == 7 && result.text.contains("Shop: 1 request to 1 of 2 endpoints"), "\(result.text)")
        #expect(result.text.contains("cancelled"))
    }
}
