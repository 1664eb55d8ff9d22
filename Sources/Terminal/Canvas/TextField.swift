// One line of editable text with a cursor: what every form field, filter and prompt is made of.

/// A single line being edited. Positions count grapheme clusters, so the cursor never stands inside one.
public struct TextField: Hashable, Sendable {
    /// The contents; never holds a line end.
    public private(set) var text: String
    /// Where the next character goes: 0 is before the first, `text.count` behind the last. A value outside is clamped.
    public var cursor: Int {
        didSet {
            cursor = min(max(0, cursor), text.count)
            isSuggestion = false
        }
    }
    /// Nobody has touched the text, which was put there for the user: what is typed first takes its place.
    public private(set) var isSuggestion = false

    /// Bytes that typing and pasting fill a field to, in UTF-8: each edit and each frame costs as much as the text is long.
    public static let longest = 64 << 10

    /// A field that holds `text`, the cursor at its end.
    public init(_ text: String = "") {
        self.text = TextField.singleLine(text)
        cursor = self.text.count
    }

    /// A field with a text that the user may take, change, or replace by typing. An empty suggestion is none.
    public init(suggestion: String) {
        self.init(suggestion)
        isSuggestion = !text.isEmpty
    }

    /// Inserts `s` at the cursor, which moves behind it; a suggestion that nobody has touched goes. Each line end becomes one space. What would
    /// make the text longer than ``longest`` is left out.
    /// - Returns: whether all of it was inserted.
    @discardableResult
    public mutating func insert(_ s: String) -> Bool {
        if isSuggestion { self = TextField() }
        let fitting = TextField.prefix(of: s, bytes: max(0, TextField.longest - text.utf8.count))
        let split = index(cursor)
        // Marks may join the character before them, so what stands before the cursor is counted anew.
        let before = String(text[..<split]) + TextField.singleLine(fitting)
        text = before + text[split...]
        cursor = before.count
        return fitting.utf8.count == s.utf8.count
    }

    /// As many whole characters as fit into so many bytes. Costs what fits, however long the text is.
    private static func prefix(of s: String, bytes: Int) -> String {
        guard s.utf8.count > bytes else { return s }
        // One scalar may be cut in two, and then stands as U+FFFD at the end.
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
    /// Removes all before the cursor.
    public mutating func deleteToStart() { remove(0..<cursor) }
    /// Removes all behind the cursor.
    public mutating func deleteToEnd() { remove(cursor..<text.count) }
    /// One character to the left.
    public mutating func moveLeft() { cursor -= 1 }
    /// One character to the right.
    public mutating func moveRight() { cursor += 1 }
    /// To the start of the word before the cursor.
    public mutating func moveWordLeft() { cursor = wordStart }
    /// Behind the word after the cursor.
    public mutating func moveWordRight() { cursor = wordEnd }
    /// Before the first character.
    public mutating func moveToStart() { cursor = 0 }
    /// Behind the last character.
    public mutating func moveToEnd() { cursor = text.count }

    /// Does what an editing key asks: printable characters, arrows, Home, End, Backspace, Delete, and Emacs' Ctrl-A -E -U -K -W
    /// -F -B -D and Alt-F -B -D.
    /// - Returns: whether the key was one of these, even where there was nothing left to do.
    public mutating func handle(_ key: Key) -> Bool {
        switch key {
        case .character(let character):
            insert(String(character))
            return true
        case .backspace: deleteBackward()
        case .delete, .control("d"): deleteForward()
        case .left, .control("b"): moveLeft()
        case .right, .control("f"): moveRight()
        case .home, .control("a"): moveToStart()
        case .end, .control("e"): moveToEnd()
        case .control("u"): deleteToStart()
        case .control("k"): deleteToEnd()
        case .control("w"): deleteWordBackward()
        case .alt("d"): deleteWordForward()
        case .alt("b"): moveWordLeft()
        case .alt("f"): moveWordRight()
        default: return false
        }
        isSuggestion = false
        return true
    }

    /// The part to draw in `width` columns so that the cursor is in view: the beginning as long as the cursor fits, else scrolled
    /// until the cursor is the last thing that fits.
    /// - Returns: text of at most `width` columns, and the cursor's column in it, less than `width` (0 where `width` is 0).
    public func visible(width: Int) -> (text: String, cursorColumn: Int) {
        guard width > 0 else { return ("", 0) }
        let at = index(cursor)
        // The cursor covers the character it stands on, or one column behind the last.
        let under = at == text.endIndex ? 1 : max(1, TextWidth.of(text[at]))
        var column = 0
        var start = at
        while start != text.startIndex {
            let previous = text.index(before: start)
            let columns = TextWidth.of(text[previous])
            if column + columns + min(under, width) > width { break }
            column += columns
            start = previous
        }
        return (TextWidth.fit(String(text[start...]), width, ellipsis: ""), column)
    }

    /// Puts the cursor where `column` of the part drawn in `width` columns is: on that character, or behind the last one.
    public mutating func moveTo(column: Int, width: Int) {
        let (shown, before) = visible(width: width)
        var left = before
        var position = cursor
        // From the cursor's own column, which is the one known, to the beginning of what is drawn.
        while left > 0, position > 0 {
            position -= 1
            left -= TextWidth.of(text[index(position)])
        }
        var x = max(0, left)
        for character in shown {
            let next = x + TextWidth.of(character)
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
