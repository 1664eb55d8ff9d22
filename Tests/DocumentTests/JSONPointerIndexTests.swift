// Pointers into large objects find what a walk finds, and do not walk.

import Document
import Testing

struct JSONPointerIndexTests {
    @Test func itFindsWhatAWalkFinds() throws {
        let members = (0..<5_000).map { "\"k\($0)\": {\"n\": [\($0), {\"a/b\": \"x~\($0)\"}]}" }
        let document = try JSONDocument(
            Array(
                "{\"small\": {\"a\": 1, \"a\": 2}, \"large\": {\(members.joined(separator: ",")), \"k7\": \"last\", \"\": 0}}"
                    .utf8))
        let index = JSONPointerIndex(document)
        for pointer in [
            "", "/small", "/small/a", "/large/k0/n/0", "/large/k4999/n/1/a~1b", "/large/k7", "/large/", "/large/none",
            "/large/k7/x",
            "/large/k1/n/2", "none", "/small/b",
        ] {
            let walked = document.root.resolve(pointer: pointer)
            let found = index.findNode(at: pointer)
            #expect(found?.byteRange == walked?.byteRange, "\(pointer)")
        }
        #expect(index.findNode(at: "/large/k7")?.string == "last")
    }

    /// A hundred thousand lookups among as many members: a walk each would be ten thousand million steps.
    @Test func manyLookupsInALargeObjectEnd() throws {
        let count = 100_000
        let text = "{" + (0..<count).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}"
        let index = JSONPointerIndex(try JSONDocument(Array(text.utf8)))
        var found = 0
        for number in 0..<count { found += index.findNode(at: "/k\(number)")?.int == number ? 1 : 0 }
        #expect(found == count)
    }

    @Test func whatFollowsAStringIsFoundAtAnyDepth() throws {
        let document = try JSONDocument(
            Array(#"{"$ref": "a", "b": [{"$ref": {"$ref": 1}}, "$ref", "c"], "\u0024ref": null, "$ref2": 2, "d": "$ref"}"#.utf8))
        #expect(document.values(behind: "$ref").map(\.source) == [#""a""#, #"{"$ref": 1}"#, "1", #""c""#, "null"])
        #expect(try JSONDocument(Array(#""$ref""#.utf8)).values(behind: "$ref").isEmpty)
    }

    @Test func samePlaceIsNotSameText() throws {
        let (one, other) = (try JSONDocument(Array("[1, 1]".utf8)), try JSONDocument(Array("[1, 1]".utf8)))
        let first = try #require(one.root[0])
        #expect(first.isSame(as: first))
        #expect(!first.isSame(as: try #require(one.root[1])))
        #expect(!first.isSame(as: try #require(other.root[0])))
        #expect(first.documentID == one.id && one.id != other.id)
    }
}
