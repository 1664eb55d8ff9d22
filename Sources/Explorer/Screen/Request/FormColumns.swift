// The columns of a form: labels, values and, where there is room, hints. The hints stand beside the values.

import Canvas

struct FormColumns {
    /// Includes two blanks, one of them for the mark of required fields.
    let label: Int
    let value: Int
    let hint: Int

    /// A shorter value has this much room, so that the user can type.
    private static let leastValue = 12
    /// The values get their columns in such steps, so that the hints do not move with each typed key.
    private static let step = 4

    init(_ form: RequestForm, width: Int) {
        let fields = form.rows.compactMap { row in if case .field(let index) = row { form.fields[index] } else { nil } }
        label = min(max(8, (fields.map { TextWidth.measure($0.label) }.max() ?? 0) + 2), max(6, width * 2 / 5))
        let rest = max(0, width - label)
        let wish = (fields.map { TextWidth.measure($0.problem.map { "✗ " + $0 } ?? $0.hint) }.max() ?? 0) + 2
        guard rest >= 24, wish > 2 else {
            (value, hint) = (rest, 0)
            return
        }
        // One column more, for the cursor behind the text. The hints keep what they need, up to their share.
        let longest = max(Self.leastValue, fields.map { $0.shownWidth(most: rest) }.max() ?? 0)
        let stepped = (longest + Self.step - 1) / Self.step * Self.step + 1
        value = min(stepped, rest - min(wish, rest * 45 / 100))
        hint = rest - value
    }

    func value(of row: Rect) -> Rect { Rect(x: row.x + label, y: row.y, width: max(0, value - (hint > 0 ? 0 : 1)), height: 1) }

    /// The columns of the value and the hint together, for a row without a hint.
    func valueAndHint(of row: Rect) -> Rect {
        Rect(x: row.x + label, y: row.y, width: max(0, value + hint - 1), height: 1)
    }

    /// One blank before the hint, and one behind it for the scrollbar.
    func hint(of row: Rect) -> Rect { Rect(x: row.x + label + value + 1, y: row.y, width: max(0, hint - 2), height: 1) }
}
