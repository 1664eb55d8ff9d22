// Several lines of editable text with a cursor and a selection, for request bodies. An edit
// costs its lines, never the whole text.

/// Text being edited over several lines. Columns count grapheme clusters, so the cursor is never inside one.
public struct TextArea: Hashable, Sendable {
    /// A place between two characters.
    public struct Position: Hashable, Sendable, Comparable {
        /// From 0.
        public var line: Int
        /// Grapheme clusters before it in its line.
        public var column: Int

        /// Makes a place from its parts.
        public init(line: Int, column: Int) {
            self.line = line
            self.column = column
        }

        public static func < (a: Position, b: Position) -> Bool { (a.line, a.column) < (b.line, b.column) }
    }

    /// The lines, without their line ends; at least one.
    public private(set) var lines: [String]
    /// Where the next character goes.
    public private(set) var cursor = Position(line: 0, column: 0)
    /// The first line on the screen.
    public internal(set) var top = 0
    /// The first column on the screen, in cells.
    public internal(set) var left = 0

    /// Grows with every change of the text.
    public private(set) var revision = 0

    /// The other end of the selection; `nil` where nothing is selected.
    private var selectionStart: Position?

    /// The column in cells that moving up and down tries to keep.
    private var preferredColumn: Int?
    private var undos: [Edit] = []
    private var redos: [Edit] = []
    /// Whether the next typed character may join the last edit.
    private var joins = false

    /// The inverse of a change: `count` lines from `line` on become these. It holds whole lines, because a
    /// typed mark may join its neighbours; a place inside a line would then differ before and after.
    private struct Edit: Hashable, Sendable {
        var line: Int
        var count: Int
        var lines: [String]
        var cursor: Position
    }

    /// The limit of changes that can be undone.
    private static let mostEdits = 1_000

    /// An area that holds `text`, with the cursor at its beginning. `\r\n` and `\r` end a line too.
    public init(_ text: String = "") { lines = Self.split(text) }

    /// The lines joined by `\n`.
    public var text: String { lines.joined(separator: "\n") }

    /// Whether it contains no text.
    public var isEmpty: Bool { lines.count == 1 && lines[0].isEmpty }

    /// Replaces the whole text; that can be undone.
    public mutating func setText(_ text: String) {
        let end = Position(line: lines.count - 1, column: lines[lines.count - 1].count)
        replace(Position(line: 0, column: 0), end, with: text)
        cursor = Position(line: 0, column: 0)
        joins = false
    }

    // MARK: Changing

    /// Inserts a text at the cursor, which moves behind it, in place of the selection. Line ends stay line ends.
    public mutating func insert(_ text: String) {
        let place = selection ?? cursor..<cursor
        replace(place.lowerBound, place.upperBound, with: text)
    }

    /// Begins a line with the indent of this one, and one step more behind an opening bracket.
    public mutating func breakLine() {
        removeSelection()
        let line = lines[cursor.line]
        let before = line.prefix(cursor.column)
        let indent = String(before.prefix { $0 == " " || $0 == "\t" })
        let last = before.last { !$0.isWhitespace }
        let next = line.dropFirst(cursor.column).first { !$0.isWhitespace }
        let opens = last == "{" || last == "["
        if opens, next == (last == "{" ? "}" : "]") {
            // A pair of brackets gets a line for the cursor and one for the closing bracket between them.
            insert("\n\(indent)  \n\(indent)")
            cursor = Position(line: cursor.line - 1, column: indent.count + 2)
        } else {
            insert("\n" + indent + (opens ? "  " : ""))
        }
        joins = false
    }

    /// Removes the character before the cursor, or joins the line to the one
    /// before; in an indent, removes two blanks.
    public mutating func deleteBackward() {
        let before = lines[cursor.line].prefix(cursor.column)
        if !before.isEmpty, before.count % 2 == 0, before.allSatisfy({ $0 == " " }) {
            return replace(Position(line: cursor.line, column: cursor.column - 2), cursor, with: "")
        }
        replace(place(before: cursor), cursor, with: "")
    }

