// Lines of text as cells: the position of each character when tabs go to the next multiple of four.

/// Columns of a line in cells. A tab reaches to the next multiple of ``tab``.
public enum TextCells {
    /// Cells between two tab stops.
    public static let tab = 4

    /// The cell in which character number `position` of the line begins.
    public static func column(of position: Int, in line: String) -> Int {
        // Plain text, the usual case, needs no counting.
        if position <= line.utf8.count, line.utf8.prefix(position + 1).allSatisfy({ $0 >= 0x20 && $0 < 0x7f }) { return position }
        return line.prefix(position).reduce(0) { $0 + width($1, at: $0) }
    }

    /// The number of the character that covers the cell `column`, or that of the line's end.
    public static func position(at column: Int, in line: String) -> Int {
        var cell = 0
        var position = 0
        for character in line {
            let next = cell + width(character, at: cell)
            if next > column { break }
            cell = next
            position += 1
        }
        return position
    }

    /// The number of cells of a character that begins in the cell `column`.
    public static func width(_ character: Character, at column: Int) -> Int {
        character == "\t" ? tab - column % tab : TextWidth.measure(character)
    }

    /// The part of a line from the cell `left` on, at most `width` cells of it. Tabs become blanks; a
    /// character that an edge cuts becomes blanks.
    public static func window(_ line: String, left: Int, width: Int) -> String {
        var output = ""
        var cell = 0
        for character in line {
            guard cell < left + width else { break }
            let next = cell + self.width(character, at: cell)
            if next > left {
                let isWhole = cell >= left && next <= left + width && character != "\t"
                output += isWhole ? String(character) : String(repeating: " ", count: min(next, left + width) - max(cell, left))
            }
            cell = next
        }
        return output
    }
}
