// The rows of ended tasks, with a limit on their number and a limit on their exchanges in
// bytes; the oldest go first.

import DequeModule

struct EndedRows {
    private var rows: Deque<TaskRow> = []
    /// The bytes of all exchanges that are still stored.
    private var weight = 0
    /// How many of the oldest rows have lost their exchanges.
    private var bare = 0
    private let capacity: Int
    private let maximumWeight: Int

    init(capacity: Int, maximumWeight: Int = 16 << 20) {
        self.capacity = max(0, capacity)
        self.maximumWeight = maximumWeight
    }

    /// In the order in which they ended.
    var all: [TaskRow] { Array(rows) }

    /// Searches from the end, because callers mostly want the newest rows.
    func row(_ id: TaskID) -> TaskRow? { rows.last { $0.id == id } }

    mutating func append(_ row: TaskRow) {
        guard capacity > 0 else { return }
        if rows.count == capacity {
            weight -= rows.removeFirst().traceWeight
            bare = max(0, bare - 1)
        }
        rows.append(row)
        weight += row.traceWeight
        while weight > maximumWeight, bare < rows.count - 1 {
            weight -= rows[bare].traceWeight
            rows[bare].dropTrace()
            bare += 1
        }
    }
}