    /// Removes the character at the cursor, or joins the next line to this one.
    public mutating func deleteForward() { replace(cursor, place(after: cursor), with: "") }
    /// Removes back to the start of the word before the cursor.
    public mutating func deleteWordBackward() { replace(wordStart, cursor, with: "") }
    /// Removes up to the end of the word behind the cursor.
    public mutating func deleteWordForward() { replace(cursor, wordEnd, with: "") }

    /// Removes the text before the cursor in its line.
    public mutating func deleteToStart() { replace(Position(line: cursor.line, column: 0), cursor, with: "") }

    /// Removes the text behind the cursor in its line; at the end of the line, the line's end.
    public mutating func deleteToEnd() {
        let end = Position(line: cursor.line, column: lines[cursor.line].count)
        replace(cursor, cursor == end ? place(after: cursor) : end, with: "")
    }

    /// Undoes the last change.
    public mutating func undo() {
        guard let edit = undos.popLast() else { return }
        redos.append(apply(edit))
    }

    /// Redoes the change that was undone last.
    public mutating func redo() {
        guard let edit = redos.popLast() else { return }
        undos.append(apply(edit))
    }

    /// The only way the text changes: `text` replaces the part between two
    /// places, and the cursor moves behind it.
    private mutating func replace(_ start: Position, _ end: Position, with text: String) {
        guard start < end || !text.isEmpty else { return }
        let isTyped = start == end && text.count == 1 && text.first?.isNewline == false
        var pieces = Self.split(text)
        pieces[0] = String(lines[start.line].prefix(start.column)) + pieces[0]
        // Marks may join the character before them, so the columns are counted again.
        let last = pieces.count - 1
        let behind = Position(line: start.line + last, column: pieces[last].count)
        pieces[last] += lines[end.line].dropFirst(end.column)
        let continues = isTyped && joins && undos.last?.line == start.line && undos.last?.count == 1
        let inverse = apply(
            Edit(line: start.line, count: end.line - start.line + 1, lines: pieces, cursor: behind))
        redos = []
        if !continues {
            undos.append(inverse)
            if undos.count > Self.mostEdits { undos.removeFirst(undos.count - Self.mostEdits) }
        }
        joins = isTyped
    }

    /// Applies an edit and returns its inverse.
    private mutating func apply(_ edit: Edit) -> Edit {
        let range = edit.line..<edit.line + edit.count
        let inverse = Edit(line: edit.line, count: edit.lines.count, lines: Array(lines[range]), cursor: cursor)
        lines.replaceSubrange(range, with: edit.lines)
        revision += 1
        cursor = clamped(edit.cursor)
        selectionStart = nil
        preferredColumn = nil
        joins = false
        return inverse
    }

    // MARK: Selection

    /// The selected text, by its places; `nil` where nothing is selected.
    public var selection: Range<Position>? {
        selectionStart.map { min($0, cursor)..<max($0, cursor) }
    }

    /// The selected text; `nil` where nothing is selected.
    public var selectedText: String? {
        guard let selection else { return nil }
        return (selection.lowerBound.line...selection.upperBound.line).map { line in
            let end = line == selection.upperBound.line ? selection.upperBound.column : lines[line].count
            let start = line == selection.lowerBound.line ? selection.lowerBound.column : 0
            return String(lines[line].prefix(end).dropFirst(start))
        }.joined(separator: "\n")
    }

    /// The selected columns of a line, in cells from the left edge of the visible part; `nil` where the line has
    /// none. A selected line end takes one cell.
    public func selectedCells(of line: Int) -> Range<Int>? {
        guard let selection, (selection.lowerBound.line...selection.upperBound.line).contains(line) else { return nil }
        let start = line == selection.lowerBound.line ? selection.lowerBound.column : 0
        let end = line == selection.upperBound.line ? selection.upperBound.column : lines[line].count
        let hasLineEnd = line < selection.upperBound.line
        let (from, to) = (TextCells.column(of: start, in: lines[line]), TextCells.column(of: end, in: lines[line]))
        let cells = max(0, from - left)..<max(0, from - left, to - left + (hasLineEnd ? 1 : 0))
        return cells.isEmpty ? nil : cells
    }

