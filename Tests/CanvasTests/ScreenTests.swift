// Screen: clipping, wide characters, overlays, and that nothing ever lands outside or breaks the terminal.

import Canvas
import Testing

@Suite struct ScreenTests {
    private func screen(_ width: Int = 10, _ height: Int = 3) -> Screen { Screen(size: Size(width: width, height: height)) }

    @Test func cellsAreSixteenBytesWithoutPadding() {
        #expect(MemoryLayout<Cell>.size == 16 && MemoryLayout<Cell>.stride == 16)
        var a = screen(1, 1)
        a.write("é", x: 0, y: 0, style: .error)
        a.overlay(a.bounds, .selection)
        let b = a
        #expect(a.cells.withUnsafeBytes { x in b.cells.withUnsafeBytes { y in x.elementsEqual(y) } })
    }

    @Test func textStandsWhereItWasPut() {
        var s = screen()
        #expect(s.write("abc", x: 2, y: 1, style: .title) == 3)
        #expect(s.makeText() == "\n  abc\n")
        #expect(s[2, 1].style == .title && s[2, 1].text == "a" && s[1, 1].isBlank && s[99, 99].isBlank)
        #expect(s.rowCells(1).count == 10 && s.rowCells(-1).isEmpty && s.rowCells(3).isEmpty)
    }

    @Test func textIsCutAtEveryEdge() {
        var s = screen()
        #expect(s.write("0123456789ABC", x: -3, y: 0) == 13)
        #expect(s.write("too long", x: 8, y: 1) == 2)
        s.write("above", x: 0, y: -1)
        s.write("below", x: 0, y: 3)
        s.write("beside", x: 10, y: 0)
        s.write("beside", x: -6, y: 2)
        #expect(s.makeText() == "3456789ABC\n        to\n")
        s.write("clipped", x: 0, y: 2, in: Rect(x: 2, y: 0, width: 3, height: 3))
        s.write("no", x: 0, y: 2, in: Rect(x: 0, y: 0, width: 9, height: 2))
        #expect(s.makeText() == "3456789ABC\n        to\n  ipp")
    }

    @Test func wideCharactersTakeTwoCellsAndAreNeverHalved() {
        var s = screen(6, 1)
        #expect(s.write("日本", x: 0, y: 0) == 4)
        #expect(s[0, 0].width == .wide && s[1, 0].width == .continuation && s.makeText() == "日本")
        s.write("x", x: 1, y: 0)
        #expect(s.makeText() == " x本")
        s.write("y", x: 2, y: 0)
        #expect(s.makeText() == " xy" && s[3, 0].width == .narrow)
        s.write("日", x: 5, y: 0)
        s.write("日", x: -1, y: 0)
        #expect(s.makeText() == " xy", "a half that does not fit is blank")
        s.write("a日", x: 3, y: 0, in: Rect(x: 0, y: 0, width: 5, height: 1))
        #expect(s.makeText() == " xya")
    }

    @Test func fillingHalfAWideCharacterBlanksTheOtherHalf() {
        var s = screen(6, 1)
        s.write("日日日", x: 0, y: 0)
        s.fill(Rect(x: 1, y: 0, width: 4, height: 1), style: .text, character: "-")
        #expect(s.makeText() == " ----")
        s.fill(Rect(x: 0, y: 0, width: 9, height: 9), style: .surface, character: "日")
        #expect(s.makeText().isEmpty && s[5, 0].style == .surface)
        s.fill(Rect(x: 0, y: 0, width: 2, height: 1), style: .surface, character: "\u{1B}")
        #expect(s.makeText() == "␛␛")
    }

