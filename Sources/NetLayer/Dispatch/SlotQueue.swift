// The queue of tasks that wait for a slot, and their order: by priority, then by number, and so
// that no task waits forever.
//
// Each host has a queue for each priority. A heap holds the heads of the queues, so that a turn costs the
// logarithm of the number of hosts, not their number. A head whose host is full leaves the heap when it is
// found there, and returns when a slot of the host is free.

import DequeModule
import HeapModule

struct SlotQueue {
    /// Every n-th granted slot goes to the oldest waiting task, whatever its priority.
    static let oldestInterval = 4

    /// Waiting tasks of one host and priority.
    private struct Queue {
        /// In the order of the numbers.
        var ids: Deque<TaskID> = []
        /// The task that represents the queue in the heap.
        var headInHeap: TaskID?
    }

    /// The queue that a task waits in. Entries that a task has left, by its end or for a better queue, are
    /// skipped when their turn comes.
    private struct QueueKey: Hashable {
        var origin: String
        var priority: CallPriority
    }

    /// The head of a queue, or a former one.
    private struct Head: Comparable {
        var id: TaskID
        var place: QueueKey

        static func < (a: Head, b: Head) -> Bool { a.id < b.id }
    }

    private var queues: [QueueKey: Queue] = [:]
    private var queueKeys: [TaskID: QueueKey] = [:]
    private var heads: [CallPriority: Heap<Head>] = [:]
    /// How many tasks have got a slot since the oldest's last turn.
    private var turn = 0

    /// 0 when no task waits and no entry of a former one is left.
    var count: Int { queueKeys.count + queues.values.reduce(0) { $0 + $1.ids.count } + heads.values.reduce(0) { $0 + $1.count } }

    func contains(_ id: TaskID) -> Bool { !queueKeys.isEmpty && queueKeys[id] != nil }

    /// No task waits.
    var isEmpty: Bool { queues.isEmpty }

    func isEmpty(_ origin: String) -> Bool {
        queues.isEmpty || CallPriority.allCases.allSatisfy { queues[QueueKey(origin: origin, priority: $0)] == nil }
    }

    /// Keeps the queue in the order of the numbers, whichever task requested its slot first: a task that
    /// returns after a redirect precedes all younger ones.
    mutating func insert(_ id: TaskID, _ origin: String, _ priority: CallPriority) {
        let place = QueueKey(origin: origin, priority: priority)
        queueKeys[id] = place
        // Removed from the dictionary, so that the queue is not copied when it changes.
        var line = queues.removeValue(forKey: place) ?? Queue()
        var index = line.ids.endIndex
        while index > line.ids.startIndex, line.ids[index - 1] > id { index -= 1 }
        line.ids.insert(id, at: index)
        queues[place] = line
        refreshHead(place)
    }

    /// A more urgent row waits for the task too.
    mutating func raise(_ id: TaskID, to priority: CallPriority) {
        guard let place = queueKeys[id], place.priority < priority else { return }
        insert(id, place.origin, priority)
        refreshHead(place)
    }

    /// The task waits no longer.
    mutating func remove(_ id: TaskID) {
        guard !queueKeys.isEmpty, let place = queueKeys.removeValue(forKey: id) else { return }
        refreshHead(place)
    }

    /// A slot of that host is free again.
    mutating func slotFreed(_ origin: String) {
        guard !queues.isEmpty else { return }
        for priority in CallPriority.allCases { refreshHead(QueueKey(origin: origin, priority: priority)) }
    }

    /// Removes the next task from its queue. Skips full hosts: these are
    /// not considered again before ``vacated(_:)``.
    mutating func removeNext(where isFree: (String) -> Bool) -> (id: TaskID, origin: String)? {
        let isOldestsTurn = turn == Self.oldestInterval - 1
        var best: Head?
        for priority in CallPriority.allCases.reversed() {
            guard let head = firstEligible(priority, isFree) else { continue }
            best = min(best ?? head, head)
            if !isOldestsTurn { break }
        }
        guard let best else { return nil }
        turn = (turn + 1) % Self.oldestInterval
        removeFirstHead(best)
        queueKeys[best.id] = nil
        refreshHead(best.place)
        return (best.id, best.place.origin)
    }

    // MARK: Parts

    /// The oldest task of a priority that may go. Heads that may not go, or are outdated, leave the heap.
    private mutating func firstEligible(_ priority: CallPriority, _ isFree: (String) -> Bool) -> Head? {
        while let head = heads[priority]?.min {
            if queues[head.place]?.ids.first == head.id, isFree(head.place.origin) { return head }
            removeFirstHead(head)
        }
        return nil
    }

    /// Removes the first head from its heap.
    private mutating func removeFirstHead(_ head: Head) {
        heads[head.place.priority]?.removeMin()
        if heads[head.place.priority]?.isEmpty == true { heads[head.place.priority] = nil }
        if queues[head.place]?.headInHeap == head.id { queues[head.place]?.headInHeap = nil }
    }

    /// Removes outdated entries from the head of a queue, and puts the new head into the heap.
    private mutating func refreshHead(_ place: QueueKey) {
        guard var line = queues.removeValue(forKey: place) else { return }
        while let first = line.ids.first, queueKeys[first] != place { line.ids.removeFirst() }
        if let first = line.ids.first {
            if line.headInHeap != first {
                line.headInHeap = first
                heads[place.priority, default: Heap()].insert(Head(id: first, place: place))
            }
            queues[place] = line
        }
        // Outdated heads are only found at the top of a heap; this limits their number to that of the queues.
        if heads.values.reduce(0, { $0 + $1.count }) > 2 * queues.count { rebuildHeaps() }
    }

    /// Rebuilds the heaps without the outdated heads.
    private mutating func rebuildHeaps() {
        heads = [:]
        for (place, line) in queues {
            if let id = line.headInHeap { heads[place.priority, default: Heap()].insert(Head(id: id, place: place)) }
        }
    }
}
