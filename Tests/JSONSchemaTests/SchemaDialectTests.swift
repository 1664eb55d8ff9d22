// Where OpenAPI and Swagger mean something else than JSON Schema.

import JSONSchema
import Testing

struct SchemaDialectTests {
    @Test(arguments: [
        (#"{"type": "string", "nullable": true}"#, SchemaDialect.openAPI30, true),
        (#"{"type": "string", "nullable": true}"#, .openAPI31, false),
        (#"{"type": "string", "nullable": true}"#, .swagger2, false),
        (#"{"type": "string", "x-nullable": true}"#, .swagger2, true),
        (#"{"type": "string", "x-nullable": true}"#, .openAPI30, false), (#"{"type": ["string", "null"]}"#, .openAPI31, true),
        // What is meant beside an enum or a composition.
        (#"{"nullable": true, "enum": ["a"]}"#, .openAPI30, true),
        (#"{"nullable": true, "allOf": [{"type": "object"}]}"#, .openAPI30, true),
        (#"{"allOf": [{"type": "object"}]}"#, .openAPI30, false),
    ])
    func nullIsAllowedInTheWordsOfTheDialect(_ schema: String, _ dialect: SchemaDialect, _ fits: Bool) throws {
        #expect(try Check(schema, dialect: dialect).fits("null") == fits)
    }

    @Test(arguments: [SchemaDialect.openAPI30, .swagger2])
    func anExclusiveLimitIsARemark(_ dialect: SchemaDialect) throws {
        let check = try Check(
            #"{"minimum": 1, "exclusiveMinimum": true, "maximum": 3, "exclusiveMaximum": false}"#, dialect: dialect)
        #expect(try check.words("1") == ["the body must be more than 1"])
        #expect(try check.fits("3"))
        // Written as in later standards it has the meaning of these.
        #expect(try !Check(#"{"exclusiveMinimum": 1}"#, dialect: dialect).fits("1"))
    }

    @Test func besideAReferenceNothingCountsBefore31() throws {
        let schema = ##"{"$ref": "#/definitions/T", "maxLength": 1, "definitions": {"T": {"type": "string"}}}"##
        #expect(try Check(schema, dialect: .openAPI30).fits("\"ab\""))
        #expect(try Check(schema, dialect: .swagger2).fits("\"ab\""))
        #expect(try !Check(schema, dialect: .openAPI31).fits("\"ab\""))
    }

    private static let account =
        ##"{"allOf": [{"$ref": "#/$defs/Base"}, {"required": ["id", "secret", "name"]}], "$defs": {"Base": {"type": "object", "properties": {"id": {"type": "integer", "readOnly": true}, "secret": {"allOf": [{"$ref": "#/$defs/Secret"}]}, "name": {"type": "string"}}}, "Secret": {"type": "string", "writeOnly": true}}}"##

    @Test(arguments: [SchemaDialect.openAPI30, .openAPI31])
    func propertiesOfOneDirectionAreRequiredInItAlone(_ dialect: SchemaDialect) throws {
        let check = try Check(Self.account, dialect: dialect)
        #expect(try check.words(#"{"secret": "x", "name": "n"}"#, direction: .request) == [])
        #expect(try check.words(#"{"id": 1, "name": "n"}"#, direction: .response) == [])
        #expect(
            try check.words("{}", direction: .request).sorted() == ["the body must have 'name'", "the body must have 'secret'"])
        #expect(
            try check.words(#"{"id": 1, "secret": "x", "name": "n"}"#, direction: .request) == [
                "/id must not be sent: it is read-only"
            ])
        let leak = try check.verdict(#"{"id": 1, "secret": "x", "name": "n"}"#, direction: .response).mismatches
        #expect(leak.map(\.description) == ["/secret must not be returned: it is write-only"])
        #expect(leak.map(\.schema.pointer) == ["/$defs/Base/properties/secret"] && leak.map(\.keyword) == ["writeOnly"])
        #expect(try check.words("{}").count == 3)
        // An example is neither: such a property may be there, and need not.
        #expect(try check.words(#"{"id": 1, "secret": "x", "name": "n"}"#, direction: .either) == [])
        #expect(try check.words("{}", direction: .either) == ["the body must have 'name'"])
    }

    @Test func aFileIsAnyValue() throws {
        #expect(try Check(#"{"type": "file"}"#, dialect: .swagger2).fits("\"bytes\""))
    }

    @Test func formatsAreRulesOnRequestAlone() throws {
        let schema = try Check(#"{"format": "date"}"#).schema.document
        #expect(try !Check(schema).fits("\"x\""))
        #expect(try Check(schema, assertsFormats: false).fits("\"x\""))
    }
}
