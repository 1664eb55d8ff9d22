// `explorer export`: the printed line does what `explorer send` does.

import Foundation
import TestSupport
import Testing

@Suite struct ExportTests {
    @Test func printedLineSendsWhatSendSends() async throws {
        let server = try FaultServer { _ in .answer(body: "ok") }
        defer { server.stop() }
        let arguments = """
            POST "\(server.url("/it's?token=a%20b"))" -H 'Authorization: Bearer s3cret' -H 'X-Name: "$HOME"' -d '{"password": "pässword", "n": 1}'
            """
        let line = try await ExplorerProgram.bash("$explorer export \(arguments) --as curl")
        #expect(line.code == 0 && server.counts.requests.isEmpty)
        for secret in ["s3cret", "pässword", "a%20b"] { #expect(!line.text.contains(secret), "\(line.text)") }
        let revealed = try await ExplorerProgram.bash("$explorer export \(arguments) --reveal")
        let run = try await ExplorerProgram.bash(
            """
            $explorer send \(arguments)
            TOKEN='a%20b' TOKEN_2=s3cret PASSWORD='pässword' bash -c "$($explorer export \(arguments))"
            bash -c "$($explorer export \(arguments) --reveal)"
            """)
        #expect(run.text == "okokok", "\(line.text)\n\(revealed.text)\n\(run.errors)")
        let requests = server.counts.requests
        #expect(requests.count == 3)
        for request in requests { #expect(request.head == requests[0].head && request.body == requests[0].body) }
    }

    @Test func listsAndBodiesAreSentAsTheFormSendsThem() async throws {
        let folder = try TemporaryFolder()
        let description = try folder.file(
            "api.json",
            """
            {"swagger": "2.0", "info": {"title": "t", "version": "1"}, "host": "x.example", "schemes": ["http"],
             "consumes": ["application/xml", "application/json"], "paths": {
              "/a": {"post": {"operationId": "aaa", "parameters": [{"in": "body", "name": "b", "schema": {"type": "object"}}],
               "responses": {}}},
              "/l": {"get": {"operationId": "lll", "responses": {}, "parameters": [
               {"in": "query", "name": "t", "type": "array", "collectionFormat": "multi", "items": {"type": "string"}},
               {"in": "query", "name": "p", "type": "array", "collectionFormat": "pipes", "items": {"type": "string"},
                "required": true}]}}}}
            """)
        let list = try await ExplorerProgram.run("export", description, "lll", "-p", "t=a,b", "-p", "p=a,b")
        #expect(list.text.removingPercentEncoding?.contains("x.example/l?t=a&t=b&p=a|b'") == true, "\(list.text)\(list.errors)")
        let empty = try await ExplorerProgram.run("export", description, "lll", "-p", "p=")
        #expect(empty.text.contains("/l?p="), "\(empty.text)\(empty.errors)")
        let body = try await ExplorerProgram.run("export", description, "aaa", "-d", "{}")
        #expect(body.text.contains("Content-Type: application/json"), "\(body.text)\(body.errors)")
    }

    @Test func endpointOfADescriptionIsExported() async throws {
        let fixture = ExplorerProgram.fixture("httpbin.json")
        let line = try await ExplorerProgram.run(
            "export", fixture, "status", "-p", "codes=204", "--base", "http://x.example", "--no-follow")
        #expect(line.text.hasPrefix("curl --compressed http://x.example/status/204 \\\n"), "\(line.text)\(line.errors)")
        #expect(try await ExplorerProgram.run("export", fixture, "no-such-endpoint").code == 64)
        #expect(try await ExplorerProgram.run("export", "GET", "http://x.example/", "--as", "fax").code == 64)
    }

    @Test func everyFormatIsWritten() async throws {
        let fixture = ExplorerProgram.fixture("httpbin.json")
        let arguments = ["export", fixture, "status", "-p", "codes=204", "--base", "http://x.example/v1", "-H", "X-Token: t0ken"]
        let starts = [
            "http": "@X_TOKEN = $X_TOKEN\n\n### ", "har": "{\n  \"log\": {", "openapi": "{\n  \"openapi\": \"3.1.0\"",
            "curl": "curl ",
        ]
        for (format, start) in starts {
            let folder = try TemporaryFolder()
            let run = try await ExplorerProgram.command(
                arguments + ["--as", format, "-o", folder.path("x")],
                environment: ExplorerProgram.environment)
            #expect(run.code == 0 && run.output.isEmpty, "\(run.errors)")
            let text = try folder.text("x")
            #expect(text.hasPrefix(start) && !text.contains("t0ken"), "\(text)")
            let shown = try await ExplorerProgram.command(arguments + ["--as", format], environment: ExplorerProgram.environment)
            // An archive has the time in it.
            #expect(format == "har" || shown.text == text)
        }
        let method = try await ExplorerProgram.run("export", "PROPFIND", "http://x.example/", "--as", "openapi")
        #expect(method.code == 64 && method.errors.contains("PROPFIND") && method.errors.contains("--as http"))
        let folder = try await ExplorerProgram.run("export", "GET", "http://x.example/", "-o", "/no/such/folder/x")
        #expect(folder.code == 74 && folder.errors.contains("/no/such/folder/x"))
    }
}
