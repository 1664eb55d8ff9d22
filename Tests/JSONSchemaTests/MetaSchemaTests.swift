// The schema of schemas: what it says of each keyword, its vocabularies, and dialects that extend it.

import Document
import JSONSchema
import Testing

@testable import Catalog

struct MetaSchemaTests {
    private static let address = #"{"$ref": "https://json-schema.org/draft/2020-12/schema"}"#

    @Test(arguments: [
        (#"{"$id": "https://a.test/x#"}"#, true), (#"{"$id": "https://a.test/x#part"}"#, false), (#"{"$anchor": "a.b-c"}"#, true),
        (##"{"$anchor": "#a"}"##, false), (#"{"$defs": {"a": true}}"#, true), (#"{"$defs": {"a": 1}}"#, false),
        (#"{"$vocabulary": {"https://a.test/v": false}}"#, true), (#"{"$vocabulary": {"https://a.test/v": 1}}"#, false),
        (#"{"allOf": [{}]}"#, true), (#"{"allOf": []}"#, false), (#"{"not": 1}"#, false), (#"{"if": {"minLength": "1"}}"#, false),
        (#"{"properties": {"type": {"type": "string"}}}"#, true), (#"{"properties": {"a": {"type": "text"}}}"#, false),
        (#"{"prefixItems": {}}"#, false), (#"{"items": [{}]}"#, false), (#"{"type": ["string", "null"]}"#, true),
        (#"{"type": ["string", "string"]}"#, false), (#"{"type": []}"#, false), (#"{"type": ["text"]}"#, false),
        (#"{"type": {}}"#, false), (#"{"enum": [1, {}]}"#, true), (#"{"enum": 1}"#, false),
        (#"{"const": {"type": "text"}}"#, true),
        (#"{"multipleOf": 0.1}"#, true), (#"{"multipleOf": 0}"#, false), (#"{"minimum": "1"}"#, false),
        (#"{"maxLength": 2.0}"#, true), (#"{"maxLength": -1}"#, false), (#"{"minContains": 1.5}"#, false),
        (#"{"required": ["a", "a"]}"#, false), (#"{"dependentRequired": {"a": ["b"]}}"#, true),
        (#"{"dependentRequired": {"a": "b"}}"#, false), (#"{"readOnly": "yes"}"#, false), (#"{"examples": [1]}"#, true),
        (#"{"examples": {}}"#, false), (#"{"format": "any"}"#, true), (#"{"format": 1}"#, false),
        (#"{"contentSchema": {"type": 1}}"#, false), (#"{"unevaluatedItems": {"type": 1}}"#, false),
        (#"{"definitions": {"a": 1}}"#, false), (#"{"dependencies": {"a": ["b"], "c": {}}}"#, true),
        (#"{"dependencies": {"a": [1]}}"#, false), (#"{"x-more": 1}"#, true), ("true", true), ("[]", false),
    ])
    func keywordsHaveShapes(_ schema: String, _ fits: Bool) throws {
        #expect(try Check(Self.address).fits(schema) == fits, "\(schema)")
    }

    @Test func itDescribesItself() throws {
        let check = try Check(Self.address)
        var run = SchemaRun(check.program, check.schema)
        let verdict = run.validate(MetaSchema.references.root)
        #expect(verdict.fits && verdict.doubts == [], "\(verdict.mismatches) \(verdict.doubts)")
        #expect(MetaSchema.references.root["$defs"]?.count == 8)
    }

    @Test(arguments: [
        ("meta/validation", #"{"type": 1}"#, #"{"items": 1}"#), ("meta/applicator", #"{"items": 1}"#, #"{"type": 1}"#),
        ("meta/applicator#meta", #"{"items": {"not": 1}}"#, #"{"items": {"type": 1}}"#),
        ("meta/unevaluated", #"{"unevaluatedItems": 1}"#, #"{"items": 1}"#), ("meta/core", #"{"$ref": 1}"#, #"{"type": 1}"#),
        ("meta/meta-data", #"{"title": 1}"#, #"{"type": 1}"#), ("meta/content", #"{"contentEncoding": 1}"#, #"{"type": 1}"#),
        ("meta/format-annotation", #"{"format": 1}"#, #"{"type": 1}"#),
        ("meta/format-assertion", #"{"format": 1}"#, #"{"type": 1}"#),
    ])
    func aVocabularyKnowsItsOwnKeywords(_ place: String, _ wrong: String, _ unknown: String) throws {
        let check = try Check("{\"$ref\": \"https://json-schema.org/draft/2020-12/\(place)\"}")
        #expect(try !check.fits(wrong) && check.fits(unknown))
        #expect(try check.verdict(unknown).doubts == [])
    }

    /// A dialect that allows no other keywords, at any depth: the anchor of the metaschema is its own there.
    @Test func aDialectExtendsIt() throws {
        let strict = try Check(
            #"{"$id": "https://a.test/strict", "$dynamicAnchor": "meta", "$ref": "https://json-schema.org/draft/2020-12/schema", "unevaluatedProperties": false}"#
        )
        #expect(try strict.fits(#"{"properties": {"typ": {"type": "string"}}}"#))
        let mismatches = try strict.verdict(#"{"properties": {"a": {"items": {"typ": "string"}}}}"#).mismatches
        #expect(mismatches.map(\.pointer) == ["/properties/a/items/typ"])
        #expect(try Check(Self.address).fits(#"{"properties": {"a": {"items": {"typ": "string"}}}}"#))
    }
}
