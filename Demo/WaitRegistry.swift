// The waits of `GET /slow`: counted, ended at once when the client disconnects, and cut short when
// the service stops.
import Synchronization

final class WaitRegistry: Sendable {
    private struct State {
        var stopping = false
        var next = 0
        var tasks: [Int: Task<Void, any Error>] = [:]
    }

    private let state = Mutex(State())

    /// The number of requests that wait now.
    var count: Int { state.withLock { $0.tasks.count } }

    var isStopping: Bool { state.withLock { $0.stopping } }

    /// Waits for this duration.
    /// - Throws: `CancellationError` when the caller was cancelled, or when ``stop()`` ended the wait.
    func sleep(for duration: Duration) async throws {
        let nap = Task { try await Task.sleep(for: duration) }
        let key: Int? = state.withLock { state in
            guard !state.stopping else { return nil }
            state.next += 1
            state.tasks[state.next] = nap
            return state.next
        }
        guard let key else {
            nap.cancel()
            throw CancellationError()
        }
        defer { state.withLock { $0.tasks[key] = nil } }
        try await withTaskCancellationHandler {
            try await nap.value
        } onCancel: {
            nap.cancel()
        }
    }

    /// Ends every wait; later ones end at once.
    func stop() {
        let waiting = state.withLock { state in
            state.stopping = true
            return Array(state.tasks.values)
        }
        for nap in waiting { nap.cancel() }
    }
}
