// The rim around the reachability machine: one lock, and those who want to hear of changes.

import Synchronization

/// What a client knows of the network.
public final class NetworkMonitor: Sendable {
    private struct State {
        var machine = ReachabilityMachine()
        var observers: [Int: AsyncStream<NetworkChange>.Continuation] = [:]
        var nextObserver = 0
        var untold: [NetworkChange] = []
        var isTelling = false
    }

    private let state = Mutex(State())
    private let time: TimeSource

    init(_ source: NetworkStatusSource, time: TimeSource) {
        self.time = time
        let first = source.start { [weak self] status in self?.report(status) }
        if first != .unknown { report(first) }
    }

    deinit { state.withLock { $0.observers }.values.forEach { $0.finish() } }

    /// What was told last, or ``NetworkStatus/reachable`` once a request has brought an answer.
    public var status: NetworkStatus { state.withLock { $0.machine.status } }

    /// Requests fail as they do without a network.
    public var isSuspected: Bool { state.withLock { $0.machine.isSuspected } }

    /// Tells what holds from now on, where no ``NetworkStatusSource`` does.
    public func report(_ status: NetworkStatus) { note { $0.told(status, at: $1) } }

    /// Every change from now on, in order. It ends with the client.
    public func changes() -> AsyncStream<NetworkChange> {
        AsyncStream { continuation in
            let number = state.withLock { state in
                state.nextObserver += 1
                state.observers[state.nextObserver] = continuation
                return state.nextObserver
            }
            continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.observers[number] = nil } }
        }
    }

    var belief: NetworkStatus { state.withLock { $0.machine.belief } }

    /// Whether a request may go out now.
    func allows(_ request: WireRequest) -> Bool { status != .notReachable || request.staysHere }

    /// What an exchange says of the network. Proxies and sockets say something of themselves.
    func note(_ request: WireRequest, failure: TransferFailure?, answered: Bool) {
        guard answered || failure?.isLocal == true, !request.staysHere, request.connection.proxy == nil else { return }
        // Nearly every answer says what is known already.
        if answered, state.withLock({ $0.machine.isSettled }) { return }
        guard let host = request.url.host else { return }
        if answered {
            note { $0.succeeded(host, at: $1) }
        } else {
            note { $0.failedLocally(host, at: $1) }
        }
    }

    /// Changes are told outside the lock, by one thread at a time, and so in order.
    private func note(_ body: (inout ReachabilityMachine, Duration) -> NetworkChange?) {
        let tells = state.withLock { state -> Bool in
            guard let change = body(&state.machine, time.now()) else { return false }
            state.untold.append(change)
            defer { state.isTelling = true }
            return !state.isTelling
        }
        guard tells else { return }
        while let (change, observers) = nextUntold() { observers.forEach { $0.yield(change) } }
    }

    private func nextUntold() -> (NetworkChange, [AsyncStream<NetworkChange>.Continuation])? {
        state.withLock { state in
            guard !state.untold.isEmpty else {
                state.isTelling = false
                return nil
            }
            return (state.untold.removeFirst(), Array(state.observers.values))
        }
    }
}

extension WireRequest {
    /// It needs no network.
    var staysHere: Bool { connection.unixSocket != nil || url.isLoopback }
}
