// Notifies observers of the history about changes.

import GRDB
import Synchronization

final class ChangeFeed: Sendable {
    private struct State {
        var changes = 0
        var version: Int
        var streams: [Int: AsyncStream<Int>.Continuation] = [:]
        var lastStream = 0
        var isOver = false
    }

    private let state: Mutex<State>

    init(version: Int) { state = Mutex(State(version: version)) }

    /// A number that changes when another program has written; only for the connection that writes.
    static func version(_ db: Database) throws -> Int { try Int.fetchOne(db, sql: "PRAGMA data_version") ?? 0 }

    func notify() {
        state.withLock { state in
            state.changes += 1
            for stream in state.streams.values { stream.yield(state.changes) }
        }
    }

    /// Whether the number differs from the last one.
    func detectChange(version: Int) -> Bool {
        let isNew = state.withLock { state in
            defer { state.version = version }
            return state.version != version
        }
        if isNew { notify() }
        return isNew
    }

    func stream() -> AsyncStream<Int> {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
        let number: Int? = state.withLock { state in
            guard !state.isOver else { return nil }
            state.lastStream += 1
            state.streams[state.lastStream] = continuation
            return state.lastStream
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in _ = self?.state.withLock { $0.streams.removeValue(forKey: number) } }
        return stream
    }

    func finish() {
        let streams = state.withLock { state in
            defer { state.streams = [:] }
            state.isOver = true
            return state.streams
        }
        // Not under the lock: each stream reports its end.
        for stream in streams.values { stream.finish() }
    }
}
