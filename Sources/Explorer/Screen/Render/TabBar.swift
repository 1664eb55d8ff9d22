// A line of tabs, and the position of each tab, for rendering and for the mouse.

import Canvas

struct TabBar {
    let titles: [String]
    let line: Rect

    /// The columns of each tab, with the blanks around its title.
    private var columns: [Range<Int>] {
        var x = line.x
        return titles.map { title in
            defer { x += TextWidth.measure(title) + 3 }
            return x..<x + TextWidth.measure(title) + 2
        }
    }

    /// The first column of each tab, from the left edge of the line.
    var starts: [Int] { columns.map { $0.lowerBound - line.x } }

    /// The width of the tabs, with the gap behind the last one.
    var width: Int { titles.reduce(0) { $0 + TextWidth.measure($1) + 3 } }

    func draw(active: Int?, on screen: inout Screen) {
        for (index, columns) in columns.enumerated() {
            let style: Style = index == active ? .tabActive : .tab
            screen.write(" \(titles[index]) ", x: columns.lowerBound, y: line.y, style: style, in: line)
        }
    }

    func index(at point: Point) -> Int? { line.contains(point) ? columns.firstIndex { $0.contains(point.x) } : nil }
}
