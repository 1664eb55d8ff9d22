// Who waits for a slot, and whose turn is next: by priority, then by number, and never so that somebody waits for ever.

import DequeModule

struct WaitingLines {
    /// Every this many-th slot that those who wait get goes to the oldest of them, whatever its priority.
    static let turnOfTheOldest = 4

    /// Waiting tasks of one host, each line in the order of the numbers.
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
        var origin: String
        var priority: CallPriority
    }

    private var hosts: [String: Lines] = [:]
    private var places: [TaskID: Place] = [:]
    /// How many have got a slot since the oldest's last turn.
    private var turn = 0

    /// 0 when nobody waits and nobody who has gone is left in a line.
    var count: Int { places.count + hosts.values.reduce(0) { $0 + $1.count } }

    func contains(_ id: TaskID) -> Bool { !places.isEmpty && places[id] != nil }

    func isEmpty(_ origin: String) -> Bool { hosts.isEmpty || hosts[origin] == nil }

    /// The line is in the order of the numbers, whichever task's work got to ask first, and who comes back after a redirect stands in
    /// front of all younger ones.
    mutating func insert(_ id: TaskID, _ origin: String, _ priority: CallPriority) {
        places[id] = Place(origin: origin, priority: priority)
        var line = hosts[origin, default: Lines()][priority]
        // Held once only, so that it is not copied.
        hosts[origin]?[priority] = []
        var index = line.endIndex
        while index > line.startIndex, line[index - 1] > id { index -= 1 }
        line.insert(id, at: index)
        hosts[origin, default: Lines()][priority] = line
    }

    /// Somebody for whom it is more urgent waits for it too.
    mutating func raise(_ id: TaskID, to priority: CallPriority) {
        guard let place = places[id], place.priority < priority else { return }
        insert(id, place.origin, priority)
    }

    /// It waits no longer.
    mutating func remove(_ id: TaskID) { if !places.isEmpty { places[id] = nil } }

    /// Takes the one whose turn it is out of its line, passing over hosts that are full.
    mutating func next(where isFree: (String) -> Bool) -> (id: TaskID, origin: String)? {
        let isOldestsTurn = turn == Self.turnOfTheOldest - 1
        var best: (id: TaskID, place: Place)?
        for origin in Array(hosts.keys) {
            dropLeft(origin)
            guard let lines = hosts[origin], isFree(origin) else { continue }
            for priority in CallPriority.allCases {
                guard let first = lines[priority].first else { continue }
                let isBetter =
                    best.map { best in
                        isOldestsTurn || priority == best.place.priority ? first < best.id : priority > best.place.priority
                    } ?? true
                if isBetter { best = (first, Place(origin: origin, priority: priority)) }
            }
        }
        guard let (id, place) = best else { return nil }
        turn = (turn + 1) % Self.turnOfTheOldest
        places[id] = nil
        hosts[place.origin]?[place.priority].removeFirst()
        if hosts[place.origin]?.isEmpty == true { hosts[place.origin] = nil }
        return (id, place.origin)
    }

    /// Clears the heads of a host's lines of those who stand there no more.
    private mutating func dropLeft(_ origin: String) {
        for priority in CallPriority.allCases {
            let here = Place(origin: origin, priority: priority)
            while let first = hosts[origin]?[priority].first, places[first] != here {
                hosts[origin]?[priority].removeFirst()
            }
        }
        if hosts[origin]?.isEmpty == true { hosts[origin] = nil }
    }
}
