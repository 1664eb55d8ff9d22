// Says whose exchanges must go when those of ended tasks take too much memory: the first that ended.

import NetLayer

struct TraceKeeper: Sendable {
    /// Bytes of exchanges kept in all.
    static let capacity = 64 << 20

    private var held: [(id: TaskID, weight: Int)] = []
    /// Those before it have gone.
    private var first = 0
    private var weight = 0
    private let capacity: Int

    init(capacity: Int = Self.capacity) { self.capacity = capacity }

    /// A task has ended. Names those whose exchanges are to be let go; the newest always stays.
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
