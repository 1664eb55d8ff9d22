// News for any number of listeners, in the order in which they happened, with no lock held while they are told.

import Synchronization

/// Its owner puts news in while it holds its own lock, so that their order is that of what happened, and tells them after it.
final class Broadcast<News: Sendable>: Sendable {
    private struct State {
        var listeners: [Int: AsyncStream<News>.Continuation] = [:]
        var lastListener = 0
        var untold: [News] = []
        var isTelling = false
    }

    private let state = Mutex(State())

    deinit { state.withLock { $0.listeners }.values.forEach { $0.finish() } }

    /// So many that nobody has read are kept for a listener: then the oldest go.
    static var longest: Int { 1_000 }

    /// Everything from now on, for who reads it: of what is left unread the newest ``longest`` are kept.
    func listen() -> AsyncStream<News> {
        AsyncStream(bufferingPolicy: .bufferingNewest(Self.longest)) { continuation in
            let number = state.withLock { state in
                state.lastListener += 1
                state.listeners[state.lastListener] = continuation
                return state.lastListener
            }
            continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.listeners[number] = nil } }
        }
    }

    /// May be called under a lock: nobody is told yet.
    func put(_ news: [News]) {
        guard !news.isEmpty else { return }
        state.withLock { if !$0.listeners.isEmpty { $0.untold += news } }
    }

    /// One thread at a time tells, and so in order.
    func tell() {
        let tells = state.withLock { state -> Bool in
            guard !state.isTelling, !state.untold.isEmpty else { return false }
            state.isTelling = true
            return true
        }
        guard tells else { return }
        while let (news, listeners) = nextUntold() {
            for listener in listeners { news.forEach { listener.yield($0) } }
        }
    }

    private func nextUntold() -> ([News], [AsyncStream<News>.Continuation])? {
        state.withLock { state in
            guard !state.untold.isEmpty else {
                state.isTelling = false
                return nil
            }
            defer { state.untold = [] }
            return (state.untold, Array(state.listeners.values))
        }
    }
}
