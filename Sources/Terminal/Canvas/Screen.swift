// A frame: a grid of cells and a cursor. The program draws everything into a
// `Screen`; only whole frames reach a display.

/// A grid of cells. It can never hold a control character, half a wide
/// character, or anything outside its own bounds.
public struct Screen: Equatable, Sendable {
    /// Columns and rows; a negative extent becomes 0.
    public let size: Size
    /// The position of the terminal's cursor; `nil` hides it.
    public var cursor: Point?
    /// The cells, row by row: the one at (x, y) is at `y * size.width + x`.
    public internal(set) var cells: [Cell]

    /// A screen of blanks in style `.text`, without a cursor.
    public init(size: Size) {
        self.size = Size(width: max(0, size.width), height: max(0, size.height))
        cells = Array(repeating: .blank(), count: self.size.width * self.size.height)
    }

    /// The whole screen as a rectangle.
    public var bounds: Rect { Rect(size) }

    /// The cell in column `x` and row `y`; outside the screen, a blank.
    public subscript(x: Int, y: Int) -> Cell {
        guard bounds.contains(Point(x: x, y: y)) else { return .blank() }
        return cells[y * size.width + x]
    }

    /// The cells of row `y`; empty outside the screen.
    public func rowCells(_ y: Int) -> ArraySlice<Cell> {
        guard y >= 0, y < size.height else { return [] }
        return cells[y * size.width..<(y + 1) * size.width]
    }

    /// Fills `rect` with `character`; a space replaces a character that does not fit a single column.
    public mutating func fill(_ rect: Rect, style: Style, character: Character = " ") {
        let area = rect.intersection(bounds)
        guard !area.isEmpty else { return }
        var cell = Cell.blank(style)
        var units = 0
        Cluster.forEachUnit(of: character) { unit in
            units += 1
            if unit.width == 1 { cell = Cell(base: unit.base, marks: unit.marks, width: .narrow, style: style) }
        }
        if units != 1 { cell = .blank(style) }
        for y in area.y..<area.maxY {
            blankSplitCharacters(row: y, from: area.x, to: area.maxX)
            let start = y * size.width + area.x
            for i in start..<start + area.width { cells[i] = cell }
        }
    }

    /// Puts the overlay `style` on the cells of `rect`: their text, style and marks stay.
    public mutating func overlay(_ rect: Rect, _ style: Style) {
        let area = rect.intersection(bounds)
        guard !area.isEmpty else { return }
        for y in area.y..<area.maxY {
            let start = y * size.width + area.x
            for i in start..<start + area.width { cells[i].overlay = style }
        }
    }

    /// Draws a frame along the edge of `rect`; the inside stays. A rectangle
    /// of one row or one column gets a line.
    public mutating func drawBox(_ rect: Rect, style: Style) {
        guard !rect.isEmpty else { return }
        let (top, _) = rect.splitTop(1)
        let (_, bottom) = rect.splitBottom(1)
        let (left, _) = rect.splitLeft(1)
        let (_, right) = rect.splitRight(1)
        if rect.height > 1 || rect.width == 1 {
            fill(left, style: style, character: "│")
            fill(right, style: style, character: "│")
        }
        guard rect.width > 1 else { return }
        fill(top, style: style, character: "─")
        fill(bottom, style: style, character: "─")
        guard rect.height > 1 else { return }
        write("┌", x: rect.x, y: rect.y, style: style)
        write("┐", x: rect.maxX - 1, y: rect.y, style: style)
        write("└", x: rect.x, y: rect.maxY - 1, style: style)
        write("┘", x: rect.maxX - 1, y: rect.maxY - 1, style: style)
    }

    /// The rows as text, trailing blanks trimmed, joined by newlines, without one at the end.
    public func makeText() -> String {
        var lines: [String] = []
        for y in 0..<size.height {
            let row = rowCells(y)
            let end = row.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? row.startIndex
            lines.append(row[row.startIndex..<end].reduce(into: "") { $0 += $1.text })
        }
        return lines.joined(separator: "\n")
    }

    /// Blanks the other halves of wide characters that writing
    /// `from ..< to` in row `y` would cut at either end.
    mutating func blankSplitCharacters(row y: Int, from: Int, to: Int) {
        let start = y * size.width
        if from > 0, from < size.width, cells[start + from].width == .continuation { blank(start + from - 1) }
        if to > 0, to < size.width, cells[start + to].width == .continuation { blank(start + to) }
    }

    private mutating func blank(_ index: Int) {
        var cell = Cell.blank(cells[index].style)
        cell.overlay = cells[index].overlay
        cells[index] = cell
    }
}
