// What is no description is refused by name, with the place and what to do.

import Catalog
import TestSupport
import Testing

struct BadDescriptionTests {
    private func refusal(_ text: String) throws -> DescriptionError {
        try #require(throws: DescriptionError.self) { try read(text) }
    }

    @Test(arguments: [
        ("", DescriptionError.Kind.empty, "the description is empty"),
        (" \n\t\r\n", .empty, "the description has only blank space"),
        ("\u{feff} ", .empty, "the description has only blank space"),
        ("<!DOCTYPE html>\n<html></html>", .html, "this is a web page, not a description"),
        ("<?xml version=\"1.0\"?><definitions/>", .html, "this is XML, not a description"),
        ("- a", .notAnAPI, "this is YAML, but an array, not a description"),
        ("a: b\n", .notAnAPI, "this is YAML, but no API description: it has no 'openapi' key (it begins with 'a')"),
        ("# nothing else", .notAnAPI, "this is YAML, but null, not a description"),
        (
            "openapi: }", .notYAML,
            "the YAML is broken: while parsing a block node that began at line 1: did not find expected node content"
        ),
        ("openapi: &a [*a]", .notYAML, "this YAML has no JSON form: the alias *a is inside its own anchor"),
        ("### first\nGET https://a.example\n", .otherFormat, "this is a file of HTTP requests (.http), not an API description"),
        ("curl https://a.example", .otherFormat, "this is a curl command, not an API description"),
        ("[1, 2]", .notAnAPI, "this is JSON, but an array, not a description"),
        ("\"text\"", .notAnAPI, "this is JSON, but a string, not a description"),
        (
            "{\"message\": \"Not Found\"}", .notAnAPI,
            "this is JSON, but no API description: it has no 'openapi' key (it begins with 'message')"
        ),
        ("{}", .notAnAPI, "this is JSON, but no API description: it has no 'openapi' key"),
        ("Not found", .notJSON, "the JSON is broken: expected a value, found 'N'"),
    ])
    func whatIsNoDescriptionIsNamed(text: String, kind: DescriptionError.Kind, message: String) throws {
        let error = try refusal(text)
        #expect(error.kind == kind)
        #expect(error.message == message)
        #expect(error.line == 1)
        #expect(!error.hint.isEmpty)
        #expect(!error.description.contains("\n"))
        #expect(error.description.hasPrefix("api.json:1"))
    }

