// The line above a response: its tabs, and the search or the cursor's position.

import Canvas

enum ResultTabs {
    static func draw(_ model: Model, on screen: inout Screen, in line: Rect) {
        let (tabs, bar) = choice(model, in: line)
        bar.draw(active: tabs.firstIndex(of: model.result.tab), on: &screen)
        let rest = Rect(x: line.x + bar.width, y: line.y, width: max(0, line.width - bar.width), height: 1)
        if isSearching(model) {
            let search = model.result.search
            SearchLine.draw(
                search.field, isTyping: search.isTyping, count: search.count, prompt: search.mode.prompt,
                wrong: search.problem?.offset, on: &screen, in: rest)
        } else {
            drawPointer(model, on: &screen, in: rest)
        }
    }

    /// The tabs that fit, with their positions.
    static func bar(_ model: Model, in line: Rect) -> TabBar { choice(model, in: line).bar }

    static func shown(_ model: Model, in line: Rect) -> [ResultTab] { choice(model, in: line).tabs }

    /// In a narrower line the cursor's position is worth more than the names of other tabs, where there is one.
    private static let leastLine = 44

    /// The tabs that fit, with narrow gaps where wide ones have no room: beside a search, all or none; without a
    /// search, all or only the open one. The contract of a response that is as described gives way to the others.
    private static func choice(_ model: Model, in line: Rect) -> (tabs: [ResultTab], bar: TabBar) {
        let result = model.result
        let search = result.search
        let prompt =
            isSearching(model) ? max(20, TextWidth.measure(search.mode.prompt + search.field.text + search.count) + 4) : 0
        let mayBeNarrow = line.width >= leastLine || place(model) == nil
        let gaps = mayBeNarrow ? [TabBar.wideGap, TabBar.narrowGap] : [TabBar.wideGap]
        // Without room, a contract that the response fits is the first to go.
        let isQuiet = result.tab != .contract && result.held?.report?.fits != false
        for tabs in [result.tabs] + (isQuiet ? [result.tabs.filter { $0 != .contract }] : []) {
            for gap in gaps {
                let bar = TabBar(titles: tabs.map(\.rawValue), line: line, gap: gap)
                if bar.width + prompt <= line.width { return (tabs, bar) }
            }
        }
        let tabs = prompt > 0 ? [] : [result.tab]
        return (tabs, TabBar(titles: tabs.map(\.rawValue), line: line))
    }

    private static func isSearching(_ model: Model) -> Bool {
        model.result.search.isTyping || (model.result.search.isActive && model.result.findView != nil)
    }

    /// The position of the tree's cursor or of the table's list, as far as there is room. The end says more
    /// than the beginning, so the beginning is cut.
    private static func drawPointer(_ model: Model, on screen: inout Screen, in room: Rect) {
        guard let place = place(model), room.width >= 12 else { return }
        let tail = place.suffix(room.width - 2)
        let text = TextWidth.truncate((tail.startIndex > place.startIndex ? "…" : "") + tail, room.width - 1)
        screen.write(text, x: room.maxX - TextWidth.measure(text) - 1, y: room.y, style: .muted, in: room)
    }

    private static func place(_ model: Model) -> String? {
        switch model.result.tab {
        case .tree: return model.result.tree.line?.pointer
        case .table:
            guard model.result.table.filter == nil, let list = model.result.table.window?.pointer, !list.isEmpty else {
                return nil
            }
            return "items: \(list)"
        default: return nil
        }
    }
}
