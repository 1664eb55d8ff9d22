// The result as lines for a screen reader: its facts, and the row, node or line at the cursor.

import Canvas
import Document
import NetLayer

enum ResultWords {
    static func head(_ model: Model) -> String {
        guard model.result.task != nil else { return "Result pane, no response yet" }
        let parts = ResultTitle.parts(model).map { ReaderWords.spaced(ReaderWords.withoutSign($0.text)) }
        return ReaderWords.parts(["Result pane"] + parts.map(ReaderWords.text) + [tab(model)])
    }

    /// Status, rows, page and time of the shown response.
    static func facts(_ model: Model) -> [String] {
        ResultTitle.facts(model).map { ReaderWords.text(ReaderWords.spaced(ReaderWords.withoutSign($0))) }
    }

    /// `Tree tab, 2 of 5`.
    static func tab(_ model: Model) -> String {
        let tabs = model.result.tabs
        let place = tabs.firstIndex(of: model.result.tab).map { "\($0 + 1) of \(tabs.count)" } ?? ""
        return ReaderWords.parts(["\(model.result.tab.rawValue) tab", place])
    }

    /// `nil` while there is none, or while it is still being read.
    static func spot(_ model: Model) -> SpokenSpot? {
        let result = model.result
        guard let task = result.task else { return nil }
        guard var spot = spot(in: result.tab, model) else { return nil }
        spot.row = "\(task) \(result.tab.rawValue) \(spot.row)"
        return spot
    }

    private static func spot(in tab: ResultTab, _ model: Model) -> SpokenSpot? {
        switch tab.content {
        case .table: instead(model) ?? row(model.result.table, model)
        case .tree: instead(model) ?? node(model.result.tree, model)
        case .bodyLines: instead(model) ?? bodyLine(model.result)
        case .madeLines: madeLine(tab, model)
        case .contract: contractLine(model)
        case .diff: model.result.diff.flatMap(difference)
        }
    }

    /// What a response without a body says; `nil` where there is a body, or nothing yet.
    private static func instead(_ model: Model) -> SpokenSpot? {
        guard let answer = model.result.answer else { return nil }
        if let failure = answer.failure, answer.bytes == 0 { return SpokenSpot(ReaderWords.sentences(failure.lines)) }
        return answer.kind == .empty ? SpokenSpot("The response has no body") : nil
    }

    // MARK: Table

    /// `row 3 of 20: id 3, name Lamp`; a step to another column says the cell.
    private static func row(_ table: TableView, _ model: Model) -> SpokenSpot? {
        guard let window = table.window else { return nil }
        guard window.total > 0 else {
            return SpokenSpot(table.filter == nil ? "The list is empty" : "No match in the response")
        }
        guard let line = table.line else { return nil }
        let cells = zip(window.heads, line.cells).map { (title: $0.title, text: $1.text) }
        let words = cells.filter { !$0.text.isEmpty }.map { "\($0.title) \($0.text)" }
        let signs = model.valueMarks(of: window.request.task, filter: window.request.filter)
        let change = signs[line.node].map { " \($0.word)" } ?? ""
        let place = "row \(table.list.selected + 1) of \(Quantity.count(table.total))\(change)"
        var spot = SpokenSpot(row: "\(line.place) \(line.node)", "\(place): \(words.joined(separator: ", "))")
        spot.part = "\(table.column)"
        if cells.indices.contains(table.column) {
            let cell = cells[table.column]
            let mark = line.cells[table.column].node.flatMap { signs[$0] }.map { " \($0.cellWord)" } ?? ""
            let text = "\(cell.title) \(cell.text.isEmpty ? "empty" : cell.text)\(mark)"
            spot.partText = "\(text), column \(table.column + 1) of \(cells.count)"
        }
        return spot
    }

    // MARK: Tree

    /// `items, list of 20, folded`; `price: 12.5`.
    private static func node(_ tree: TreeView, _ model: Model) -> SpokenSpot? {
        guard let line = tree.line, let request = tree.window?.request else { return nil }
        let change = model.valueMarks(of: request.task, filter: request.filter)[line.node]?.word ?? ""
        let label =
            switch line.label {
            case .none: ""
            case .key(let key): key
            case .place(let place): "item \(place)"
            }
        let row = "\(line.node) \(line.isOpen)"
        guard line.kind == .object || line.kind == .array else {
            let value = line.text.isEmpty ? "empty text" : line.text
            return SpokenSpot(row: row, ReaderWords.parts([label.isEmpty ? value : "\(label): \(value)", change]))
        }
        let count = line.text.dropFirst().dropLast()
        let kind = line.kind == .array ? "list of \(count)" : "object of \(count)"
        let fold = line.isFoldable ? (line.isOpen ? "unfolded" : "folded") : ""
        return SpokenSpot(row: row, ReaderWords.parts([label, kind, fold, change]))
    }

    // MARK: Lines

    /// The first line in view, or that of the match.
    private static func bodyLine(_ result: ResultView) -> SpokenSpot? {
        if let picture = result.picture { return SpokenSpot("image, \(picture.facts)") }
        guard let window = result.window else { return nil }
        let number = result.shownMatchLine ?? result.top
        guard window.lines.indices.contains(number - window.start) else { return nil }
        return SpokenSpot(
            row: "\(number)", numbered(number, of: window.total, window.lines[number - window.start]))
    }

    private static func madeLine(_ tab: ResultTab, _ model: Model) -> SpokenSpot? {
        guard let lines = tab.lines(model), !lines.isEmpty else { return nil }
        let number = min(model.result.top, lines.count - 1)
        let text = ReaderWords.line(ReaderWords.text(lines[number].spans.map(\.text).joined()))
        return SpokenSpot(row: "\(number)", numbered(number, of: lines.count, text))
    }

    /// A place that differs, in one line.
    private static func contractLine(_ model: Model) -> SpokenSpot? {
        let lines = model.contractLines
        guard !lines.isEmpty else { return nil }
        let number = min(model.result.contractList.selected, lines.count - 1)
        return SpokenSpot(row: "\(number)", numbered(number, of: lines.count, ReaderWords.text(lines[number].text)))
    }

    private static func numbered(_ number: Int, of count: Int, _ text: String) -> String {
        "line \(number + 1) of \(count): \(text.isEmpty ? "empty" : text)"
    }

    private static func difference(_ diff: DiffView) -> SpokenSpot? {
        guard let window = diff.window else { return nil }
        guard window.total > 0 else { return SpokenSpot(window.summary.text) }
        guard let line = diff.line else { return nil }
        let place = "\(diff.list.selected + 1) of \(window.total)"
        guard let pointer = line.pointer else {
            let text = line.old ?? line.new ?? ""
            let words = line.sign == .gap ? "equal lines" : text.isEmpty ? "empty line" : text
            return SpokenSpot(row: place, line.sign.word.isEmpty ? words : "\(line.sign.word): \(words)")
        }
        let old = line.old.map { line.new == nil && line.sign != .moved ? $0 : "from \($0)" } ?? ""
        let new = line.new.map { line.old == nil ? $0 : "to \($0)" } ?? ""
        let name = pointer.isEmpty ? "everything" : pointer
        return SpokenSpot(row: place, ReaderWords.parts(["\(line.sign.word) \(name)", old, new, place]))
    }
}
