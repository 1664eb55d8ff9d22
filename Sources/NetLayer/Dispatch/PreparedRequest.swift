// A call that is made now and started later, or never.

import Synchronization

/// A call with a number but without a row: it is in no table and runs no work before ``start()``. When it is
/// dropped before that, nothing of it remains.
public final class PreparedRequest<Response: Sendable>: Sendable {
    private enum State {
        case made, cancelled, started
        /// Its row is not open yet: a cancel is stored until then.
        case starting(isCancelled: Bool)
    }

    /// The number that its task will have.
    public var id: TaskID { handle.id }
    /// That of its handle.
    var identity: ObjectIdentifier { handle.identity }
    private let handle: Handle<Response>
    private let endpoint: Endpoint<Response>
    private let pool: ServicePool
    private let state = Mutex(State.made)

    init(_ endpoint: Endpoint<Response>, on pool: ServicePool, client: NetClient) {
        self.endpoint = endpoint
        self.pool = pool
        handle = Handle(
            id: client.taskRegistry.reserve(), landing: Landing(), client: client, notice: client.cancelNotice(endpoint.plan))
    }

    /// Starts the call, the first time; returns its one handle every time. A call that was cancelled before
    /// lands as cancelled and sends nothing.
    @discardableResult
    public func start() -> Handle<Response> {
        guard let isCancelled = beginStarting() else { return handle }
        handle.client.launch(endpoint, on: pool, landing: handle.landing, number: id, isCancelled: isCancelled)
        endStarting()
        return handle
    }

    /// Whether the call was cancelled before; `nil` when another caller starts it.
    private func beginStarting() -> Bool? {
        state.withLock { state in
            switch state {
            case .made:
                state = .starting(isCancelled: false)
                return false
            case .cancelled:
                state = .starting(isCancelled: true)
                return true
            case .starting, .started: return nil
            }
        }
    }

    /// The row is open: cancels a call that was cancelled while it started.
    private func endStarting() {
        let isCancelled = state.withLock { state in
            defer { state = .started }
            if case .starting(isCancelled: true) = state { return true }
            return false
        }
        if isCancelled { handle.cancel() }
    }

    /// Opens its row as a member's row that begins when its turn comes; `nil` when it
    /// was started or cancelled before.
    func makePendingTask(parent: TaskID, land: @escaping @Sendable (Result<Response, NetError>) -> Void) -> PendingTask? {
        let isMine = state.withLock { state in
            guard case .made = state else { return false }
            state = .starting(isCancelled: false)
            return true
        }
        guard isMine else { return nil }
        defer { endStarting() }
        return handle.client.makePendingTask(
            endpoint, on: pool, parent: parent, number: id, landing: handle.landing, land: land)
    }

    /// Ends the call, or prevents it from ever running. `false` when it had ended already.
    @discardableResult
    public func cancel() -> Bool {
        let isRunning = state.withLock { state in
            switch state {
            case .made: state = .cancelled
            case .starting: state = .starting(isCancelled: true)
            case .cancelled: break
            case .started: return true
            }
            return false
        }
        return isRunning ? handle.cancel() : true
    }
}
