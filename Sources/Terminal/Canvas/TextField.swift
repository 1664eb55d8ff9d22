// One line of editable text with a cursor and a selection, for form fields, filters and prompts.

/// A single line being edited. Positions count grapheme clusters, so the cursor is never inside one.
public struct TextField: Hashable, Sendable {
    /// The contents; never holds a line end.
    public private(set) var text: String
    /// The position of the next character: 0 is before the first, `text.count` behind
    /// the last. A value outside is clamped.
    public var cursor: Int {
        didSet {
            cursor = min(max(0, cursor), text.count)
            isSuggestion = false
            selectionStart = nil
        }
    }
    /// The other end of the selection; `nil` where nothing is selected.
    private var selectionStart: Int?
    /// Whether the text is a suggestion that the user has not touched: typing replaces it.
    public private(set) var isSuggestion = false

    /// The most bytes, in UTF-8, that typing and pasting fill a field with: each edit and each frame costs
    /// time in proportion to the text's length.
    public static let longest = 64 << 10

    /// A field that holds `text`, with the cursor at its end.
    public init(_ text: String = "") {
        self.text = TextField.singleLine(text)
        cursor = self.text.count
    }

    /// A field with a text that the user may accept, change, or replace by
    /// typing. An empty text is no suggestion.
    public init(suggestion: String) {
        self.init(suggestion)
        isSuggestion = !text.isEmpty
    }

    /// Inserts `s` at the cursor, which moves behind it, and replaces the selection or an untouched suggestion.
    /// Each line end becomes one space. Text beyond the limit of ``longest`` is left out.
    /// - Returns: whether all of it was inserted.
    @discardableResult
    public mutating func insert(_ s: String) -> Bool {
        if isSuggestion { self = TextField() }
        removeSelection()
        let fitting = TextField.prefix(of: s, bytes: max(0, TextField.longest - text.utf8.count))
        let split = index(cursor)
        // Marks may join the character before them, so the text before the cursor is counted again.
        let before = String(text[..<split]) + TextField.singleLine(fitting)
        text = before + text[split...]
        cursor = before.count
        return fitting.utf8.count == s.utf8.count
    }

    /// As many whole characters as fit into `bytes` bytes. Costs time in proportion to
    /// the result, however long the text is.
    private static func prefix(of s: String, bytes: Int) -> String {
        guard s.utf8.count > bytes else { return s }
        // The cut may split one scalar, which then appears as U+FFFD at the end.
        var fitting = String(decoding: s.utf8.prefix(bytes), as: UTF8.self)
        if fitting.utf8.count != bytes || fitting.unicodeScalars.last == "\u{FFFD}" { fitting = String(fitting.dropLast()) }
        return fitting
    }

    /// Removes the character before the cursor.
    public mutating func deleteBackward() { remove(cursor - 1..<cursor) }
    /// Removes the character at the cursor.
    public mutating func deleteForward() { remove(cursor..<cursor + 1) }
    /// Removes back to the start of the word (letters, digits and `_`) before the cursor.
    public mutating func deleteWordBackward() { remove(wordStart..<cursor) }
    /// Removes up to the end of the word behind the cursor.
    public mutating func deleteWordForward() { remove(cursor..<wordEnd) }
    /// Removes everything before the cursor.
    public mutating func deleteToStart() { remove(0..<cursor) }
    /// Removes everything behind the cursor.
    public mutating func deleteToEnd() { remove(cursor..<text.count) }
    /// Moves one character to the left.
    public mutating func moveLeft() { cursor -= 1 }
    /// Moves one character to the right.
    public mutating func moveRight() { cursor += 1 }
    /// Moves to the start of the word before the cursor.
    public mutating func moveWordLeft() { cursor = wordStart }
    /// Moves behind the word after the cursor.
    public mutating func moveWordRight() { cursor = wordEnd }
    /// Moves before the first character.
    public mutating func moveToStart() { cursor = 0 }
    /// Moves behind the last character.
    public mutating func moveToEnd() { cursor = text.count }

    // MARK: Selection

    /// The selected characters, by their positions; `nil` where nothing is selected.
    public var selection: Range<Int>? {
        selectionStart.map { min($0, cursor)..<max($0, cursor) }
    }

    /// The selected text; `nil` where nothing is selected.
    public var selectedText: String? {
        selection.map { String(text[index($0.lowerBound)..<index($0.upperBound)]) }
    }

    /// Puts the cursor and the selection where another field of as many characters has them.
    public mutating func adoptPlaces(of other: TextField) {
        cursor = other.cursor
        selectionStart = other.selectionStart
    }

    /// Moves the cursor, and selects the text from where the first of such movements began.
    private mutating func select(_ move: (inout TextField) -> Void) {
        let start = selectionStart ?? cursor
        move(&self)
        selectionStart = start == cursor ? nil : start
    }

    /// - Returns: whether something was selected.
    @discardableResult
    private mutating func removeSelection() -> Bool {
        guard let selection else { return false }
        remove(selection)
        return true
    }

    // MARK: Keys

