// The schemas of whole descriptions as the program checks values: by operations, files and dialects.

import Catalog
import Document
import JSONSchema
import Testing

struct DescriptionProgramTests {
    /// The mismatches of a response of the first operation.
    private func words(_ description: String, _ value: String) throws -> [String] {
        let api = try APIDescription.parse(Array(description.utf8), source: "api", base: nil)
        let media = try #require(api.operation(0)?.responses.first?.media.first)
        var run = SchemaRun(api.schemaProgram, try #require(media.schema), direction: .response)
        return run.validate(try JSONDocument(Array(value.utf8)).root).mismatches.map { "\($0) (\($0.schema.pointer))" }
    }

    private func modern(_ version: String, _ schemas: String, dialect: String = "") -> String {
        ##"{"openapi": "\##(version)", \##(dialect) "info": {"title": "T", "version": "1"}, "paths": {"/a": {"get": {"responses": {"200": {"description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}}}}}}}, "components": {"schemas": \##(schemas)}}"##
    }

    @Test func theVersionDecidesWhatNullableMeans() throws {
        let schemas = #"{"A": {"type": "string", "nullable": true}}"#
        #expect(try words(modern("3.0.3", schemas), "null") == [])
        #expect(try words(modern("3.1.0", schemas), "null") == ["the body must not be null (/components/schemas/A/type)"])
    }

    @Test func theDialectOfADescriptionCounts() throws {
        let schemas = #"{"A": {"$schema": "https://json-schema.org/draft/2020-12/meta/core", "type": "string"}}"#
        #expect(try words(modern("3.1.0", #"{"A": {"type": "string"}}"#), "1").count == 1)
        // This metaschema lists no rules for values.
        let dialect = #""jsonSchemaDialect": "https://json-schema.org/draft/2020-12/meta/core","#
        #expect(try words(modern("3.1.0", #"{"A": {"type": "string"}}"#, dialect: dialect), "1") == [])
        // Without an address of its own a schema cannot name its dialect.
        #expect(try words(modern("3.1.0", schemas), "1").count == 1)
    }

    @Test func aSchemaMayBeTheOneOfSchemas() throws {
        let api = modern("3.1.0", ##"{"A": {"$ref": "https://json-schema.org/draft/2020-12/schema"}}"##)
        #expect(try words(api, #"{"type": "object", "properties": {"a": {"minLength": 1}}}"#) == [])
        let mismatches = try words(api, #"{"properties": {"a": {"minLength": -1}}}"#)
        #expect(mismatches.map { $0.prefix { $0 != "(" } } == ["/properties/a/minLength must be at least 0 "])
    }

    @Test func anOperationOfSwaggerHasItsSchemas() throws {
        let api =
            ##"{"swagger": "2.0", "info": {"title": "T", "version": "1"}, "produces": ["application/json"], "paths": {"/a": {"get": {"responses": {"200": {"description": "", "schema": {"type": "array", "items": {"$ref": "#/definitions/A"}}}}}}}, "definitions": {"A": {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer", "x-nullable": true}}}}}"##
        #expect(try words(api, #"[{"id": 1}, {"id": null}]"#) == [])
        #expect(try words(api, #"[{}]"#) == ["/0 must have 'id' (/definitions/A/required)"])
    }
}
