// TextField: editing by grapheme cluster, and a view that keeps the cursor inside.

import Canvas
import Testing

@Suite struct TextFieldTests {
    @Test(arguments: [(-3, 0), (0, 0), (1, 1), (2, 2), (3, 2), (4, 3), (5, 4), (99, 4)])
    func aClickPutsTheCursorOnTheCharacterUnderIt(_ column: Int, _ position: Int) {
        var field = TextField("ab日c")
        field.moveTo(column: column, width: 20)
        #expect(field.cursor == position)
    }

    @Test func aClickCountsFromWhatIsDrawn() {
        var field = TextField("0123456789")
        // Five columns: 6789 and the cursor.
        field.moveTo(column: 1, width: 5)
        #expect(field.cursor == 7)
        #expect(TextField("").cursor == 0)
        var empty = TextField("")
        empty.moveTo(column: 5, width: 0)
        #expect(empty.cursor == 0)
    }

    private func edited(_ text: String, at cursor: Int? = nil, _ keys: Key...) -> TextField {
        var field = TextField(text)
        if let cursor { field.cursor = cursor }
        for key in keys {
            let isMine = field.handle(key)
            #expect(isMine)
        }
        return field
    }

    @Test func typingGoesWhereTheCursorIs() {
        let field = edited("ac", at: 1, .character("b"))
        #expect(field.text == "abc" && field.cursor == 2)
    }

    @Test func aFieldHoldsSoMuchAndNoMore() {
        var field = TextField("ab")
        field.moveLeft()
        let all = field.insert(String(repeating: "é", count: 10 << 20))
        #expect(!all)
        #expect(field.text.utf8.count <= TextField.longest && field.text.utf8.count > TextField.longest - 2)
        #expect(field.text.hasPrefix("aéé") && field.text.hasSuffix("éb") && !field.text.contains("\u{FFFD}"))
        #expect(field.cursor == field.text.count - 1)
        var full = TextField(String(repeating: "x", count: TextField.longest))
        let more = full.insert("y")
        #expect(!more && full.text.utf8.count == TextField.longest)
        full.deleteBackward()
        let one = full.insert("y")
        #expect(one && full.text.hasSuffix("xy"))
    }

    @Test func pastesBecomeOneLine() {
        var field = TextField("[]")
        field.cursor = 1
        field.insert("a\r\nb\nc\u{2028}d")
        #expect(field.text == "[a b c d]" && field.cursor == 8)
        #expect(TextField("a\nb").text == "a b")
    }

    @Test func clustersAreOnePosition() {
        #expect(edited("👩‍👩‍👧x", at: 1, .backspace).text == "x")
        #expect(edited("e\u{301}x", at: 0, .delete).text == "x")
        var field = TextField("ex")
        field.cursor = 1
        field.insert("\u{301}")
        #expect(field.text == "e\u{301}x" && field.cursor == 1, "a mark joins the character before it")
        #expect(field.text.count == 2)
    }

    @Test func deletingStopsAtTheEnds() {
        #expect(edited("ab", at: 0, .backspace) == edited("ab", at: 0))
        #expect(edited("ab", .delete).text == "ab")
        #expect(edited("", .backspace, .delete, .control("w"), .control("u"), .control("k"), .alt("d")).text == "")
        #expect(edited("abc", at: 1, .control("k")).text == "a")
        #expect(edited("abc", at: 1, .control("u")) == edited("bc", at: 0))
        #expect(edited("abc", at: 1, .control("d")).text == "ac")
    }

    @Test func wordsAreLettersDigitsAndUnderscores() {
        #expect(edited("/repos/own_er", .control("w")).text == "/repos/")
        #expect(edited("/repos/  ", .control("w")).text == "/")
        #expect(edited("/repos/x", .alt("b"), .alt("b")).cursor == 1)
        #expect(edited("/repos/x", at: 0, .alt("f")).cursor == 6)
        #expect(edited("/repos/x", at: 6, .alt("f"), .alt("f")).cursor == 8)
        #expect(edited("/repos/x", at: 0, .alt("d")).text == "/x")
        #expect(edited("one", .alt("b")).cursor == 0)
    }

    @Test func movingStopsAtTheEnds() {
        #expect(edited("ab", .left, .left, .left, .right).cursor == 1)
        #expect(edited("ab", .right).cursor == 2)
        #expect(edited("ab", .home).cursor == 0 && edited("ab", .control("a"), .control("e")).cursor == 2)
        #expect(edited("ab", .control("b"), .control("f"), .end).cursor == 2)
        var field = TextField("ab")
        field.cursor = 99
        #expect(field.cursor == 2)
        field.cursor = -1
        #expect(field.cursor == 0)
    }

    @Test func controlWithAnArrowMovesByWords() {
        #expect(edited("/repos/x", .controlLeft, .controlLeft).cursor == 1)
        #expect(edited("/repos/x", at: 0, .controlRight).cursor == 6)
    }

