// The dialog of the history: past requests, newest first, with a search while the user types.

import Canvas
import FilterLanguage
import NetLayer

struct HistoryBox: Sendable, Hashable {
    private(set) var lines: [PastRequest] = []
    private(set) var isLoaded = false
    private var isWhole = true
    private var moment = Duration.zero
    private(set) var query = HistoryQuery(text: "", number: 0)
    var field = TextField("")
    /// What is wrong with the typed filter; the list then is that of the filter before.
    private(set) var mistake: FilterProblem?
    var isTyping = false
    /// Why the list is empty.
    var problem: String?
    var list = ListState()

    var selected: PastRequest? { lines.indices.contains(list.selected) ? lines[list.selected] : nil }

    /// Starts a query for the typed filter; `nil` while it is wrong, and the list stays.
    mutating func askForTyped() -> HistoryQuery? {
        mistake = FilterExpression.problem(in: field.text, for: .history)
        return mistake == nil ? ask(field.text) : nil
    }

    /// Starts the last query again, or the first one, for all entries.
    mutating func ask() -> HistoryQuery { ask(query.text) }

    private mutating func ask(_ text: String) -> HistoryQuery {
        query = HistoryQuery(text: text, number: query.number + 1)
        return query
    }

    /// - Returns: `false` for the result of an older query.
    mutating func take(_ lines: [PastRequest], isWhole: Bool, of query: HistoryQuery, now: Duration, height: Int) -> Bool {
        guard query == self.query else { return false }
        let before = selected?.id
        (self.lines, self.isWhole, moment, isLoaded, problem) = (lines, isWhole, now, true, nil)
        list.follow(lines.firstIndex { $0.id == before }, count: lines.count, height: height)
        return true
    }

    private static let columns = [
        Column(title: "ago", minimum: 6, ideal: 7, maximum: 8, priority: 7, alignRight: true),
        Column(title: "status", minimum: 6, ideal: 8, maximum: 12, priority: 8),
        Column(title: "time", minimum: 6, ideal: 7, maximum: 8, priority: 4, alignRight: true),
        Column(title: "request", minimum: 28, ideal: 60, maximum: 400, priority: 9),
        Column(title: "api", minimum: 6, ideal: 12, maximum: 24, priority: 3),
        Column(title: "env", minimum: 4, ideal: 8, maximum: 16, priority: 2),
    ]

    var content: KeptTable.Content {
        let count = "\(lines.count)\(isWhole ? "" : " newest")"
        return KeptTable.Content(
            title: lines.isEmpty ? "History" : "History · \(count)", columns: Self.columns, count: lines.count,
            row: { row(lines[$0]) }, list: list, empty: problem ?? (isLoaded ? nothing : "Looking …"), foot: foot,
            selectedFoot: isTyping ? field.barredSelection.map { $0.lowerBound + 2..<$0.upperBound + 2 } : nil)
    }

    private var nothing: String { query.text.isEmpty ? "No requests have been sent yet." : "No entry matches “\(query.text)”." }

    private static let hint = "words, or status:5xx time:>1s size:>1MB body:text; and, or, not, ( )"

    private var foot: KeptTable.Cell {
        let typed = "/ \(isTyping ? field.barred : field.text)"
        if let mistake { return ("\(typed)  \(mistake.text) (\(place(of: mistake)))", .error) }
        if isTyping, field.text.isEmpty { return ("\(typed)  \(Self.hint)", .muted) }
        if isTyping || !field.text.isEmpty { return (typed, isTyping ? .text : .accent) }
        return ("Secrets are masked before an entry is saved", .muted)
    }

    private func place(of mistake: FilterProblem) -> String {
        mistake.offset < field.text.count ? "character \(mistake.offset + 1)" : "at the end"
    }

    private func row(_ line: PastRequest) -> [KeptTable.Cell] {
        let style: Style = line.status.map { .status($0) } ?? (line.hasSucceeded ? .success : .error)
        return [
            (Quantity.span(max(.zero, moment - line.started)), .muted), (line.status.map { "\($0)" } ?? line.outcome, style),
            (line.duration.map { Quantity.duration($0) } ?? "", .muted), ("\(line.method) \(line.url)", .text),
            (line.api, .muted),
            (line.environment, .muted),
        ]
    }
}

extension HistoryBox: TableDialog {
    var edited: TextField? { isTyping ? field : nil }

    func handle(_ key: Key, in model: inout Model) -> [Effect] { model.perform(self, key) }

    func spoken(_ model: Model) -> SpokenDialog {
        var spoken = SpokenDialog(content)
        if isTyping { spoken.field = SpokenDialog.Field("search", field) }
        spoken.problem = mistake.map { "\($0.text) (\(place(of: $0)))" }
        return spoken
    }

    func paste(_ text: String, in model: inout Model) -> [Effect]? { isTyping ? model.paste(text, into: self) : nil }

    var hints: [KeyHint] {
        if isTyping { return [("enter", "keep"), ("↑↓", "move"), ("esc", "clear")] }
        if lines.isEmpty { return (query.text.isEmpty ? [] : [("/", "search")]) + [("esc", "close")] }
        return [
            ("enter", "show"), ("r", "send again"), ("d", "diff with now"), ("/", "search"), ("x", "delete"), ("D", "delete all"),
            ("esc", "close"),
        ]
    }
}
