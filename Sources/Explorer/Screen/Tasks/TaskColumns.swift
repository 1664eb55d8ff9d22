// The columns of the task table: which columns fit a width, and the text of a row in each column.

import Canvas
import NetLayer

/// A column, in the order of the table. Users choose columns by these names.
enum TaskColumn: String, CaseIterable, Sendable, Hashable {
    case mark, number, api, state, request, service, phases, response, contract, bytes, took, ago

    /// The columns that users choose. The marks always come first.
    static func choosable(of tasks: TaskList) -> [TaskColumn] {
        allCases.filter { column in
            switch column {
            case .mark: false
            case .api: tasks.hasSeveralAPIs
            case .contract: tasks.hasContracts
            default: true
            }
        }
    }

    /// The columns that a table of that width shows without a choice.
    static func usual(_ width: Int, of tasks: TaskList) -> [TaskColumn] {
        choosable(of: tasks).filter { width >= $0.roomNeeded }
    }

    var isSortable: Bool { self != .mark && self != .phases }

    /// Groups have nothing in it.
    fileprivate var isEmptyForGroups: Bool { self == .service || self == .phases }

    /// The least width of a table that shows the column without a choice. A narrower table uses the room for
    /// the request's name.
    var roomNeeded: Int {
        switch self {
        case .phases: 96
        case .ago: 110
        case .contract: 90
        case .api: 80
        case .bytes: 66
        case .mark, .number, .state, .request, .service, .response, .took: 0
        }
    }

    /// Title and width of the column. Columns of low priority are left out first when there is no room.
    var column: Column {
        switch self {
        case .mark: Column(title: "", minimum: 1, ideal: 1, maximum: 1, priority: 10)
        case .number: Column(title: "#", minimum: 2, ideal: 5, maximum: 7, priority: 3, alignRight: true)
        case .state: Column(title: "state", minimum: 12, ideal: 13, maximum: 14, priority: 9)
        case .request: Column(title: "request", minimum: 12, ideal: 28, maximum: 200, priority: 8)
        case .api: Column(title: "api", minimum: 4, ideal: 9, maximum: 16, priority: 4)
        case .service: Column(title: "service", minimum: 6, ideal: 11, maximum: 20, priority: 2)
        case .phases: Column(title: "phases", minimum: 7, ideal: 7, maximum: 7, priority: 1)
        case .response: Column(title: "response", minimum: 8, ideal: 20, maximum: 60, priority: 6)
        case .contract: Column(title: "contract", minimum: 8, ideal: 9, maximum: 9, priority: 2)
        case .bytes: Column(title: "bytes", minimum: 7, ideal: 8, maximum: 8, priority: 4, alignRight: true)
        case .took: Column(title: "took", minimum: 6, ideal: 7, maximum: 7, priority: 5, alignRight: true)
        case .ago: Column(title: "ago", minimum: 4, ideal: 4, maximum: 4, priority: 1, alignRight: true)
        }
    }
}

/// The columns that fit, with their widths.
struct TaskColumns {
    /// The width of most trails.
    private static let trail = 50
    /// With the columns that a group leaves empty, enough for two statuses and the times.
    private static let figures = 34
    /// From this width on, the state names the status of a response in place of its word, and the response
    /// column has the rest.
    private static let roomForStatus = 110

    private let shown: [(column: TaskColumn, width: Int, isRight: Bool)]
    private let namesStatus: Bool
    /// The columns directly before the response that a group leaves empty, with their gaps.
    private let emptyOfGroups: Int
    private let responseWidth: Int

    /// The columns of the task table at that width.
    /// - Parameter width: in columns of the terminal.
    init(_ width: Int, of tasks: TaskList) {
        // The user's columns are shown as far as they fit.
        let columns = [TaskColumn.mark] + (tasks.columns ?? TaskColumn.usual(width, of: tasks))
        let namesStatus = columns.contains(.state) && width >= Self.roomForStatus
        self.namesStatus = namesStatus
        let layouts = columns.map { column in
            var layout = column.column
            // Responses that name several services, and those of groups, need the room for them.
            if column == .response, namesStatus, tasks.hasGroups { layout.ideal = Self.figures }
            if column == .response, tasks.hasTrails { layout.ideal = Self.trail }
            return layout
        }
        // The last column of the pane is the scrollbar's.
        let widths = TableLayout.widths(layouts, available: width - 1)
        let shown: [(column: TaskColumn, width: Int, isRight: Bool)] =
            columns.indices.filter { widths[$0] > 0 }.map { (columns[$0], widths[$0], layouts[$0].alignRight) }
        var empty = 0
        var (emptyOfGroups, responseWidth) = (0, 0)
        for part in shown {
            if part.column == .response { (emptyOfGroups, responseWidth) = (empty, part.width) }
            empty = part.column.isEmptyForGroups ? empty + part.width + 1 : 0
        }
        self.shown = shown
        self.emptyOfGroups = emptyOfGroups
        self.responseWidth = responseWidth
    }