    @Test func shiftSelectsFromWhereItBegan() {
        #expect(edited("abcd", at: 1, .shiftRight, .shiftRight).selectedText == "bc")
        #expect(edited("abcd", at: 3, .shiftLeft, .shiftLeft).selection == 1..<3)
        #expect(edited("abcd", at: 2, .shiftHome).selectedText == "ab" && edited("abcd", at: 2, .shiftEnd).selectedText == "cd")
        #expect(edited("one two", .controlShiftLeft).selectedText == "two")
        #expect(edited("one two", at: 0, .controlShiftRight).selectedText == "one")
        // Over the start to the other side, and back to nothing.
        #expect(edited("abcd", at: 2, .shiftRight, .shiftLeft, .shiftLeft).selectedText == "b")
        #expect(edited("abcd", at: 2, .shiftRight, .shiftLeft) == edited("abcd", at: 2))
        #expect(edited("👩‍👩‍👧x", at: 0, .shiftRight).selectedText == "👩‍👩‍👧")
    }

    @Test func aMovementWithoutShiftEndsTheSelectionAtItsEdge() {
        let selected = edited("abcdef", at: 2, .shiftRight, .shiftRight)
        for (key, cursor) in [(Key.left, 2), (.right, 4), (.home, 0), (.end, 6), (.controlLeft, 0)] {
            var field = selected
            let isMine = field.handle(key)
            #expect(isMine && field.cursor == cursor && field.selection == nil, "\(key)")
        }
        var clicked = selected
        clicked.moveTo(column: 1, width: 20)
        #expect(clicked.selection == nil)
    }

    @Test func whatIsTypedOrPastedReplacesTheSelection() {
        #expect(edited("abcd", at: 1, .shiftRight, .shiftRight, .character("x")) == edited("axd", at: 2))
        var field = edited("abcd", at: 1, .shiftEnd)
        field.insert("1\n2")
        #expect(field == edited("a1 2", at: 4))
        var full = TextField(String(repeating: "x", count: TextField.longest))
        _ = full.handle(.shiftLeft)
        let isWhole = full.insert("y")
        #expect(isWhole && full.text.hasSuffix("xy"), "the selection makes room")
    }

    @Test(arguments: [Key.backspace, .delete, .control("d"), .control("w"), .alt("d")])
    func keysThatDeleteDeleteTheSelection(_ key: Key) {
        #expect(edited("one two", at: 2, .shiftRight, .shiftRight, key) == edited("ontwo", at: 2))
    }

    @Test func theVisiblePartOfTheSelectionIsKnown() {
        #expect(edited("ab日c", at: 1, .shiftRight, .shiftRight).visibleSelection(width: 20) == 1..<4)
        // Five columns: 6789 and the cursor.
        #expect(edited("0123456789", .shiftHome, .shiftEnd).visibleSelection(width: 5) == nil)
        #expect(edited("0123456789", at: 2, .shiftEnd).visibleSelection(width: 5) == 0..<4)
        #expect(TextField("ab").visibleSelection(width: 5) == nil && TextField("").visibleSelection(width: 0) == nil)
        #expect(TextField(suggestion: "a.json").visibleSelection(width: 20) == 0..<6)
        var dots = TextField("•••")
        dots.adoptPlaces(of: edited("abc", at: 2, .shiftLeft))
        #expect(dots.selection == 1..<2 && dots.cursor == 1)
    }

    @Test func otherKeysAreLeftToTheCaller() {
        var field = TextField("ab")
        for key in [Key.enter, .escape, .tab, .up, .down, .control("c"), .alt("x"), .function(1), .pageUp] {
            let isMine = field.handle(key)
            #expect(!isMine)
        }
        #expect(field == TextField("ab"))
    }

    @Test func theCursorIsAlwaysInView() {
        for text in ["", "short", "a much longer line of text", "日本語のとても長い文字列", "a日b本c", "\u{202E}x👩‍👩‍👧"] {
            for cursor in 0...text.count {
                var field = TextField(text)
                field.cursor = cursor
                for width in 0...12 {
                    let (shown, column) = field.visible(width: width)
                    #expect(TextWidth.measure(shown) <= width)
                    #expect(width == 0 ? column == 0 : (0..<width).contains(column))
                }
            }
        }
    }

    @Test func scrollingShowsWhatIsAroundTheCursor() {
        var field = TextField("0123456789")
        #expect(field.visible(width: 20) == ("0123456789", 10))
        #expect(field.visible(width: 5) == ("6789", 4))
        field.cursor = 4
        #expect(field.visible(width: 5) == ("01234", 4))
        field.cursor = 0
        #expect(field.visible(width: 5) == ("01234", 0))
        field = TextField("日本語")
        #expect(field.visible(width: 5) == ("本語", 4))
    }
}
