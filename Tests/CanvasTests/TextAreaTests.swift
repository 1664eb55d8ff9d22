// TextArea: editing over lines by grapheme cluster, undo, and a view that keeps the cursor inside.

import Canvas
import TestSupport
import Testing

@Suite struct TextAreaTests {
    private func edited(_ text: String, at line: Int = 0, _ column: Int = 0, _ keys: Key...) -> TextArea {
        var area = TextArea(text)
        area.move(to: TextArea.Position(line: line, column: column))
        for key in keys {
            let isMine = area.handle(key, height: 10)
            #expect(isMine)
        }
        return area
    }

    private func place(_ area: TextArea) -> [Int] { [area.cursor.line, area.cursor.column] }

    @Test func linesEndInEveryWayAndBecomeOneKind() {
        #expect(TextArea("a\r\nb\rc\nd\u{2028}e").lines == ["a", "b", "c", "d\u{2028}e"])
        #expect(TextArea("").lines == [""] && TextArea("").isEmpty && !TextArea("\n").isEmpty)
        #expect(TextArea("a\n").text == "a\n")
    }

    @Test func pastesKeepTheirLines() {
        var area = edited("[]", at: 0, 1)
        area.insert("1,\r\n2")
        #expect(area.lines == ["[1,", "2]"])
        #expect(place(area) == [1, 1])
    }

    @Test func enterIndentsLikeTheLineAndDeeperBehindABracket() {
        #expect(edited("  a", at: 0, 3, .enter).lines == ["  a", "  "])
        #expect(edited("  [", at: 0, 3, .enter).lines == ["  [", "    "])
        let between = edited("{}", at: 0, 1, .enter)
        #expect(between.lines == ["{", "  ", "}"])
        #expect(place(between) == [1, 2])
        #expect(edited("{]", at: 0, 1, .enter).lines == ["{", "  ]"])
    }

    @Test func closingBracketsGoOutByOneStep() {
        #expect(edited("    ", at: 0, 4, .character("}")).lines == ["  }"])
        #expect(edited("  a", at: 0, 3, .character("}")).lines == ["  a}"])
    }

    @Test func deletingJoinsLines() {
        #expect(edited("a\nb", at: 1, 0, .backspace).lines == ["ab"])
        #expect(edited("a\nb", at: 0, 1, .delete).lines == ["ab"])
        #expect(edited("a\nb", at: 0, 1, .control("k")).lines == ["ab"])
        #expect(edited("abc\nd", at: 0, 1, .control("k")).lines == ["a", "d"])
        #expect(edited("abc\nd", at: 0, 2, .control("u")).lines == ["c", "d"])
        #expect(edited("one two\nd", at: 0, 7, .control("w")).lines == ["one ", "d"])
        #expect(edited("one\n  two", at: 1, 0, .alt("d")).lines == ["one", ""])
        #expect(edited("    a", at: 0, 4, .backspace).lines == ["  a"])
        #expect(edited("", at: 0, 0, .backspace, .delete, .control("k"), .control("w")).lines == [""])
    }

    @Test func shiftSelectsOverLines() {
        #expect(edited("one\ntwo", at: 0, 1, .shiftDown).selectedText == "ne\nt")
        #expect(edited("one\ntwo", at: 1, 1, .shiftUp, .shiftRight).selectedText == "e\nt")
        #expect(edited("one\ntwo", at: 1, 0, .shiftEnd).selectedText == "two")
        #expect(edited("one two", at: 0, 7, .controlShiftLeft).selectedText == "two")
        #expect(edited("ab", at: 0, 1, .shiftRight, .shiftLeft) == edited("ab", at: 0, 1))
        #expect(edited("ab\ncd", at: 0, 1, .shiftDown, .left).cursor == TextArea.Position(line: 0, column: 1))
        #expect(edited("ab\ncd", at: 0, 1, .shiftDown, .right).cursor == TextArea.Position(line: 1, column: 1))
        #expect(edited("ab\ncd", at: 0, 1, .shiftDown, .up).selection == nil)
    }