    /// The columns that are shown, from the left.
    var columns: [TaskColumn] { shown.map(\.column) }

    /// The column at `x` from the table's left edge; a gap belongs to the column before it.
    func column(at x: Int) -> TaskColumn? {
        var end = 0
        for part in shown {
            end += part.width + 1
            if x >= 0, x < end { return part.column }
        }
        return nil
    }

    typealias Cell = (text: String, style: Style)

    /// The titles; the sort column always has its direction mark, however narrow it is.
    func titles(_ order: TaskOrder) -> [Cell] {
        shown.map { part in
            guard part.column == order.column else { return (part.column.column.title, .tableHeader) }
            let title = TextWidth.truncate(part.column.column.title, part.width - 1, ellipsis: "")
            return (title + (order.isDescending ? "▼" : "▲"), .accent)
        }
    }

    func cells(_ row: TaskRow, _ model: Model) -> [Cell] {
        let look = StateLook(row.state)
        return shown.map { part in
            switch part.column {
            case .mark: (model.tasks.marks.contains(row.id) ? "●" : "", .mark)
            case .number: (String(row.id.number), .muted)
            case .state: (state(of: row, look), look.style)
            case .request: (Self.request(row, model), row.info.kind.hasMembers ? .title : .text)
            case .api: (model.tasks.api(of: row.id) ?? "", .muted)
            case .service: (Trail(row)?.services ?? (row.info.kind.hasMembers ? "" : row.service), .muted)
            case .phases: (model.view.motion.phases(of: row, at: model.now), row.state.isEnded ? .muted : look.style)
            case .response: notedResponse(row, model, width: part.width + (row.members == nil ? 0 : emptyOfGroups))
            case .contract: Self.contract(row, model)
            case .bytes: (row.bytesReceived > 0 ? Quantity.bytes(row.bytesReceived) : "", .text)
            case .took: (row.took(at: model.now).map { model.view.motion.time($0, of: row) } ?? "", .muted)
            case .ago: (row.endedAt.map { Quantity.ago(model.now - $0) } ?? "", .muted)
            }
        }
    }

    /// Renders one line of the table. A long response begins in the columns before its own that a group leaves
    /// empty, as far as they are empty.
    func put(_ cells: [Cell], on screen: inout Screen, in row: Rect) {
        var x = row.x
        var empty = 0
        for (part, cell) in zip(shown, cells) {
            let most = part.width + (part.column == .response ? empty : 0)
            let text =
                part.isRight ? TextWidth.pad(cell.text, part.width, alignRight: true) : TextWidth.truncate(cell.text, most)
            let lead = max(0, TextWidth.measure(text) - part.width)
            screen.write(text, x: x - lead, y: row.y, style: cell.style, in: row)
            x += part.width + 1
            empty = part.column.isEmptyForGroups && cell.text.isEmpty ? empty + part.width + 1 : 0
        }
    }

    /// The request of the row: indented under its group, and a group with its folding mark.
    private static func request(_ row: TaskRow, _ model: Model) -> String {
        let margin = String(repeating: "  ", count: model.tasks.depth(of: row.id))
        switch row.info.kind {
        case .call, .refresh:
            // The round that stands for a watch.
            let mark = model.watches[row.id] == nil ? "" : "⟳ "
            return "\(margin)\(mark)\(row.info.method.short) \(row.info.title)"
        case .work: return "\(margin)\(row.info.title)"
        case .group, .chain:
            let mark = model.tasks.isFolded(row.id).map { $0 ? "▸ " : "▾ " } ?? ""
            return "\(margin)\(mark)\(row.info.kind.rawValue) \(row.info.title)"
        }
    }

    private static func contract(_ row: TaskRow, _ model: Model) -> Cell {
        guard let mark = model.tasks.shownContract(of: row) else { return ("", .muted) }
        return (mark.text, mark.style)
    }

    /// The response, and behind it the user's note, to which it leaves half of the room.
    private func notedResponse(_ row: TaskRow, _ model: Model, width: Int) -> Cell {
        guard let note = model.tasks.note(of: row.id) else { return response(row, model, width: width) }
        let room = max(width / 2, width - TextWidth.measure(note) - 3)
        let (text, style) = response(row, model, width: room)
        return text.isEmpty ? (note, .accent) : ("\(TextWidth.truncate(text, room)) · \(note)", style)
    }

