// One observer's mailbox: a lock, an array and one waiting continuation, so that a thousand events cost one wake-up.

import Synchronization

/// The events of a client, in batches, for one observer. Any number of observers may listen, each with its own stream.
///
/// It begins with a snapshot. State changes are never dropped; of progress only the newest of each task waits. An observer that
/// leaves more than `capacity` events unread gets a fresh snapshot in their place.
public struct EventStream: AsyncSequence, Sendable {
    public typealias Element = EventBatch
    let mailbox: EventMailbox

    public func makeAsyncIterator() -> Iterator { Iterator(mailbox: mailbox) }

    /// Ends the observation once what has gathered until now is read.
    public func finish() { mailbox.finish() }

    public struct Iterator: AsyncIteratorProtocol {
        let mailbox: EventMailbox

        /// The next batch; `nil` once the client has gone or the observing task was cancelled.
        public mutating func next() async -> EventBatch? { await mailbox.next() }
    }
}

final class EventMailbox: Sendable {
    private struct State {
        /// Unread events; a progress that a newer one replaced leaves a hole.
        var events: [NetEvent?] = []
        var holes = 0
        /// Position in `events` of the newest progress of a task since its last state change.
        var progress: [TaskID: Int] = [:]
        var needsSnapshot = true
        var waiter: CheckedContinuation<EventBatch?, Never>?
        /// Nothing more comes in; what is there is still read.
        var isFinishing = false
        var isClosed = false

        mutating func empty() {
            events = []
            holes = 0
            progress = [:]
        }
    }

    private let state = Mutex(State())
    private let capacity: Int
    private let snapshot: @Sendable () -> TaskSnapshot?

    init(capacity: Int, snapshot: @escaping @Sendable () -> TaskSnapshot?) {
        self.capacity = capacity
        self.snapshot = snapshot
    }

    /// Called under the client's lock, in the order of the numbers. Says whether somebody must be woken once that lock is free.
    func append(_ new: [NetEvent]) -> Bool {
        state.withLock { state in
            guard !state.isClosed, !state.isFinishing else { return false }
            if !state.needsSnapshot {
                for event in new { Self.append(event, &state) }
                if state.events.count - state.holes > capacity {
                    state.empty()
                    state.needsSnapshot = true
                }
            }
            return state.waiter != nil
        }
    }

    private static func append(_ event: NetEvent, _ state: inout State) {
        let id = event.row.id
        if event.kind == .progress {
            if let place = state.progress[id] {
                state.events[place] = nil
                state.holes += 1
            }
            state.progress[id] = state.events.count
        } else if !state.progress.isEmpty {
            state.progress[id] = nil
        }
        state.events.append(event)
        if state.holes > 1_000, state.holes > state.events.count / 2 {
            state.events = state.events.filter { $0 != nil }
            state.holes = 0
            state.progress = [:]
        }
    }

    /// Hands what has gathered to the waiting observer.
    func wake() {
        let waiter = state.withLock { state -> CheckedContinuation<EventBatch?, Never>? in
            guard state.isClosed || state.isFinishing || state.needsSnapshot || !state.events.isEmpty else { return nil }
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: take())
    }

    func finish() {
        state.withLock { $0.isFinishing = true }
        wake()
    }

    func close() {
        state.withLock { $0.isClosed = true }
        wake()
    }

    func next() async -> EventBatch? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                state.withLock { $0.waiter = continuation }
                wake()
            }
        } onCancel: {
            close()
        }
    }

    private func take() -> EventBatch? {
        let (events, isClosed) = state.withLock { state -> ([NetEvent?]?, Bool) in
            guard !state.isClosed else { return ([], true) }
            guard !state.needsSnapshot else {
                state.needsSnapshot = false
                return (nil, false)
            }
            defer { state.empty() }
            return (state.events, false)
        }
        guard !isClosed else { return nil }
        if let events {
            let whole = events.compactMap { $0 }
            return whole.isEmpty ? nil : .events(whole)
        }
        guard let fresh = snapshot() else { return nil }
        // Events that came in between are in the snapshot already.
        state.withLock { state in
            let newer = state.events.compactMap { $0 }.filter { $0.seq > fresh.seq }
            state.empty()
            for event in newer { Self.append(event, &state) }
        }
        return .snapshot(fresh)
    }
}
