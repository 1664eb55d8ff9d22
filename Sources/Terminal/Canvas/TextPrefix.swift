// The part of a text that fits into a line.

/// Cuts text at a number of columns.
public enum TextPrefix {
    /// The longest beginning of `text` that fits into `columns`, never splitting a grapheme cluster.
    public static func prefix(of text: Substring, columns: Int) -> Substring {
        var used = 0
        var index = text.startIndex
        while index < text.endIndex {
            used += TextWidth.measure(text[index])
            if used > columns { break }
            index = text.index(after: index)
        }
        return text[..<index]
    }
}
