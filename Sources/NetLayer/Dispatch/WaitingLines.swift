// Who waits for a slot, and whose turn is next: by priority, then by number, and never so that somebody waits for ever.
//
// Each host has a line for each priority. The heads of the lines stand in a heap, so that a turn costs the logarithm of the hosts and not
// their number. Whose host is full leaves the heap when it is met there, and comes back when a slot of the host is free.

import DequeModule
import HeapModule

struct WaitingLines {
    /// Every this many-th slot that those who wait get goes to the oldest of them, whatever its priority.
    static let turnOfTheOldest = 4

    /// Waiting tasks of one host and priority.
    private struct Line {
        /// In the order of the numbers.
        var ids: Deque<TaskID> = []
        /// The one that stands in the heap for it.
        var posted: TaskID?
    }

    /// Where a task stands. Places that it has left, by its end or for a better line, are passed over when their turn comes.
    private struct Place: Hashable {
        var origin: String
        var priority: CallPriority
    }

    /// Of a line, or who was that.
    private struct Head: Comparable {
        var id: TaskID
        var place: Place

        static func < (a: Head, b: Head) -> Bool { a.id < b.id }
    }

    private var lines: [Place: Line] = [:]
    private var places: [TaskID: Place] = [:]
    private var heads: [CallPriority: Heap<Head>] = [:]
    /// How many have got a slot since the oldest's last turn.
    private var turn = 0

    /// 0 when nobody waits and nobody who has gone is left in a line.
    var count: Int { places.count + lines.values.reduce(0) { $0 + $1.ids.count } + heads.values.reduce(0) { $0 + $1.count } }

    func contains(_ id: TaskID) -> Bool { !places.isEmpty && places[id] != nil }

    /// Nobody waits for anything.
    var isEmpty: Bool { lines.isEmpty }

    func isEmpty(_ origin: String) -> Bool {
        lines.isEmpty || CallPriority.allCases.allSatisfy { lines[Place(origin: origin, priority: $0)] == nil }
    }

    /// The line is in the order of the numbers, whichever task's work got to ask first, and who comes back after a redirect stands in
    /// front of all younger ones.
    mutating func insert(_ id: TaskID, _ origin: String, _ priority: CallPriority) {
        let place = Place(origin: origin, priority: priority)
        places[id] = place
        // Held once only, so that it is not copied.
        var line = lines.removeValue(forKey: place) ?? Line()
        var index = line.ids.endIndex
        while index > line.ids.startIndex, line.ids[index - 1] > id { index -= 1 }
        line.ids.insert(id, at: index)
        lines[place] = line
        post(place)
    }

    /// Somebody for whom it is more urgent waits for it too.
    mutating func raise(_ id: TaskID, to priority: CallPriority) {
        guard let place = places[id], place.priority < priority else { return }
        insert(id, place.origin, priority)
        post(place)
    }

    /// It waits no longer.
    mutating func remove(_ id: TaskID) {
        guard !places.isEmpty, let place = places.removeValue(forKey: id) else { return }
        post(place)
    }

    /// A slot of that host is free again.
    mutating func vacated(_ origin: String) {
        guard !lines.isEmpty else { return }
        for priority in CallPriority.allCases { post(Place(origin: origin, priority: priority)) }
    }

    /// Takes the one whose turn it is out of its line, passing over hosts that are full: those are not asked about again before ``vacated(_:)``.
    mutating func next(where isFree: (String) -> Bool) -> (id: TaskID, origin: String)? {
        let isOldestsTurn = turn == Self.turnOfTheOldest - 1
        var best: Head?
        for priority in CallPriority.allCases.reversed() {
            guard let head = first(priority, isFree) else { continue }
            best = min(best ?? head, head)
            if !isOldestsTurn { break }
        }
        guard let best else { return nil }
        turn = (turn + 1) % Self.turnOfTheOldest
        drop(best)
        places[best.id] = nil
        post(best.place)
        return (best.id, best.place.origin)
    }

    // MARK: Parts

    /// The oldest of a priority that may go. Whoever may not, or stands there no more, leaves the heap.
    private mutating func first(_ priority: CallPriority, _ isFree: (String) -> Bool) -> Head? {
        while let head = heads[priority]?.min {
            if lines[head.place]?.ids.first == head.id, isFree(head.place.origin) { return head }
            drop(head)
        }
        return nil
    }

    /// Takes the first head of its heap out of that.
    private mutating func drop(_ head: Head) {
        heads[head.place.priority]?.removeMin()
        if heads[head.place.priority]?.isEmpty == true { heads[head.place.priority] = nil }
        if lines[head.place]?.posted == head.id { lines[head.place]?.posted = nil }
    }

    /// Lets go of those at the head of a line who stand there no more, and puts who does into the heap.
    private mutating func post(_ place: Place) {
        guard var line = lines.removeValue(forKey: place) else { return }
        while let first = line.ids.first, places[first] != place { line.ids.removeFirst() }
        if let first = line.ids.first {
            if line.posted != first {
                line.posted = first
                heads[place.priority, default: Heap()].insert(Head(id: first, place: place))
            }
            lines[place] = line
        }
        // Those who have gone are met at the top only: no more of them are kept than there are lines.
        if heads.values.reduce(0, { $0 + $1.count }) > 2 * lines.count { sweep() }
    }

    /// Makes the heaps anew, without those who stand there no more.
    private mutating func sweep() {
        heads = [:]
        for (place, line) in lines {
            if let id = line.posted { heads[place.priority, default: Heap()].insert(Head(id: id, place: place)) }
        }
    }
}
