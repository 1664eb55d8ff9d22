// One observer's mailbox: a lock, an array and one waiting continuation, so that a thousand events cost one wake-up.

import Synchronization

/// The events of a client, in batches, for one observer. Any number of observers may listen, each with its own stream.
///
/// It begins with a snapshot. State changes are never dropped; of progress only the newest of each task waits. An observer that
/// leaves more than `capacity` events unread gets a fresh snapshot in their place.
///
/// A stream is one observer's. Several that read it at once share its batches: each batch goes to one of them, and the end to all; the
/// observing task of one that is cancelled ends it for all.
public struct EventStream: AsyncSequence, Sendable {
    public typealias Element = EventBatch
    private let observation: Observation

    init(_ mailbox: EventMailbox) { observation = Observation(mailbox) }

    public func makeAsyncIterator() -> Iterator { Iterator(observation: observation) }

    /// Ends the observation once what has gathered until now is read.
    public func finish() { observation.mailbox.finish() }

    /// Reads the stream, batch after batch.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let observation: Observation

        /// The next batch; `nil` once the observing task was cancelled, or all is read of a finished stream or of a client that has gone.
        public mutating func next() async -> EventBatch? { await observation.mailbox.next() }
    }
}

/// Stream and iterators share it; when the last is dropped, nothing gathers any more.
private final class Observation: Sendable {
    let mailbox: EventMailbox

    init(_ mailbox: EventMailbox) { self.mailbox = mailbox }

    deinit { mailbox.close() }
}

final class EventMailbox: Sendable {
    private struct State {
        /// Unread events, also those in `holes`.
        var events: [NetEvent] = []
        /// Positions in `events` of progress that a newer one has replaced.
        var holes: Set<Int> = []
        /// Position in `events` of the newest progress of a task since its last state change.
        var progress: [TaskID: Int] = [:]
        /// The snapshot that `events` follow, while it is unread.
        var first: TaskSnapshot?
        /// Events had to be left out: a new snapshot must be asked for.
        var needsSnapshot = false
        /// More than one only where several read one stream at once.
        var waiters: [CheckedContinuation<Void, Never>] = []
        /// When the last batch was handed out.
        var lastBatch: ContinuousClock.Instant?
        /// Nothing more comes in; what is there is still read.
        var isFinishing = false
        var isClosed = false

        var hasSomething: Bool { isClosed || isFinishing || needsSnapshot || first != nil || !events.isEmpty }

        /// The unread events, which are then read.
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

    /// Takes no events any more.
    var isOver: Bool { state.withLock { $0.isClosed || $0.isFinishing } }

    /// Called under the client's lock, in the order of the numbers. Says whether somebody must be woken once that lock is free.
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

    /// Wakes whoever waits if there is something; who comes too late for it waits again.
    func wake() {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard state.hasSomething else { return [] }
            defer { state.waiters = [] }
            return state.waiters
        }
        waiters.forEach { $0.resume() }
    }

    func finish() {
        state.withLock { $0.isFinishing = true }
        wake()
    }

    func close() {
        state.withLock { state in
            state.isClosed = true
            state.first = nil
            _ = state.takeEvents()
        }
        wake()
    }

    func next() async -> EventBatch? {
        await withTaskCancellationHandler {
            while true {
                await withCheckedContinuation { continuation in
                    state.withLock { $0.waiters.append(continuation) }
                    wake()
                }
                await pause()
                switch take() {
                case .batch(let batch): return batch
                case .end: return nil
                case .nothing: continue
                }
            }
        } onCancel: {
            close()
        }
    }

    /// Batches follow each other at least ``pace`` apart: under load what happens meanwhile costs no wake-up. After a rest the first comes at once.
    private func pause() async {
        let clock = ContinuousClock()
        let rest = state.withLock { state in
            state.isClosed || state.isFinishing ? nil : state.lastBatch.map { Self.pace - $0.duration(to: clock.now) }
        }
        // Cancelled, the observation ends anyway.
        if let rest, rest > .zero { try? await clock.sleep(for: rest) }
        state.withLock { $0.lastBatch = clock.now }
    }

    /// A tenth of what a person or a frame could notice.
    private static let pace = Duration.milliseconds(1)

    private enum Taken {
        case batch(EventBatch)
        case end
        /// Another one who reads the stream took it.
        case nothing
    }

    private func take() -> Taken {
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
        // Without a client there is nobody left to tell anything.
        guard let fresh = snapshot() else { return .end }
        // Events that came in between are in the snapshot already.
        state.withLock { state in
            for event in state.takeEvents() where event.seq > fresh.seq { Self.append(event, &state) }
        }
        return .batch(.snapshot(fresh))
    }
}
