// Members that a description does not mention: notes, where it does not forbid them.

import JSONSchema
import Testing

struct SchemaNoteTests {
    private func notes(_ schema: String, _ value: String) throws -> [String] {
        let verdict = try Check(schema).verdict(value, limits: SchemaLimits(notes: 10))
        #expect(verdict.fits)
        return verdict.notes.map { "\($0.pointer) ×\($0.count) \($0.schema.pointer)" }
    }

    @Test(arguments: [
        (#"{"properties": {"a": {}}}"#, #"{"a": 1, "b": 2}"#, ["/b ×1 "]),
        (#"{"properties": {"a": {}}, "additionalProperties": true}"#, #"{"a": 1, "b": 2}"#, []),
        (#"{"properties": {"a": {}}, "unevaluatedProperties": {}}"#, #"{"b": 2}"#, []),
        // Nothing is known of its members.
        (#"{"type": "object"}"#, #"{"b": 2}"#, []), ("{}", #"{"b": 2}"#, []), (#"{"properties": {}}"#, #"{"b": 2}"#, []),
        (#"{"properties": {"a": {}}, "patternProperties": {"^x": {}}}"#, #"{"x1": 1, "y": 1}"#, ["/y ×1 "]),
        (
            #"{"items": {"properties": {"a": {}}}}"#, #"[{"b": 1}, {"a": 1, "b": 1, "c": 1}]"#,
            ["/0/b ×2 /items", "/1/c ×1 /items"]
        ),
        // All parts of a schema together know its members.
        (#"{"allOf": [{"properties": {"a": {}}}, {"properties": {"b": {}}}]}"#, #"{"a": 1, "b": 1, "c": 1}"#, ["/c ×1 "]),
        (#"{"anyOf": [{"properties": {"a": {}}}, {"properties": {"b": {}}}]}"#, #"{"a": 1, "b": 1, "c": 1}"#, ["/c ×1 "]),
        (#"{"allOf": [{"properties": {"a": {}}}, {"additionalProperties": true}]}"#, #"{"c": 1}"#, []),
        // The alternative that fits, not the one that does not.
        (
            #"{"anyOf": [{"type": "object", "properties": {"x": {}, "t": {"const": 1}}, "required": ["t"]}, {"type": "object", "properties": {"a": {"properties": {"k": {}}}}}]}"#,
            #"{"x": 1, "a": {"z": 1}}"#, ["/a/z ×1 /anyOf/1/properties/a", "/x ×1 "]
        ),
        (
            #"{"anyOf": [{"properties": {"a": {"properties": {"k": {}}}}}, {"type": "null"}]}"#, #"{"a": {"z": 1}}"#,
            ["/a/z ×1 /anyOf/0/properties/a"]
        ),
    ])
    func membersThatNoSchemaMentionsAreNoted(_ schema: String, _ value: String, _ expected: [String]) throws {
        #expect(try notes(schema, value) == expected)
    }

    @Test func notesAreLimitedAndOffWithoutALimit() throws {
        let check = try Check(#"{"properties": {"a": {}}}"#)
        let value = "{\((0..<50).map { "\"k\($0)\": 1" }.joined(separator: ","))}"
        #expect(try check.verdict(value, limits: SchemaLimits(notes: 7)).notes.count == 7)
        #expect(try check.verdict(value).notes == [])
    }
}
