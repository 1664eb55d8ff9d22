// Draws the Contract tab: lines with a cursor.

import Canvas

enum ContractPane {
    static func draw(_ model: Model, on screen: inout Screen, in area: Rect, focused: Bool) {
        let (lines, list) = (model.contractLines, model.result.contractList)
        for line in 0..<area.height where lines.indices.contains(list.top + line) {
            let place = Rect(x: area.x, y: area.y + line, width: max(0, area.width - 1), height: 1)
            var x = place.x
            for span in lines[list.top + line].line.spans {
                x += screen.write(span.text, x: x, y: place.y, style: span.style, in: place)
            }
            if list.top + line == list.selected {
                screen.overlay(area.row(line), focused ? .selection : .selectionUnfocused)
            }
        }
        Scrollbar.draw(top: list.top, shown: area.height, total: lines.count, on: &screen, in: area)
    }
}
