// By which column the task table is sorted, and what a row counts for in it.

import NetLayer

struct TaskOrder: Sendable, Hashable {
    var column = TaskColumn.number
    var isDescending = true

    /// New tasks come in on top.
    static let newestFirst = TaskOrder()

    var isNewestFirst: Bool { self == .newestFirst }

    /// By that column, from the end that people ask for.
    init(_ column: TaskColumn = .number) {
        self.column = column
        switch column {
        case .number, .answer, .bytes, .took, .ago: isDescending = true
        case .mark, .state, .request, .service, .phases: isDescending = false
        }
    }

    /// The next column that can be sorted by.
    var next: TaskOrder {
        let columns = TaskColumn.allCases.filter(\.isSortable)
        let index = columns.firstIndex(of: column) ?? 0
        return TaskOrder(columns[(index + 1) % columns.count])
    }

    func key(_ row: TaskRow) -> TaskSortKey { TaskSortKey(row, column) }
}

/// A row's place in a column: by its value, then by its number. In a tree: by the number of its group, below that, by its own.
struct TaskSortKey: Sendable, Hashable, Comparable {
    let id: TaskID
    private let value: Int64
    private let text: String
    /// Within a group: the member that it is or is in.
    private let branch: Int64
    private let tie: Int64

    init(_ row: TaskRow, _ column: TaskColumn) {
        id = row.id
        var (value, text) = (Int64(0), "")
        switch column {
        case .mark, .number, .phases: break
        case .state: value = Self.rank(row.state)
        case .request: text = "\(row.info.title) \(row.info.method)"
        case .service: text = row.service
        case .answer: value = Self.answer(row)
        case .bytes: value = row.bytesReceived
        case .took:
            // What has not ended grows older with everything else that has not, so its order never changes: the oldest counts most.
            let start = row.startedAt ?? row.openedAt
            value = row.endedAt.map { Self.micros($0 - start) } ?? .max - Self.micros(start)
        case .ago:
            // What has just ended comes last; what has not yet, after it.
            value = row.endedAt.map { -Self.micros($0) } ?? -.max + Self.micros(row.openedAt)
        }
        (self.value, self.text) = (value, text)
        (branch, tie) = (0, Int64(row.id.number))
    }

    /// In a tree, whose lines are read from the end when the order descends: there too a group comes before its members, and they in their order.
    init(_ id: TaskID, _ place: (root: TaskID, branch: TaskID)?, isDescending: Bool) {
        let sign: Int64 = isDescending ? -1 : 1
        self.id = id
        text = ""
        value = Int64((place?.root ?? id).number)
        branch = place.map { sign * Int64($0.branch.number) } ?? sign * -.max
        tie = sign * Int64(id.number)
    }

    static func < (a: TaskSortKey, b: TaskSortKey) -> Bool {
        if a.value != b.value { return a.value < b.value }
        if a.text != b.text { return a.text < b.text }
        if a.branch != b.branch { return a.branch < b.branch }
        return a.tie < b.tie
    }

    /// What wants attention comes first.
    private static func rank(_ state: TaskState) -> Int64 {
        switch state {
        case .running: 0
        case .retrying: 1
        case .queued: 2
        case .failed: 3
        case .timedOut: 4
        case .cancelled: 5
        case .superseded: 6
        case .succeeded: 7
        }
    }

    /// Statuses by their number; no answer at all counts more than any, none yet less.
    private static func answer(_ row: TaskRow) -> Int64 {
        if let kind = row.errorKind, kind != "status" { return 1_000 }
        return row.status.map(Int64.init) ?? (row.state.isEnded ? 0 : -1)
    }

    private static func micros(_ time: Duration) -> Int64 {
        time.components.seconds * 1_000_000 + time.components.attoseconds / 1_000_000_000_000
    }
}
