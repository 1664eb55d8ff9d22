// JSON values as they are sent.

import Document
import TestSupport
import Testing

@testable import NetLayer

@Suite struct JSONValueTests {
    private static func text(_ value: JSONValue) throws -> String { String(decoding: try value.serialized(), as: UTF8.self) }

    private static func nested(_ depth: Int) -> JSONValue {
        (0..<depth).reduce(.null) { value, level in level.isMultiple(of: 2) ? .array([value]) : .object([.init("a", value)]) }
    }

    @Test func valuesAreWrittenInOrder() throws {
        let value: JSONValue = [
            "b": 1, "a": [nil, true, false, -7, 1.5, "x"], "empty": [:], "none": [], "big": .integer(.max),
            "small": .number(1e-300),
        ]
        #expect(
            try Self.text(value)
                == #"{"b":1,"a":[null,true,false,-7,1.5,"x"],"empty":{},"none":[],"big":9223372036854775807,"small":1e-300}"#)
    }

    @Test func stringsAreEscaped() throws {
        let text = "\"\\/\u{8}\u{c}\n\r\t\u{0}\u{f}\u{10}\u{1f}\u{7f}ü\u{1F600}\u{2028}"
        let written = try Self.text(.string(text))
        #expect(written == "\"\\\"\\\\/\\u0008\\u000c\\n\\r\\t\\u0000\\u000f\\u0010\\u001f\u{7f}ü\u{1F600}\u{2028}\"")
        #expect(try JSONDocument(Array(written.utf8)).root.string == text, "and read again")
    }

    @Test func namesAreEscapedToo() throws { #expect(try Self.text(["a\"b": 1]) == #"{"a\"b":1}"#) }

    @Test func depthHasALimit() throws {
        #expect(try Self.text(Self.nested(JSONValue.maximumDepth)).utf8.count > 1_000)
        for value in [Self.nested(JSONValue.maximumDepth + 1), .object([.init("x", Self.nested(JSONValue.maximumDepth))])] {
            let error = #expect(throws: JSONValue.WritingError.self) { try value.serialized() }
            #expect(error == .tooDeep)
        }
        #expect(JSONValue.maximumDepth == 512)
        #expect("\(JSONValue.WritingError.tooDeep)" == "a JSON value has more than 512 levels")
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan]) func whatIsNoNumberOfJSONIsRefused(_ number: Double) {
        #expect(throws: JSONValue.WritingError.self) { try JSONValue.array([.number(number)]).serialized() }
    }

    @Test func membersAreReplacedWhereTheyStandAndNewOnesFollow() throws {
        let value: JSONValue = ["a": 1, "b": 2]
        let merged = try #require(value.merging([.init("c", 3), .init("a", "x"), .init("c", 4)]))
        #expect(try Self.text(merged) == #"{"a":"x","b":2,"c":4}"#)
        #expect(JSONValue.array([]).merging([.init("a", 1)]) == nil)
    }
}
