// Minimal, usual and full bodies; alternatives; texts that fit a pattern; patterns in bodies.

import Catalog
import Document
import JSONSchema
import Testing

struct ExampleExtentTests {
    private func link(_ schema: String, _ schemas: String = "{}") throws -> SchemaLink {
        let text = description(
            "\"/a\": {\"post\": {\"requestBody\": {\"content\": {\"application/json\": {\"schema\": \(schema)}}}}}",
            "\"components\": {\"schemas\": \(schemas)}")
        return try #require(try read(text).operation(0)?.body?.media.first?.schema)
    }

    private func compact(_ link: SchemaLink, _ extent: ExampleBody.Extent, _ alternative: Int? = nil) -> String {
        ExampleBody.makeJSON(link, extent, alternative: alternative).split(separator: "\n").map { $0.drop { $0 == " " } }
            .joined(separator: " ")
    }

    private func problem(_ json: String, _ link: SchemaLink, alternative: Int? = nil) throws -> String? {
        var schema = link
        if let alternative { schema = try #require(link.alternative(alternative)) }
        return schema.check(try JSONDocument(Array(json.utf8)).root).first?.description
    }

    private static let book =
        ##"{"Book": {"type": "object", "required": ["title"], "properties": {"id": {"type": "integer", "readOnly": true}, "title": {"type": "string"}, "pages": {"type": "integer", "example": 7}, "old": {"type": "boolean", "deprecated": true}, "sequel": {"$ref": "#/components/schemas/Book"}, "authors": {"type": "array", "items": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}, "born": {"type": "string", "format": "date"}}}}}, "example": {"title": "The Trial", "pages": 1}}}"##

    @Test func theMinimalBodyHasWhatIsRequiredAndTheFullOneWhatMayBeSent() throws {
        let book = try link(##"{"$ref": "#/components/schemas/Book"}"##, Self.book)
        #expect(compact(book, .minimal) == #"{ "title": "string" }"#)
        #expect(compact(book, .usual) == #"{ "title": "The Trial", "pages": 1 }"#)
        #expect(
            compact(book, .full)
                == #"{ "title": "string", "pages": 7, "old": false, "authors": [ { "name": "string", "born": "2026-01-31" } ] }"#)
        for extent in ExampleBody.Extent.allCases { #expect(try problem(ExampleBody.makeJSON(book, extent), book) == nil) }
    }

    /// Every way through would be 9 to the twelfth power; and the last member is there beside a first one without end.
    @Test func aFullBodyIsBoundedAndShared() throws {
        let members = (0..<9).map { "\"p\($0)\": {\"$ref\": \"#/components/schemas/N\"}" }.joined(separator: ",")
        var schemas = (0..<12).map {
            "\"L\($0)\": {\"type\": \"object\", \"properties\": {\(members.replacing("/N\"", with: "/L\($0 + 1)\""))}}"
        }
        schemas.append("\"L12\": {\"type\": \"string\"}")
        let wide = try link(##"{"$ref": "#/components/schemas/L0"}"##, "{\(schemas.joined(separator: ","))}")
        let body = ExampleBody.makeJSON(wide, .full)
        #expect(body.utf8.count < 200_000)
        #expect(try JSONDocument(Array(body.utf8)).root.entries.map(\.key) == (0..<9).map { "p\($0)" })
    }

