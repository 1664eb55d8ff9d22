// Draws the tree of an answer: guides, a mark that says whether there is more, the name, the value.

import Canvas
import Document

enum ResultTree {
    static func draw(_ model: Model, on screen: inout Screen, in area: Rect, focused: Bool) {
        let tree = model.result.tree
        guard let window = tree.window else {
            return EmptyState.draw(["Reading the answer …"], style: .muted, on: &screen, in: area)
        }
        for line in 0..<area.height {
            guard let row = window.line(at: tree.list.top + line) else { break }
            let place = Rect(x: area.x, y: area.y + line, width: max(0, area.width - 1), height: 1)
            draw(row, model.result.search.pattern, on: &screen, in: place)
            if tree.list.top + line == tree.list.selected {
                screen.overlay(area.row(line), focused ? .selection : .selectionUnfocused)
            }
        }
        Scrollbar.draw(top: tree.list.top, shown: area.height, total: window.total, on: &screen, in: area)
    }

    private static func draw(_ row: TreeLine, _ search: TextSearch, on screen: inout Screen, in place: Rect) {
        // No more guides than leave half of the line to the value; deeper rows say how deep they are.
        let most = max(0, place.width / 4)
        var x = place.x
        if row.depth > most {
            x += screen.put(TextWidth.fit("\(row.depth)› ", 2 * most), x: x, y: place.y, style: .muted, in: place)
            x = max(x, place.x + 2 * most)
        } else {
            for _ in 0..<row.depth { x += screen.put("│ ", x: x, y: place.y, style: .border, in: place) }
        }
        let mark = row.isFoldable ? (row.isOpen ? "▾ " : "▸ ") : "  "
        x += screen.put(mark, x: x, y: place.y, style: .muted, in: place)
        screen.put(Lit.pieces(row.pieces, search), x: x, y: place.y, in: place)
        if TextWidth.of(row.pieces.map(\.0).joined()) > place.maxX - x {
            screen.put("›", x: place.maxX - 1, y: place.y, style: .muted, in: place)
        }
    }
}

extension TreeLine {
    /// Name, value and hint, each in its style.
    fileprivate var pieces: [(Substring, Style)] {
        var pieces: [(Substring, Style)] = []
        switch label {
        case .none: break
        case .key(let key): pieces += [(key[...], .jsonKey), (": ", .jsonPunct)]
        case .place(let place): pieces += [("\(place)", .muted), (": ", .jsonPunct)]
        }
        if kind == .string { pieces.append(("\"", .jsonString)) }
        pieces.append((text[...], kind.style))
        if kind == .string { pieces.append(("\"", .jsonString)) }
        if !hint.isEmpty { pieces += [("  ", .text), (hint[...], .muted)] }
        return pieces
    }
}

extension JSONNode.Kind {
    var style: Style {
        switch self {
        case .object, .array: .jsonPunct
        case .string: .jsonString
        case .number: .jsonNumber
        case .true, .false: .jsonBool
        case .null: .jsonNull
        }
    }
}
