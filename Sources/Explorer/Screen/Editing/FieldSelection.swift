// The selected part of a text field, as the screen shows it.

import Canvas

extension Screen {
    /// Marks the selection of a field that is drawn from column `x` on, in `width` columns.
    mutating func drawSelection(of field: TextField, width: Int, x: Int, y: Int) {
        guard let columns = field.visibleSelection(width: width) else { return }
        overlay(Rect(x: x + columns.lowerBound, y: y, width: columns.count, height: 1), .selection)
    }
}

extension TextField {
    /// The text with a bar at the cursor, for lines in which the terminal shows no cursor.
    var barred: String { String(text.prefix(cursor)) + "▏" + text.dropFirst(cursor) }

    /// The columns of the selection in ``barred``; `nil` where nothing is selected.
    var barredSelection: Range<Int>? {
        let bar = selection?.lowerBound == cursor ? 1 : 0
        return visibleSelection(width: TextField.longest).map { $0.lowerBound + bar..<$0.upperBound + bar }
    }
}
