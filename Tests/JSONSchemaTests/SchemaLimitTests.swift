// Values and schemas without an end, and what a check says when it did not reach its end.

import Document
import JSONSchema
import Testing

struct SchemaLimitTests {
    @Test func aCheckEndsWithItsSteps() throws {
        let check = try Check(#"{"items": {"type": "integer"}}"#)
        let list = "[" + Array(repeating: "1", count: 1_000).joined(separator: ",") + ",\"x\"]"
        let short = try check.verdict(list, limits: SchemaLimits(steps: 500))
        #expect(short.stop == .steps && short.fits && short.steps >= 500 && short.steps < 600)
        let long = try check.verdict(list, limits: SchemaLimits(steps: 5_000))
        #expect(long.stop == nil && long.mismatches.map(\.pointer) == ["/1000"])
    }

    @Test func aCheckEndsWithItsMismatches() throws {
        let check = try Check(#"{"items": {"type": "integer"}}"#)
        let three = try check.verdict(#"["a", "b", "c"]"#, limits: SchemaLimits(mismatches: 3))
        #expect(three.stop == nil && three.mismatches.count == 3)
        let four = try check.verdict(#"["a", "b", "c", "d"]"#, limits: SchemaLimits(mismatches: 3))
        #expect(four.stop == .mismatches && four.mismatches.count == 3)
        // Those of alternatives that are tried do not count.
        let tried = try Check(#"{"items": {"anyOf": [{"required": ["a", "b", "c", "d"]}, {"required": ["e", "f", "g"]}]}}"#)
        let verdict = try tried.verdict("[{}, {}, {}]", limits: SchemaLimits(mismatches: 3))
        #expect(verdict.stop == nil && verdict.mismatches.count == 3)
        #expect(verdict.mismatches.map(\.nearest.count) == [3, 3, 3])
    }

    @Test func deepValuesUseNoStack() throws {
        let check = try Check(##"{"type": "array", "items": {"$ref": "#"}}"##)
        let depth = 40_000
        let deep = String(repeating: "[", count: depth) + "5" + String(repeating: "]", count: depth)
        let verdict = try check.verdict(deep)
        #expect(verdict.stop == nil && verdict.mismatches.map(\.keyword) == ["type"])
        #expect(verdict.mismatches.first?.pointer.utf8.count == 2 * depth)
        #expect(try check.verdict(deep, limits: SchemaLimits(depth: 1_000)).stop == .depth)
    }

    @Test func deepSchemasUseNoStack() throws {
        let depth = 3_000
        let plain = String(repeating: #"{"allOf":[{"anyOf":["#, count: depth) + "{}" + String(repeating: "]}]}", count: depth)
        #expect(try Check(plain).fits("5"))
        let branches =
            String(repeating: #"{"anyOf":[{"type":"null"},"#, count: 100) + #"{"type":"integer"}"#
            + String(repeating: "]}", count: 100)
        let verdict = try Check(branches).verdict("\"x\"")
        #expect(verdict.stop == nil && verdict.mismatches.map(\.keyword) == ["anyOf"])
    }

    /// Each way through would be two to the power of forty.
    @Test func alternativesOfAlternativesEnd() throws {
        let levels = (0..<40).map {
            ##""L\##($0)": {"anyOf": [{"$ref": "#/$defs/L\##($0 + 1)"}, {"$ref": "#/$defs/L\##($0 + 1)"}]}"##
        }
        let check = try Check(
            ##"{"$ref": "#/$defs/L0", "$defs": {\##(levels.joined(separator: ",")), "L40": {"type": "integer"}}}"##)
        let verdict = try check.verdict("\"x\"", limits: SchemaLimits(steps: 100_000))
        #expect(verdict.stop == .steps && verdict.steps < 200_000)
    }

    @Test(arguments: [
        ##"{"$ref": "#"}"##, ##"{"allOf": [{"$ref": "#"}]}"##, ##"{"anyOf": [{"not": {"$ref": "#"}}]}"##,
        ##"{"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}"##,
        ##"{"$dynamicAnchor": "a", "$dynamicRef": "#a"}"##,
    ])
    func aSchemaOfItselfEnds(_ schema: String) throws {
        let verdict = try Check(schema).verdict("1")
        #expect(verdict.stop == nil && verdict.steps < 10_000)
        #expect(
            verdict.doubts.map(\.description) == [
                "the body is not checked completely: its schema refers to itself without an end"
            ])
    }

    @Test func whatIsNotCheckedIsSaid() throws {
        let check = try Check(
            ##"{"properties": {"a": {"pattern": "^(a+)+$"}, "b": {"pattern": "("}, "c": {"$ref": "#/none"}, "d": {"$ref": "https://a.test/x"}}}"##
        )
        let slow = String(repeating: "a", count: 40_000) + "!"
        let verdict = try check.verdict(#"{"a": "\#(slow)", "b": "x", "c": 1, "d": 1}"#)
        #expect(verdict.fits)
        #expect(
            verdict.doubts.map(\.description) == [
                "/a is not checked against its pattern: the check takes too long",
                "/b is not checked against its pattern: it is not a valid regular expression",
                "/c is not checked completely: the reference '#/none' cannot be resolved",
                "/d is not checked completely: the reference 'https://a.test/x' cannot be resolved",
            ])
    }

    /// Each takes some milliseconds: not all of them are tried.
    @Test func manySlowTextsAreGivenUp() throws {
        let check = try Check(#"{"items": {"pattern": "^(a+)+$"}}"#)
        let text = "\"\(String(repeating: "a", count: 2_000))!\""
        let body = "[" + Array(repeating: text, count: 100).joined(separator: ",") + "]"
        let doubts = try check.verdict(body).doubts.map(\.message)
        #expect(doubts.first == "is not checked against its pattern: the check takes too long" && doubts.count == 10)
        let after = "[" + Array(repeating: text, count: 10).joined(separator: ",") + ",\"b\"]"
        #expect(try check.verdict(after).fits)
        let before = "[" + Array(repeating: text, count: 9).joined(separator: ",") + ",\"b\"]"
        #expect(try check.verdict(before).mismatches.map(\.pointer) == ["/9"])
    }

    @Test func theRunSaysHowManySlowTextsAreTried() throws {
        let check = try Check(#"{"pattern": "^(a+)+$"}"#)
        var run = SchemaRun(check.program, check.schema, limits: SchemaLimits(slowMatches: 2))
        let slow = try JSONDocument(Array("\"\(String(repeating: "a", count: 2_000))!\"".utf8)).root
        let messages = (0..<3).flatMap { _ in run.validate(slow).doubts.map(\.message) }
        let long = "is not checked against its pattern: the check takes too long"
        #expect(messages == [long, long, "is not checked against its pattern: there are too many of them"])
        let other = run.validate(try JSONDocument(Array("\"b\"".utf8)).root)
        #expect(other.fits)
    }

    @Test func aVerdictHasASentenceForWhatWasNotChecked() throws {
        let list = "[" + Array(repeating: "1", count: 1_000).joined(separator: ",") + "]"
        let check = try Check(#"{"items": {"type": "integer"}}"#)
        #expect(try check.verdict(list, limits: SchemaLimits(steps: 500)).doubt == "the body is too large to be checked whole")
        #expect(try check.verdict(list).doubt == nil)
        let deep = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
        let nested = try Check(##"{"items": {"$ref": "#"}}"##).verdict(deep, limits: SchemaLimits(depth: 100))
        #expect(nested.doubt == "the body is nested too deep to be checked whole")
    }

    @Test func oneRunChecksAgainstManySchemas() throws {
        let check = try Check(
            ##"{"$defs": {"A": {"type": "object", "required": ["b"], "properties": {"b": {"$ref": "#/$defs/B"}}}, "B": {"oneOf": [{"type": "integer"}, {"minimum": 3}]}}}"##
        )
        let (a, b) = (try #require(check.schema["$defs"]?["A"]), try #require(check.schema["$defs"]?["B"]))
        var run = SchemaRun(check.program, a)
        for (text, schema, expected) in [
            ("{}", a, ["required"]), ("2", b, []), ("4", b, ["oneOf"]), ("{\"b\": 4}", a, ["oneOf"]), ("{\"b\": 2}", a, []),
            ("5", a, ["type"]),
        ] {
            let value = try JSONDocument(Array(text.utf8)).root
            let verdict = run.validate(value, against: schema)
            #expect(verdict.mismatches.map(\.keyword) == expected && verdict.steps == run.steps, "\(text)")
            // The short answer says the same.
            let fits = run.fits(value, schema)
            #expect(fits == expected.isEmpty, "\(text)")
        }
        // The last schema stays that of the run.
        let list = run.validate(try JSONDocument(Array("[]".utf8)).root)
        #expect(list.mismatches.map(\.keyword) == ["type"])
    }

    @Test func aRunChecksOneItemAfterAnother() throws {
        let check = try Check(#"{"type": "object", "required": ["id"]}"#)
        var run = SchemaRun(check.program, check.schema)
        let verdicts = try [#"{"id": 1}"#, "{}", #"{"id": 2}"#, "[]"].map { run.validate(try JSONDocument(Array($0.utf8)).root) }
        #expect(verdicts.map(\.fits) == [true, false, true, false])
        // A part of a document is a value too: pointers begin there.
        let page = try JSONDocument(Array(#"{"items": [{"id": 1}, {}]}"#.utf8))
        let item = try #require(page.root.resolve(pointer: "/items/1"))
        #expect(run.validate(item).mismatches.map(\.pointer) == [""])
        #expect(run.validate(item).mismatches.map(\.offset) == [item.byteRange.lowerBound])
    }

    @Test func manyKeysAndItemsAreCheckedInOnePass() throws {
        let names = (0..<5_000).map { "\"key\($0)\"" }
        let properties = names.map { "\($0): {\"type\": \"integer\"}" }.joined(separator: ",")
        let check = try Check(
            "{\"required\": [\(names.joined(separator: ","))], \"properties\": {\(properties)}, \"additionalProperties\": false}")
        let whole = "{\(names.map { "\($0): 1" }.joined(separator: ","))}"
        #expect(try check.fits(whole))
        let other = whole.replacing("\"key777\":", with: "\"k\\u0065y777\":").replacing("\"key778\":", with: "\"KEY778\":")
        #expect(
            try check.words(other) == ["the body must have 'key778'", "/KEY778 is not allowed: the schema has no such property"])
        let unique = try Check(#"{"uniqueItems": true}"#)
        let items = (0..<20_000).map { "{\"a\": \($0), \"b\": [\($0).0]}" }
        #expect(try unique.fits("[\(items.joined(separator: ","))]"))
        #expect(try !unique.fits("[\(items.joined(separator: ",")), {\"b\": [777], \"a\": 777.0}]"))
    }
}
