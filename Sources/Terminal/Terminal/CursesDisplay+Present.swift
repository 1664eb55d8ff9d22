// Drawing: passes rows that differ from the last frame to curses, which finds
// the cheapest way to change the terminal.

import CNcurses
import Canvas
import Glibc

extension CursesDisplay {
    /// Shows a frame. Compares its rows with the last frame as memory, and passes on the part of a row from
    /// its first to its last change. An unchanged frame writes nothing.
    public func present(_ screen: Screen) {
        latest = screen
        guard state == .open else { return }
        let size = size
        let isWhole = shown?.size != screen.size
        var isChanged = isWhole || shown?.cursor != screen.cursor
        for y in 0..<min(size.height, screen.size.height) {
            guard let span = isWhole ? 0..<screen.size.width : changedSpan(screen, y) else { continue }
            drawSpan(screen, y, span.clamped(to: 0..<size.width))
            isChanged = true
        }
        if isWhole { blankAround(screen.size, size) }
        guard isChanged else { return }
        shown = screen
        placeCursor(screen.cursor, size)
        wnoutrefresh(terminal_stdscr())
        doupdate()
    }

    /// The columns of row `y` that differ from the shown frame; `nil` where none does.
    private func changedSpan(_ screen: Screen, _ y: Int) -> Range<Int>? {
        let width = screen.size.width
        guard let shown, width > 0 else { return nil }
        let start = y * width
        return screen.cells.withUnsafeBufferPointer { new in
            shown.cells.withUnsafeBufferPointer { old in
                guard let a = new.baseAddress, let b = old.baseAddress else { return nil }
                // Cells have no padding, so comparing their bytes is enough.
                guard memcmp(a + start, b + start, width * MemoryLayout<Cell>.stride) != 0 else { return nil }
                var first = 0
                var last = width - 1
                while first < last, new[start + first] == old[start + first] { first += 1 }
                while last > first, new[start + last] == old[start + last] { last -= 1 }
                // A wide character is written from its left half on.
                if first > 0, new[start + first].width == .continuation { first -= 1 }
                return first..<last + 1
            }
        }
    }

    private func drawSpan(_ screen: Screen, _ y: Int, _ span: Range<Int>) {
        guard !span.isEmpty else { return }
        row.removeAll(keepingCapacity: true)
        let start = y * screen.size.width
        for x in span { painter.append(screen.cells[start + x], to: &row) }
        mvwadd_wchnstr(terminal_stdscr(), Int32(y), Int32(span.lowerBound), row, Int32(row.count))
    }

    /// Fills the area below and to the right of a frame that is smaller than the terminal.
    private func blankAround(_ frame: Size, _ size: Size) {
        for y in 0..<size.height {
            let x = y < frame.height ? frame.width : 0
            guard x < size.width else { continue }
            row.removeAll(keepingCapacity: true)
            for _ in x..<size.width { painter.append(.blank(), to: &row) }
            mvwadd_wchnstr(terminal_stdscr(), Int32(y), Int32(x), row, Int32(row.count))
        }
    }

    private func placeCursor(_ cursor: Point?, _ size: Size) {
        let inside = cursor.flatMap { Rect(size).contains($0) ? $0 : nil }
        if (inside != nil) != isCursorVisible {
            isCursorVisible = inside != nil
            curs_set(isCursorVisible ? 1 : 0)
        }
        // A hidden cursor may stay where drawing ends.
        leaveok(terminal_stdscr(), inside == nil)
        if let inside { wmove(terminal_stdscr(), Int32(inside.y), Int32(inside.x)) }
    }
}
