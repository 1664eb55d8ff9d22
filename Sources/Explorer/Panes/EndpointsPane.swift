// The list of endpoints: draws it and moves in it.

import Canvas
import Catalog
import NetLayer

enum EndpointsPane: PaneBehaviour {
    static func perform(_ command: Command, _ model: inout Model) -> [Effect]? {
        let height = Layout(model).height(of: .endpoints)
        if let distance = command.distance(height: height) {
            model.endpoints.move(by: distance, height: height)
            return []
        }
        switch command {
        case .primary:
            if model.endpoints.selectedEndpoint == nil {
                model.endpoints.fold(nil)
                return []
            }
            return model.sendSelected()
        case .left: model.endpoints.fold(true)
        case .right: model.endpoints.fold(false)
        case .fold: model.endpoints.fold(nil)
        default: return nil
        }
        return []
    }

    static func draw(_ model: Model, on screen: inout Screen, in area: Rect, focused: Bool) {
        switch model.source {
        case .loading(let name): EmptyState.draw(["Reading", name], on: &screen, in: area)
        case .failed(let failure):
            EmptyState.draw([failure.title, failure.detail, "", failure.hint], style: .error, on: &screen, in: area)
        case .ready(let description): drawList(model.endpoints, description, model, on: &screen, in: area, focused: focused)
        }
    }

    private static func drawList(
        _ list: EndpointList, _ description: APIDescription, _ model: Model, on screen: inout Screen, in area: Rect, focused: Bool
    ) {
        var rows = area
        if list.isFiltering || !list.filter.text.isEmpty {
            let (line, rest) = area.splitTop(1)
            drawFilter(list, on: &screen, in: line)
            rows = rest
        }
        if list.total == 0 {
            return EmptyState.draw(["No endpoints", "The description lists none."], on: &screen, in: rows)
        }
        if list.rows.isEmpty {
            return EmptyState.draw(["No match"], next: "`esc` clears the filter", on: &screen, in: rows)
        }
        for line in 0..<rows.height {
            let index = list.list.top + line
            guard index < list.rows.count else { break }
            let row = rows.row(line)
            switch list.rows[index] {
            case .group(let number):
                let mark = list.isFolded(number) ? "▸" : "▾"
                screen.put(
                    "\(mark) \(description.groups[number].name) (\(list.shown[number]))", x: row.x, y: row.y, style: .title,
                    in: row)
            case .endpoint(let number): draw(description.endpoints[number], on: &screen, in: row)
            }
            if index == list.list.selected { screen.overlay(row, focused ? .selection : .selectionUnfocused) }
        }
        Scrollbar.draw(top: list.list.top, shown: rows.height, total: list.rows.count, on: &screen, in: rows)
    }

    private static func draw(_ endpoint: EndpointSummary, on screen: inout Screen, in row: Rect) {
        screen.put(endpoint.method.short, x: row.x + 1, y: row.y, style: endpoint.method.style, in: row)
        screen.put(
            TextWidth.fit(endpoint.path, max(0, row.width - 7)), x: row.x + 7, y: row.y,
            style: endpoint.isDeprecated ? .muted : .text, in: row)
    }

    private static func drawFilter(_ list: EndpointList, on screen: inout Screen, in line: Rect) {
        let (text, cursor) = list.filter.visible(width: max(1, line.width - 3))
        screen.fill(line, style: list.isFiltering ? .input : .muted)
        screen.put("/ ", x: line.x, y: line.y, style: .accent, in: line)
        screen.put(text, x: line.x + 2, y: line.y, style: list.isFiltering ? .input : .muted, in: line)
        if list.isFiltering, line.width > 2 { screen.cursor = Point(x: line.x + 2 + cursor, y: line.y) }
    }
}