    /// Moves the cursor, and selects the text from where the first of such movements began.
    mutating func select(_ move: (inout TextArea) -> Void) {
        let start = selectionStart ?? cursor
        move(&self)
        selectionStart = start == cursor ? nil : start
    }

    /// - Returns: whether something was selected.
    @discardableResult
    mutating func removeSelection() -> Bool {
        guard let selection else { return false }
        replace(selection.lowerBound, selection.upperBound, with: "")
        return true
    }

    /// Selects nothing.
    mutating func endSelection() { selectionStart = nil }

    // MARK: Moving

    /// Moves the cursor to the nearest existing place.
    public mutating func move(to position: Position) {
        selectionStart = nil
        cursor = clamped(position)
        preferredColumn = nil
        joins = false
    }

    /// Moves one character to the left, across the start of a line too.
    public mutating func moveLeft() { move(to: place(before: cursor)) }
    /// Moves one character to the right, across the end of a line too.
    public mutating func moveRight() { move(to: place(after: cursor)) }
    /// Moves to the start of the word before the cursor.
    public mutating func moveWordLeft() { move(to: wordStart) }
    /// Moves behind the word after the cursor.
    public mutating func moveWordRight() { move(to: wordEnd) }

    /// Moves to the first character of the line that is not a blank; from there, before the blanks.
    public mutating func moveToStart() {
        let indent = lines[cursor.line].prefix { $0 == " " || $0 == "\t" }.count
        move(to: Position(line: cursor.line, column: cursor.column == indent ? 0 : indent))
    }

    /// Moves behind the last character of the line.
    public mutating func moveToEnd() { move(to: Position(line: cursor.line, column: lines[cursor.line].count)) }

    /// Moves some lines up or down, in the same column of the screen where the lines are long enough.
    public mutating func moveVertically(by count: Int) {
        let column = preferredColumn ?? TextCells.column(of: cursor.column, in: lines[cursor.line])
        let (target, overflow) = cursor.line.addingReportingOverflow(count)
        let line = min(max(0, overflow ? (count > 0 ? lines.count - 1 : 0) : target), lines.count - 1)
        // In the first or last line, moving on goes to its end.
        guard line != cursor.line || count == 0 else {
            return move(to: Position(line: line, column: count > 0 ? lines[line].count : 0))
        }
        move(to: Position(line: line, column: TextCells.position(at: column, in: lines[line])))
        preferredColumn = column
    }

    private func clamped(_ position: Position) -> Position {
        let line = min(max(0, position.line), lines.count - 1)
        return Position(line: line, column: min(max(0, position.column), lines[line].count))
    }

    private func place(before position: Position) -> Position {
        if position.column > 0 { return Position(line: position.line, column: position.column - 1) }
        guard position.line > 0 else { return position }
        return Position(line: position.line - 1, column: lines[position.line - 1].count)
    }

    private func place(after position: Position) -> Position {
        if position.column < lines[position.line].count { return Position(line: position.line, column: position.column + 1) }
        return position.line + 1 < lines.count ? Position(line: position.line + 1, column: 0) : position
    }

    private var wordStart: Position {
        let before = Array(lines[cursor.line].prefix(cursor.column))
        guard let last = before.lastIndex(where: Self.isWord) else {
            return cursor.column > 0 ? Position(line: cursor.line, column: 0) : place(before: cursor)
        }
        let gap = before[..<last].lastIndex { !Self.isWord($0) }
        return Position(line: cursor.line, column: gap.map { $0 + 1 } ?? 0)
    }

    private var wordEnd: Position {
        let after = Array(lines[cursor.line].dropFirst(cursor.column))
        guard let first = after.firstIndex(where: Self.isWord) else {
            return after.isEmpty ? place(after: cursor) : Position(line: cursor.line, column: cursor.column + after.count)
        }
        let gap = after[first...].firstIndex { !Self.isWord($0) } ?? after.count
        return Position(line: cursor.line, column: cursor.column + gap)
    }

    private static func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber || character == "_" }

    private static func split(_ text: String) -> [String] {
        text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }.map(String.init)
    }
}