    @Test func theSelectionIsReplacedAndComesBackByUndo() {
        for key in [Key.backspace, .delete, .control("w"), .alt("d")] {
            #expect(edited("one\ntwo", at: 0, 1, .shiftDown, key).lines == ["owo"], "\(key)")
        }
        #expect(edited("one\ntwo", at: 0, 1, .shiftDown, .character("x")).lines == ["oxwo"])
        #expect(edited("one\ntwo", at: 0, 1, .shiftDown, .enter).lines == ["o", "wo"])
        #expect(edited("one\ntwo", at: 0, 1, .shiftDown, .backspace, .alt("u")).lines == ["one", "two"])
        #expect(edited("    a", at: 0, 2, .shiftEnd, .character("}")).lines == ["  }"], "no bracket that begins its line")
        #expect(edited("ab", at: 0, 0, .shiftEnd, .tab).lines == ["ab  "])
    }

    @Test func theSelectedCellsOfEachLineAreKnown() {
        let area = edited("a日c\n\nxyz", at: 0, 1, .shiftDown, .shiftDown)
        #expect((0...3).map { area.selectedCells(of: $0) } == [1..<5, 0..<1, 0..<1, nil])
        var scrolled = edited("0123456789", at: 0, 6, .shiftEnd)
        scrolled.scroll(width: 4, height: 1)
        #expect(scrolled.selectedCells(of: 0) == 0..<3)
        #expect(TextArea("ab").selectedCells(of: 0) == nil)
    }

    @Test func altKEmptiesAllAndCanBeTakenBack() {
        #expect(edited("a\nb", at: 1, 1, .alt("k")).isEmpty)
        #expect(edited("a\nb", at: 1, 1, .alt("k"), .alt("u")).text == "a\nb")
    }

    @Test func tabGoesInAndShiftTabOut() {
        #expect(edited("a", at: 0, 0, .tab).lines == ["  a"])
        #expect(edited("abc", at: 0, 3, .tab).lines == ["abc "])
        let out = edited("   a", at: 0, 4, .backTab)
        #expect(out.lines == [" a"])
        #expect(place(out) == [0, 2])
        #expect(edited("a", at: 0, 1, .backTab).lines == ["a"])
    }

    @Test func clustersAreOneColumn() {
        #expect(edited("👩‍👩‍👧x", at: 0, 1, .backspace).lines == ["x"])
        let marked = edited("ex", at: 0, 1, .character("\u{301}"))
        #expect(marked.lines == ["e\u{301}x"])
        #expect(place(marked) == [0, 1])
        #expect(edited("ex", at: 0, 1, .character("\u{301}"), .control("_")).text.unicodeScalars.count == 2)
    }

    @Test func upAndDownKeepTheColumnOfTheScreen() {
        let text = "abcdef\nx\n日本語"
        #expect(place(edited(text, at: 0, 5, .down)) == [1, 1])
        #expect(place(edited(text, at: 0, 5, .down, .down)) == [2, 2])
        #expect(place(edited(text, at: 0, 5, .down, .down, .up, .up)) == [0, 5])
        #expect(place(edited(text, at: 2, 3, .up, .up)) == [0, 6])
        #expect(place(edited(text, at: 0, 3, .up)) == [0, 0])
        #expect(place(edited(text, at: 2, 0, .down)) == [2, 3])
        #expect(place(edited("\tx\nabcdef", at: 0, 1, .down)) == [1, 4])
    }

