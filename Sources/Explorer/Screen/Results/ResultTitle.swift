// The title of the result pane: whose response it is, then what matters most about it. Without room the rest
// is left out first.

import Canvas
import NetLayer

struct ResultTitle {
    typealias Part = (text: String, style: Style)

    /// The request; `nil` without one.
    private var name: Part?
    /// The form above the pane is that of another endpoint, so the name matters most.
    private var namesAnother = false
    /// Status, rows, page and time, and whether a cache had the response. With little room the last go first.
    private var facts: [Part] = []
    private var details: [Part] = []

    /// The parts of the title that fit.
    /// - Parameter room: the columns behind the name of the pane.
    static func parts(_ model: Model, room: Int = .max) -> [Part] {
        guard var shown = title(model) else { return [] }
        shown.fit(into: room)
        return shown.namesAnother ? shown.parts.map { ($0.text, Style.muted) } : shown.parts
    }

    /// Status, rows, page and time of the shown response, each with its sign.
    static func facts(_ model: Model) -> [String] { title(model)?.facts.map(\.text) ?? [] }

    /// The shown response does not belong to the endpoint of the form above it.
    static func isOfAnother(_ model: Model) -> Bool {
        guard let task = model.result.task, let row = model.tasks.row(task), let id = model.form?.target.id else { return false }
        return !row.info.endpoint.isEmpty && row.info.endpoint != id
    }

    private var parts: [Part] { (name.map { [$0] } ?? []) + facts + details }

    // MARK: Room

    /// The columns between two parts.
    private static let gap = 3
    private static let longestName = 28
    /// A shorter beginning names no request.
    private static let leastName = 9

    private static func width(_ parts: [Part]) -> Int { parts.reduce(0) { $0 + TextWidth.measure($1.text) + gap } }

    private mutating func fit(into room: Int) {
        while Self.width(parts) > room, !details.isEmpty { details.removeLast() }
        if let whole = name, Self.width(parts) > room {
            let rest = room - Self.width(facts) - Self.gap
            let columns = max(rest, namesAnother ? Self.leastName : 0)
            name = columns < Self.leastName ? nil : (text: TextWidth.truncate(whole.text, columns), style: whole.style)
        }
        while Self.width(parts) > room, facts.count > 1 { facts.removeLast() }
    }

    // MARK: Content

    private static func title(_ model: Model) -> ResultTitle? {
        if let past = model.shownPast { return title(of: past, model) }
        guard let task = model.result.task, let row = model.tasks.row(task) else { return nil }
        if let list = model.wholeList { return title(of: list, row, model) }
        var made = ResultTitle()
        made.name = model.linkTrail.map { ($0, .accent) } ?? named(row.info)
        made.namesAnother = isOfAnother(model)
        // A list on a single page is a list like any other.
        let turns = model.result.turns[task].flatMap { $0.isAlone ? nil : $0 }
        made.facts = facts(task, row, turns, model)
        made.details = details(row, turns, model)
        return made
    }

    private static func named(_ info: TaskInfo) -> Part {
        guard !info.isRequest else { return named(info.method, info.title) }
        return (TextWidth.truncate(info.title, longestName), .muted)
    }

    private static func named(_ method: HTTPMethod, _ address: String) -> Part {
        (TextWidth.truncate("\(method.short) \(address)", longestName), .muted)
    }

    private static func facts(_ task: TaskID, _ row: TaskRow, _ turns: PageTurns?, _ model: Model) -> [Part] {
        let look = StateLook(row.state)
        let answer = model.result.answer
        var parts: [Part] = []
        if let failed = answer.flatMap(CheckLines.summary) { parts.append((failed, .error)) }
        if let head = answer?.head {
            parts.append(status(head, row))
        } else {
            parts.append(("\(look.glyph) \(look.word)", look.style))
        }
        if model.result.held?.report?.fits == false { parts.append(("≠ differs", .warning)) }
        if let watch = model.watches[task] { parts.append((watch.title, .accent)) }
        if answer?.isArriving == true { parts.append(("\(look.glyph) \(arriving(model, row))", look.style)) }
        if model.result.pipe.shown != nil { parts.append(("piped", .accent)) }
        if let count = rows(model) { parts.append(count) }
        if let columns = columns(model) { parts.append(columns) }
        if let coding = row.exchanges.last?.metrics.undecodedCoding { parts.append(("\(coding), not decoded", .warning)) }
        let hasPages = turns != nil || answer?.links.isEmpty == false || model.result.origins[task] != nil
        if let answer, answer.head != nil, hasPages { parts.append((page(model.result.page, answer.links, turns), .accent)) }
        parts.append((model.view.motion.time(row.age(at: model.now), of: row), .muted))
        if let source = row.source.words { parts.append((source, .accent)) }
        return parts
    }

