// What a document tells of its values.

import Document
import TestSupport
import Testing

func parse(_ text: String) throws -> JSONNode { try JSONDocument(Array(text.utf8)).root }

struct JSONDocumentTests {
    @Test func keysKeepTheirOrder() throws {
        let root = try parse(#"{"z": 1, "a": {"y": [1, 2, {"k": null}]}, "m": "x"}"#)
        #expect(root.members.map(\.key) == ["z", "a", "m"])
        #expect(root.count == 3)
        #expect(root["a"]?["y"]?.count == 3)
        #expect(root["a"]?["y"]?[2]?["k"]?.kind == .null)
        #expect(root["m"]?.string == "x")
    }

    @Test func theLastOfTwoEqualKeysCounts() throws {
        let root = try parse(#"{"a": 1, "b": 2, "a": 3}"#)
        #expect(root["a"]?.int == 3)
        #expect(root.members.map(\.key) == ["a", "b", "a"])
    }

    @Test func anEscapedKeyIsFoundByItsText() throws {
        let root = try parse(#"{"a\/b": 1, "\u0061": 2}"#)
        #expect(root["a/b"]?.int == 1)
        #expect(root["a"]?.int == 2)
        #expect(root.entries.contains { $0.keyEquals("a/b") })
        #expect(root["a\\/b"] == nil)
    }

    @Test func aKeyIsNotFoundInsideADeeperObject() throws {
        let root = try parse(#"{"outer": {"inner": 1}, "last": 2}"#)
        #expect(root["inner"] == nil)
        #expect(root["last"]?.int == 2)
    }

    @Test func whatIsNoContainerHasNoChildren() throws {
        let root = try parse(#""text""#)
        #expect(root.count == 0)
        #expect(root["text"] == nil)
        #expect(root[0] == nil)
        #expect(Array(root.elements).isEmpty)
        #expect(Array(root.members).isEmpty)
    }

    @Test func elementsOutsideTheArrayAreNil() throws {
        let root = try parse("[1, [2, 3], 4]")
        #expect(root[2]?.int == 4)
        #expect(root[3] == nil)
        #expect(root[-1] == nil)
        #expect(root.elements.map(\.source) == ["1", "[2, 3]", "4"])
    }

    @Test(arguments: [
        (#""a\nb\t\"\\\/\b\f\r""#, "a\nb\t\"\\/\u{8}\u{c}\r"), (#""é€😀""#, "é€😀"), (#""\u00e9\u20ac\ud83d\ude00""#, "é€😀"),
        (#""\ud83d""#, "\u{fffd}"), (#""\ude00x""#, "\u{fffd}x"), (#""\ud83d\ud83d\ude00""#, "\u{fffd}😀"),
        (#""\ud83d\u0041""#, "\u{fffd}A"),
        (#""\u0000""#, "\0"), (#""""#, ""),
    ])
    func stringsAreDecoded(source: String, expected: String) throws {
        #expect(try parse(source).string == expected)
    }

    @Test func illFormedUTF8BecomesReplacementCharacters() throws {
        let root = try JSONDocument([0x22, 0x61, 0xff, 0x62, 0x22]).root
        #expect(root.string == "a\u{fffd}b")
    }

    @Test func numbersKeepTheirDigits() throws {
        #expect(try parse("1e400").number == "1e400")
        #expect(try parse("1e400").double == .infinity)
        #expect(try parse("-0.0").number == "-0.0")
        #expect(try parse("12345678901234567890").number == "12345678901234567890")
        #expect(try parse("12345678901234567890").int == nil)
        #expect(try parse("1.0").int == 1)
        #expect(try parse("1e3").int == 1000)
        #expect(try parse("1.5").int == nil)
        #expect(try parse("-7").int == -7)
        #expect(try parse("true").int == nil)
        #expect(try parse("\"7\"").int == nil)
    }

    @Test func truthValuesAreOnlyTrueAndFalse() throws {
        #expect(try parse("true").bool == true)
        #expect(try parse("false").bool == false)
        #expect(try parse("1").bool == nil)
        #expect(try parse("null").bool == nil)
    }

    @Test func aValueKnowsWhereItStands() throws {
        let text = "{\n  \"a\": [1,\r\n  \"xy\"]\r}"
        let value = try #require(try parse(text)["a"]?[1])
        #expect(value.line == 3)
        #expect(value.source == "\"xy\"")
        #expect(String(decoding: Array(text.utf8)[value.byteRange], as: UTF8.self) == "\"xy\"")
        #expect(try parse(text).byteRange == 0..<text.utf8.count)
    }

    @Test func aByteOrderMarkIsSkipped() throws {
        #expect(try JSONDocument([0xef, 0xbb, 0xbf] + Array("[1]".utf8)).root[0]?.int == 1)
        #expect(throws: JSONError.self) { try JSONDocument([0xef, 0xbb, 0xbf]) }
    }

    @Test func nestingOf100000LevelsUsesNoStack() throws {
        let depth = 100_000
        let arrays = try parse(String(repeating: "[", count: depth) + String(repeating: "]", count: depth))
        #expect(arrays.count == 1)
        #expect(arrays.byteRange.count == 2 * depth)
        var node = try parse(String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth))
        var steps = 0
        while let inner = node["a"] {
            node = inner
            steps += 1
        }
        #expect(steps == depth)
        #expect(node.int == 1)
    }

    @Test func everyPrefixOfATextIsReportedAsTruncated() throws {
        let text = Array(#"{"a": [1, -2.5e+3, "x\u00e9\n", true], "b": {"c": null}}"#.utf8)
        #expect(try JSONDocument(text).root.count == 2)
        for length in 0..<text.count {
            let error = #expect(throws: JSONError.self) { try JSONDocument(Array(text[..<length])) }
            #expect(error?.isTruncated == true, "\(length)")
            #expect(error?.offset == length, "\(length)")
        }
    }

    @Test func randomDamageNeverCrashes() throws {
        let text = Array(#"{"a": [1, -2.5e+3, "x\u00e9\n", true], "b": {"c": null, "ü": [[], {}]}}"#.utf8)
        var generator = SplitMix64(seed: 7)
        var refused = 0
        for _ in 0..<5000 {
            var damaged = text
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                damaged[Int.random(in: 0..<damaged.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            do {
                let root = try JSONDocument(damaged).root
                #expect(root.byteRange.upperBound <= damaged.count)
                #expect(JSONPretty.lines(damaged) != nil)
            } catch {
                refused += 1
                #expect(error.offset <= damaged.count)
                #expect(JSONPretty.lines(damaged) == nil)
            }
        }
        #expect(refused > 1000)
    }
}