    @Test func homeGoesToTheTextAndThenToTheMargin() {
        #expect(place(edited("  ab", at: 0, 4, .home)) == [0, 2])
        #expect(place(edited("  ab", at: 0, 4, .home, .home)) == [0, 0])
        #expect(place(edited("a\nbc", at: 0, 0, .alt(">"))) == [1, 2])
        #expect(place(edited("a\nbc", at: 1, 2, .alt("<"))) == [0, 0])
        #expect(place(edited("ab cd\nef", at: 0, 0, .alt("f"), .alt("f"), .alt("f"))) == [1, 0])
        #expect(place(edited("ab cd\nef", at: 1, 0, .alt("b"), .alt("b"))) == [0, 3])
        #expect(place(edited("a\nb", at: 0, 1, .right, .right, .right)) == [1, 1])
        #expect(place(edited("a\nb", at: 1, 0, .left)) == [0, 1])
        #expect(place(edited((1...30).map { "\($0)" }.joined(separator: "\n"), at: 0, 0, .pageDown)) == [9, 0])
    }

    @Test func typingIsUndoneAsAWholeAndOtherChangesOneByOne() {
        var area = edited("", at: 0, 0, .character("a"), .character("b"), .enter, .character("c"))
        area.undo()
        #expect(area.lines == ["ab", ""])
        area.undo()
        #expect(area.lines == ["ab"])
        area.undo()
        #expect(area.lines == [""])
        area.undo()
        area.redo()
        #expect(area.lines == ["ab"])
        area.redo()
        area.redo()
        area.redo()
        #expect(area.lines == ["ab", "c"])
        area.undo()
        area.insert("x")
        area.redo()
        #expect(area.lines == ["ab", "x"])
        area.setText("new")
        area.undo()
        #expect(area.lines == ["ab", "x"])
    }

    /// Whatever is done can be taken back, step by step, to where it began; and made again.
    @Test(arguments: 1...40)
    func everyChangeCanBeTakenBack(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let start = "{\n  \"a\": [1, 2],\n\t\"日本\": \"e\u{301}🇩🇪\"\n}"
        var area = TextArea(start)
        let keys: [Key] =
            [.enter, .tab, .backTab, .backspace, .delete, .left, .right, .up, .down, .home, .end, .pageUp, .pageDown]
            + "ukwadf".map { .control($0) } + "bdf<>".map { .alt($0) } + "a}{ \u{301}🇩🇪👩日\t".map { .character($0) }
        for _ in 0..<200 {
            let key = keys.randomElement(using: &random) ?? .enter
            _ = area.handle(key, height: 5)
            #expect(area.lines.indices.contains(area.cursor.line))
            #expect((0...area.lines[area.cursor.line].count).contains(area.cursor.column))
            area.scroll(width: 7, height: 3)
            #expect((0..<3).contains(area.cursor.line - area.top) && (0..<7).contains(area.cursorColumn))
        }
        let end = area.text
        for _ in 0..<300 { area.undo() }
        #expect(Array(area.text.unicodeScalars) == Array(start.unicodeScalars))
        for _ in 0..<300 { area.redo() }
        #expect(Array(area.text.unicodeScalars) == Array(end.unicodeScalars))
    }

    @Test func cellsCountTabsAndWideCharacters() {
        #expect(TextCells.column(of: 2, in: "a\tb") == 4)
        #expect(TextCells.column(of: 1, in: "日本") == 2)
        #expect(TextCells.position(at: 3, in: "日本") == 1)
        #expect(TextCells.position(at: 99, in: "ab") == 2)
        #expect(TextCells.window("a\tbc", left: 0, width: 6) == "a   bc")
        #expect(TextCells.window("日本語", left: 1, width: 4) == " 本 ")
        #expect(TextCells.window("abc", left: 5, width: 4) == "")
    }

    /// A key costs its line and not the text: ten thousand keys in a text of a hundred thousand lines take no time to speak of.
    @Test func largeTextsStayQuick() {
        var area = TextArea(Array(repeating: "  \"name\": \"value\",", count: 100_000).joined(separator: "\n"))
        let start = ThreadTime.now
        area.move(to: TextArea.Position(line: 50_000, column: 4))
        for _ in 0..<2_000 {
            _ = area.handle(.character("x"), height: 20)
            _ = area.handle(.down, height: 20)
            area.scroll(width: 80, height: 20)
        }
        #expect(start.duration(to: ThreadTime.now) < .seconds(20))
        #expect(area.lines.count == 100_000)
    }
}
