// Numbers of usual length without memory of their own: the same values, orders and multiples as at any length.

import Document
import TestSupport
import Testing

struct JSONNumberTests {
    @Test(arguments: [
        ["0", "-0", "0.00", "0e99999999999999999999", "-0.0e-7"], ["1", "1.0", "1e0", "10e-1", "0.1E+1", "0.001e3", "1000e-3"],
        ["1", "1.0000000000000000000000000000000000"], ["1e400", "1" + String(repeating: "0", count: 400)],
        ["123456789012345678901e-1", "12345678901234567890.1"], ["-12.5", "-1.25e1", "-125e-1"],
    ])
    func oneNumberInManySpellingsIsOne(_ spellings: [String]) {
        for spelling in spellings {
            #expect(JSONNumber(spelling) == JSONNumber(spellings[0]), "\(spelling)")
            #expect(JSONNumber(spelling).hashValue == JSONNumber(spellings[0]).hashValue)
        }
    }

    @Test func theyAreOrderedByValue() {
        let ordered = [
            "-1e400", "-123456789012345678901234567891", "-123456789012345678901234567890", "-1e18", "-2", "-1.5", "-1e-400",
            "0", "1e-400", "1e-20", "0.09", "0.1", "0.11", "1", "9", "9.000000000000000000000001", "10", "11",
            "9007199254740992", "9007199254740993", "1e17", "100000000000000001", "1e18", "1e400",
        ].map { JSONNumber($0) }
        for (place, one) in ordered.enumerated() {
            for (otherPlace, other) in ordered.enumerated() {
                #expect((one < other) == (place < otherPlace))
                #expect((one == other) == (place == otherPlace))
            }
        }
    }

    @Test(arguments: [
        ("3", true), ("3.0", true), ("1e3", true), ("0", true), ("-7", true), ("1.5", false), ("1e-1", false), ("100e-2", true),
        ("123456789012345678901234567890", true), ("123456789012345678901234567890.5", false), ("1e99999999", true),
    ])
    func wholeNumbersAreKnown(_ text: String, _ isInteger: Bool) { #expect(JSONNumber(text).isInteger == isInteger) }

    @Test(arguments: [
        ("0.3", "0.1", true), ("0.30000000000000004", "0.1", false), ("-0.7", "0.1", true), ("0", "7", true),
        ("1e308", "0.5", true),
        ("1e308", "0.123456789", false), ("4.5", "1.5", true), ("35", "1.5", false), ("0.0075", "0.0001", true),
        ("123456789012345678901234567890", "10", true), ("123456789012345678901234567891", "10", false),
        ("123456789012345678901234567890", "61728394506172839450617283945", true),
        ("123456789012345678901234567891", "61728394506172839450617283945", false), ("1e300", "1234567890123456789012", false),
        ("9223372036854775807", "9223372036854775807", true), ("1e18", "999999999999999999", false), ("1e99999999", "3", false),
    ])
    func multiplesAreExact(_ number: String, _ step: String, _ isMultiple: Bool) {
        #expect(JSONNumber(number).isMultiple(of: JSONNumber(step)) == isMultiple)
    }

    @Test func integersOfAnIntAreMultiplesAsTheirRemaindersSay() {
        var random = SplitMix64(seed: 7)
        for _ in 0..<5_000 {
            let (number, step) = (Int.random(in: -1_000_000...1_000_000, using: &random), Int.random(in: 1...400, using: &random))
            #expect(JSONNumber(number).isMultiple(of: JSONNumber(step)) == (number % step == 0))
            #expect((JSONNumber(number) < JSONNumber(step)) == (number < step))
            #expect(JSONNumber(number).int == number)
        }
        #expect(JSONNumber("1e19").int == nil && JSONNumber("1.5").int == nil && JSONNumber("2.0").int == 2)
    }

    @Test func aPointerKnowsTheKeyFromItsValue() throws {
        let document = try JSONDocument(Array(#"{"a": [0, {"b/c": 1}], "d": 2}"#.utf8))
        let inner = try #require(document.root.resolve(pointer: "/a/1"))
        let value = try #require(document.root.resolve(pointer: "/a/1/b~1c"))
        #expect(document.findPointer(from: 0, to: value.id) == ("/a/1/b~1c", false))
        #expect(document.findPointer(from: inner.id, to: value.id) == ("/b~1c", false))
        #expect(document.findPointer(from: 0, to: value.id - 1) == ("/a/1/b~1c", true))
        #expect(document.findPointer(from: 0, to: 0) == ("", false))
    }
}
