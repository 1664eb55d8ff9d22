// Selects the exchanges to drop when those of ended tasks take too much memory: oldest end first.

import NetLayer

struct TraceKeeper: Sendable {
    /// The limit of stored exchanges, in bytes.
    static let capacity = 64 << 20

    private var held: [(id: TaskID, weight: Int)] = []
    /// The exchanges before this index have been dropped.
    private var first = 0
    private var weight = 0
    private let capacity: Int

    init(capacity: Int = Self.capacity) { self.capacity = capacity }

    /// Records that a task has ended. Returns the tasks whose exchanges must be dropped;
    /// the newest always stays.
    mutating func keep(_ row: TaskRow) -> [TaskID] {
        held.append((row.id, row.traceWeight))
        weight += row.traceWeight
        let start = first
        while weight > capacity, first < held.count - 1 {
            weight -= held[first].weight
            first += 1
        }
        defer {
            if first > 1_000, first > held.count / 2 {
                held.removeFirst(first)
                first = 0
            }
        }
        return held[start..<first].map(\.id)
    }
}