    /// A member that cannot be made whole is left out, where it may be.
    @Test func circlesAreLeftOutOfAFullBody() throws {
        let node =
            ##"{"Node": {"type": "object", "required": ["next"], "properties": {"next": {"$ref": "#/components/schemas/Node"}}}, "Top": {"type": "object", "properties": {"node": {"$ref": "#/components/schemas/Node"}, "name": {"type": "string"}, "self": {"$ref": "#/components/schemas/Top"}, "all": {"type": "array", "minItems": 1, "items": {"$ref": "#/components/schemas/Top"}}}}}"##
        let top = try link(##"{"$ref": "#/components/schemas/Top"}"##, node)
        #expect(compact(top, .full) == #"{ "name": "string" }"#)
    }

    private static let pets =
        ##"{"Cat": {"type": "object", "required": ["kind", "lives"], "properties": {"kind": {"type": "string"}, "lives": {"type": "integer"}}}, "Dog": {"type": "object", "required": ["kind", "bark"], "properties": {"kind": {"type": "string"}, "bark": {"type": "string"}}}}"##

    @Test func anAlternativeCanBeChosen() throws {
        let pet = try link(
            ##"{"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}], "discriminator": {"propertyName": "kind", "mapping": {"cat": "#/components/schemas/Cat"}}}"##,
            Self.pets)
        #expect(pet.resolve().alternativeNames == ["cat", "Dog"])
        #expect(compact(pet, .usual) == #"{ "kind": "cat", "lives": 0 }"#)
        #expect(compact(pet, .usual, 1) == #"{ "kind": "Dog", "bark": "string" }"#)
        #expect(compact(pet, .usual, 7) == compact(pet, .usual))
        #expect(try problem(#"{"kind": "cat", "lives": 1}"#, pet, alternative: 1) == "the body must have 'bark'")
        #expect(try problem(#"{"kind": "Dog", "bark": "woof"}"#, pet) == nil)
    }

    @Test func namesTellAlternativesApart() throws {
        let schema = try link(
            #"{"anyOf": [{"type": "string", "title": "By name"}, {"type": "object", "required": ["a", "b"]}, {"type": "integer"}, {"type": "integer"}]}"#
        )
        #expect(schema.resolve().alternativeNames == ["By name", "object with a, b", "integer", "integer (4)"])
    }

    /// Of `oneOf` exactly one alternative may fit: what is missing in a small body makes it fit several.
    @Test func aBodyFitsOneAlternativeAlone() throws {
        let labels = try link(
            #"{"oneOf": [{"type": "object", "properties": {"labels": {"type": "array", "minItems": 1, "items": {"type": "string"}}}}, {"type": "object", "properties": {"labels": {"type": "array", "minItems": 1, "items": {"type": "integer"}}}}]}"#
        )
        #expect(compact(labels, .minimal) == #"{ "labels": [ "string" ] }"#)
        #expect(compact(labels, .minimal, 1) == #"{ "labels": [ 0 ] }"#)
        let either = try link(
            #"{"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}, "c": {"type": "string"}}, "oneOf": [{"required": ["a"]}, {"required": ["b"]}]}"#
        )
        #expect(compact(either, .full) == #"{ "a": "string", "c": "string" }"#)
        #expect(compact(either, .full, 1) == #"{ "b": "string", "c": "string" }"#)
    }

    @Test(arguments: [
        (#"{"type": "string", "pattern": "^[0-9a-f]{40}$"}"#, String(repeating: "a", count: 40)),
        (#"{"type": "string", "pattern": "^[0-9a-fA-F]+$", "minLength": 8, "maxLength": 8}"#, "aaaaaaaa"),
        (#"{"type": "string", "pattern": "^(sk|pk)_(test|live)_\\d+$"}"#, "sk_test_0"),
        (#"{"type": "string", "pattern": "^[A-Z]{3}(-\\d{2,4})?$"}"#, "AAA"), (#"{"type": "string", "pattern": "in"}"#, "string"),
        (#"{"type": "string", "pattern": "^[^a-z]+\\.(?:js|ts)$"}"#, "0.js"),
        // What cannot be made is not made up.
        (#"{"type": "string", "pattern": "^(?=.*[0-9])(?=.*[a-z])[a-z0-9]{2}$"}"#, "string"),
        (#"{"type": "string", "pattern": "("}"#, "string"),
    ])
    func textsFitTheirPattern(_ schema: String, _ text: String) throws {
        #expect(compact(try link(schema), .usual) == "\"\(text)\"")
    }

    /// Numbers at the edge of what one holds.
    @Test(arguments: [
        (
            #"{"type": "array", "uniqueItems": true, "minItems": 2, "items": {"type": "integer", "example": 9223372036854775807}}"#,
            "[ 9223372036854775807 ]"
        ),
        (
            #"{"type": "array", "uniqueItems": true, "minItems": 3, "items": {"type": "integer", "multipleOf": 9223372036854775807}}"#,
            "[ 0, 9223372036854775807 ]"
        ),
        (
            #"{"type": "array", "uniqueItems": true, "minItems": 9223372036854775807, "maxItems": -9223372036854775808, "items": {"type": "boolean"}}"#,
            "[ false ]"
        ),
        (#"{"type": "array", "minItems": -9223372036854775808, "items": {"type": "integer"}}"#, "[ 0 ]"),
        (#"{"type": "string", "pattern": "^a$", "minLength": -9223372036854775808}"#, "\"a\""),
        (#"{"type": "string", "minLength": -9223372036854775808, "maxLength": -9223372036854775808}"#, "\"\""),
    ])
    func numbersOfAStrangerEnd(_ schema: String, _ body: String) throws { #expect(compact(try link(schema), .usual) == body) }

    @Test func itemsThatMustDifferDo() throws {
        let list = try link(
            #"{"type": "object", "required": ["a", "b", "c"], "properties": {"a": {"type": "array", "minItems": 2, "uniqueItems": true, "items": {"type": "string"}}, "b": {"type": "array", "minItems": 3, "uniqueItems": true, "items": {"type": "integer", "minimum": 4}}, "c": {"type": "array", "minItems": 2, "uniqueItems": true, "items": {"type": "string", "enum": ["x", "y", "z"]}}}}"#
        )
        #expect(
            compact(list, .minimal)
                == #"{ "a": [ "string", "string2" ], "b": [ 4, 5, 6 ], "c": [ "x", "y" ] }"#)
    }

    @Test func textsOfABodyAreHeldAgainstTheirPatterns() throws {
        let schema = try link(
            #"{"type": "object", "properties": {"a": {"type": "string", "pattern": "^[a-z]+$"}, "slow": {"type": "string", "pattern": "^(a+)+$"}, "odd": {"type": "string", "pattern": "("}, "any": {"pattern": "^x"}}}"#
        )
        #expect(try problem(#"{"a": "abc", "any": 5}"#, schema) == nil)
        #expect(try problem(#"{"a": "ABC"}"#, schema) == "/a must match ^[a-z]+$")
        #expect(try problem(#"{"any": "y"}"#, schema) == "/any must match ^x")
        let slow = "{\"slow\": \"\(String(repeating: "a", count: 40_000))!\"}"
        let long = schema.check(try JSONDocument(Array(slow.utf8)).root)
        #expect(long.fits && long.doubt == "/slow is not checked against its pattern: the check takes too long")
        let odd = schema.check(try JSONDocument(Array(#"{"odd": "("}"#.utf8)).root)
        #expect(odd.fits && odd.doubt == "/odd is not checked against its pattern: it is not a valid regular expression")
    }

    /// A thousand texts that each take long: only some of them are tried.
    @Test func manySlowTextsAreGivenUp() throws {
        let schema = try link(#"{"type": "array", "items": {"type": "string", "pattern": "^(a+)+$"}}"#)
        let text = "\"\(String(repeating: "a", count: 2_000))!\""
        let body = "[" + Array(repeating: text, count: 5_000).joined(separator: ",") + "]"
        func verdict(_ text: String) throws -> SchemaVerdict { schema.check(try JSONDocument(Array(text.utf8)).root) }
        #expect(try verdict(body).fits && verdict(body).doubt?.hasPrefix("/0 ") == true)
        // After the tenth no other is held against it, not even one that is wrong at once.
        #expect(try verdict("[" + Array(repeating: text, count: 10).joined(separator: ",") + ",\"b\"]").fits)
        let fewer = "[" + Array(repeating: text, count: 9).joined(separator: ",") + ",\"b\"]"
        #expect(try verdict(fewer).first?.pointer == "/9")
    }

    /// The first alternative is not always the one of which a value can be made.
    @Test func anAlternativeIsTakenThatFits() throws {
        let narrow = try link(
            #"{"oneOf": [{"type": "object"}, {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}}, {"type": "string"}]}"#
        )
        #expect(compact(narrow, .minimal) == "{}")
        #expect(compact(narrow, .minimal, 1) == #"{ "id": 0 }"#, "what was chosen stays, although the first one fits it too")
        let forbidden = try link(
            #"{"anyOf": [{"type": "integer"}, {"type": "string"}], "not": {"type": "integer"}}"#)
        #expect(compact(forbidden, .usual) == "\"string\"")
        let dependent = try link(
            #"{"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}, "if": {"required": ["a"]}, "then": {"required": ["c"]}, "anyOf": [{"required": ["a"]}, {"required": ["b"]}]}"#
        )
        #expect(compact(dependent, .minimal) == #"{ "b": 0 }"#)
        for made in [narrow, forbidden, dependent] { #expect(try problem(ExampleBody.makeJSON(made), made) == nil) }
    }

    @Test(arguments: [
        (#"{"id": 1, "title": "T"}"#, #"{ "title": "T" }"#), (#"{"title": "T", "id": 1}"#, #"{ "title": "T" }"#),
        (
            #"{"id": 1, "meta": {"id": 2, "at": 3}, "title": "T", "list": [{"id": 1}, {"id": 2, "n": 1}]}"#,
            #"{ "title": "T", "list": [ {}, { "n": 1 } ] }"#
        ),
        // What is wrong otherwise stays wrong.
        (#"{"id": 1, "title": 5}"#, #"{ "title": "string" }"#),
    ])
    func anExampleIsSentWithoutWhatOnlyResponsesHave(_ example: String, _ body: String) throws {
        let schema = try link(
            ##"{"type": "object", "required": ["id", "title"], "properties": {"id": {"$ref": "#/components/schemas/ID"}, "title": {"type": "string"}, "meta": {"type": "object", "readOnly": true, "properties": {"id": {"$ref": "#/components/schemas/ID"}}}, "list": {"type": "array", "items": {"properties": {"id": {"$ref": "#/components/schemas/ID"}}}}}, "example": \##(example)}"##,
            #"{"ID": {"type": "integer", "readOnly": true}}"#)
        #expect(compact(schema, .usual) == body)
        #expect(try problem(ExampleBody.makeJSON(schema), schema) == nil)
    }
}
