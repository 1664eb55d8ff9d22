// The part of a terminal that curses uses for `xterm-256color`: enough to know the text on the
// screen. Ignores styles.

struct TinyTerminal {
    private enum Mode { case text, escape, charset, control, string }

    private let columns: Int
    private let rows: Int
    private var cells: [Unicode.Scalar]
    private var x = 0
    private var y = 0
    private var last: Unicode.Scalar = " "
    /// The rows that scroll.
    private var region: Range<Int>
    private var mode = Mode.text
    /// The bytes of an incomplete control sequence or scalar.
    private var pending: [UInt8] = []

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        region = 0..<rows
        cells = Array(repeating: " ", count: columns * rows)
    }

    /// The first columns of every row, with the blanks at their ends.
    func lines(columns count: Int? = nil) -> [String] {
        (0..<rows).map { row in
            cells[row * columns..<row * columns + min(count ?? columns, columns)].reduce(into: "") {
                $0.unicodeScalars.append($1)
            }
        }
    }

    mutating func write(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes {
            switch (mode, byte) {
            case (_, 0x1b): enter(.escape)
            case (.text, _): receive(byte)
            case (.escape, UInt8(ascii: "[")): enter(.control)
            case (.escape, UInt8(ascii: "]")): enter(.string)
            case (.escape, UInt8(ascii: "(")): enter(.charset)
            case (.escape, UInt8(ascii: "M")):
                if y == region.lowerBound { scroll(region, by: -1) } else { y = max(0, y - 1) }
                enter(.text)
            case (.control, 0x40...0x7e):
                perform(byte)
                enter(.text)
            case (.control, _): pending.append(byte)
            case (.string, 0x07), (.charset, _), (.escape, _): enter(.text)
            case (.string, _): break
            }
        }
    }

    private mutating func enter(_ next: Mode) {
        mode = next
        pending = []
    }

    private mutating func receive(_ byte: UInt8) {
        switch byte {
        case 0x08: x = max(0, x - 1)
        case 0x09: x = min(columns - 1, (x / 8 + 1) * 8)
        case 0x0a: if y == region.upperBound - 1 { scroll(region, by: 1) } else { y = min(rows - 1, y + 1) }
        case 0x0d: x = 0
        case ..<0x20: break
        default:
            pending.append(byte)
            guard let text = String(validating: pending, as: UTF8.self), let scalar = text.unicodeScalars.first else { return }
            pending = []
            drawScalar(scalar)
        }
    }

    private mutating func drawScalar(_ scalar: Unicode.Scalar) {
        last = scalar
        if x >= columns {
            x = 0
            y = min(rows - 1, y + 1)
        }
        cells[y * columns + x] = scalar
        x += 1
    }

    private mutating func perform(_ final: UInt8) {
        let numbers = String(decoding: pending, as: UTF8.self).split(separator: ";", omittingEmptySubsequences: false).map {
            Int($0) ?? 0
        }
        let count = max(1, numbers.first ?? 1)
        let (start, end) = (y * columns, (y + 1) * columns)
        let here = start + min(x, columns - 1)
        switch UnicodeScalar(final) {
        case "H", "f": (x, y) = (max(1, numbers.count > 1 ? numbers[1] : 1) - 1, count - 1)
        case "G": x = count - 1
        case "d": y = count - 1
        case "A": y -= count
        case "B": y += count
        case "C": x += count
        case "D": x -= count
        case "J": blank(numbers.first == 2 ? 0..<cells.count : numbers.first == 1 ? 0..<here + 1 : here..<cells.count)
        case "K": blank(numbers.first == 2 ? start..<end : numbers.first == 1 ? start..<here + 1 : here..<end)
        case "X": blank(here..<min(end, here + count))
        case "P":
            cells.replaceSubrange(
                here..<end, with: cells[min(end, here + count)..<end] + Array(repeating: " ", count: min(count, end - here)))
        case "@":
            cells.replaceSubrange(
                here..<end, with: Array(repeating: " ", count: min(count, end - here)) + cells[here..<max(here, end - count)])
        case "b": for _ in 0..<count { drawScalar(last) }
        case "L": if region.contains(y) { scroll(y..<region.upperBound, by: -count) }
        case "M": if region.contains(y) { scroll(y..<region.upperBound, by: count) }
        case "S": scroll(region, by: count)
        case "T": scroll(region, by: -count)
        case "r":
            let first = min(rows, count) - 1
            let end = min(rows, numbers.count > 1 && numbers[1] > 0 ? numbers[1] : rows)
            region = first..<max(first + 1, end)
            (x, y) = (0, 0)
        default: break  // Colours and modes.
        }
        x = min(max(0, x), columns)
        y = min(max(0, y), rows - 1)
    }

    /// Moves lines up; down by a negative number.
    private mutating func scroll(_ lines: Range<Int>, by count: Int) {
        let old = cells
        for row in lines {
            let source = row + count
            let target = row * columns..<(row + 1) * columns
            cells.replaceSubrange(
                target,
                with: lines.contains(source)
                    ? Array(old[source * columns..<(source + 1) * columns]) : Array(repeating: " ", count: columns))
        }
    }

    private mutating func blank(_ range: Range<Int>) { for index in range { cells[index] = " " } }
}
