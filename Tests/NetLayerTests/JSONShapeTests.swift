// The shape of a JSON answer: what fits, and the first place that does not.

import TestSupport
import Testing

@testable import NetLayer

@Suite struct JSONShapeTests {
    /// Made anew for each: a constant that nobody frees looks like a leak, because the case is hidden in the pointer.
    private static var shape: JSONShape {
        ["id": .number, "name": .string, "ok": .bool, "tags": .list(.string), "owner": .optional(["name": .string]), "x/y": .any]
    }

    private func mismatch(_ body: String, _ shape: JSONShape = shape) -> JSONShape.Mismatch? {
        shape.mismatch(in: Array(body.utf8))
    }

    @Test(
        .rows("YT-4"),
        arguments: [
            #"{"id": 1, "name": "a", "ok": true, "tags": [], "x/y": null}"#,
            #"{"id": -1.5e3, "name": "", "ok": false, "tags": ["a", "b"], "owner": null, "x/y": [], "more": {}}"#,
            #"{"id": 1, "name": "a", "ok": true, "tags": [], "owner": {"name": "b"}, "x/y": 0}"#,
        ])
    func whatFitsHasNoMismatch(_ body: String) { #expect(mismatch(body) == nil) }

    @Test(
        .rows("YT-4"),
        arguments: [
            (#"{"id": "1", "name": "a", "ok": true, "tags": [], "x/y": 0}"#, "/id", "a number", "a string"),
            (#"{"id": 1, "name": 2, "ok": true, "tags": [], "x/y": 0}"#, "/name", "a string", "a number"),
            (#"{"id": 1, "name": "a", "ok": null, "tags": [], "x/y": 0}"#, "/ok", "true or false", "null"),
            (#"{"id": 1, "name": "a", "ok": true, "tags": ["a", 7], "x/y": 0}"#, "/tags/1", "a string", "a number"),
            (#"{"id": 1, "name": "a", "ok": true, "tags": {}, "x/y": 0}"#, "/tags", "an array", "an object"),
            (#"{"id": 1, "name": "a", "ok": true, "tags": [], "owner": {}, "x/y": 0}"#, "/owner/name", "a string", "missing"),
            (#"{"id": 1, "name": "a", "ok": true, "tags": [], "owner": [], "x/y": 0}"#, "/owner", "an object", "an array"),
            (#"{"id": 1, "name": "a", "ok": true, "tags": []}"#, "/x~1y", "anything", "missing"),
            ("[]", "", "an object", "an array"), ("true", "", "an object", "true or false"),
        ])
    func theFirstPlaceThatDiffersIsNamed(_ body: String, _ pointer: String, _ expected: String, _ found: String) {
        #expect(mismatch(body) == JSONShape.Mismatch(pointer: pointer, expected: expected, found: found))
    }

    @Test func aBodyThatIsNoJSONDiffersAtItsRoot() {
        let found = mismatch("{", .any)
        #expect(found?.pointer == "" && found?.expected == "anything" && found?.found.hasPrefix("not JSON: ") == true)
        #expect(mismatch("") != nil)
    }

    @Test func optionalsWithinListsMayBeNull() {
        #expect(mismatch("[1, null]", .list(.optional(.number))) == nil)
        #expect(mismatch(#"[1, "a"]"#, .list(.optional(.number)))?.description == "/1 should be a number and is a string")
        #expect(mismatch("3", .string)?.description == "the body should be a string and is a number")
        #expect(mismatch("[[], 1]", .list(.any)) == nil)
        let long = "[" + Array(repeating: "1", count: 10_000).joined(separator: ",") + "]"
        #expect(mismatch(long, .list(.number)) == nil)
    }
}