    @Test func overlaysKeepWhatIsUnderThem() {
        var s = screen()
        s.write("abc", x: 0, y: 0, style: .error)
        s.overlay(Rect(x: 1, y: 0, width: 99, height: 1), .selection)
        #expect(
            s[0, 0].overlay == nil && s[1, 0].overlay == .selection && s[1, 0].style == .error && s[9, 0].overlay == .selection)
        s.write("z", x: 1, y: 0)
        #expect(s[1, 0].overlay == nil)
    }

    @Test func boxesShrinkToLines() {
        var s = screen(4, 3)
        s.drawBox(s.bounds, style: .border)
        #expect(s.makeText() == "┌──┐\n│  │\n└──┘")
        s = screen(4, 3)
        s.drawBox(Rect(x: 0, y: 0, width: 4, height: 1), style: .border)
        s.drawBox(Rect(x: 1, y: 1, width: 1, height: 2), style: .border)
        s.drawBox(Rect(x: 3, y: 2, width: 0, height: 1), style: .border)
        #expect(s.makeText() == "────\n │\n │")
        s.drawBox(Rect(x: -1, y: -1, width: 3, height: 3), style: .border)
        #expect(s.makeText() == "─│──\n─┘\n │")
    }

    @Test func everySizeIsSafe() {
        for (width, height) in [(0, 0), (1, 1), (-5, 3), (2, 0), (1, 4)] {
            var s = screen(width, height)
            s.write("日本\u{1B}[2J e\u{301}", x: -1, y: 0)
            s.drawBox(Rect(x: 0, y: 0, width: 5, height: 5), style: .border)
            s.fill(Rect(x: -9, y: -9, width: 99, height: 99), style: .text)
            s.overlay(Rect(x: -9, y: -9, width: 99, height: 99), .selection)
            #expect(s.cells.count == max(0, width) * max(0, height))
        }
    }

    /// What a program on the network may send: every scalar below U+3000 and some beyond, alone and tied to others.
    @Test func noControlCharacterEverReachesACell() {
        let tails: [String] = ["", "a", "\u{301}", "\u{200D}", "\u{FE0F}", "\u{1B}"]
        var offenders: [UInt32] = []
        for value in [0...0x2FFF, 0xD7B0...0xD7FF, 0xFE00...0xFFFF, 0xE0000...0xE01FF, 0x1F1E6...0x1F1FF, 0x10FFFE...0x10FFFF]
            .joined()
        {
            guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
            for tail in tails {
                var s = screen(16, 1)
                s.write(String(Character(scalar)) + tail, x: 0, y: 0)
                for cell in s.cells {
                    for part in [cell.base, cell.marks.0, cell.marks.1, cell.marks.2] where part != 0 {
                        guard let shown = Unicode.Scalar(part) else { continue }
                        let category = shown.properties.generalCategory
                        let isJoiner = part == 0x200C || part == 0x200D
                        if category == .control || category == .unassigned || category == .lineSeparator {
                            offenders.append(part)
                        }
                        if category == .format, !isJoiner || part == cell.base { offenders.append(part) }
                    }
                    if cell.base == 0 { offenders.append(0) }
                }
            }
        }
        #expect(offenders.isEmpty)
    }

    @Test func aPaintedCellKeepsItsCharacter() {
        var s = screen(4, 1)
        s.write("e\u{301}日", x: 0, y: 0, style: .muted)
        let pixels = PixelPair(
            upper: PixelColor(red: 1, green: 2, blue: 3, alpha: 4), lower: PixelColor(red: 255, green: 254, blue: 253))
        for x in -1...4 { s.paint(pixels, x: x, y: 0) }
        #expect(s[0, 0].text == "e" && s[0, 0].pixels == pixels && s[0, 0].style == .muted, "marks give way to pixels")
        #expect(s[1, 0].pixels == nil && s[2, 0].pixels == nil && s.makeText() == "e日", "wide characters stay")
        #expect(s[3, 0].pixels == pixels && s[3, 0].isBlank)
        var other = s
        other.paint(PixelPair(upper: pixels.lower, lower: pixels.upper), x: 3, y: 0)
        #expect(other != s)
        s.write("x", x: 0, y: 0)
        #expect(s[0, 0].pixels == nil && s[0, 0].text == "x")
    }

    @Test func escapedCharactersCarryTheirOwnStyle() {
        var s = screen(12, 1)
        #expect(s.write("a\u{1B}b\u{202E}", x: 0, y: 0, style: .error) == 9)
        #expect(s.makeText() == "a␛b⟨202E⟩")
        #expect(s[0, 0].style == .error && s[1, 0].style == .control && s[2, 0].style == .error && s[3, 0].style == .control)
    }

    @Test func putAdvancesByTheWidthOfItsText() {
        for text in ["plain", "日本語", "e\u{301}x", "👩‍👩‍👧 ok", "🇩🇪", "❤️", "नि", "\u{9B}1m", "가", "각", "a\r\nb", "\t"] {
            var s = screen(40, 1)
            #expect(s.write(text, x: 0, y: 0) == TextWidth.measure(text), "\(text)")
            #expect(TextWidth.measure(text) == text.reduce(0) { $0 + TextWidth.measure($1) }, "\(text)")
            #expect(s.makeText() == Printable.visible(text), "\(text)")
        }
    }
}
