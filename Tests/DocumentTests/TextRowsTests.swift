// A text as rows: the same as when all of it is printed, from any row on, in steps, and while it grows.

import TestSupport
import Testing

@testable import Document

@Suite(.within(minutes: 1))
struct TextRowsTests {
    private func index(_ bytes: [UInt8], pretty: Bool = false, isWhole: Bool = true) -> TextRows {
        var rows = TextRows(Bytes(bytes), isPretty: pretty, isWhole: isWhole)
        rows.complete()
        return rows
    }

    private func lines(_ bytes: [UInt8], pretty: Bool = false, isWhole: Bool = true) -> [String] {
        let rows = index(bytes, pretty: pretty, isWhole: isWhole)
        return rows.readRows(0..<rows.count).map(\.text)
    }

    private func lines(_ text: String, pretty: Bool = false, isWhole: Bool = true) -> [String] {
        lines(Array(text.utf8), pretty: pretty, isWhole: isWhole)
    }

    @Test(arguments: [
        ("", []), ("a", ["a"]), ("a\nb", ["a", "b"]), ("a\nb\n", ["a", "b"]), ("a\r\nb\r\n", ["a", "b"]), ("a\rb", ["a", "b"]),
        ("\n", [""]), ("\n\na", ["", "", "a"]), ("a\n\n", ["a", ""]), ("a\r", ["a"]), ("\r\n", [""]),
    ])
    func linesEndAsInAnyText(_ text: String, _ expected: [String]) { #expect(lines(text) == expected) }

    /// A mark behind an escape belongs to what was escaped; the backslash stays with it all the same.
    @Test(arguments: [#"\""#, #"\\"#, #"\n"#]) func noEscapeIsCutFromItsBackslash(_ escape: String) {
        for lead in 225...240 {
            let text = "[\"" + String(repeating: "x", count: lead) + escape + "\u{301}\u{301}" + "tail\",1]"
            let rows = lines(text, pretty: true)
            #expect(rows.suffix(2) == ["  1", "]"], "lead \(lead)")
            #expect(rows.joined().replacing("  ", with: "") == text, "lead \(lead)")
            #expect(!rows.contains { $0.hasSuffix("x\\") }, "lead \(lead)")
        }
    }

    @Test func noAccentIsCutFromItsLetter() {
        for lead in 0..<12 {
            let text = String(repeating: "a", count: lead) + String(repeating: "e\u{301}👍🏽x", count: 200)
            let rows = lines(text)
            #expect(rows.joined() == text && rows.map(\.count).reduce(0, +) == text.count, "lead \(lead)")
        }
        // Accents alone have nothing to stay with.
        #expect(lines(String(repeating: "\u{301}", count: 1_000)).count == 9)
    }

    @Test func aRowInsideAStringSaysSo() {
        let rows = index(Array("[\"\(String(repeating: "x", count: 500))\",1]".utf8), pretty: true)
        #expect(rows.readRows(0..<9).map(\.isContinuation) == [false, false, true, true, false, false])
        #expect(JSONLine.spans("xy\": 1", isInString: true).map(\.kind) == [.key, .punct, .text, .number])
    }

    @Test(arguments: ["x", "é", "日", "👩", "xé日👩"])
    func longLineIsCutBetweenCharacters(_ unit: String) {
        let text = "a" + String(repeating: unit, count: 20_000)
        let pieces = lines(text)
        #expect(pieces.joined() == text)
        #expect(pieces.allSatisfy { $0.utf8.count <= TextRows.longest && !$0.contains("\u{fffd}") })
        #expect(pieces.count <= text.utf8.count / (TextRows.longest - 4) + 1)
    }

    /// Continuation bytes without a character to belong to: cut all the same, and not for ever.
    @Test(arguments: [UInt8(0x80), 0xBF, 0xFF, 0xC0])
    func longLineOfBytesThatAreNoTextIsCut(_ byte: UInt8) {
        let rows = lines([UInt8](repeating: byte, count: 3 * TextRows.longest))
        #expect((3...4).contains(rows.count))
        #expect(rows.allSatisfy { !$0.isEmpty })
        let quoted = [Byte.quote] + [UInt8](repeating: byte, count: 3 * TextRows.longest) + [Byte.quote]
        #expect((3...5).contains(lines(quoted, pretty: true).count))
    }

    @Test func everyPrefixOfALongLineIsWhole() {
        let unit = Array("é日👩".utf8)
        let bytes = Array(repeatElement(unit, count: 1_000).joined())
        for length in (TextRows.longest - 12)...(TextRows.longest + 12) {
            let prefix = Array(bytes.prefix(length))
            #expect(lines(prefix).joined() == String(decoding: prefix, as: UTF8.self))
        }
    }

    // MARK: JSON

    @Test(arguments: [
        ("{}", ["{}"]), ("[]", ["[]"]), ("7", ["7"]), (#" "x" "#, [#""x""#]), ("[ ]", ["[]"]),
        (
            #"{"a":1,"b":[true,{}],"c":{"d":null}}"#,
            ["{", #"  "a": 1,"#, #"  "b": ["#, "    true,", "    {}", "  ],", #"  "c": {"#, #"    "d": null"#, "  }", "}"]
        ),
        ("[1,[2,[]],[]]", ["[", "  1,", "  [", "    2,", "    []", "  ],", "  []", "]"]),
        ("\u{feff}[1]", ["[", "  1", "]"]),
    ])
    func aValueARow(_ text: String, _ expected: [String]) { #expect(lines(text, pretty: true) == expected) }

    /// The whole printed text and the rows are made in two ways: they must say the same of any document.
    @Test func rowsAreThoseOfThePrintedText() throws {
        for seed in 0..<300 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let text = RandomJSON.text(&random, depth: 6)
            let printed = try #require(JSONPretty.lines(Array(text.utf8)))
            #expect(
                lines(text, pretty: true).joined(separator: "\n") == String(decoding: printed.bytes, as: UTF8.self),
                "seed \(seed)")
        }
    }

    @Test(arguments: ["日", "x", #"\""#, #"\\"#, #"\u00e9"#, "é\\n"])
    func longStringsAndNamesAreCutAndLoseNothing(_ unit: String) {
        let long = String(repeating: unit, count: 3_000)
        let text = #"{"\#(long)":"\#(long)","n":\#(String(repeating: "1", count: 1_000)),"z":["\#(long)"]}"#
        let rows = lines(text, pretty: true)
        #expect(rows.first == "{" && rows.last == "}")
        #expect(rows.allSatisfy { $0.utf8.count <= TextRows.longest + 110 && !$0.contains("\u{fffd}") })
        let expected = #"{  "\#(long)": "\#(long)",  "n": \#(String(repeating: "1", count: 1_000)),  "z": [    "\#(long)"  ]}"#
        #expect(rows.joined() == expected)
    }

    /// A name that leaves its value no room: the value begins the next row.
    @Test(arguments: 200...260) func aValueBehindANameOfAnyLengthIsThere(_ length: Int) {
        let name = String(repeating: "k", count: length)
        #expect(
            lines(#"{"\#(name)":{"a":[1,2]},"b":"x"}"#, pretty: true).joined()
                == #"{  "\#(name)": {    "a": [      1,      2    ]  },  "b": "x"}"#)
    }

    @Test func deepNestingIsNoStackAndNoWallOfBlanks() {
        let text = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        let rows = index(Array(text.utf8), pretty: true)
        #expect(rows.count == 199_999)
        #expect(rows.readRows(99_999..<100_000).map(\.text) == [String(repeating: " ", count: 100) + "[]"])
        #expect(rows.readRows(199_998..<199_999).map(\.text) == ["]"])
    }

    @Test func anyWindowIsAPartOfTheWhole() {
        var random = SplitMix64(seed: 4)
        let text = "[" + (0..<2_000).map { _ in RandomJSON.text(&random) }.joined(separator: ",") + "]"
        for isPretty in [true, false] {
            let rows = index(Array(text.utf8), pretty: isPretty)
            let all = rows.readRows(0..<rows.count)
            #expect(all.count == rows.count)
            for _ in 0..<200 {
                let start = Int.random(in: 0..<rows.count, using: &random)
                let end = min(rows.count, start + Int.random(in: 0...200, using: &random))
                #expect(rows.readRows(start..<end) == Array(all[start..<end]))
            }
            #expect(rows.readRows(rows.count..<rows.count + 10).isEmpty)
        }
    }

    // MARK: Steps and growth

    @Test func itIsCountedInSteps() {
        let text = "[" + (0..<10_000).map(String.init).joined(separator: ",") + "]"
        var rows = TextRows(Bytes(Array(text.utf8)), isPretty: true)
        #expect(rows.count == 0 && !rows.isComplete)
        rows.advance(bytes: 100)
        #expect(!rows.isComplete)
        #expect(rows.readRows(0..<3).map(\.text) == ["[", "  0,", "  1,"])
        var steps = 1
        while !rows.isComplete {
            rows.advance(bytes: 1_000)
            steps += 1
        }
        #expect(rows.count == 10_002)
        #expect((40...60).contains(steps))
    }

    /// However the text comes in, in the end its rows are those of the whole; on the way, everything that came is shown.
    @Test(arguments: [true, false]) func aTextThatGrowsHasTheRowsOfTheWhole(_ isPretty: Bool) {
        for seed in 0..<60 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let text = RandomJSON.text(&random, depth: 6).replacing(", ", with: isPretty ? ", " : ",\r\n")
            let bytes = Array(text.utf8)
            var rows = TextRows(Bytes([]), isPretty: isPretty, isWhole: false)
            var end = 0
            while end < bytes.count {
                end = min(bytes.count, end + Int.random(in: 1...7, using: &random))
                rows = rows.grown(to: Bytes(Array(bytes[..<end])), isWhole: end == bytes.count)
                rows.complete()
                let shown = rows.readRows(0..<rows.count).map(\.text).joined().filter { !$0.isWhitespace }
                #expect(shown == String(decoding: bytes[..<end], as: UTF8.self).filter { !$0.isWhitespace })
            }
            #expect(rows.readRows(0..<rows.count).map(\.text) == lines(text, pretty: isPretty), "seed \(seed)")
        }
    }

    @Test func whatIsHereOfALineIsShownBeforeItsEnd() {
        #expect(lines("data: 1\ndata: 2", isWhole: false) == ["data: 1", "data: 2"])
        #expect(lines("data: 1\ndata: 2\n", isWhole: false) == ["data: 1", "data: 2"])
        #expect(lines("a\r", isWhole: false) == ["a"])
        #expect(lines(#"{"a":{"b":"half"#, pretty: true, isWhole: false) == ["{", #"  "a": {"#, #"    "b": "half"#])
    }

    // MARK: Search

    private func found(_ pattern: String, in text: String, pretty: Bool) -> [Int] {
        let rows = index(Array(text.utf8), pretty: pretty)
        var run = SearchRun(TextSearch(pattern), in: rows)
        while !run.isComplete { run.advance(bytes: 1 << 10) }
        return run.places
    }

    /// What is found by looking at the rows is what is found by looking at the printed text.
    @Test(arguments: [true, false]) func aSearchFindsTheRowsThatHaveIt(_ isPretty: Bool) {
        var random = SplitMix64(seed: 9)
        let separator = isPretty ? "," : ",\n"
        let text = "[" + (0..<1_500).map { _ in RandomJSON.text(&random) }.joined(separator: separator) + "]"
        let rows = lines(text, pretty: isPretty)
        for pattern in ["Lamp", "lamp", "17", #""a": "#, "日本", ": {", "},", "x:y", "nothing", " "] {
            let search = TextSearch(pattern)
            // A match may go on in the next row where a line was cut.
            let expected = rows.indices.filter { index in
                let isCut = rows[index].utf8.count >= TextRows.longest - 3 && index + 1 < rows.count
                let text = rows[index] + (isCut ? rows[index + 1] : "")
                return search.ranges(in: text[...]).contains { text[..<$0.lowerBound].utf8.count < rows[index].utf8.count }
            }
            #expect(found(pattern, in: text, pretty: isPretty) == expected, "\(pattern)")
        }
    }

    @Test func aMatchThatIsCutInTwoIsFoundWhereItBegins() {
        for lead in 225...245 {
            let text = String(repeating: "x", count: lead) + "needle" + String(repeating: "y", count: 500)
            #expect(found("needle", in: text, pretty: false) == [lead >= TextRows.longest ? 1 : 0], "lead \(lead)")
            // Two blanks, and the quote.
            #expect(found("needle", in: "[\"\(text)\"]", pretty: true) == [lead + 3 >= TextRows.longest ? 2 : 1], "lead \(lead)")
        }
    }
}
