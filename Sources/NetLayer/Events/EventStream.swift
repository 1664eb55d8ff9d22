// The mailbox of one observer: a lock, an array and one waiting continuation, so that a
// thousand events cost one wake-up.

import Synchronization

/// The events of a client, in batches, for one observer. Any number of observers may
/// listen, each with its own stream.
///
/// The stream begins with a snapshot. State changes are never dropped; of the progress events, only
/// the newest of each task waits. An observer that leaves more than `capacity` events unread gets a
/// fresh snapshot in their place.
///
/// A stream belongs to one observer. Several readers of one stream share its batches: each batch goes to one
/// reader, and the end goes to all. Cancelling the task of one reader ends the stream for all.
public struct EventStream: AsyncSequence, Sendable {
    public typealias Element = EventBatch
    private let observation: Observation

    init(_ mailbox: EventMailbox) { observation = Observation(mailbox) }

    public func makeAsyncIterator() -> Iterator { Iterator(observation: observation) }

    /// Ends the observation after the observer has read the events that are queued now.
    public func finish() { observation.mailbox.finish() }

    /// Reads the stream, batch after batch.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let observation: Observation

        /// The next batch. `nil` when the observing task was cancelled, or when the observer has read all
        /// events of a finished stream or of a client that no longer exists.
        public mutating func next() async -> EventBatch? { await observation.mailbox.next() }
    }
}

/// The stream and its iterators share it. When the last of them is released, the mailbox closes.
private final class Observation: Sendable {
    let mailbox: EventMailbox

    init(_ mailbox: EventMailbox) { self.mailbox = mailbox }

    deinit { mailbox.close() }
}

final class EventMailbox: Sendable {
    private struct State {
        /// Unread events, also those in `holes`.
        var events: [NetEvent] = []
        /// Positions in `events` of progress events that a newer one replaced.
        var holes: Set<Int> = []
        /// The position in `events` of each task's newest progress event since its last state change.
        var progress: [TaskID: Int] = [:]
        /// The snapshot that `events` follow, while it is unread.
        var first: TaskSnapshot?
        /// Events were left out: the reader must request a new snapshot.
        var needsSnapshot = false
        /// Has more than one element only when several readers share the stream.
        var waiters: [CheckedContinuation<Void, Never>] = []
        /// When the last batch was delivered.
        var lastBatch: ContinuousClock.Instant?
        /// No new events are accepted; the queued events can still be read.
        var isFinishing = false
        var isClosed = false

        var hasSomething: Bool { isClosed || isFinishing || needsSnapshot || first != nil || !events.isEmpty }

        /// Removes and returns the unread events.
        mutating func takeEvents() -> [NetEvent] {
            defer {
                events = []
                if !holes.isEmpty { holes = [] }
                if !progress.isEmpty { progress = [:] }
            }
            return holes.isEmpty ? events : events.indices.filter { !holes.contains($0) }.map { events[$0] }
        }
    }

    private let state: Mutex<State>
    private let capacity: Int
    private let snapshot: @Sendable () -> TaskSnapshot?

    init(capacity: Int, first: TaskSnapshot, snapshot: @escaping @Sendable () -> TaskSnapshot?) {
        state = Mutex(State(first: first))
        self.capacity = capacity
        self.snapshot = snapshot
    }

    /// Accepts no more events.
    var isOver: Bool { state.withLock { $0.isClosed || $0.isFinishing } }

    /// Call it under the client's lock, in the order of the numbers. Returns whether the caller must call
    /// ``wake()`` after it releases that lock.
    func append(_ new: [NetEvent]) -> Bool {
        state.withLock { state in
            guard !state.isClosed, !state.isFinishing else { return false }
            if !state.needsSnapshot {
                for event in new { Self.append(event, &state) }
                if state.events.count - state.holes.count > capacity {
                    _ = state.takeEvents()
                    state.first = nil
                    state.needsSnapshot = true
                }
            }
            return !state.waiters.isEmpty
        }
    }

    private static func append(_ event: NetEvent, _ state: inout State) {
        let id = event.row.id
        if event.kind == .progress {
            if let place = state.progress[id] {
                state.holes.insert(place)
            }
            state.progress[id] = state.events.count
        } else if !state.progress.isEmpty {
            state.progress[id] = nil
        }
        state.events.append(event)
        if state.holes.count > 1_000, state.holes.count > state.events.count / 2 {
            for event in state.takeEvents() { append(event, &state) }
        }
    }

    /// Resumes the waiting readers if there is something to read. A reader that
    /// finds nothing left waits again.
    func wakeReaders() {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard state.hasSomething else { return [] }
            defer { state.waiters = [] }
            return state.waiters
        }
        waiters.forEach { $0.resume() }
    }

    func finish() {
        state.withLock { $0.isFinishing = true }
        wakeReaders()
    }

    func close() {
        state.withLock { state in
            state.isClosed = true
            state.first = nil
            _ = state.takeEvents()
        }
        wakeReaders()
    }

    func next() async -> EventBatch? {
        await withTaskCancellationHandler {
            while true {
                await withCheckedContinuation { continuation in
                    state.withLock { $0.waiters.append(continuation) }
                    wakeReaders()
                }
                await pause()
                switch takeBatch() {
                case .batch(let batch): return batch
                case .end: return nil
                case .nothing: continue
                }
            }
        } onCancel: {
            close()
        }
    }

    /// Keeps batches at least ``pace`` apart: under load, further events then cost no wake-up. After a pause
    /// the first batch comes at once.
    private func pause() async {
        let clock = ContinuousClock()
        let rest = state.withLock { state in
            state.isClosed || state.isFinishing ? nil : state.lastBatch.map { Self.pace - $0.duration(to: clock.now) }
        }
        // After a cancellation the observation ends anyway.
        if let rest, rest > .zero { try? await clock.sleep(for: rest) }
        state.withLock { $0.lastBatch = clock.now }
    }

    /// A quarter of a frame at 60 Hz, a delay that a person does not notice.
    private static let pace = Duration.milliseconds(4)

    private enum Taken {
        case batch(EventBatch)
        case end
        /// Another reader of the stream took it.
        case nothing
    }

    private func takeBatch() -> Taken {
        let ready = state.withLock { state -> Taken? in
            if let first = state.first {
                state.first = nil
                return .batch(.snapshot(first))
            }
            if state.needsSnapshot, !state.isClosed {
                state.needsSnapshot = false
                return nil
            }
            let events = state.takeEvents()
            if !events.isEmpty { return .batch(.events(events)) }
            return state.isClosed || state.isFinishing ? .end : .nothing
        }
        if let ready { return ready }
        // The client no longer exists.
        guard let fresh = snapshot() else { return .end }
        // The snapshot already contains the events that arrived in between.
        state.withLock { state in
            for event in state.takeEvents() where event.seq > fresh.seq { Self.append(event, &state) }
        }
        return .batch(.snapshot(fresh))
    }
}
