// Lines of `explorer send`: what they say of a plan, what they hide, and when there is none.

import Catalog
import NetLayer
import Testing

@testable import Workbench

@Suite struct SendLineTests {
    private static let shop = """
        {"openapi": "3.1.0", "info": {"title": "Shop", "version": "1"},
         "components": {"securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}}},
         "paths": {"/items/{id}": {
          "get": {"operationId": "getItem", "security": [{"key": []}], "parameters": [
            {"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}},
            {"name": "tag", "in": "query", "schema": {"type": "array", "items": {"type": "string"}}},
            {"name": "deep", "in": "query", "style": "deepObject", "schema": {"type": "object"}},
            {"name": "q", "in": "query", "schema": {"type": "string"}}]},
          "put": {"operationId": "putItem", "parameters": [
            {"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
            "requestBody": {"content": {"application/json": {"schema": {"type": "object"}}}}},
          "post": {"operationId": "postItem", "parameters": [
            {"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
            "requestBody": {"content": {"application/x-www-form-urlencoded": {"schema": {
              "type": "object", "properties": {"name": {"type": "string"}}}}}}}}}}
        """

    /// The line of a draft.
    /// - Parameter change: changes the plan before it is written.
    private static func line(
        _ id: String, _ given: [(String, String)] = [], values: [RequestDraft.Value] = [], body: String? = nil,
        command: String = "send", change: (inout RequestPlan) -> Void = { _ in }
    ) throws -> String? {
        let description = try APIDescription.parse(Array(shop.utf8), source: "shop", base: nil)
        let endpoint = try #require(description.endpoints.first { $0.id == id })
        let operation = try #require(description.operation(endpoint.index))
        var draft = RequestDraft(.operation(endpoint, operation))
        try draft.setValues(given.map { ($0.0, .plain($0.1)) })
        draft.values += values
        if let body { draft.body = .bytes(Array(body.utf8), type: "application/json") }
        var plan = draft.plan
        change(&plan)
        return SendLine.makeCommand(plan, command: command, of: endpoint, operation, source: ["my shop.json", "--api", "a"])
    }

    @Test func valuesAreWrittenAsTheyAreTyped() throws {
        let line = try Self.line("getItem", [("id", "5"), ("tag", "a"), ("tag", "b"), ("q", "it's")])
        #expect(line == #"explorer send 'my shop.json' --api a getItem -p id=5 -p tag=a -p tag=b -p q='it'\''s'"#)
        #expect(try Self.line("getItem", [("id", "5"), ("tag", "a,b")])?.hasSuffix(" -p id=5 -p tag=a -p tag=b") == true)
        #expect(try Self.line("getItem", [("id", "5")], command: "pages")?.hasPrefix("explorer pages ") == true)
    }

    @Test func headersAndTheServiceAreNamed() throws {
        let line = try Self.line(
            "getItem", [("id", "5")], values: [.header(HeaderField("X-Trace", "a b"))],
            change: { $0.destination.service = "api-2" })
        #expect(line == "explorer send 'my shop.json' --api a getItem --service api-2 -p id=5 -H 'X-Trace: a b'")
    }

    @Test func secretsAreVariables() throws {
        let keyed = try Self.line("getItem", [("X-Key", "hunter2"), ("id", "5")])
        #expect(keyed?.hasSuffix(#" -p X-Key="$X_KEY" -p id=5"#) == true)
        let token = try Self.line(
            "getItem", [("id", "5")],
            values: [.parameter(Parameter("Authorization", .secret(Secret("Bearer hunter2")), in: .header))])
        #expect(token?.hasSuffix(#" -p id=5 -H "Authorization: Bearer $TOKEN""#) == true)
        let body = try Self.line("putItem", [("id", "5")], body: #"{"name": "a", "password": "hunter2"}"#)
        #expect(body?.contains("$PASSWORD") == true && body?.contains("-d ") == true)
        // A variable of the workspace, in a field that is none.
        let brought = try Self.line(
            "getItem", [("id", "5"), ("q", "x hunter2")], change: { $0.maskedTexts = [Secret("hunter2")] })
        #expect(brought?.hasSuffix(#" -p q="$Q""#) == true)
        for line in [keyed, token, body, brought] { #expect(line?.contains("hunter2") == false) }
    }

    @Test func aBodyIsWrittenAsText() throws {
        #expect(try Self.line("putItem", [("id", "5")], body: #"{"a": 1}"#)?.hasSuffix(#" -p id=5 -d '{"a": 1}'"#) == true)
    }

    @Test func whatTheOptionsCannotSayHasNoLine() throws {
        #expect(try Self.line("getItem", [("id", "5"), ("tag", "a,b"), ("tag", "c")]) == nil, "-p would split the item")
        #expect(try Self.line("getItem", [("id", "5"), ("deep", #"{"a": 1}"#)]) == nil)
        #expect(try Self.line("postItem", [("id", "5")], values: [.parameter(Parameter("name", "x", in: .form))]) == nil)
        #expect(try Self.line("putItem", [("id", "5")], body: "@file") == nil)
        #expect(try Self.line("putItem", [("id", "5")], body: String(repeating: "a", count: 200_000)) == nil)
        #expect(try Self.line("getItem", [("id", "5")], change: { $0.path = "/other" }) == nil)
        #expect(try Self.line("getItem", [("id", "5")], change: { $0.destination.baseURL = URI("https://a.example") }) == nil)
        #expect(try Self.line("getItem", [("id", "5")], values: [.parameter(Parameter("own", "x", in: .query))]) == nil)
    }
}
