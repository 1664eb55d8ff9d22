// Delivers news to any number of listeners, in the order of the events, without
// holding a lock during delivery.

import Synchronization

/// The owner queues news while it holds its own lock, so that the news have the order of the events. It
/// delivers them after it releases the lock.
final class Broadcast<News: Sendable>: Sendable {
    private struct Listener: Sendable {
        var continuation: AsyncStream<News>.Continuation
        var wants: @Sendable (News) -> Bool
    }

    private struct State {
        var listeners: [Int: Listener] = [:]
        var lastListener = 0
        var pending: [News] = []
        var isDelivering = false
    }

    private let state = Mutex(State())

    deinit { state.withLock { $0.listeners }.values.forEach { $0.continuation.finish() } }

    /// The limit of unread news for each listener; beyond it the oldest are dropped.
    static var longest: Int { 1_000 }

    /// The news from now on that one reader wants. Of unread news, the stream holds the newest ``longest``.
    func listen(where wants: @escaping @Sendable (News) -> Bool = { _ in true }) -> AsyncStream<News> {
        AsyncStream(bufferingPolicy: .bufferingNewest(Self.longest)) { continuation in
            let number = state.withLock { state in
                state.lastListener += 1
                state.listeners[state.lastListener] = Listener(continuation: continuation, wants: wants)
                return state.lastListener
            }
            continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.listeners[number] = nil } }
        }
    }

    /// Queues news for delivery by ``tell()``. Callers may hold a lock: this delivers nothing.
    func enqueue(_ news: [News]) {
        guard !news.isEmpty else { return }
        state.withLock { if !$0.listeners.isEmpty { $0.pending += news } }
    }

    /// Delivers the queued news. One thread at a time delivers, which preserves the order.
    func deliver() {
        let tells = state.withLock { state -> Bool in
            guard !state.isDelivering, !state.pending.isEmpty else { return false }
            state.isDelivering = true
            return true
        }
        guard tells else { return }
        while let (news, listeners) = nextPending() {
            for listener in listeners { news.filter(listener.wants).forEach { listener.continuation.yield($0) } }
        }
    }

    private func nextPending() -> ([News], [Listener])? {
        state.withLock { state in
            guard !state.pending.isEmpty else {
                state.isDelivering = false
                return nil
            }
            defer { state.pending = [] }
            return (state.pending, Array(state.listeners.values))
        }
    }
}
