// Formats that are not read are refused by their names, with what to do instead.

import Catalog
import Testing

struct ForeignFormatTests {
    private func refusal(_ text: String, _ source: String) throws -> DescriptionError {
        try #require(throws: DescriptionError.self) {
            try APIDescription.parse(Array(text.utf8), source: source, base: nil)
        }
    }

    @Test(arguments: [
        ("a.json", #"{"asyncapi": "3.0.0", "info": {}}"#, "an AsyncAPI '3.0.0' description"),
        ("a.yaml", "asyncapi: 2.6.0\ninfo: {title: A}\n", "an AsyncAPI '2.6.0' description"),
        ("a.json", #"{"openrpc": "1.2.6"}"#, "an OpenRPC description"),
        ("a.yaml", "arazzo: 1.0.0\ninfo: {}\n", "an Arazzo description"),
        ("a.yaml", "overlay: 1.0.0\nactions: []\n", "an OpenAPI Overlay"),
        ("a.json", #"{"kind": "discovery#restDescription"}"#, "a Google discovery document"),
        ("a.json", #"{"data": {"__schema": {}}}"#, "a GraphQL schema"),
        ("a.json", #"{"swaggerVersion": "1.2"}"#, "a Swagger 1 description"),
        ("a.json", #"{"smithy": "2.0"}"#, "a Smithy model"),
        ("a.yaml", "apiVersion: v1\nkind: Pod\n", "a Kubernetes manifest"),
        ("main.tf.json", #"{"resource": {"aws_instance": {}}}"#, "a Terraform configuration"),
        ("a.json", #"{"$schema": "https://json-schema.org/draft/2020-12/schema"}"#, "a JSON Schema"),
        ("a.yaml", "type: object\nproperties: {a: {type: string}}\n", "a JSON Schema"),
    ])
    func objectsAreKnownByTheirKeys(source: String, text: String, name: String) throws {
        let error = try refusal(text, source)
        #expect(error.kind == .otherFormat)
        #expect(error.message == "this is \(name), and OpenAPI 2.0, 3.0, 3.1 and 3.2 are read")
        #expect(!error.hint.isEmpty && error.line == 1)
    }

    @Test(arguments: [
        (
            "a.wsdl", #"<?xml version="1.0"?><wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"/>"#,
            "a WSDL description"
        ),
        ("a.wsdl", "<definitions><portType name=\"A\"/></definitions>", "a WSDL description"),
        ("a.wadl", #"<application xmlns="http://wadl.dev.java.net/2009/02"/>"#, "a WADL description"),
        ("a.xml", #"<edmx:Edmx Version="4.0"/>"#, "an OData description"),
        ("api.raml", "#%RAML 1.0\ntitle: Shop\n/items:\n  get:\n", "a RAML description"),
        ("api.yaml", "#%RAML 0.8\ntitle: Shop\n", "a RAML description"),
        ("a.apib", "# Shop\n\n## Items [/items]\n", "an API Blueprint"),
        ("a.md", "FORMAT: 1A\n\n# Shop\n", "an API Blueprint"),
        ("schema.graphql", "scalar Date\n", "a GraphQL schema"),
        ("schema", "type Query {\n  item(id: ID!): Item\n}\n", "a GraphQL schema"),
        ("schema", "schema {\n  query: Root\n}\n", "a GraphQL schema"),
        ("a.proto", "package shop;\n", "a protobuf definition"),
        ("shop", "// Shop\nsyntax = \"proto3\";\n", "a protobuf definition"),
        ("main.tf", "variable \"a\" {}\n", "a Terraform configuration"),
        ("main", "provider \"aws\" {\n}\n", "a Terraform configuration"),
        ("a.smithy", "$version: \"2\"\nnamespace shop\n", "a Smithy model"),
        ("main.tsp", "import \"@typespec/http\";\n", "a TypeSpec program"),
        ("a.thrift", "service Shop {}\n", "a Thrift definition"),
    ])
    func textsAreKnownByTheirFirstLines(source: String, text: String, name: String) throws {
        let error = try refusal(text, source)
        #expect(error.kind == .otherFormat)
        #expect(error.message == "this is \(name), not an API description")
        #expect(!error.hint.isEmpty && error.line == 1)
    }

    /// What is told by its lines may stand in the text of a description too.
    @Test func aDescriptionThatSpeaksOfOthersIsOne() throws {
        let text = """
            openapi: 3.1.0
            info:
              title: A
              description: |
                type Query {
                resource "a"
                syntax = "proto3"
            paths: {/a: {get: {}}}
            """
        #expect(try APIDescription.parse(Array(text.utf8), source: "api", base: nil).endpoints.count == 1)
        #expect(try APIDescription.parse(Array("# API\n\(text)".utf8), source: "api.yaml", base: nil).endpoints.count == 1)
    }

    @Test(
        arguments: ["utf-16le", "utf-16be", "utf-16le mark", "utf-16be mark", "utf-32le mark", "utf-32be mark"], [false, true])
    func everyEncodingIsRead(encoding: String, isYAML: Bool) throws {
        let text =
            isYAML
            ? "openapi: 3.1.0\ninfo: {title: Bücher 📚}\npaths: {/a: {get: {}}}\n"
            : #"{"openapi": "3.1.0", "info": {"title": "Bücher 📚"}, "paths": {"/a": {"get": {}}}}"#
        let marked = (encoding.hasSuffix("mark") ? "\u{feff}" : "") + text
        let isBig = encoding.contains("be")
        func split(_ unit: UInt32, _ size: Int) -> [UInt8] {
            let bytes = (0..<size).map { UInt8(truncatingIfNeeded: unit >> (8 * $0)) }
            return isBig ? bytes.reversed() : bytes
        }
        let bytes =
            encoding.hasPrefix("utf-16")
            ? marked.utf16.flatMap { split(UInt32($0), 2) } : marked.unicodeScalars.flatMap { split($0.value, 4) }
        let api = try APIDescription.parse(bytes, source: isYAML ? "a.yaml" : "a.json", base: nil)
        #expect(api.title == "Bücher 📚")
        #expect(api.endpoints.count == 1)
    }
}
