// Regular expressions that a person types to search a body: what they find in bytes, what is wrong with them, and that they end.

import Patterns
import TestSupport
import Testing

@Suite struct SearchPatternTests {
    /// All that is found from left to right.
    private func found(_ pattern: String, in text: [UInt8]) throws -> [String] {
        let pattern = try SearchPattern(pattern)
        return text.withUnsafeBufferPointer { bytes in
            var (found, start): ([String], Int) = ([], 0)
            while let match = pattern.first(in: bytes, start..<bytes.count, end: bytes.count) {
                found.append(String(decoding: bytes[match], as: UTF8.self))
                start = match.upperBound
            }
            return found
        }
    }

    private func found(_ pattern: String, in text: String) throws -> [String] { try found(pattern, in: Array(text.utf8)) }

    @Test func findsWhatItMeans() throws {
        #expect(try found(#"\d{2,}"#, in: "a 1 22 333") == ["22", "333"])
        #expect(try found("l.mp|desk", in: "lamp, Lump, desk") == ["lamp", "Lump", "desk"])
        #expect(try found("größe", in: "GRÖSSE Größe GRÖẞE GRÖßE") == ["Größe", "GRÖẞE", "GRÖßE"])
        #expect(try found("^b", in: "a b\nb") == ["b"])
        #expect(try found("a$", in: "a\na b a") == ["a", "a"])
        #expect(try found(#"\bfoo"#, in: "foofoo foo") == ["foo", "foo"])
        #expect(try found(#"(?<=a)b"#, in: "abab bb") == ["b", "b"])
        #expect(try found("x*", in: "axxb") == ["xx"], "an empty match is none")
    }

    @Test func capitalsThatMeanThemselvesMakeItExact() throws {
        #expect(try found("Lamp", in: "lamp Lamp") == ["Lamp"])
        #expect(try found(#"\Slamp"#, in: "aLamp alamp") == ["aLamp", "alamp"])
        #expect(try found(#"\p{Lu}"#, in: "aB") == ["B"])
        #expect(try found(#"\x{4C}amp"#, in: "lamp") == ["lamp"])
    }

    @Test func bytesThatAreNoTextDoNoHarm() throws {
        #expect(try found("b+", in: [0xFF, 0x62, 0xC3, 0x62, 0x62, 0xED, 0xA0, 0x80]) == ["b", "bb"])
        #expect(try found(".", in: [0xFF, 0xFE, 0x00]) == ["\0"])
        #expect(try found("a", in: []) == [])
    }

    @Test func aMatchBeginsInTheRangeAndEndsBeforeTheEnd() throws {
        let pattern = try SearchPattern("lamp|x")
        let text = Array("a lamp x".utf8)
        text.withUnsafeBufferPointer { bytes in
            #expect(pattern.first(in: bytes, 0..<2, end: 8) == nil)
            #expect(pattern.first(in: bytes, 0..<3, end: 8) == 2..<6)
            #expect(pattern.first(in: bytes, 0..<3, end: 5) == nil)
            #expect(pattern.first(in: bytes, 3..<8, end: 8) == 7..<8)
        }
    }

    @Test(arguments: [
        ("a(b", 3, "parenthesis"), ("größe[", 6, "terminating ]"), ("*a", 0, "quantifier"), (#"\"#, 1, "\\ at end"),
        ("(?<n>a)(?<n", 11, "name"),
    ])
    func whatIsWrongIsSaidWithItsPlace(pattern: String, offset: Int, word: String) {
        #expect {
            _ = try SearchPattern(pattern)
        } throws: { error in
            guard let error = error as? SearchPatternError else { return false }
            return error.offset == offset && error.message.contains(word)
                && error.description.hasPrefix("character \(offset + 1)")
        }
    }

    @Test(.within(minutes: 1), arguments: ["(x+x+)+y", "(a|aa)+$b", #"(\w+\s?)*!"#])
    func whatWouldTakeForEverIsGivenUp(pattern: String) throws {
        #expect(try found(pattern, in: String(repeating: "x", count: 5_000)) == [])
        #expect(try found(pattern, in: String(repeating: "a", count: 5_000) + " ") == [])
    }
}
