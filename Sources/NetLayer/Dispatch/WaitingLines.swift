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

    /// Waiting tasks of one lane, each line in the order of the numbers.
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

    /// Where a task stands. Places that it has left, by its end or for a better line, are passed over when their turn comes.
    private struct Place: Equatable {
        var lane: Lane
        var priority: CallPriority
    }

    private var lanes: [Lane: Lines] = [:]
    private var places: [TaskID: Place] = [:]
    /// How many have got a slot since the oldest's last turn.
    private var turn = 0

    /// 0 when nobody waits and nobody who has gone is left in a line.
    var count: Int { places.count + lanes.values.reduce(0) { $0 + $1.count } }

    func contains(_ id: TaskID) -> Bool { !places.isEmpty && places[id] != nil }

    /// Nobody waits for anything.
    var isEmpty: Bool { lanes.isEmpty }

    func isEmpty(_ lane: Lane) -> Bool { lanes.isEmpty || lanes[lane] == nil }

    /// The line is in the order of the numbers, whichever task's work got to ask first, and who comes back after a redirect stands in
    /// front of all younger ones.
    mutating func insert(_ id: TaskID, _ lane: Lane, _ priority: CallPriority) {
        places[id] = Place(lane: lane, priority: priority)
        var line = lanes[lane, default: Lines()][priority]
        // Held once only, so that it is not copied.
        lanes[lane]?[priority] = []
        var index = line.endIndex
        while index > line.startIndex, line[index - 1] > id { index -= 1 }
        line.insert(id, at: index)
        lanes[lane, default: Lines()][priority] = line
    }

    /// Somebody for whom it is more urgent waits for it too.
    mutating func raise(_ id: TaskID, to priority: CallPriority) {
        guard let place = places[id], place.priority < priority else { return }
        insert(id, place.lane, priority)
    }

    /// It waits no longer.
    mutating func remove(_ id: TaskID) { if !places.isEmpty { places[id] = nil } }

    /// Takes the one whose turn it is out of its line, passing over lanes that are full.
    mutating func next(where isFree: (Lane) -> Bool) -> (id: TaskID, lane: Lane)? {
        let isOldestsTurn = turn == Self.turnOfTheOldest - 1
        var best: (id: TaskID, place: Place)?
        for lane in Array(lanes.keys) {
            dropLeft(lane)
            guard let lines = lanes[lane], isFree(lane) else { continue }
            for priority in CallPriority.allCases {
                guard let first = lines[priority].first else { continue }
                let isBetter =
                    best.map { best in
                        isOldestsTurn || priority == best.place.priority ? first < best.id : priority > best.place.priority
                    } ?? true
                if isBetter { best = (first, Place(lane: lane, priority: priority)) }
            }
        }
        guard let (id, place) = best else { return nil }
        turn = (turn + 1) % Self.turnOfTheOldest
        places[id] = nil
        lanes[place.lane]?[place.priority].removeFirst()
        if lanes[place.lane]?.isEmpty == true { lanes[place.lane] = nil }
        return (id, place.lane)
    }

    /// Clears the heads of a lane's lines of those who stand there no more.
    private mutating func dropLeft(_ lane: Lane) {
        for priority in CallPriority.allCases {
            let here = Place(lane: lane, priority: priority)
            while let first = lanes[lane]?[priority].first, places[first] != here {
                lanes[lane]?[priority].removeFirst()
            }
        }
        if lanes[lane]?.isEmpty == true { lanes[lane] = nil }
    }
}
