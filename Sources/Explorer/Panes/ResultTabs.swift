// The line over an answer: its tabs, and what is searched for or where the cursor stands.

import Canvas

enum ResultTabs {
    static func draw(_ model: Model, on screen: inout Screen, in line: Rect) {
        let result = model.result
        let isSearching = result.search.isTyping || (result.search.isActive && result.findView != nil)
        let prompt = isSearching ? max(20, TextWidth.of(result.search.field.text) + TextWidth.of(result.search.count) + 6) : 0
        // Where there is no room for both, the open tab stands for all.
        let tabs = width(result.tabs) + prompt <= line.width ? result.tabs : [result.tab]
        var x = line.x
        for tab in isSearching && width(tabs) + prompt > line.width ? [] : tabs {
            screen.put(" \(tab.rawValue) ", x: x, y: line.y, style: tab == result.tab ? .tabActive : .tab, in: line)
            x += tab.rawValue.count + 3
        }
        guard isSearching else {
            return drawPointer(model, on: &screen, in: Rect(x: x, y: line.y, width: line.maxX - x, height: 1))
        }
        draw(result.search, on: &screen, in: Rect(x: x, y: line.y, width: line.maxX - x, height: 1))
    }

    /// Where the tree's cursor stands, as far as there is room: the end says more than the beginning.
    private static func drawPointer(_ model: Model, on screen: inout Screen, in room: Rect) {
        guard model.result.tab == .tree, let pointer = model.result.tree.line?.pointer, room.width >= 12 else { return }
        let tail = pointer.suffix(room.width - 2)
        let text = TextWidth.fit((tail.count < pointer.count ? "…" : "") + tail, room.width - 1)
        screen.put(text, x: room.maxX - TextWidth.of(text) - 1, y: room.y, style: .muted, in: room)
    }

    private static func width(_ tabs: [ResultTab]) -> Int { tabs.reduce(0) { $0 + $1.rawValue.count + 3 } }

    private static func draw(_ search: ResultSearch, on screen: inout Screen, in line: Rect) {
        let count = search.count
        let field = max(1, line.width - 2 - (count.isEmpty ? 0 : TextWidth.of(count) + 2))
        let (text, cursor) = search.field.visible(width: field)
        let style: Style = search.isTyping ? .input : .muted
        screen.fill(line, style: style)
        screen.put("/ ", x: line.x, y: line.y, style: .accent, in: line)
        screen.put(text, x: line.x + 2, y: line.y, style: style, in: line)
        screen.put(count, x: line.maxX - TextWidth.of(count) - 1, y: line.y, style: style, in: line)
        if search.isTyping, line.width > 2 { screen.cursor = Point(x: line.x + 2 + cursor, y: line.y) }
    }
}
