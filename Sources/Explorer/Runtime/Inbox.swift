// All events pass through here: a lock, an array, one waiting loop. It wakes the loop once, however
// many events arrive at once.

import Screen
import Synchronization

/// The mailbox of the loop. Any thread may post.
public final class Inbox: Sendable {
    private struct State {
        var events: [Event] = []
        var waiter: CheckedContinuation<Void, Never>?
        /// Ends the wait for the next frame when the user acts.
        var pause: Task<Void, Never>?
    }

    private let state = Mutex(State())

    public init() {}

    public func post(_ event: Event) { post([event]) }

    public func post(_ events: [Event]) {
        guard !events.isEmpty else { return }
        let urgent = events.contains(where: \.isFromPerson)
        let (waiter, pause) = state.withLock { state in
            state.events += events
            defer { state.waiter = nil }
            return (state.waiter, urgent ? state.pause : nil)
        }
        pause?.cancel()
        waiter?.resume()
    }

    /// All events so far; waits for one if there is none. One caller at a time; it wakes on its own actor,
    /// without a detour through a pool that may be busy.
    nonisolated(nonsending) func batch() async -> [Event] {
        await withCheckedContinuation { continuation in
            let ready = state.withLock { state in
                guard state.events.isEmpty else { return true }
                state.waiter = continuation
                return false
            }
            if ready { continuation.resume() }
        }
        return drain()
    }

    func drain() -> [Event] {
        state.withLock { state in
            defer { state.events = [] }
            return state.events
        }
    }

    /// Waits that long, or until the user acts.
    nonisolated(nonsending) func pause(_ time: Duration) async {
        let pause = Task<Void, Never> { try? await Task.sleep(for: time) }
        let urgent = state.withLock { state in
            state.pause = pause
            return state.events.contains(where: \.isFromPerson)
        }
        if urgent { pause.cancel() }
        await pause.value
        state.withLock { $0.pause = nil }
    }
}

extension Event {
    /// A key must not wait for the next frame; nor must the description, which the user has been waiting for.
    var isFromPerson: Bool {
        switch self {
        case .api(_, let event): event.isFromPerson
        case .user, .burst, .outside, .kept, .history, .workspace, .login: true
        case .source(let event): event.isAwaited
        case .body(.followed), .body(.inspected): true
        case .tick, .engine, .body, .services, .report: false
        }
    }
}

extension SourceEvent {
    fileprivate var isAwaited: Bool {
        switch self {
        case .described, .failedToDescribe, .absent, .wantsTrust: true
        case .reread, .failedToReread: false
        }
    }
}
