// Draws the tree of a response: guides, a mark of foldable rows, the name, the value.

import Canvas
import Document

enum ResultTree {
    static func draw(_ model: Model, on screen: inout Screen, in area: Rect, focused: Bool) {
        let tree = model.result.tree
        guard let window = tree.window else {
            return EmptyState.draw(["Reading the response …"], style: .muted, on: &screen, in: area)
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

    /// The column of a row's fold mark: the guides leave at least half of the line to the value.
    static func mark(_ depth: Int, width: Int) -> Int { 2 * min(depth, max(0, (width - 1) / 4)) }

    private static func draw(_ row: TreeLine, _ search: TextSearch, on screen: inout Screen, in place: Rect) {
        let mark = place.x + mark(row.depth, width: place.width + 1)
        var x = place.x
        if mark < x + 2 * row.depth {
            // Deeper rows show their depth as a number.
            screen.write(TextWidth.truncate("\(row.depth)› ", mark - x), x: x, y: place.y, style: .muted, in: place)
            x = mark
        } else {
            for _ in 0..<row.depth { x += screen.write("│ ", x: x, y: place.y, style: .border, in: place) }
        }
        let sign = row.isFoldable ? (row.isOpen ? "▾ " : "▸ ") : "  "
        x += screen.write(sign, x: x, y: place.y, style: .muted, in: place)
        let pieces = row.pieces(search)
        screen.put(pieces, x: x, y: place.y, in: place)
        if TextWidth.measure(pieces.map(\.0).joined()) > place.maxX - x {
            screen.write("›", x: place.maxX - 1, y: place.y, style: .muted, in: place)
        }
    }
}

extension TreeLine {
    /// Name, value and hint, each in its style. Highlights what a search counts:
    /// names and values, each separately.
    fileprivate func pieces(_ search: TextSearch) -> [(Substring, Style)] {
        var pieces: [(Substring, Style)] = []
        switch label {
        case .none: break
        case .key(let key): pieces += Lit.pieces([(key[...], .jsonKey)], search) + [(": ", .jsonPunct)]
        case .place(let place): pieces += [("\(place)", .muted), (": ", .jsonPunct)]
        }
        if kind == .string { pieces.append(("\"", .jsonString)) }
        let isSearched = kind != .object && kind != .array && !search.searchesNamesOnly
        pieces += isSearched ? Lit.pieces([(text[...], kind.style)], search) : [(text[...], kind.style)]
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
