// The list of endpoints: rendering and movement.

import Canvas
import Catalog
import NetLayer

enum EndpointsPane: PaneBehaviour {
    static func perform(_ command: Command, _ model: inout Model) -> [Effect]? {
        let height = model.listHeight(of: .endpoints)
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
            return model.sendOrOpenForm()
        case .left: model.endpoints.fold(true)
        case .right: model.endpoints.fold(false)
        case .fold: model.endpoints.fold(nil)
        default: return nil
        }
        return []
    }

    static func draw(_ model: Model, on screen: inout Screen, in area: Rect, focused: Bool) {
        // Where there are several, each has its state in its heading.
        if model.listsAllAPIs {
            return drawList(model.endpoints, model, on: &screen, in: area, focused: focused)
        }
        switch model.api.source {
        case .loading(let name): EmptyState.draw(["Reading", name], on: &screen, in: area)
        case .failed(let failure):
            // The result pane has more room for it, if both are on the screen.
            guard model.view.layout.inside[.result] == nil else {
                return EmptyState.draw(["No description"], next: NoDescription.next, style: .error, on: &screen, in: area)
            }
            NoDescription.draw(failure, on: &screen, in: area)
        case .ready: drawList(model.endpoints, model, on: &screen, in: area, focused: focused)
        }
    }

    /// Why the list has no rows, and what to do next; `nil` for a list with rows.
    static func emptyWords(_ model: Model) -> (lines: [String], next: String)? {
        guard model.endpoints.rows.isEmpty else { return nil }
        // In a list of all APIs, only a filter hides their headings.
        if model.endpoints.total > 0 || model.listsAllAPIs { return (["No match"], "`esc` clears the filter") }
        return model.api.hasSource
            ? (["No endpoints", "The description lists none."], NoDescription.next)
            : (["No API is open", NoDescription.openAPI], NoDescription.next)
    }

    private static func drawList(
        _ list: EndpointList, _ model: Model, on screen: inout Screen, in area: Rect, focused: Bool
    ) {
        var rows = area
        if list.isFiltering || !list.filter.text.isEmpty {
            let (line, rest) = area.splitTop(1)
            SearchLine.draw(list.filter, isTyping: list.isFiltering, on: &screen, in: line)
            rows = rest
        }
        if let words = emptyWords(model) { return EmptyState.draw(words.lines, next: words.next, on: &screen, in: rows) }
        let visible = list.rows.indices.clamped(to: list.list.top..<(list.list.top + rows.height))
        let endpoints = visible.map { index -> EndpointSummary? in
            guard case .endpoint(let number) = list.rows[index] else { return nil }
            return model.description(of: list.home(of: index))?.endpoints[number]
        }
        let columns = EndpointColumns(
            endpoints.compactMap { $0?.title }, width: rows.width, showsSummaries: model.view.showsSummaries)
        for (line, index) in visible.enumerated() {
            let row = rows.row(line)
            let section = list.sections[list.home(of: index)]
            switch list.rows[index] {
            case .api(let number): drawHeading(section, isInUse: number == list.current, on: &screen, in: row)
            case .group(let number):
                let name = section.groups[number].name
                // An open group shows its endpoints themselves.
                let isFolded = list.isFolded(number, of: list.home(of: index))
                let text = isFolded ? "▸ \(name) (\(section.shown[number]))" : "▾ \(name)"
                screen.write(text, x: row.x, y: row.y, style: .title, in: row)
            case .endpoint:
                if let endpoint = endpoints[line] { draw(endpoint, list.query, columns, on: &screen, in: row) }
            }
            if index == list.list.selected { screen.overlay(row, focused ? .selection : .selectionUnfocused) }
        }
        Scrollbar.draw(top: list.list.top, shown: rows.height, total: list.rows.count, on: &screen, in: rows)
        if !model.api.hasSource, list.rows.count + 1 < rows.height {
            let last = rows.row(rows.height - 1)
            screen.write(NoDescription.openAPI, x: last.x, y: last.y, style: .muted, in: last)
        }
    }

    /// The line of an API: its name, how many endpoints it has, or why it has none.
    private static func drawHeading(
        _ section: EndpointSection, isInUse: Bool, on screen: inout Screen, in row: Rect
    ) {
        let fold = section.isClosed ? "▸" : "▾"
        var x = row.x + screen.write("\(fold) ", x: row.x, y: row.y, style: .accent, in: row)
        x += screen.write(section.name, x: x, y: row.y, style: .accent, in: row)
        x += screen.write(
            " · \(section.note.isEmpty ? "\(section.total)" : section.note)", x: x, y: row.y, style: .muted, in: row)
        // Requests, services and environments are of this one.
        if isInUse { screen.write(" · in use", x: x, y: row.y, style: .muted, in: row) }
    }

    private static func draw(
        _ endpoint: EndpointSummary, _ query: FuzzyQuery, _ columns: EndpointColumns, on screen: inout Screen, in row: Rect
    ) {
        if endpoint.isDeprecated { screen.write("†", x: row.x, y: row.y, style: .warning, in: row) }
        screen.write(endpoint.method.short, x: row.x + 1, y: row.y, style: endpoint.method.style, in: row)
        let lit = query.positions(in: endpoint.title)
        let start = row.x + EndpointColumns.pathStart
        let taken = LitText.put(
            endpoint.title, lit: lit, width: columns.path, x: start, y: row.y, style: endpoint.isDeprecated ? .muted : .text,
            on: &screen, in: row)
        guard columns.summary > 0 else {
            if lit.isEmpty { drawReason(endpoint, query, x: start + taken + 2, on: &screen, in: row) }
            return
        }
        let note = endpoint.isDeprecated ? "deprecated · " : ""
        var x = row.maxX - columns.summary - 1
        x += screen.write(note, x: x, y: row.y, style: .warning, in: row)
        LitText.put(
            endpoint.subtitle, lit: query.positions(inSentence: endpoint.subtitle),
            width: max(0, row.maxX - 1 - x), x: x, y: row.y, style: .muted, on: &screen, in: row)
    }

    /// When the match is not in the path, renders the text that matches, as far as it fits.
    private static func drawReason(
        _ endpoint: EndpointSummary, _ query: FuzzyQuery, x: Int, on screen: inout Screen, in row: Rect
    ) {
        let room = row.maxX - 1 - x
        guard !query.isEmpty, room >= 6 else { return }
        let reasons =
            [(endpoint.id, query.positions(in: endpoint.id))]
            + ([endpoint.subtitle] + endpoint.tags).map { ($0, query.positions(inSentence: $0)) }
        guard let (text, lit) = reasons.first(where: { !$0.1.isEmpty }) else { return }
        LitText.put(text, lit: lit, width: room, x: x, y: row.y, style: .muted, on: &screen, in: row)
    }
}

extension Model {
    /// The list shows several APIs, each with its heading and its state.
    var listsAllAPIs: Bool { apis.isSeveral && endpoints.only == nil }
}

/// The widths of a line's columns: the summary gets the room that the visible paths leave, if that is enough.
private struct EndpointColumns {
    static let pathStart = 7

    let path: Int
    let summary: Int

    /// A shorter beginning of a summary tells nothing.
    private static let leastSummary = 12

    init(_ titles: [String], width: Int, showsSummaries: Bool) {
        let room = max(0, width - Self.pathStart)
        // At most as wide as the room: longer text is cut anyway.
        let longest = titles.reduce(0) { max($0, TextWidth.measure(TextWidth.truncate($1, room))) }
        // In steps, so that scrolling does not move the column with every line.
        let column = min((longest + 7) / 8 * 8, room * 6 / 10)
        let rest = room - column - 3
        summary = showsSummaries && rest >= Self.leastSummary ? rest : 0
        path = summary > 0 ? column : room
    }
}
