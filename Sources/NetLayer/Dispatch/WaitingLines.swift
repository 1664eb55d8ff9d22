// Who waits for a slot, and whose turn is next: by priority, then by number, and never so that somebody waits for ever.

import DequeModule

/// What a slot is counted against: a host, and the group that has a limit of its own.
struct Lane: Hashable {
    /// A group's own limit. It goes on after the group has ended, as long as members of it wait.
    struct Group: Hashable {
        var id: TaskID
        var limit: Int

        /// At least one member may run, else nobody ever would.
        init?(_ row: TaskRow) {
            guard let limit = row.info.memberLimit else { return nil }
            id = row.id
            self.limit = max(1, limit)
        }
    }

    var origin: String
    var group: Group?
}

struct WaitingLines {
    /// Every this many-th slot that those who wait get goes to the oldest of them, whatever its priority.
    static let turnOfTheOldest = 4

    /// Waiting tasks of one lane, each line in the order of the numbers. A task that ended while it waited is skipped when its turn comes.
    private struct Lines {
        var high: Deque<TaskID> = []
        var normal: Deque<TaskID> = []
        var low: Deque<TaskID> = []

        subscript(priority: CallPriority) -> Deque<TaskID> {
            get {
                switch priority {
                case .high: high
                case .normal: normal
                case .low: low
                }
            }
            _modify {
                switch priority {
                case .high: yield &high
                case .normal: yield &normal
                case .low: yield &low
                }
            }
        }

        var isEmpty: Bool { high.isEmpty && normal.isEmpty && low.isEmpty }
        var count: Int { high.count + normal.count + low.count }
    }

    private var lanes: [Lane: Lines] = [:]
    private var waiting: Set<TaskID> = []
    /// How many have got a slot since the oldest's last turn.
    private var turn = 0

    /// 0 when nobody waits and nobody who has gone is left in a line.
    var count: Int { waiting.count + lanes.values.reduce(0) { $0 + $1.count } }

    func contains(_ id: TaskID) -> Bool { waiting.contains(id) }

    /// Nobody waits for anything.
    var isEmpty: Bool { lanes.isEmpty }

    func isEmpty(_ lane: Lane) -> Bool { lanes.isEmpty || lanes[lane] == nil }

    /// The line is in the order of the numbers, whichever task's work got to ask first, and who comes back after a redirect stands in
    /// front of all younger ones.
    mutating func insert(_ id: TaskID, _ lane: Lane, _ priority: CallPriority) {
        waiting.insert(id)
        var line = lanes[lane, default: Lines()][priority]
        lanes[lane]?[priority] = []
        var place = line.endIndex
        while place > line.startIndex, line[place - 1] > id { place -= 1 }
        line.insert(id, at: place)
        lanes[lane, default: Lines()][priority] = line
    }

    /// It has ended, and waits no longer.
    mutating func remove(_ id: TaskID) { waiting.remove(id) }

    /// Takes the one whose turn it is out of its line, passing over lanes that are full.
    mutating func next(where isFree: (Lane) -> Bool) -> (id: TaskID, lane: Lane)? {
        let isOldestsTurn = turn == Self.turnOfTheOldest - 1
        var best: (id: TaskID, lane: Lane, priority: CallPriority)?
        for lane in Array(lanes.keys) {
            dropEnded(lane)
            guard let lines = lanes[lane] else { continue }
            guard isFree(lane) else { continue }
            for priority in CallPriority.allCases {
                guard let first = lines[priority].first else { continue }
                let isBetter =
                    best.map { best in
                        isOldestsTurn || priority == best.priority ? first < best.id : priority > best.priority
                    } ?? true
                if isBetter { best = (first, lane, priority) }
            }
        }
        guard let best else { return nil }
        turn = (turn + 1) % Self.turnOfTheOldest
        lanes[best.lane]?[best.priority].removeFirst()
        if lanes[best.lane]?.isEmpty == true { lanes[best.lane] = nil }
        waiting.remove(best.id)
        return (best.id, best.lane)
    }

    private mutating func dropEnded(_ lane: Lane) {
        for priority in CallPriority.allCases {
            while let first = lanes[lane]?[priority].first, !waiting.contains(first) { lanes[lane]?[priority].removeFirst() }
        }
        if lanes[lane]?.isEmpty == true { lanes[lane] = nil }
    }
}
