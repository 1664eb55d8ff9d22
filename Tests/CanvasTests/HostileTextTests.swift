// Text that means harm, or is merely strange: it takes the columns it says, and nothing of it can drive a terminal.

import Canvas
import Foundation
import TestSupport
import Testing

@Suite struct HostileTextTests {
    /// A text between two bars, in a screen with bars behind it: columns stay aligned when both bars stand where they should.
    private func check(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        let width = TextWidth.measure(text)
        var screen = Screen(size: Size(width: width + 3, height: 2))
        screen.fill(Rect(x: width + 2, y: 0, width: 1, height: 2), style: .border, character: "│")
        let columns = screen.write("|", x: 0, y: 0) + screen.write(text, x: 1, y: 0) + screen.write("|", x: width + 1, y: 0)
        #expect(columns == width + 2, "\(text.debugDescription)", sourceLocation: sourceLocation)
        #expect(screen[0, 0].text == "|" && screen[width + 1, 0].text == "|" && screen[width + 2, 0].text == "│")
        // What Unicode binds to the first bar, such as a mark at the beginning, is no part of the text alone.
        for room in [0, 1, 2, 3, width / 2, width] {
            #expect(
                TextWidth.measure(TextWidth.truncate(text, room)) <= room
                    && TextWidth.measure(TextWidth.pad(text, room)) == max(0, room))
        }
        let shown = TerminalStream(Array(Printable.visible(text).utf8))
        #expect(shown.foreign == [], "\(text.debugDescription)", sourceLocation: sourceLocation)
        #expect(
            TerminalStream(Array(screen.makeText().utf8)).foreign == [], "\(text.debugDescription)",
            sourceLocation: sourceLocation)
        #expect(TextWidth.measure(Printable.visible(text)) == width, "\(text.debugDescription)", sourceLocation: sourceLocation)
    }

    @Test func theCorpusIsHarmless() { HostileText.corpus.forEach { check($0) } }

    @Test func itIsHarmlessWhereItIsCut() {
        for text in HostileText.corpus {
            let scalars = Array(text.unicodeScalars)
            for count in 0..<scalars.count { check(String(String.UnicodeScalarView(scalars.prefix(count)))) }
        }
    }

    @Test(.enabled(if: SharedData.isPresent, SharedData.whyAbsent)) func naughtyStringsAreHarmless() throws {
        let bytes = try SharedData.bytes("conformance/blns/blns.json")
        let strings = try JSONDecoder().decode([String].self, from: Data(bytes))
        #expect(strings.count > 500)
        strings.forEach { check($0) }
    }

    /// Bytes that are no text arrive as U+FFFD.
    @Test func brokenEncodingsAreHarmless() {
        let broken: [[UInt8]] = [
            [0xED, 0xA0, 0x80], [0xED, 0xB0, 0x80, 0x41], [0xC0, 0x9B], [0xF4, 0x90, 0x80, 0x80], [0xFF, 0x1B, 0x5B],
            [0x9B, 0x33, 0x31, 0x6D],
            [0xE2, 0x80], [0xC2],
        ]
        broken.forEach { check(String(decoding: $0, as: UTF8.self)) }
    }

    /// The measure must see what it is there for.
    @Test func theCheckSeesWhatItIsFor() {
        let dangerous = HostileText.corpus.filter { TerminalStream(Array($0.utf8)).foreign != [] }
        #expect(dangerous.count >= 60)
        #expect(
            TerminalStream(Array("\u{1B}[1;31mfine\u{1B}[m\u{1B}(B ┌─┐ e\u{301}\u{1B}[?25l\u{1B}[3;5H\u{8}".utf8)).foreign == [])
        #expect(
            TerminalStream(Array("a\u{1B}]0;x\u{7}\u{1B}[6n".utf8)).items == [
                .text("a"), .string(introducer: "]", "0;x"), .csi("6", "n"),
            ])
    }
}
