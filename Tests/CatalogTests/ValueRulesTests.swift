// What is wrong with a value that was typed: kinds, formats, limits, choices.

import Catalog
import Document
import Testing

struct ValueRulesTests {
    private func rules(_ schema: String) throws -> ValueRules {
        let text = description(
            "\"/a\": {\"get\": {\"parameters\": [{\"name\": \"q\", \"in\": \"query\", \"schema\": \(schema)}]}}")
        return try #require(try read(text).operation(0)?.parameters.first).rules
    }

    @Test(arguments: [
        (#"{"type": "integer"}"#, ["1", "-7", "0", "12345678901234567890"], ["", "1.5", "x", "1e3", "+1", "--1", " 1"]),
        (#"{"type": "number"}"#, ["1", "-1.5", "1e3", "0.1"], ["", "x", "nan", "inf", "0x1p3", "1,5"]),
        (#"{"type": "boolean"}"#, ["true", "false"], ["True", "1", "yes", ""]),
        (#"{"type": "string"}"#, ["", "anything", "ünï"], []),
        (#"{}"#, ["", "anything"], []),
        (#"{"enum": ["open", "closed", null]}"#, ["open", "closed"], ["Open", "o", ""]),
        (#"{"enum": [1, 2]}"#, ["1", "2"], ["3", "1.0"]),
        (#"{"const": true}"#, ["true"], ["false"]),
        (#"{"type": ["integer", "null"]}"#, ["3", "null"], ["x"]),
        (#"{"type": "integer", "nullable": true}"#, ["3", "null"], ["x"]),
        (#"{"type": ["integer", "boolean"]}"#, ["3", "true"], ["x", "1.5"]),
        (#"{"anyOf": [{"type": "integer"}, {"type": "null"}]}"#, ["3", "null"], ["x"]),
        (#"{"type": "integer", "minimum": 1, "maximum": 100}"#, ["1", "100"], ["0", "101", "-5"]),
        (#"{"type": "number", "minimum": 0, "exclusiveMinimum": true}"#, ["0.1"], ["0"]),
        (#"{"type": "number", "exclusiveMaximum": 5}"#, ["4.9"], ["5", "6"]),
        (#"{"type": "number", "multipleOf": 0.1}"#, ["0.3", "1", "-0.7", "+0.3"], ["0.25", "0.30000000000000001"]),
        (#"{"type": "integer", "maximum": 9007199254740992}"#, ["9007199254740992"], ["9007199254740993"]),
        (#"{"type": "integer", "format": "int32"}"#, ["2147483647", "-2147483648"], ["2147483648"]),
        (#"{"type": "integer", "format": "int64"}"#, ["9223372036854775807"], ["9223372036854775808"]),
        (#"{"type": "string", "minLength": 2, "maxLength": 3}"#, ["ab", "äöü"], ["a", "abcd"]),
        (#"{"type": "string", "pattern": "^[a-z]+$"}"#, ["abc"], ["", "aBc", "abc\n"]),
        (#"{"pattern": "^[a-z]+$"}"#, ["abc"], ["aBc"]), (#"{"type": "string", "pattern": "("}"#, ["(", ""], []),
        (#"{"type": ["integer", "string"], "pattern": "^x"}"#, ["3", "x"], ["y"]),
        (#"{"type": "array", "items": {"type": "string", "pattern": "^x"}}"#, ["x1,x2"], ["x1,y"]),
        (#"{"type": "object"}"#, ["{}", #"{"a": 1}"#], ["a", "[]", ""]),
        (#"{"type": "array", "items": {"type": "integer"}}"#, ["1", "1,2,3", "[1,2]"], ["x", "1,x"]),
        (#"{"type": "array", "items": {"enum": ["a", "b"]}, "maxItems": 2}"#, ["a", "a,b"], ["c", "a,b,a"]),
    ])
    func valuesAreCheckedByKindAndLimit(_ schema: String, _ right: [String], _ wrong: [String]) throws {
        let rules = try rules(schema)
        for text in right { #expect(rules.problem(with: text) == nil, "\(text)") }
        for text in wrong { #expect(rules.problem(with: text) != nil, "\(text)") }
    }

    @Test(arguments: [
        ("date", ["2026-01-31", "2024-02-29"], ["2026-02-29", "2026-1-31", "2026-13-01", "31.01.2026", "2026-01-31T00:00:00Z"]),
        (
            "date-time", ["2026-01-31T12:00:00Z", "2026-01-31t12:00:00.123+02:00", "2016-12-31T23:59:60Z"],
            ["2026-01-31", "2026-01-31T12:00:00", "2026-01-31T24:00:00Z", "2026-01-31T12:00Z", "2026-01-31T12:00:00+2"]
        ),
        (
            "uuid", ["123e4567-e89b-12d3-a456-426614174000", "123E4567-E89B-12D3-A456-426614174000"],
            ["", "123e4567e89b12d3a456426614174000", "123e4567-e89b-12d3-a456-42661417400g"]
        ),
        ("email", ["a@b.c", "a.b+c@example.com", "ä@b"], ["a", "@b", "a@", "a b@c", "a@.b"]),
        ("uri", ["https://a.b/c?d", "urn:x:y", "mailto:a@b"], ["/a", "a b:c", "https:", "1a:b", "é:b"]),
        ("ipv4", ["192.0.2.1", "0.0.0.0"], ["192.0.2", "192.0.2.256", "192.0.02.1", "a.b.c.d", "1.2.3.4.5"]),
        (
            "ipv6", ["::", "::1", "2001:db8::1", "1:2:3:4:5:6:7:8", "::ffff:192.0.2.1", "1::8"],
            [":", "1:2:3:4:5:6:7", "1::2::3", "12345::", ":::", "1:2:3:4:5:6:7:8:9", "g::", "1:2:3:4:5:6:7::8:9"]
        ),
        ("no-such-format", ["anything"], []),
    ])
    func formatsAreChecked(_ format: String, _ right: [String], _ wrong: [String]) throws {
        let rules = try rules("{\"type\": \"string\", \"format\": \"\(format)\"}")
        for text in right { #expect(rules.problem(with: text) == nil, "\(text)") }
        for text in wrong { #expect(rules.problem(with: text) != nil, "\(text)") }
    }

    /// It may be a password.
    @Test func aProblemNeverRepeatsTheValue() throws {
        for schema in [#"{"type": "integer"}"#, #"{"enum": ["a"]}"#, #"{"type": "string", "format": "uuid", "maxLength": 3}"#] {
            #expect(try rules(schema).problem(with: "hunter2")?.contains("hunter2") == false)
        }
    }

    @Test func whatIsNotCheckedIsSaid() throws {
        let slow = try rules(#"{"type": "string", "pattern": "^(a+)+$"}"#)
        let text = String(repeating: "a", count: 50_000) + "!"
        #expect(slow.problem(with: text) == nil)
        #expect(slow.patternDoubt(about: text) == "is not checked against its pattern: the check takes too long")
        #expect(slow.patternDoubt(about: "aaa!") == nil && slow.problem(with: "aaa!") == "must match ^(a+)+$")
        let odd = try rules(#"{"type": "string", "pattern": "("}"#)
        #expect(!odd.isPatternKnown && slow.isPatternKnown)
        #expect(odd.patternDoubt(about: "x")?.hasSuffix("it is not a valid regular expression") == true)
    }

    @Test func limitsAreSaidInWords() throws {
        #expect(try rules(#"{"type": "integer", "minimum": 1, "maximum": 100}"#).limits == ["1–100"])
        #expect(
            try rules(#"{"type": "number", "exclusiveMinimum": 0, "multipleOf": 0.5}"#).limits == [
                "more than 0", "a multiple of 0.5",
            ])
        #expect(try rules(#"{"type": "string", "minLength": 1, "maxLength": 1}"#).limits == ["exactly 1 character"])
        #expect(try rules(#"{"type": "array", "maxItems": 5}"#).limits == ["at most 5 items"])
        #expect(try rules("{}").limits == [])
    }

    @Test(arguments: [
        (#"{"type": "array", "items": {}}"#, "", "a,b", ["q=a", "q=b"]),
        (#"{"type": "array", "items": {}}"#, #""explode": false,"#, "a, b", ["q=a,b"]),
        (#"{"type": "array", "items": {}}"#, #""style": "pipeDelimited", "explode": false,"#, "a,b", ["q=a%7Cb"]),
        (#"{"type": "array", "items": {}}"#, #""style": "spaceDelimited","#, "a,b", ["q=a%20b"]),
        (#"{"type": "array", "items": {}}"#, "", #"["a,b","c"]"#, ["q=a%2Cb", "q=c"]),
        (#"{"type": "object"}"#, #""style": "deepObject","#, #"{"x": 1, "y": "z"}"#, ["q[x]=1", "q[y]=z"]),
        (#"{"type": "object"}"#, "", #"{"x": 1, "y": "z"}"#, ["x=1", "y=z"]),
        (#"{"type": "object"}"#, "", "no JSON", ["q=no JSON"]),
        (#"{"type": "string"}"#, "", "a,b", ["q=a%2Cb"]),
    ])
    func listsAndObjectsAreSentAsTheStyleSays(_ schema: String, _ style: String, _ text: String, _ pairs: [String]) throws {
        let text1 = description(
            "\"/a\": {\"get\": {\"parameters\": [{\"name\": \"q\", \"in\": \"query\", \(style) \"schema\": \(schema)}]}}")
        let field = try #require(try read(text1).operation(0)?.parameters.first)
        #expect(field.parameters(for: text).map { "\($0.name)=\($0.value)" } == pairs)
    }
}
