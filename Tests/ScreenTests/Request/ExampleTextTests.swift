// The example that a command prints is the body that the form on the screen begins with.

import Catalog
import Testing

@testable import Screen
@testable import Workbench

@Suite struct ExampleTextTests {
    private static let text = #"""
        {"openapi": "3.1.0", "info": {"title": "Shop", "version": "1"}, "paths": {
          "/items": {"get": {"operationId": "list"}, "post": {"operationId": "add", "requestBody": {"required": true, "content": {
            "application/json": {"schema": {"type": "object", "required": ["name"], "properties": {
              "name": {"type": "string", "example": "Lamp"}, "size": {"type": "integer"}}}}}}}},
          "/forms": {"post": {"operationId": "form", "requestBody": {"content": {"application/x-www-form-urlencoded": {
            "schema": {"type": "object", "required": ["a"], "properties": {"a": {"type": "integer", "example": 7}}}}}}}},
          "/files": {"put": {"operationId": "file", "requestBody": {"content": {"image/png": {}}}}},
          "/texts": {"put": {"operationId": "text", "requestBody": {"content": {"text/plain": {}}}}}}}
        """#

    private func operation(_ id: String) throws -> Catalog.Operation {
        let api = try APIDescription.parse(Array(Self.text.utf8), source: "shop.json", base: nil)
        let endpoint = try #require(api.endpoints.first { $0.id == id })
        return try #require(api.operation(endpoint.index))
    }

    @Test func itIsWhatTheFormBeginsWith() throws {
        let operation = try operation("add")
        let body = BodyForm(try #require(operation.body))
        let usual = try ExampleText.makeExample(of: operation, isFull: false)
        #expect(usual == body.area.text && usual.contains("Lamp") && !usual.contains("size"))
        #expect(try ExampleText.makeExample(of: operation, isFull: true).contains("\"size\""))
    }

    @Test func aFormIsAJSONObjectOfItsFields() throws {
        let text = try ExampleText.makeExample(of: try operation("form"), isFull: false)
        #expect(text.filter { !$0.isWhitespace } == #"{"a":7}"#)
    }

    @Test(
        "why there is none",
        arguments: [
            ("list", "It takes no body"), ("file", "Its body is a file (image/png): -d @FILE"),
            ("text", "The description does not define its body well enough (text/plain)"),
        ]) func whyThereIsNone(_ id: String, _ reason: String) throws
    {
        let operation = try operation(id)
        #expect(throws: ExampleText.Absence(reason: reason)) { try ExampleText.makeExample(of: operation, isFull: false) }
    }
}
