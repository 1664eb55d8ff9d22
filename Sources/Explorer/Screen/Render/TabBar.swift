// A line of tabs, and the position of each tab, for rendering and for the mouse.

import Canvas

struct TabBar {
    let titles: [String]
    let line: Rect
    /// The columns from the end of a title to the beginning of the next one: each title has a blank on both
    /// sides, and two titles can share one.
    var gap = wideGap

    static let wideGap = 3
    static let narrowGap = 1

    /// The columns of each tab, with the blanks around its title.
    private var columns: [Range<Int>] {
        var x = line.x
        return titles.map { title in
            defer { x += TextWidth.measure(title) + gap }
            return x..<x + TextWidth.measure(title) + 2
        }
    }

    /// The first column of each tab, from the left edge of the line.
    var starts: [Int] { columns.map { $0.lowerBound - line.x } }

    /// The columns to the end of the last tab, at least with its blank.
    var width: Int { titles.reduce(titles.isEmpty ? 0 : max(0, 2 - gap)) { $0 + TextWidth.measure($1) + gap } }

    func draw(active: Int?, on screen: inout Screen) {
        // The open tab comes last, because its blanks belong to it.
        let order = titles.indices.filter { $0 != active } + (active.map { [$0] } ?? [])
        for index in order {
            let style: Style = index == active ? .tabActive : .tab
            screen.write(" \(titles[index]) ", x: columns[index].lowerBound, y: line.y, style: style, in: line)
        }
    }

    /// A blank that two tabs share belongs to the second one, which begins there.
    func index(at point: Point) -> Int? { line.contains(point) ? columns.lastIndex { $0.contains(point.x) } : nil }
}
