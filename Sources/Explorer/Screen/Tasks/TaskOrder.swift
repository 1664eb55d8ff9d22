// The sort column of the task table, and the sort value of a row in it.

import NetLayer

struct TaskOrder: Sendable, Hashable {
    var column = TaskColumn.number
    var isDescending = true

    /// New tasks come first.
    static let newestFirst = TaskOrder()

    var isNewestFirst: Bool { self == .newestFirst }

    /// The order by that column, in its usual direction.
    init(_ column: TaskColumn = .number) {
        self.column = column
        switch column {
        case .number, .response, .contract, .bytes, .took, .ago: isDescending = true
        case .mark, .api, .state, .request, .service, .phases: isDescending = false
        }
    }

    /// The order by the next of those columns that supports sorting.
    func next(in columns: [TaskColumn]) -> TaskOrder {
        let columns = columns.filter(\.isSortable)
        guard !columns.isEmpty else { return self }
        return TaskOrder(columns[((columns.firstIndex(of: column) ?? -1) + 1) % columns.count])
    }

    /// - Parameters:
    ///   - api: the API that the task was sent for.
    ///   - contract: whether its response is as described.
    func key(_ row: TaskRow, api: String? = nil, contract: ContractMark? = nil) -> TaskSortKey {
        TaskSortKey(row, column, api: api, contract: contract)
    }
}

/// The sort key of a row: the value in the column, then the number. In a tree: the number of its
/// group, then its own number.
struct TaskSortKey: Sendable, Hashable, Comparable {
    let id: TaskID
    private let value: Int64
    private let text: String
    /// Within a group: the member that is the task, or that contains it.
    private let branch: Int64
    private let tie: Int64

    init(_ row: TaskRow, _ column: TaskColumn, api: String?, contract: ContractMark? = nil) {
        id = row.id
        var (value, text) = (Int64(0), "")
        switch column {
        case .mark, .number, .phases: break
        case .state: value = Self.rank(row.state)
        case .request: text = "\(row.info.title) \(row.info.method)"
        case .api: text = api ?? ""
        case .service: text = row.service
        case .response: value = Self.response(row)
        case .contract: value = contract?.rank ?? -1
        case .bytes: value = row.bytesReceived
        case .took:
            // Active tasks age together, so their order never changes. The oldest has the greatest value.
            let start = row.startedAt ?? row.openedAt
            value = row.endedAt.map { ($0 - start).microseconds } ?? .max - start.microseconds
        case .ago:
            // The latest end comes last, and active tasks come after it.
            value = row.endedAt.map { -$0.microseconds } ?? -.max + row.openedAt.microseconds
        }
        (self.value, self.text) = (value, text)
        (branch, tie) = (0, Int64(row.id.number))
    }

    /// The key in a tree. A descending order reads the lines from the end, and still shows a group before its
    /// members, and the members in their order.
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

    /// States that need attention come first.
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

    /// Statuses by their number. A failure without a response has the highest value, a pending response
    /// the lowest.
    private static func response(_ row: TaskRow) -> Int64 {
        if let kind = row.errorKind, kind != "status" { return 1_000 }
        return row.status.map(Int64.init) ?? (row.state.isEnded ? 0 : -1)
    }
}
