// Writing text into a screen: a fast path for printable ASCII, and a path
// by grapheme cluster for all other text.

extension Screen {
    /// Writes `text` in one row, from column `x` to the right. Unprintable characters become visible, in
    /// style `.control` (see `Printable`); a wide character that an edge cuts shows as a blank.
    /// - Parameter clip: the only area to write to; the whole screen by default.
    /// - Returns: the columns that the text advanced, including those left of the clip,
    ///   without those cut off at its right edge.
    @discardableResult
    public mutating func write(_ text: String, x: Int, y: Int, style: Style = .text, in clip: Rect? = nil) -> Int {
        let area = clip.map { $0.intersection(bounds) } ?? bounds
        guard y >= area.y, y < area.maxY, x < area.maxX, area.width > 0 else { return 0 }
        var text = text
        if let columns = text.withUTF8({ writeASCII($0, x: x, y: y, style: style, area: area) }) { return columns }
        return writeClusters(text, x: x, y: y, style: style, area: area)
    }

    /// Writes bytes that are all printable ASCII; returns `nil`, having written nothing, when one is not.
    private mutating func writeASCII(_ bytes: UnsafeBufferPointer<UInt8>, x: Int, y: Int, style: Style, area: Rect) -> Int? {
        let count = min(bytes.count, area.maxX - x)
        // The byte behind the last one shown matters too: a combining mark
        // there belongs to the cluster before it.
        for byte in bytes.prefix(count + 1) where byte < 0x20 || byte > 0x7E { return nil }
        let skip = max(0, area.x - x)
        guard skip < count else { return count }
        blankSplitCharacters(row: y, from: x + skip, to: x + count)
        let row = y * size.width + x
        cells.withUnsafeMutableBufferPointer { cells in
            for i in skip..<count {
                cells[row + i] = Cell(base: UInt32(bytes[i]), marks: 0, width: .narrow, style: style)
            }
        }
        return count
    }

    private mutating func writeClusters(_ text: String, x: Int, y: Int, style: Style, area: Rect) -> Int {
        var column = x
        Cluster.forEachUnit(of: text) { unit in
            let style = unit.isEscape ? .control : style
            writeUnit(unit, column, y, style, area)
            column += unit.width
            return column < area.maxX
        }
        return min(column, area.maxX) - x
    }

    private mutating func writeUnit(_ unit: Cluster.Unit, _ x: Int, _ y: Int, _ style: Style, _ area: Rect) {
        let end = x + unit.width
        guard end > area.x, x < area.maxX else { return }
        blankSplitCharacters(row: y, from: max(x, area.x), to: min(end, area.maxX))
        let row = y * size.width
        guard x >= area.x, end <= area.maxX else {
            cells[row + max(x, area.x)] = .blank(style)
            return
        }
        cells[row + x] = Cell(base: unit.base, marks: unit.marks, width: unit.width == 2 ? .wide : .narrow, style: style)
        if unit.width == 2 { cells[row + x + 1] = Cell(base: 0x20, marks: 0, width: .continuation, style: style) }
    }
}