    /// Performs an editing key: printable characters, arrows, Home, End, Backspace, Delete, and Emacs' Ctrl-A
    /// -E -U -K -W -F -B -D and Alt-F -B -D. Alt-Backspace arrives as Ctrl-W. Ctrl with an arrow moves by words.
    /// Shift selects what an arrow, Home or End passes; keys that delete then delete the selection.
    /// - Returns: whether the key was one of these, even where it changed nothing.
    public mutating func handle(_ key: Key) -> Bool {
        switch key {
        case .character(let character):
            insert(String(character))
            return true
        case .backspace: if !removeSelection() { deleteBackward() }
        case .delete, .control("d"): if !removeSelection() { deleteForward() }
        case .left, .control("b"): if let selection { cursor = selection.lowerBound } else { moveLeft() }
        case .right, .control("f"): if let selection { cursor = selection.upperBound } else { moveRight() }
        case .home, .control("a"): moveToStart()
        case .end, .control("e"): moveToEnd()
        case .control("u"): deleteToStart()
        case .control("k"): deleteToEnd()
        case .control("w"): if !removeSelection() { deleteWordBackward() }
        case .alt("d"): if !removeSelection() { deleteWordForward() }
        case .alt("b"), .controlLeft: moveWordLeft()
        case .alt("f"), .controlRight: moveWordRight()
        case .shiftLeft: select { $0.moveLeft() }
        case .shiftRight: select { $0.moveRight() }
        case .shiftHome: select { $0.moveToStart() }
        case .shiftEnd: select { $0.moveToEnd() }
        case .controlShiftLeft: select { $0.moveWordLeft() }
        case .controlShiftRight: select { $0.moveWordRight() }
        default: return false
        }
        isSuggestion = false
        return true
    }

    /// The part to draw in `width` columns with the cursor in view: the beginning as long as the cursor fits,
    /// else scrolled until the cursor is the last cell that fits.
    /// - Returns: text of at most `width` columns, and the cursor's column in it, less
    ///   than `width` (0 where `width` is 0).
    public func visible(width: Int) -> (text: String, cursorColumn: Int) {
        guard width > 0 else { return ("", 0) }
        let at = index(cursor)
        // The cursor covers its character, or one column behind the last.
        let under = at == text.endIndex ? 1 : max(1, TextWidth.measure(text[at]))
        var column = 0
        var start = at
        while start != text.startIndex {
            let previous = text.index(before: start)
            let columns = TextWidth.measure(text[previous])
            if column + columns + min(under, width) > width { break }
            column += columns
            start = previous
        }
        return (TextWidth.truncate(String(text[start...]), width, ellipsis: ""), column)
    }

    /// The columns of the selection, or of an untouched suggestion, in the part that ``visible(width:)`` returns;
    /// `nil` where none of it is there.
    public func visibleSelection(width: Int) -> Range<Int>? {
        guard let selected = isSuggestion ? 0..<text.count : selection else { return nil }
        let (shown, cursorColumn) = visible(width: width)
        let hidden = TextWidth.measure(String(text[..<index(cursor)])) - cursorColumn
        func column(_ position: Int) -> Int { TextWidth.measure(String(text[..<index(position)])) - hidden }
        let columns = (column(selected.lowerBound)..<column(selected.upperBound)).clamped(to: 0..<TextWidth.measure(shown))
        return columns.isEmpty ? nil : columns
    }

    /// Moves the cursor to `column` of the part drawn in `width` columns: onto
    /// that character, or behind the last one.
    public mutating func moveTo(column: Int, width: Int) {
        let (shown, before) = visible(width: width)
        var left = before
        var position = cursor
        // From the cursor's own column, the known one, to the beginning of the drawn part.
        while left > 0, position > 0 {
            position -= 1
            left -= TextWidth.measure(text[index(position)])
        }
        var x = max(0, left)
        for character in shown {
            let next = x + TextWidth.measure(character)
            if next > column { break }
            x = next
            position += 1
        }
        cursor = position
    }

    private var wordStart: Int {
        let before = text[..<index(cursor)]
        guard let last = before.lastIndex(where: TextField.isWord) else { return 0 }
        guard let gap = before[..<last].lastIndex(where: { !TextField.isWord($0) }) else { return 0 }
        return text.distance(from: text.startIndex, to: gap) + 1
    }

    private var wordEnd: Int {
        let after = text[index(cursor)...]
        guard let first = after.firstIndex(where: TextField.isWord) else { return text.count }
        let gap = after[first...].firstIndex { !TextField.isWord($0) } ?? text.endIndex
        return text.distance(from: text.startIndex, to: gap)
    }

    private mutating func remove(_ range: Range<Int>) {
        let range = range.clamped(to: 0..<text.count)
        guard !range.isEmpty else { return }
        text.removeSubrange(index(range.lowerBound)..<index(range.upperBound))
        cursor = range.lowerBound
    }

    private func index(_ position: Int) -> String.Index {
        text.index(text.startIndex, offsetBy: position, limitedBy: text.endIndex) ?? text.endIndex
    }

    private static func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber || character == "_" }

    private static func singleLine(_ s: String) -> String {
        s.contains(where: \.isNewline) ? String(s.map { $0.isNewline ? " " : $0 }) : s
    }
}
