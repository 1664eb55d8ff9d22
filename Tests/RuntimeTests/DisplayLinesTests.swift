// A body as lines that can be drawn, whatever the bytes are.

import Testing

@testable import Runtime

@Suite(.timeLimit(.minutes(1)))
struct DisplayLinesTests {
    private func lines(_ bytes: [UInt8], charset: String? = nil) -> [String] {
        let lines = DisplayLines(bytes, .text, pretty: false, charset: charset)
        return (0..<lines.count).map { lines[$0] }
    }

    @Test(arguments: [
        ("", []), ("a", ["a"]), ("a\nb", ["a", "b"]), ("a\nb\n", ["a", "b"]), ("a\r\nb\r\n", ["a", "b"]), ("a\rb", ["a", "b"]),
        ("\n", [""]), ("\n\na", ["", "", "a"]),
        ("a\n\n", ["a", ""]),
    ])
    func linesEndAsInAnyText(_ text: String, _ expected: [String]) { #expect(lines(Array(text.utf8)) == expected) }

    @Test(arguments: ["x", "é", "日", "👩", "xé日👩"])
    func longLineIsCutBetweenCharacters(_ unit: String) {
        let text = "a" + String(repeating: unit, count: 20_000)
        let pieces = lines(Array(text.utf8))
        #expect(pieces.joined() == text)
        #expect(pieces.allSatisfy { $0.utf8.count <= DisplayLines.longest && !$0.contains("\u{fffd}") })
        #expect(pieces.count <= text.utf8.count / (DisplayLines.longest - 4) + 1)
    }

    /// Continuation bytes without a character to belong to: cut all the same, and not for ever.
    @Test(arguments: [UInt8(0x80), 0xBF, 0xFF, 0xC0])
    func longLineOfBytesThatAreNoTextIsCut(_ byte: UInt8) {
        let bytes = [UInt8](repeating: byte, count: 3 * DisplayLines.longest)
        let display = DisplayLines(bytes, .text, pretty: false, charset: nil)
        #expect((3...4).contains(display.count))
        #expect((0..<display.count).allSatisfy { !display[$0].isEmpty })
    }

    @Test func everyPrefixOfALongLineIsWhole() {
        let unit = Array("é日👩".utf8)
        let bytes = Array(repeatElement(unit, count: 1_000).joined())
        for length in (DisplayLines.longest - 12)...(DisplayLines.longest + 12) {
            let prefix = Array(bytes.prefix(length))
            #expect(lines(prefix).joined() == String(decoding: prefix, as: UTF8.self))
        }
    }

    @Test func charsetAndByteOrderMarkDecideHowBytesAreRead() {
        #expect(lines([0xE9, 0x0A, 0x80], charset: "windows-1252") == ["é", "€"])
        #expect(lines([0xFF, 0xFE, 0x61, 0x00, 0x0A, 0x00, 0x62, 0x00]) == ["a", "b"])
        #expect(lines([0x61, 0xE9], charset: "utf-8") == ["a\u{fffd}"])
        #expect(lines(Array("é".utf8), charset: "UTF-8") == ["é"])
    }

    @Test func prettyPrintingFallsBackToTheTextAsItIs() {
        let display = DisplayLines(Array(#"{"a": "#.utf8), .json, pretty: true, charset: nil)
        #expect(display.count == 1 && display[0] == #"{"a": "#)
    }

    @Test func longStringInJSONIsCutToo() {
        let long = String(repeating: "日", count: 5_000)
        let display = DisplayLines(Array(#"{"a":"\#(long)"}"#.utf8), .json, pretty: true, charset: nil)
        let all = (0..<display.count).map { display[$0] }
        #expect(all.first == "{" && all.last == "}")
        #expect(all.joined().contains(long))
    }
}
