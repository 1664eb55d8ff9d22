// A record that never ends: what is held of it is bounded, a row says so, and the records behind it are read.

import Foundation
import TestSupport
import Testing

@testable import Document

@Suite(.within(minutes: 5)) struct EndlessRecordTests {
    /// What comes first, what comes again and again, and what ends it.
    struct Endless: Sendable, CustomTestStringConvertible {
        let name: String
        let kind: RecordKind
        let beginning: String
        let part: String
        let end: String
        /// Bytes of a part that belong to the record.
        var counted: Int?
        /// Whether a row must say that it is too long.
        var isTold = true
        var testDescription: String { name }
    }

    static let kinds: [Endless] = [
        Endless(name: "a line of JSON", kind: .jsonLines, beginning: "{\"a\":\"", part: "xyz ", end: "\"}\n"),
        Endless(name: "a record of a sequence", kind: .jsonSequence, beginning: "\u{1e}[", part: "1,\n", end: "1]\n\u{1e}"),
        Endless(name: "a line of an event", kind: .events, beginning: "data: ", part: "abcd", end: "\n\n"),
        Endless(name: "an event of many lines", kind: .events, beginning: "", part: "data: ab\n", end: "\n", counted: 3),
        Endless(name: "an event of empty lines", kind: .events, beginning: "", part: "data\n", end: "\n", counted: 1),
        Endless(name: "an id", kind: .events, beginning: "id: ", part: "7", end: "\n\n"),
        Endless(name: "a waiting time", kind: .events, beginning: "retry: ", part: "7", end: "\n\n"),
        Endless(name: "a field without a name", kind: .events, beginning: "x", part: "xx", end: "\n\n"),
        Endless(name: "a comment", kind: .events, beginning: ": ", part: "abcd", end: "\n\n", isTold: false),
        Endless(
            name: "comments", kind: .events, beginning: "", part: ": keep-alive\n", end: "\n", isTold: false),
        Endless(
            name: "an open quote", kind: .delimited(by: 0x2c, hasHeader: true), beginning: "a,b\n1,\"", part: "x\ny,", end: "\"\n"
        ),
        Endless(
            name: "a field", kind: .delimited(by: 0x2c, hasHeader: true), beginning: "a,b\n1,", part: "xy", end: "\n"),
        Endless(name: "fields", kind: .delimited(by: 0x2c, hasHeader: true), beginning: "a,b\n1,", part: ",", end: "\n"),
        Endless(
            name: "doubled quotes", kind: .delimited(by: 0x2c, hasHeader: true), beginning: "a,b\n1,\"", part: "\"\"", end: "\"\n"
        ),
        Endless(
            name: "a part", kind: .multipart(boundary: "cut"), beginning: "--cut\r\n\r\n", part: "abc\r\n--cu",
            end: "\r\n--cut\r\n",
            isTold: false),
        Endless(
            name: "a header of a part", kind: .multipart(boundary: "cut"), beginning: "--cut\r\nA: ", part: "abc",
            end: "\r\n\r\n\r\n--cut\r\n"),
        Endless(
            name: "headers of a part", kind: .multipart(boundary: "cut"), beginning: "--cut\r\n", part: "A: b\r\n",
            end: "\r\n\r\n--cut\r\n"),
        Endless(
            name: "a line behind a boundary", kind: .multipart(boundary: "cut"), beginning: "--cut\r\n\r\n\r\n--cut", part: " ",
            end: "\r\n--cut\r\n", isTold: false),
    ]

    /// Bytes of each. `EXPLORER_ENDLESS_MEGABYTES=200` for more.
    private static let length = Thoroughness.count(10, nightly: 50, variable: "EXPLORER_ENDLESS_MEGABYTES") << 20

    @Test(arguments: kinds) func whatIsHeldIsBounded(_ endless: Endless) throws {
        var text = RecordText(endless.kind)
        text.append(Array(endless.beginning.utf8))
        let piece = Array(String(repeating: endless.part, count: 1 << 18 / endless.part.utf8.count).utf8)
        var (most, rows) = (0, 0)
        for _ in 0..<Self.length / piece.count {
            text.append(piece)
            rows += text.rowBytes
            _ = text.takeRows()
            most = max(most, text.heldBytes)
        }
        #expect(most <= 2 * RecordLimit.bytes + 4096, "held")
        #expect(rows < 2 << 20, "rows")
        #expect(text.count <= 2, "one row that says so, and what came before it")
    }

    /// The next record is one again, and the row that stands for the long one says so, however the bytes were cut.
    @Test(arguments: kinds) func whatFollowsIsRead(_ endless: Endless) throws {
        let count = (RecordLimit.bytes + 100) / (endless.counted ?? endless.part.utf8.count) + 1
        let next: (text: String, row: String) =
            switch endless.kind {
            case .jsonLines: ("[1]\n", "[1]")
            case .jsonSequence: ("[1]\n", "[1]")
            case .events: ("data: [1]\n\n", #"{"data":[1]}"#)
            case .delimited: ("3,4\n", #""b":"4"}"#)
            case .multipart: ("\r\n[1]\r\n--cut--\r\n", #""text":"[1]""#)
            }
        let bytes = Array((endless.beginning + String(repeating: endless.part, count: count) + endless.end + next.text).utf8)
        var found: [[UInt8]] = []
        for size in [bytes.count, 100_003] {
            var text = RecordText(endless.kind)
            for start in stride(from: 0, to: bytes.count, by: size) {
                text.append(Array(bytes[start..<min(start + size, bytes.count)]))
            }
            text.finish()
            found.append(text.json)
            let rows = Array(try JSONDocument(text.json).root.elements)
            #expect(rows.last?.source.contains(next.row) == true, "\(rows.last?.source.prefix(200) ?? "no row")")
            let told = rows.filter { $0["error"]?.string?.contains("longer than") == true }
            #expect(told.count == (endless.isTold ? 1 : 0), "\(rows.map { $0.source.prefix(200) })")
        }
        #expect(found[0] == found[1])
    }

    @Test func theRowSaysWhereAndShowsTheBeginning() throws {
        let line = "[\"" + String(repeating: "é", count: RecordLimit.bytes)
        let rows = try JSONDocument(RecordText.makeJSON(Array("[1]\n\(line)\n[3]\n".utf8), .jsonLines)).root
        #expect(rows.count == 3)
        let told = try #require(rows[1])
        #expect(told["error"]?.string == "line 2 is longer than 4 MB: the rest of it is skipped. Save the body to see it whole.")
        #expect(told["text"]?.string == "[\"" + String(repeating: "é", count: 511) + "…")
    }

    /// Rows that are taken make the same list as those that stay.
    @Test func takenRowsAreTheSameList() throws {
        let bytes = Array((0..<1_000).map { "{\"id\":\($0)}\n" }.joined().utf8)
        var text = RecordText(.jsonLines)
        var taken: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 100) {
            text.append(Array(bytes[start..<min(start + 100, bytes.count)]))
            taken += text.takeRows()
        }
        text.finish()
        taken += text.takeRows() + RecordText.end
        #expect(taken == RecordText.makeJSON(bytes, .jsonLines))
        #expect(text.count == 1_000)
    }

    @Test func rowsInAllAreBounded() throws {
        var text = RecordText(.jsonLines)
        text.bound(bytes: 1_000, values: 10_000)
        text.append(Array(String(repeating: "[1]\n", count: 10_000).utf8))
        text.finish()
        #expect(text.json.count <= 1_001)
        let root = try JSONDocument(text.json).root
        #expect(root[root.count - 1]?["error"]?.string?.contains("more records") == true)
    }

    @Test func valuesInAllAreBounded() throws {
        var text = RecordText(.jsonLines)
        text.bound(bytes: .max, values: 1_000)
        text.append(Array(String(repeating: "{\"a\":[1,\"x,y:[\\\",\"]}\n", count: 10_000).utf8))
        text.finish()
        let document = try JSONDocument(text.json)
        #expect((900...1_000).contains(document.nodeCount))
        #expect(document.root[document.root.count - 1]?["error"]?.string?.contains("more records") == true)
    }
}