    private static func details(_ row: TaskRow, _ turns: PageTurns?, _ model: Model) -> [Part] {
        var parts: [Part] = []
        if let answer = model.result.answer, answer.head != nil {
            if !answer.isArriving { parts.append((Quantity.bytes(Int64(answer.bytes)), .muted)) }
            if model.result.picture == nil, let facts = answer.picture?.facts { parts.append((facts.description, .accent)) }
            if answer.redirects > 0 {
                parts.append((answer.redirects == 1 ? "1 redirect" : "\(answer.redirects) redirects", .muted))
            }
        }
        if !row.service.isEmpty { parts.append((Trail(row)?.services ?? row.service, .muted)) }
        if row.isArchived { parts.append(("from the archive", .accent)) }
        if let turns { parts.append((turns.paging.reason, .muted)) }
        return parts
    }

    /// The number of rows of the table, or of the matches of a filter.
    private static func rows(_ model: Model) -> Part? {
        if let filtered = model.result.filter.shown { return ("filtered: \(filtered.count)", .accent) }
        return model.result.answer?.rows.map(rows)
    }

    /// How many of the columns a wide table shows; the dialog of the columns adds others by their names, and an export has all.
    private static func columns(_ model: Model) -> Part? {
        guard model.result.tab == .table, let window = model.result.table.window, window.leftOut > 0 else { return nil }
        return ("\(window.found.count) of \(window.found.count + window.leftOut) columns", .warning)
    }

    private static func rows(_ count: Int) -> Part { (count == 1 ? "1 row" : "\(count) rows", .accent) }

    /// The status of a complete response; for an incomplete one, the outcome comes first: `✗ cut · 200`.
    private static func status(_ head: ResponseHead, _ row: TaskRow) -> Part {
        let look = StateLook(row.state)
        let isWhole = row.errorKind.map { ["status", TaskRow.unexpected].contains($0) } ?? true
        guard isWhole || !row.state.isEnded else {
            let what = row.state == .failed ? row.outcomeWords ?? look.word : look.word
            return ("\(look.glyph) \(what) · \(head.status)", look.style)
        }
        return status(head)
    }

    private static func status(_ head: ResponseHead) -> Part {
        let reason = head.reason.isEmpty ? StatusText.reason(head.status) : head.reason
        return (reason.isEmpty ? "\(head.status)" : "\(head.status) \(reason)", .status(head.status))
    }

    /// For a streaming response: how much has arrived, and of how much.
    private static func arriving(_ model: Model, _ row: TaskRow) -> String {
        let bytes = model.result.answer?.bytes ?? 0
        let here = Quantity.bytes(Int64(bytes))
        let whole = row.bytesExpected.flatMap { $0 >= bytes ? " of \(Quantity.bytes($0))" : nil } ?? " so far"
        return here + whole + (model.result.follows ? ", following" : "")
    }

    private static func page(_ number: Int?, _ links: PageLinks, _ turns: PageTurns?) -> String {
        let isLast = turns.map { $0.next == nil } ?? (links.next == nil)
        guard let number else { return isLast ? "the last page" : "a later page" }
        if let last = turns?.count ?? links.last?.pageNumber { return "page \(number) of \(max(last, number))" }
        return isLast ? "page \(number), the last" : "page \(number)"
    }

    /// The title of an entry of the history.
    private static func title(of past: PastExchange, _ model: Model) -> ResultTitle {
        var made = ResultTitle()
        let line = past.heads.first?.split(separator: " ", maxSplits: 2).map(String.init) ?? []
        if line.count >= 2 { made.name = named(HTTPMethod(rawValue: line[0]), line[1]) }
        if let head = model.result.answer?.head { made.facts.append(status(head)) }
        made.facts.append(("from history, \(Quantity.span(past.age)) ago", .accent))
        if model.result.pipe.shown != nil { made.facts.append(("piped", .accent)) }
        if let count = rows(model) { made.facts.append(count) }
        if let duration = past.duration { made.facts.append((Quantity.duration(duration), .muted)) }
        if let answer = model.result.answer, answer.head != nil {
            made.details.append((Quantity.bytes(Int64(answer.bytes)), .muted))
        }
        if !past.service.isEmpty { made.details.append((past.service, .muted)) }
        return made
    }

    /// The title of a list of all pages.
    private static func title(of list: WholeList, _ row: TaskRow, _ model: Model) -> ResultTitle {
        let look = StateLook(row.state)
        var made = ResultTitle()
        made.name = named(list.order.plan.method, list.order.plan.title)
        made.facts = [("\(look.glyph) \(list.title)", look.style)]
        guard let answer = model.result.answer else { return made }
        if let count = answer.rows { made.facts.append(rows(count)) }
        made.facts.append((model.view.motion.time(row.age(at: model.now), of: row), .muted))
        made.details = [(Quantity.bytes(Int64(answer.bytes)), .muted)]
        return made
    }
}
