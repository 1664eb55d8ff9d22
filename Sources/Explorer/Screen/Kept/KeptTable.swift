// Draws a table in a dialog: a title, column titles, rows of which one is selected, and a line below.

import Canvas

enum KeptTable {
    typealias Cell = (text: String, style: Style)

    /// The content of the dialog.
    struct Content {
        var title: String
        var columns: [Column]
        var count: Int
        /// The cells of a row; called for visible rows only.
        var row: (Int) -> [Cell]
        var list: ListState
        /// The text in place of rows, where there are none.
        var empty: String
        /// The line below.
        var foot: Cell
        /// The columns of the line below that are selected.
        var selectedFoot: Range<Int>?
    }

    /// The column titles and the line below take two lines, the border two.
    static func listHeight(_ size: Size) -> Int { max(1, min(24, size.height - 6)) }

    static func frame(_ count: Int, on size: Size) -> Rect {
        DialogBox.frame(width: size.width - (size.width > 40 ? 4 : 0), height: max(1, min(count, listHeight(size))) + 4, on: size)
    }

    /// The parts of the dialog: column titles, rows, the line below.
    private static func parts(of area: Rect) -> (head: Rect, list: Rect, foot: Rect) {
        let (head, below) = area.splitTop(area.height > 2 ? 1 : 0)
        let (list, foot) = below.splitBottom(below.height > 1 ? 1 : 0)
        return (head, list, foot)
    }

    /// Selects the clicked row.
    static func press(_ point: Point, in frame: Rect, on list: inout ListState, count: Int) {
        let rows = parts(of: DialogBox.inside(frame)).list
        let index = list.top + point.y - rows.y
        guard rows.contains(point), index < count else { return }
        list.selectInPlace(index, count: count, height: rows.height)
    }

    static func draw(_ content: Content, on screen: inout Screen) {
        let size = screen.size
        DialogBox.draw(frame(content.count, on: size), title: content.title, on: &screen) { screen, area in
            let (head, list, foot) = parts(of: area)
            put((content.foot.text, content.foot.style), at: foot, on: &screen)
            defer {
                if let columns = content.selectedFoot?.clamped(to: 0..<max(0, foot.width)) {
                    let place = Rect(x: foot.x + columns.lowerBound, y: foot.y, width: columns.count, height: foot.height)
                    screen.overlay(place, .selection)
                }
            }
            guard content.count > 0 else {
                put((content.empty, .muted), at: head.isEmpty ? list : head, on: &screen)
                return screen.overlay(area, .surface)
            }
            let widths = TableLayout.widths(content.columns, available: area.width - 1)
            let shown = content.columns.indices.filter { widths[$0] > 0 }
            func line(_ cells: (Int) -> Cell, _ row: Rect) {
                var x = row.x
                for index in shown {
                    let (cell, isRight) = (cells(index), content.columns[index].alignRight)
                    let text =
                        isRight
                        ? TextWidth.pad(cell.text, widths[index], alignRight: true) : TextWidth.truncate(cell.text, widths[index])
                    screen.write(text, x: x, y: row.y, style: cell.style, in: row)
                    x += widths[index] + 1
                }
            }
            if !head.isEmpty { line({ (content.columns[$0].title, .tableHeader) }, head) }
            for offset in 0..<list.height where content.list.top + offset < content.count {
                let index = content.list.top + offset
                let cells = content.row(index)
                line({ cells[$0] }, list.row(offset))
            }
            // The dialog's background lies under the selection.
            screen.overlay(area, .surface)
            let selected = content.list.selected - content.list.top
            if selected >= 0, selected < min(list.height, content.count) { screen.overlay(list.row(selected), .selection) }
            let wide = Rect(x: list.x, y: list.y, width: list.width + 1, height: list.height)
            Scrollbar.draw(top: content.list.top, shown: list.height, total: content.count, on: &screen, in: wide)
        }
    }

    private static func put(_ cell: Cell, at line: Rect, on screen: inout Screen) {
        screen.write(TextWidth.truncate(cell.text, max(0, line.width)), x: line.x, y: line.y, style: cell.style, in: line)
    }
}
