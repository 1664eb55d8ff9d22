// `explorer import`: the report, and the workspace that it writes, opened again by the program.

import Foundation
import TestSupport
import Testing

@Suite struct ImportTests {
    /// The servers of a description may be stages: a request must not wander from one to the next because a workspace was written.
    @Test func serversOfADescriptionAreEnvironmentsOfTheirOwn() async throws {
        let server = try FaultServer { _ in .answer(body: "sandbox") }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        _ = try folder.file(
            "api.json",
            """
            {"openapi": "3.1.0", "info": {"title": "Two Stages", "version": "1"},
             "servers": [{"url": "http://127.0.0.1:1", "description": "Production"}, {"url": "\(server.url("/v1"))", "description": "Sandbox (EU)"}, {"url": "/rel"}],
             "paths": {"/a": {"get": {"operationId": "a", "responses": {}}}}}
            """)
        let run = try await bash("$explorer import api.json -o explorer.yaml && cat explorer.yaml", in: folder)
        #expect(run.code == 0, "\(run.errors)")
        #expect(
            run.text.contains(#""production": ["http://127.0.0.1:1"]"#)
                && run.text.contains(#""sandbox-eu": ["\#(server.url("/v1"))"]"#), "\(run.text)")
        #expect(run.errors.contains("left out of the workspace: /rel"))
        #expect(try await bash("$explorer send . a", in: folder).code == 6)
        #expect(server.counts.requests.isEmpty)
        #expect(try await bash("$explorer send . a --env sandbox-eu", in: folder).text == "sandbox")
    }

    @Test func collectionIsUsedFromItsWorkspace() async throws {
        let server = try FaultServer { .answer(body: $0.head.split(separator: "\r\n")[0].description) }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        _ = try folder.file("shop.http", "@base = \(server.url("/v1"))\n\n### One\nGET {{base}}/one\n")
        let run = try await bash(
            "$explorer import shop.http -o shop.explorer.yaml && $explorer send shop.explorer.yaml One", in: folder)
        #expect(run.code == 0 && run.text.hasSuffix("GET /v1/one HTTP/1.1"), "\(run.text) \(run.errors)")
        // A host that nobody knows yet is none.
        _ = try folder.file("open.http", "### One\nGET http://{{host}}/one\n")
        let open = try await bash("$explorer import open.http -o explorer.yaml", in: folder)
        #expect(open.code == 64 && open.errors.contains("has no address of the API") && open.output.isEmpty, "\(open.text)")
    }

    @Test func whatCannotBeWrittenIsSaidBeforeAnythingIs() async throws {
        let folder = try TemporaryFolder()
        _ = try folder.file("a.sh", "curl http://a.example/x")
        let name = try await bash("$explorer import a.sh -o a.yaml", in: folder)
        #expect(name.code == 64 && name.errors.contains("NAME.explorer.yaml") && name.output.isEmpty)
        _ = try folder.file("explorer.yaml", "apis: {}")
        let taken = try await bash("$explorer import a.sh -o explorer.yaml", in: folder)
        #expect(taken.code == 64 && taken.errors.contains("already exists"))
        #expect(try await bash("$explorer import a.sh -o explorer.yaml --force", in: folder).code == 0)
    }

    @Test(arguments: [("broken.har", "{\"log\": ", 65), ("missing.http", nil, 66)])
    func refusalsAreJSONToo(_ name: String, _ text: String?, _ code: Int32) async throws {
        let folder = try TemporaryFolder()
        if let text { _ = try folder.file(name, text) }
        for command in ["import", "check"] {
            let run = try await bash("$explorer \(command) --format json \(name)", in: folder)
            let object = try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any]
            let list = try #require(object?[command == "import" ? "parts" : "problems"] as? [[String: Any]])
            #expect(run.code == code && list.count == 1 && (list[0]["message"] as? String)?.isEmpty == false, "\(run.text)")
        }
    }

    @Test func soundCollectionsHaveNoProblems() async throws {
        let folder = try TemporaryFolder()
        _ = try folder.file("a.sh", "curl http://a.example/x")
        let run = try await bash("$explorer check a.sh", in: folder)
        #expect(run.code == 0 && run.text == "a.sh: curl, 1 endpoint, 0 errors, 0 warnings, 0 notes\n", "\(run.text)")
    }

    @Test func whatIsLostIsSaidWhenItIsSent() async throws {
        let server = try FaultServer { _ in .answer(body: "ok") }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        _ = try folder.file("a.sh", "curl \(server.url("/1"))\ncurl --interface eth9 \(server.url("/2"))")
        let second = try await bash("$explorer send a.sh 'GET /2'", in: folder)
        #expect(second.text == "ok" && second.errors.contains("--interface"), "\(second.errors)")
        #expect(try await bash("$explorer send a.sh 'GET /1'", in: folder).errors == "")
    }

    @Test func missingCredentialsAreNamed() async throws {
        let server = try FaultServer { .answer(body: $0.head) }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        _ = try folder.file(
            "api.json",
            """
            {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "servers": [{"url": "\(server.url())"}],
             "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}, "key": {"type": "apiKey", "in": "query", "name": "k"}}},
             "paths": {"/a": {"get": {"operationId": "a", "security": [{"token": [], "key": []}], "responses": {}}},
              "/o": {"get": {"operationId": "o", "security": [{"token": []}, {"key": []}], "responses": {}}}}}
            """)
        let either = try await bash("$explorer send api.json o", in: folder)
        #expect(either.errors.contains("it requires token or key"), "\(either.errors)")
        let bare = try await bash("$explorer send api.json a", in: folder)
        #expect(
            bare.code == 0 && bare.errors.contains("it requires token and key") && bare.errors.contains("-p k=…"),
            "\(bare.errors)")
        let whole = try await bash("$explorer send api.json a -p k=S -H 'Authorization: Bearer T'", in: folder)
        #expect(whole.errors == "" && whole.text.hasPrefix("GET /a?k=S "), "\(whole.errors)")
        let line = try await bash("$explorer export api.json a -p k=S", in: folder)
        #expect(line.code == 0 && !line.text.contains("k=S"), "\(line.text)")
    }

    private func bash(_ script: String, in folder: TemporaryFolder) async throws -> ChildProcess.Result {
        try await ExplorerProgram.bash("cd '\(folder.path)'\n" + script)
    }
}
