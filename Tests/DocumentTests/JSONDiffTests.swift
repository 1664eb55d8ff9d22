// The differences of two documents: by hand, and by making the one out of the other with nothing but them.

import Document
import TestSupport
import Testing

struct JSONDiffTests {
    private func document(_ text: String) throws -> JSONDocument { try JSONDocument(Array(text.utf8)) }

    /// `~ /a` changed, `- /a` removed, `+ /a` added, `> /a /b` moved.
    private func differences(_ old: String, _ new: String) throws -> [String] {
        let diff = try #require(JSONDiff(try document(old), try document(new)))
        return diff.entries.map { entry in
            let (one, other) = (diff.oldPointer(entry) ?? "", diff.newPointer(entry) ?? "")
            return switch entry.kind {
            case .removed: "- " + one
            case .added: "+ " + other
            case .changed: "~ " + (one == other ? one : one + " " + other)
            case .moved: "> " + one + " " + other
            }
        }
    }

    @Test(arguments: [
        ("1", "1.0", []), ("1", "2", ["~ "]), ("{}", "[]", ["~ "]), ("[]", "[]", []), (#""\u0061""#, #""a""#, []),
        ("0", "-0e9", []),
        (#"{"a": 1, "b": [true, null]}"#, #"{"b": [true, null], "a": 10e-1}"#, []),
        (#"{"a": 1, "b": 2, "c": 3}"#, #"{"x": 0, "a": 1, "b": 4, "y": 0, "z": 0}"#, ["+ /x", "~ /b", "+ /y", "+ /z", "- /c"]),
        (#"{"a/b": {"~": 1}}"#, #"{"a/b": {"~": 2}}"#, ["~ /a~1b/~0"]), (#"{"a": 1}"#, #"{"a": "1"}"#, ["~ /a"]),
        // Without identities: what is equal stays, what stands between is paired by its order.
        ("[1, 2, 3]", "[0, 1, 2, 3]", ["+ /0"]), ("[1, 2, 3, 4]", "[1, 3, 4]", ["- /1"]), ("[1, 2, 3]", "[1, 9, 3]", ["~ /1"]),
        ("[1, 2, 3]", "[1, 9, 8, 3]", ["~ /1", "+ /2"]), ("[[1], [2], [3]]", "[[2], [3, 4]]", ["- /0", "+ /1/1"]),
        ("[[1], [2], 3]", "[[2], 4]", ["- /0", "~ /2 /1"]),
        // With identities.
        (
            #"[{"id": 1, "v": "a"}, {"id": 2, "v": "b"}, {"id": 3, "v": "c"}]"#,
            #"[{"id": 0, "v": "n"}, {"id": 1.0, "v": "a"}, {"id": 3, "v": "d"}]"#, ["+ /0", "- /1", "~ /2/v"]
        ),
        (
            #"[{"name": "a"}, {"name": "b", "n": 1}, {"name": "c"}]"#, #"[{"name": "c"}, {"name": "a"}, {"name": "b", "n": 2}]"#,
            ["~ /1/n /2/n", "> /2 /0"]
        ),
        // An identity that two elements share is none; the next one counts.
        (
            #"[{"id": 1, "key": "x", "v": 1}, {"id": 1, "key": "y", "v": 2}]"#,
            #"[{"id": 1, "key": "y", "v": 2}, {"id": 1, "key": "z", "v": 1}]"#, ["- /0", "+ /1"]
        ),
        // Of members with the same key the last counts.
        (#"{"a": 1, "a": 2, "b": 0}"#, #"{"b": 0, "a": 2}"#, ["- /a"]),
    ])
    func differencesAreTold(_ old: String, _ new: String, _ expected: [String]) throws {
        #expect(try differences(old, new) == expected, "\(old) to \(new)")
    }

    /// With nothing but the old document and the differences, the new one.
    @Test(arguments: 1...200)
    func appliedToTheOldDocumentTheyGiveTheNewOne(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<20 {
            let value = DiffValue.random(&random, depth: 4)
            let other = Int.random(in: 0..<8, using: &random) == 0 ? DiffValue.random(&random, depth: 4) : value.mutated(&random)
            let (old, new) = (try document(value.text), try document(other.text))
            let diff = try #require(JSONDiff(old, new))
            #expect(diff.entries.isEmpty == old.root.means(new.root), "\(value.text) to \(other.text)")
            let rebuilt = try document(DiffPatch(diff, old, new).apply())
            #expect(rebuilt.root.means(new.root), "\(value.text) to \(other.text) gives \(rebuilt.root.source)")
        }
    }

    @Test func largeArraysAreCompared() throws {
        let count = 100_000
        func list(_ element: (Int) -> String?) -> String { "[" + (0..<count).compactMap(element).joined(separator: ",") + "]" }
        let plain = list { "\($0)" }
        #expect(try differences(plain, list { $0 % 1_000 == 7 ? nil : "\($0)" }).count == 100)
        // More differences than are looked for exactly.
        #expect(try differences(plain, list { $0 % 10 == 7 ? nil : "\($0)" }).count == 10_000)
        #expect(try differences(plain, list { "\(-1 - $0)" }).count == count)
        let shifted = list { place in
            let value: Int = (place + place / 50) % 5
            return "\(value)"
        }
        #expect(try differences(list { "\($0 % 7)" }, shifted).count <= 2 * count)
        let objects = list { #"{"id": \#($0), "v": [\#($0)]}"# }
        #expect(try differences(objects, list { #"{"id": \#(count - 1 - $0), "v": [\#(count - 1 - $0)]}"# }).count == count - 1)
    }

    @Test func nestingIsNoDepth() throws {
        func nested(_ value: Int) -> String {
            String(repeating: #"[{"a":"#, count: 50_000) + "\(value)" + String(repeating: "}]", count: 50_000)
        }
        let (old, new) = (try document(nested(1)), try document(nested(2)))
        let diff = try #require(JSONDiff(old, new))
        #expect(diff.entries.map(\.kind) == [.changed])
        #expect(diff.newPointer(diff.entries[0])?.utf8.count == 50_000 * 4)
        #expect(!old.root.means(new.root))
    }

    @Test func itCanBeGivenUp() throws {
        let text = "[" + (0..<100_000).map { "[\($0)]" }.joined(separator: ",") + "]"
        let (old, new) = (try document(text), try document(text.replacing("[", with: "[0,")))
        var asked = 0
        #expect(
            JSONDiff(old, new) {
                asked += 1; return asked < 8
            } == nil)
        #expect(asked == 8)
    }

    @Test func theContainersAroundADifferenceAreThoseOfTheNewDocument() throws {
        let (old, new) = (try document(#"{"a": [{"id": 1, "v": [1, 2]}]}"#), try document(#"{"a": [{"id": 1, "v": [1]}]}"#))
        let diff = try #require(JSONDiff(old, new))
        let entry = try #require(diff.entries.first)
        let pointers = diff.newContainers(entry).map { new.pointer(to: $0) }
        #expect(diff.entries.count == 1 && diff.oldPointer(entry) == "/a/0/v/1" && pointers == ["/a/0/v", "/a/0", "/a", ""])
    }
}
