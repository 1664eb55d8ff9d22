// Borders that join: every cell records the directions of its lines, which determine its character.

import Canvas

struct Borders {
    private struct Edges: OptionSet {
        let rawValue: Int
        static let up = Edges(rawValue: 1)
        static let down = Edges(rawValue: 2)
        static let left = Edges(rawValue: 4)
        static let right = Edges(rawValue: 8)
    }

    private var edges: [Point: Edges] = [:]
    private var focused: Set<Point> = []

    mutating func add(_ rect: Rect, focused isFocused: Bool) {
        guard rect.width >= 2, rect.height >= 2 else { return }
        for x in rect.x..<rect.maxX {
            let sides: Edges = x == rect.x ? .right : x == rect.maxX - 1 ? .left : [.left, .right]
            add(sides, x, rect.y, isFocused)
            add(sides, x, rect.maxY - 1, isFocused)
        }
        for y in rect.y..<rect.maxY {
            let sides: Edges = y == rect.y ? .down : y == rect.maxY - 1 ? .up : [.up, .down]
            add(sides, rect.x, y, isFocused)
            add(sides, rect.maxX - 1, y, isFocused)
        }
    }

    /// - Parameter style: of the frames that do not have the focus.
    func draw(on screen: inout Screen, style: Style = .border) {
        for (point, edge) in edges {
            let character = Self.characters[edge.rawValue]
            screen.write(character, x: point.x, y: point.y, style: focused.contains(point) ? .borderFocus : style)
        }
    }

    private mutating func add(_ sides: Edges, _ x: Int, _ y: Int, _ isFocused: Bool) {
        let point = Point(x: x, y: y)
        edges[point, default: []].formUnion(sides)
        if isFocused { focused.insert(point) }
    }

    /// By edges: bit 0 up, 1 down, 2 left, 3 right.
    private static let characters = [" ", "│", "│", "│", "─", "┘", "┐", "┤", "─", "└", "┌", "├", "─", "┴", "┬", "┼"]
}
