// What a mismatch says: its place in the value and in the schema, the rule, and what came.

import Document
import JSONSchema
import Testing

struct SchemaMessageTests {
    @Test(arguments: [
        (#"{"type": "integer"}"#, "1.5", "must be a whole number, such as 42"),
        (#"{"type": "string"}"#, "5", "must be a text in quotes"),
        (#"{"type": "number"}"#, "true", "must be a number, such as 1.5"),
        (#"{"type": "boolean"}"#, "0", "must be true or false"),
        (#"{"type": "object"}"#, "[]", "must be an object"), (#"{"type": "array"}"#, "{}", "must be an array"),
        (#"{"type": "null"}"#, "0", "must be null"), (#"{"type": "string"}"#, "null", "must not be null"),
        (#"{"type": ["integer", "string"]}"#, "[]", "must be a text in quotes or a whole number, such as 42"),
        (#"{"type": ["integer", "number"]}"#, "[]", "must be a number, such as 1.5"),
        (#"{"enum": ["a", 1, null]}"#, "2", "must be one of a, 1, null"), (#"{"const": [1]}"#, "2", "must be [1]"),
        (#"{"minimum": 1.50}"#, "1", "must be at least 1.50"), (#"{"maximum": 5}"#, "6", "must be at most 5"),
        (#"{"exclusiveMinimum": 5}"#, "5", "must be more than 5"), (#"{"exclusiveMaximum": 5}"#, "5", "must be less than 5"),
        (#"{"multipleOf": 0.01}"#, "0.015", "must be a multiple of 0.01"),
        (#"{"minLength": 2}"#, "\"😀\"", "must have at least 2 characters, and has 1"),
        (#"{"maxLength": 1}"#, "\"ab\"", "must have at most 1 character, and has 2"),
        (#"{"pattern": "^a$"}"#, "\"b\"", "must match ^a$"),
        (#"{"format": "ipv4"}"#, "\"b\"", "must be an IPv4 address, such as 192.0.2.1"),
        (#"{"format": "int64"}"#, "9223372036854775808", "must be a whole number of 64 bits"),
        (#"{"minItems": 1}"#, "[]", "must have at least 1 item"), (#"{"maxItems": 1}"#, "[1, 2]", "must have at most 1 item"),
        (#"{"uniqueItems": true}"#, #"[{"a": 1, "b": [2]}, {"b": [2.0], "a": 1e0}]"#, "must not have equal items"),
        (#"{"minProperties": 1}"#, "{}", "must have at least 1 member"),
        (#"{"maxProperties": 0}"#, #"{"a": 1}"#, "must have at most 0 members"), (#"{"required": ["a"]}"#, "{}", "must have 'a'"),
        (#"{"dependentRequired": {"a": ["b"]}}"#, #"{"a": 1}"#, "must have 'b', because it has 'a'"),
        (#"{"dependencies": {"a": ["b"]}}"#, #"{"a": 1}"#, "must have 'b', because it has 'a'"),
        (#"{"not": {"type": "object"}}"#, "{}", "must not fit the schema under 'not'"),
        (#"{"contains": {"const": 1}}"#, "[2]", "must have an item that fits 'contains'"),
        (#"{"contains": {"const": 1}, "minContains": 2}"#, "[1]", "must have at least 2 items of 'contains', and has 1"),
        (#"{"contains": {"const": 1}, "maxContains": 1}"#, "[1, 1]", "must have at most 1 item of 'contains', and has 2"),
        (#"{"oneOf": [{}, {}, false]}"#, "1", "matches 2 of 3 alternatives, and must match one alone"),
        ("false", "1", "is not allowed: no value fits its schema"),
    ])
    func theRuleIsSaidInWords(_ schema: String, _ value: String, _ message: String) throws {
        let mismatches = try Check(schema).verdict(value).mismatches
        #expect(mismatches.map(\.message) == [message])
        #expect(mismatches.map(\.pointer) == [""])
    }

    @Test(arguments: [
        (
            #"{"properties": {"a/b": {"items": {"minimum": 3}}}}"#, #"{"a/b": [3, 2]}"#, "/a~1b/1",
            "/properties/a~1b/items/minimum"
        ),
        (
            ##"{"properties": {"a": {"$ref": "#/$defs/T"}}, "$defs": {"T": {"type": "null"}}}"##, #"{"a": 1}"#, "/a",
            "/$defs/T/type"
        ),
        (#"{"additionalProperties": false, "properties": {"a": true}}"#, #"{"a": 1, "b": 2}"#, "/b", "/additionalProperties"),
        (#"{"patternProperties": {"^x": {"type": "null"}}}"#, #"{"x1": 2}"#, "/x1", "/patternProperties/^x/type"),
        (#"{"propertyNames": {"maxLength": 1}}"#, #"{"a": 0, "bc": 1}"#, "/bc", "/propertyNames/maxLength"),
        (#"{"prefixItems": [true, {"type": "null"}], "items": false}"#, "[1, null, 2]", "/2", "/items"),
        (#"{"prefixItems": [true], "unevaluatedItems": false}"#, "[1, 2]", "/1", "/unevaluatedItems"),
        (
            #"{"allOf": [{"properties": {"a": true}}], "unevaluatedProperties": false}"#, #"{"a": 1, "b": 1}"#, "/b",
            "/unevaluatedProperties"
        ),
        (#"{"if": {"type": "integer"}, "then": {"minimum": 1}, "else": false}"#, "0", "", "/then/minimum"),
        (#"{"if": {"type": "integer"}, "then": {"minimum": 1}, "else": false}"#, "null", "", "/else"),
        (#"{"dependentSchemas": {"a": {"required": ["b"]}}}"#, #"{"a": 1}"#, "", "/dependentSchemas/a/required"),
        (#"{"anyOf": [{"type": "object", "required": ["a"]}, {"type": "null"}]}"#, "{}", "", "/anyOf/0/required"),
    ])
    func bothPlacesAreSaid(_ schema: String, _ value: String, _ pointer: String, _ place: String) throws {
        let mismatches = try Check(schema).verdict(value).mismatches
        #expect(mismatches.map(\.pointer) == [pointer])
        #expect(mismatches.map(\.schema) == [SchemaPlace(pointer: place)])
        let document = try JSONDocument(Array(value.utf8))
        let node = document.root.resolve(pointer: pointer)
        // A key is an offence of its own; it stands before the value.
        #expect(mismatches[0].keyword == "maxLength" || mismatches[0].node == node?.id)
        #expect(mismatches[0].keyword == "maxLength" || mismatches[0].offset == node?.byteRange.lowerBound)
    }

    @Test func everyMismatchIsFoundOnce() throws {
        let check = try Check(
            ##"{"$defs": {"T": {"type": "object", "required": ["a", "b"], "properties": {"a": {"type": "integer"}}}}, "allOf": [{"$ref": "#/$defs/T"}, {"$ref": "#/$defs/T"}], "items": {"$ref": "#/$defs/T"}}"##
        )
        #expect(try check.words(#"{"a": "x"}"#) == ["the body must have 'b'", "/a must be a whole number, such as 42"])
    }

    @Test func aNameIsSaidToBeWrong() throws {
        #expect(try Check(#"{"propertyNames": {"pattern": "^a"}}"#).words(#"{"b": 1}"#) == ["/b has a name that must match ^a"])
        #expect(try Check(#"{"propertyNames": false}"#).words(#"{"b": 1}"#) == ["/b has a name that is not allowed"])
    }

    @Test(arguments: [
        ("{}", "an empty object"), (#"{"a": 1, "b": 2}"#, "an object with 2 members"), ("[]", "an empty array"),
        ("[1]", "an array with 1 item"), ("\"äb\"", "a text of 2 characters"), ("5", "a whole number"), ("5.5", "a number"),
        ("true", "a boolean"), ("null", "null"),
    ])
    func whatCameIsSaidWithoutTheValue(_ value: String, _ words: String) throws {
        #expect(try Check("false").verdict(value).mismatches.map(\.came) == [words])
    }

    private static let pets =
        ##"{"oneOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}], "discriminator": {"propertyName": "kind", "mapping": {"hound": "#/$defs/Dog"}}, "$defs": {"Cat": {"type": "object", "required": ["kind", "lives"], "properties": {"lives": {"type": "integer"}}}, "Dog": {"type": "object", "required": ["kind", "bark"]}}}"##

    @Test func theDiscriminatorNamesTheBranch() throws {
        let check = try Check(Self.pets, dialect: .openAPI31)
        #expect(try check.words(#"{"kind": "Cat", "lives": "x"}"#) == ["/lives must be a whole number, such as 42"])
        #expect(try check.words(#"{"kind": "hound"}"#) == ["the body must have 'bark'"])
        // It fits both; the name decides.
        #expect(try check.words(#"{"kind": "Dog", "bark": "woof", "lives": 1}"#) == [])
        #expect(
            try check.words(#"{"kind": "bird"}"#) == [
                "the body matches none of 2 alternatives: kind must be one of Cat, Dog, hound"
            ])
        // Elsewhere it has no meaning.
        #expect(
            try Check(Self.pets).words(#"{"kind": "Dog", "bark": "woof", "lives": 1}"#) == [
                "the body matches 2 of 2 alternatives, and must match one alone"
            ])
    }

    @Test func theNearestAlternativeExplains() throws {
        let check = try Check(
            #"{"anyOf": [{"title": "Sum", "required": ["a", "b", "c"]}, {"title": "Pair", "required": ["a"], "properties": {"b": {"type": "null"}}}]}"#
        )
        let mismatch = try #require(try check.verdict(#"{"b": null}"#).mismatches.first)
        #expect(mismatch.message == "matches none of 2 alternatives; the nearest is 'Pair': it must have 'a'")
        #expect(mismatch.nearest.map(\.description) == ["the body must have 'a'"])
        // A type or a constant that does not fit rules an alternative out: the other one is meant.
        let tagged = try Check(
            #"{"items": {"anyOf": [{"type": "null"}, {"properties": {"t": {"const": "a"}, "x": {"type": "integer"}}}, {"properties": {"t": {"const": "b"}, "y": {"type": "integer"}}}]}}"#
        )
        #expect(
            try tagged.words(#"[{"t": "a", "x": "1"}, {"t": "b", "y": "1"}]"#) == [
                "/0/x must be a whole number, such as 42", "/1/y must be a whole number, such as 42",
            ])
    }

    @Test func whatIsThereIsNamedBeforeWhatIsMissing() throws {
        let check = try Check(#"{"required": ["a", "b"], "properties": {"c": {"type": "integer"}}}"#)
        #expect(try check.verdict(#"{"c": "x"}"#).first?.description == "/c must be a whole number, such as 42")
        #expect(try check.verdict(#"{"c": 1}"#).first?.description == "the body must have 'a'")
        #expect(try check.verdict(#"{"a": 1, "b": 1}"#).first == nil)
    }

    /// A value may be a password.
    @Test func aMismatchNeverRepeatsTheValue() throws {
        for schema in [
            #"{"type": "integer"}"#, #"{"enum": ["a"]}"#, #"{"format": "uuid", "maxLength": 3, "pattern": "^x"}"#, "false",
        ] {
            for mismatch in try Check(schema).verdict("\"hunter2\"").mismatches {
                #expect(!mismatch.message.contains("hunter2") && !mismatch.came.contains("hunter2"))
            }
        }
    }
}