    @Test(arguments: [
        (
            "{\"swagger\": \"1.2\"}", DescriptionError.Kind.unsupportedVersion,
            "this is Swagger '1.2', and 2.0, 3.0, 3.1 and 3.2 are read"
        ),
        ("{\"openapi\": \"4.0.0\"}", .unsupportedVersion, "this is OpenAPI '4.0.0', and 2.0, 3.0, 3.1 and 3.2 are read"),
        ("{\"openapi\": \"3.10.0\"}", .unsupportedVersion, "this is OpenAPI '3.10.0', and 2.0, 3.0, 3.1 and 3.2 are read"),
        ("{\"openapi\": null}", .unsupportedVersion, "this is OpenAPI 'null', and 2.0, 3.0, 3.1 and 3.2 are read"),
        (
            "{\"asyncapi\": \"2.6.0\"}", .otherFormat,
            "this is an AsyncAPI '2.6.0' description, and OpenAPI 2.0, 3.0, 3.1 and 3.2 are read"
        ),
        ("apis: {shop: {}}", .otherFormat, "this is an explorer workspace, and OpenAPI 2.0, 3.0, 3.1 and 3.2 are read"),
        ("{\"_type\": \"export\"}", .otherFormat, "this is an Insomnia export without the list resources"),
        ("{\"log\": {\"entries\": {}}}", .otherFormat, "this is a HAR recording without a list in log.entries"),
        (#"{"_postman_variable_scope": "globals"}"#, .otherFormat, "this is a Postman environment without the list values"),
    ])
    func otherFormatsAndVersionsAreNamed(text: String, kind: DescriptionError.Kind, message: String) throws {
        let error = try refusal(text)
        #expect(error.kind == kind)
        #expect(error.message == message)
    }

    @Test(arguments: ["3.0", "3.0.0", "3.0.4", "3.1.0", "3.1.1", "3.2.0", "3.0.0-rc1"])
    func versionsThatAreReadAreRead(version: String) throws {
        #expect(try read("{\"openapi\": \"\(version)\", \"info\": {\"title\": \"A\"}, \"paths\": {}}").standard == version)
    }

    @Test func binaryIsNamed() throws {
        let image: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]
        let zipped: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0]
        #expect(throws: DescriptionError.self) { try APIDescription.parse(image, source: "a.png", base: nil) }
        let error = try #require(throws: DescriptionError.self) { try APIDescription.parse(zipped, source: "a.gz", base: nil) }
        #expect(error.kind == .binary)
        #expect(error.message == "this is gzip-compressed")
    }

    @Test func aMissingBraceIsPlaced() throws {
        let opening = try refusal("\"openapi\": \"3.0.0\",\n\"paths\": {}}")
        #expect(opening.kind == .notJSON)
        #expect((opening.line, opening.column) == (1, 10))
        let middle = try refusal("{\"openapi\": \"3.0.0\",\n \"info\": {\"title\": \"A\",\n \"paths\": {}}")
        #expect(middle.kind == .truncated)
        #expect(middle.message == "the description is cut off: the text ends inside an object that began at line 1")
        #expect((middle.line, middle.column) == (3, 14))
        let comma = try refusal("{\"openapi\": \"3.0.0\"\n \"info\": {}}")
        #expect(
            comma.description
                == "api.json:2:2: the JSON is broken: expected ',' or '}' after a value in an object, found '\"'; correct it there and try again"
        )
    }

    @Test func everyTruncationOfADescriptionIsRefusedWithAPlace() throws {
        let text = Array(
            description(
                #""/ü": {"get": {"operationId": "a", "parameters": [{"name": "q", "in": "query", "schema": {"type": "integer", "maximum": -1.5e3}}]}}"#
            ).utf8)
        #expect(try APIDescription.parse(text, source: "x", base: nil).endpoints.count == 1)
        for length in 0..<text.count {
            let error = try #require(throws: DescriptionError.self) {
                try APIDescription.parse(Array(text[..<length]), source: "x", base: nil)
            }
            #expect(error.kind == (length == 0 ? .empty : .truncated), "\(length)")
            #expect(error.line != nil && error.column != nil, "\(length)")
        }
    }

    @Test func randomDamageNeverCrashes() throws {
        let text = Array(
            description(
                ##""/a/{id}": {"parameters": [{"$ref": "#/components/parameters/P"}], "get": {"tags": ["t"], "operationId": "a", "requestBody": {"content": {"application/json": {"schema": {"allOf": [{"$ref": "#/components/schemas/S"}]}}}}, "responses": {"200": {"description": "ok"}}}}"##,
                ##""components": {"parameters": {"P": {"name": "id", "in": "path", "schema": {"type": ["string", "null"], "enum": ["a"]}}}, "schemas": {"S": {"anyOf": [{"$ref": "#/components/schemas/S"}], "example": {"a": 1}}}}"##
            ).utf8)
        var generator = SplitMix64(seed: 11)
        var opened = 0
        for _ in 0..<3000 {
            var damaged = text
            // Letters, digits and JSON's own marks, so that many a damaged text is still JSON.
            let marks = Array("{}[]\",:0aef#/$ \\".utf8)
            damaged[Int.random(in: 0..<damaged.count, using: &generator)] =
                marks[Int.random(in: 0..<marks.count, using: &generator)]
            do {
                let api = try APIDescription.parse(damaged, source: "x", base: nil)
                for index in api.endpoints.indices { opened += api.operation(index) == nil ? 0 : 1 }
            } catch {
                #expect(error.kind != .empty)
            }
        }
        #expect(opened > 500)
    }

    @Test func aDeepDescriptionIsNoCrash() throws {
        let deep = String(repeating: "{\"allOf\":[", count: 50_000) + "{}" + String(repeating: "]}", count: 50_000)
        let api = try read(
            description("\"/a\": {\"get\": {\"parameters\": [{\"name\": \"q\", \"in\": \"query\", \"schema\": \(deep)}]}}"))
        #expect(api.operation(0)?.parameters.map(\.type) == ["any"])
        #expect(throws: DescriptionError.self) { try read(String(repeating: "[", count: 100_000)) }
    }

    @Test func controlCharactersOfTheTextAreNotRepeated() throws {
        let error = try refusal("{\"openapi\": \"\\u001b[31m\\n9\"}")
        #expect(!error.description.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }
}