    /// The state as a sign, and its word or the status that stands for it.
    private func state(of row: TaskRow, _ look: StateLook) -> String {
        if let status = namedStatus(of: row) { return "\(look.glyph) \(status)" }
        return "\(look.glyph) \(look.word)"
    }

    /// The status that stands in the state: that of a response, unless a trail names it among others.
    private func namedStatus(of row: TaskRow) -> Int? {
        guard namesStatus, row.state == .succeeded || row.state == .failed, row.members == nil, Trail(row) == nil,
            row.errorKind == nil || row.errorKind == "status" || row.errorKind == TaskRow.unexpected
        else { return nil }
        return row.status
    }

    /// The response, or the progress of the request.
    func response(_ row: TaskRow, _ model: Model, width: Int) -> Cell {
        if let members = row.members { return progress(of: row, members, model, width: width) }
        if row.state == .retrying, let retry = row.retry {
            return (RetryText.short(retry, at: model.now, model.view.motion), .taskRetrying)
        }
        if row.state == .queued, let place = model.tasks.place(of: row.id) { return ("place \(place)", .muted) }
        // The row of the joined task shows its progress.
        if let work = row.joined, !row.state.isEnded { return ("joined #\(work)", .muted) }
        if row.status == nil, case .running(let phase) = row.state {
            return (([phase.rawValue] + Self.notes(row, width: .max)).joined(separator: " · "), .muted)
        }
        // Names the task that took its place, or that was there before: nothing failed.
        if row.state == .superseded { return (row.reason, .muted) }
        if row.state.isEnded, let trail = Trail(row), let text = trail.fitting(width) {
            return (text, trail.steps.last?.style ?? .muted)
        }
        if let words = Self.cancelWords(row), let status = row.status { return ("\(words) · \(status)", .muted) }
        if let status = namedStatus(of: row) { return rest(of: row, status, width: width) }
        if let status = row.status, row.errorKind == nil || row.errorKind == "status" {
            return (([String(status)] + Self.notes(row, width: width - 3)).joined(separator: " · "), Style.status(status))
        }
        if let status = row.status, row.errorKind == TaskRow.unexpected { return ("\(status) · \(row.reason)", .error) }
        if let words = row.outcomeWords {
            let stateNamesTimeout = if case .timedOut = row.state { namesStatus && !row.isPerhapsReceived } else { false }
            return (row.reason.isEmpty ? words : stateNamesTimeout ? row.reason : "\(words): \(row.reason)", .error)
        }
        if row.isPerhapsReceived { return ("\(NetError.perhapsReceived): \(row.reason)", .muted) }
        return (row.reason, .muted)
    }

    /// The response of a row whose state names the status.
    private func rest(of row: TaskRow, _ status: Int, width: Int) -> Cell {
        if row.errorKind == TaskRow.unexpected { return (row.reason, .error) }
        let reason = status >= 400 ? StatusText.reason(status) : ""
        let notes = Self.notes(row, width: width - TextWidth.measure(reason))
        return (([reason].filter { !$0.isEmpty } + notes).joined(separator: " · "), Style.status(status))
    }

    /// The progress of a group or chain, and the responses of a group's members.
    /// - Parameter width: with the columns that a group leaves empty. Only statuses and times use those.
    private func progress(of row: TaskRow, _ members: MemberCounts, _ model: Model, width: Int) -> Cell {
        let own = min(width, responseWidth)
        // A cancelled group says by what; its count follows where there is room.
        if let words = Self.cancelWords(row) {
            let room = own - TextWidth.measure(words) - 3
            let count = GroupText.short(members, row.state, width: room)
            return (TextWidth.measure(count) <= room ? "\(words) · \(count)" : words, .muted)
        }
        let style = GroupText.style(members, row.state)
        if row.info.kind == .group, let figures = model.tasks.figures(of: row.id),
            let text = GroupText.figures(figures, members, width: width)
        {
            return (text, style)
        }
        return (GroupText.short(members, row.state, width: own), style)
    }

    /// What cancelled the row: `by user`; `nil` when nothing did, and where an earlier step failed.
    private static func cancelWords(_ row: TaskRow) -> String? {
        guard case .cancelled(let reason) = row.state, reason != .skipped else { return nil }
        return row.reason.isEmpty ? reason.words : row.reason
    }

    /// How the response came about, when that is unusual; at most `width` columns with their separator.
    private static func notes(_ row: TaskRow, width: Int) -> [String] {
        guard let work = row.joined else {
            return (row.attempt > 1 ? ["try \(row.attempt)"] : []) + (row.source.shortWords.map { [$0] } ?? [])
        }
        let words = "joined #\(work)"
        return [words.count + 3 <= width ? words : "#\(work)"]
    }
}
