// Key handling and scrolling of a text area.

extension TextArea {
    /// Performs an editing key. In addition to the keys of ``TextField``: Enter breaks the line, Tab
    /// indents by two blanks and Shift-Tab outdents, Alt-< and Alt-> go to the ends, Alt-k empties the
    /// area, Ctrl-_ (also Alt-u) undoes, Alt-r redoes. Shift selects up and down too.
    /// - Parameter height: lines on the screen, for PgUp and PgDn.
    /// - Returns: whether the key was one of these, even where it changed nothing.
    public mutating func handle(_ key: Key, height: Int) -> Bool {
        switch key {
        case .character(let character): insertTyped(character)
        case .enter: breakLine()
        case .tab:
            endSelection()
            insert(cursor.column % 2 == 0 ? "  " : " ")
        case .backTab: outdent()
        case .backspace: if !removeSelection() { deleteBackward() }
        case .delete, .control("d"): if !removeSelection() { deleteForward() }
        case .left, .control("b"): if let selection { move(to: selection.lowerBound) } else { moveLeft() }
        case .right, .control("f"): if let selection { move(to: selection.upperBound) } else { moveRight() }
        case .up, .control("p"): moveVertically(by: -1)
        case .down, .control("n"): moveVertically(by: 1)
        case .pageUp: moveVertically(by: -max(1, height - 1))
        case .pageDown: moveVertically(by: max(1, height - 1))
        case .home, .control("a"): moveToStart()
        case .end, .control("e"): moveToEnd()
        case .alt("<"): move(to: Position(line: 0, column: 0))
        case .alt(">"): move(to: Position(line: lines.count - 1, column: lines[lines.count - 1].count))
        case .control("u"): deleteToStart()
        case .control("k"): deleteToEnd()
        case .control("w"): if !removeSelection() { deleteWordBackward() }
        case .alt("k"): setText("")
        case .alt("d"): if !removeSelection() { deleteWordForward() }
        case .alt("b"), .controlLeft: moveWordLeft()
        case .alt("f"), .controlRight: moveWordRight()
        case .shiftLeft: select { $0.moveLeft() }
        case .shiftRight: select { $0.moveRight() }
        case .shiftUp: select { $0.moveVertically(by: -1) }
        case .shiftDown: select { $0.moveVertically(by: 1) }
        case .shiftHome: select { $0.moveToStart() }
        case .shiftEnd: select { $0.moveToEnd() }
        case .controlShiftLeft: select { $0.moveWordLeft() }
        case .controlShiftRight: select { $0.moveWordRight() }
        case .control("_"), .alt("u"): undo()
        case .alt("r"): redo()
        default: return false
        }
        return true
    }

    /// A closing bracket that begins its line is outdented by one step, as in formatted output.
    private mutating func insertTyped(_ character: Character) {
        if selection != nil { return insert(String(character)) }
        let before = lines[cursor.line].prefix(cursor.column)
        if character == "}" || character == "]", before.count >= 2, before.allSatisfy({ $0 == " " }) { deleteBackward() }
        insert(String(character))
    }

    private mutating func outdent() {
        let line = cursor.line
        let blanks = min(2, lines[line].prefix { $0 == " " }.count)
        guard blanks > 0 else { return }
        let column = cursor.column
        move(to: Position(line: line, column: blanks))
        deleteToStart()
        move(to: Position(line: line, column: max(0, column - blanks)))
    }

    /// Scrolls no further than needed to show the cursor.
    public mutating func scroll(width: Int, height: Int) {
        top = min(max(top, cursor.line - max(1, height) + 1), cursor.line)
        let column = TextCells.column(of: cursor.column, in: lines[cursor.line])
        left = min(max(left, column - max(1, width) + 1), column)
    }

    /// Scrolls without moving the cursor, for reading.
    public mutating func scroll(by count: Int, height: Int) {
        let (target, overflow) = top.addingReportingOverflow(count)
        let last = max(0, lines.count - max(1, height))
        top = min(max(0, overflow ? (count > 0 ? last : 0) : target), last)
    }

    /// The cursor's column on the screen, in cells from the left edge of the visible part.
    public var cursorColumn: Int { TextCells.column(of: cursor.column, in: lines[cursor.line]) - left }
}
