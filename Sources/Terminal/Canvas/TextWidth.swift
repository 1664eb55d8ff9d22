// The widths of text in columns, and cutting or padding text to a number of columns.

/// Widths in columns, of the form in which `Screen.put` shows text: a
/// control character counts as its picture.
public enum TextWidth {
    /// The columns of one grapheme cluster.
    public static func measure(_ c: Character) -> Int {
        var width = 0
        Cluster.forEachUnit(of: c) { width += $0.width }
        return width
    }

    /// The columns of a string.
    public static func measure(_ s: String) -> Int {
        if let count = asciiCount(s) { return count }
        var width = 0
        Cluster.forEachUnit(of: s) { unit in
            width += unit.width
            return true
        }
        return width
    }

    /// `s`, or as much of its beginning as fits before `ellipsis`. Never wider than `width`; cut
    /// between grapheme clusters; cut without an ellipsis where not even that fits. Costs time in
    /// proportion to the result, however long `s` is.
    public static func truncate(_ s: String, _ width: Int, ellipsis: String = "…") -> String {
        guard width > 0 else { return "" }
        if s.utf8.count <= width, asciiCount(s) != nil { return s }
        let room = width - measure(ellipsis)
        var used = 0
        var cut = s.startIndex
        var index = s.startIndex
        while index != s.endIndex {
            if used <= room || room < 0 { cut = index }
            used += measure(s[index])
            if used > width { return room < 0 ? String(s[..<cut]) : s[..<cut] + ellipsis }
            s.formIndex(after: &index)
        }
        return s
    }

    /// `s` cut to `width` columns (see `fit`) and padded with spaces to exactly that width.
    public static func pad(_ s: String, _ width: Int, alignRight: Bool = false) -> String {
        let fitted = truncate(s, width)
        let blanks = String(repeating: " ", count: max(0, width - measure(fitted)))
        return alignRight ? blanks + fitted : fitted + blanks
    }

    /// The length of a string of printable ASCII; `nil` for any other string.
    private static func asciiCount(_ s: String) -> Int? {
        var s = s
        return s.withUTF8 { bytes in bytes.allSatisfy { $0 >= 0x20 && $0 <= 0x7E } ? bytes.count : nil }
    }
}
