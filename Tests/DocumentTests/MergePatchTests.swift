// JSON Merge Patch: the table of RFC 7396, and patches made from random documents.

import TestSupport
import Testing

@testable import Document

struct MergePatchTests {
    private func root(_ text: String) throws -> JSONNode { try JSONDocument(Array(text.utf8)).root }

    private func made(_ old: String, _ new: String) throws -> String {
        String(decoding: try MergePatch.make(from: root(old), to: root(new)), as: UTF8.self)
    }

    private func applied(_ patch: String, _ target: String) throws -> String {
        String(decoding: MergePatch.apply(try root(patch), to: try root(target)), as: UTF8.self)
    }

    /// RFC 7396, appendix A: the original, the patch, the result.
    @Test(arguments: [
        (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
        (#"{"a":"b"}"#, #"{"a":null}"#, "{}"), (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
        (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
        (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
        (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#), (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
        (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#), (#"{"a":"foo"}"#, "null", "null"), (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
        (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#), ("[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
        ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
    ])
    func theTableOfTheStandardHolds(_ original: String, _ patch: String, _ result: String) throws {
        #expect(try applied(patch, original) == result)
    }

    @Test(arguments: [
        (#"{"a": 1, "b": 2}"#, #"{"b": 2.0, "a": 1}"#, "{}"), (#"{"a": 1, "b": 2}"#, #"{"a": 1, "b": 3}"#, #"{"b":3}"#),
        (#"{"a": 1, "b": 2}"#, #"{"b": 2}"#, #"{"a":null}"#),
        (#"{"a": {"x": 1, "y": 2}}"#, #"{"a": {"x": 1}}"#, #"{"a":{"y":null}}"#),
        (#"{"a": [1, {"n": 1}]}"#, #"{"a": [1, {"n": null}]}"#, #"{"a":[1,{"n":null}]}"#), (#"{"a": 1}"#, "[null]", "[null]"),
        (#"{"e": null, "a": 1}"#, #"{"e": null, "a": 2}"#, #"{"a":2}"#), ("[1]", #"{"a": {"b": 1.50}}"#, #"{"a":{"b":1.50}}"#),
        (#"{"a": {"b": 1}}"#, #"{"a": {}}"#, #"{"a":{"b":null}}"#), (#"{"a": 1}"#, #"{"a": {}}"#, #"{"a":{}}"#),
        // Of members with the same name the last counts, however the name is written.
        (#"{"a": 1}"#, #"{"a": 1, "b": 2, "\u0061": 3}"#, #"{"\u0061":3,"b":2}"#),
    ])
    func aPatchNamesWhatDiffers(_ old: String, _ new: String, _ patch: String) throws {
        let made = try made(old, new)
        #expect(try root(made).means(root(patch)), "\(made)")
        #expect(try root(applied(made, old)).means(root(new)))
    }

    @Test(arguments: [
        (#"{"a": 1}"#, #"{"a": null}"#, "/a"), ("{}", #"{"a": {"b/c": {"d": null}}}"#, "/a/b~1c/d"),
        (#"{"a": {"b": null}}"#, #"{"a": {"b": null, "c": null}}"#, "/a/c"), ("1", #"{"x": null}"#, "/x"),
    ])
    func aMemberThatBecomesNullIsRefused(_ old: String, _ new: String, _ pointer: String) throws {
        let refusal = #expect(throws: MergePatch.Refusal.self) { try made(old, new) }
        #expect(refusal?.pointer == pointer)
    }

    @Test func itDoesNotRecurse() throws {
        let depth = 50_000
        func deep(_ inner: String) -> String {
            String(repeating: #"{"a":"#, count: depth) + inner + String(repeating: "}", count: depth)
        }
        #expect(try applied(deep("1"), "{}") == deep("1"))
    }

    /// A patch gives the new value, or says that the new value has a member that is null.
    @Test(arguments: 1...200)
    func appliedToTheOldValueItGivesTheNewOne(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<20 {
            let value = DiffValue.random(&random, depth: 4)
            let other = Int.random(in: 0..<8, using: &random) == 0 ? DiffValue.random(&random, depth: 4) : value.mutated(&random)
            let (old, new) = (try root(value.text), try root(other.text))
            let patch: [UInt8]
            do throws(MergePatch.Refusal) {
                patch = try MergePatch.make(from: old, to: new)
            } catch {
                #expect(new.resolve(pointer: error.pointer)?.kind == .null, "\(value.text) to \(other.text): \(error)")
                continue
            }
            let result = try JSONDocument(MergePatch.apply(try JSONDocument(patch).root, to: old)).root
            #expect(result.means(new), "\(value.text) to \(other.text) by \(String(decoding: patch, as: UTF8.self))")
        }
    }

    /// Without a null nothing is refused.
    @Test(arguments: 1...50)
    func valuesWithoutNullAreNeverRefused(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<20 {
            let value = DiffValue.random(&random, depth: 4)
            let old = value.text
            let new = value.mutated(&random).text.replacing("null", with: "0")
            #expect(try root(applied(made(old, new), old)).means(root(new)), "\(old) to \(new)")
        }
    }
}
