// The driver of the reachability machine: one lock, and a broadcast of the changes.

import Synchronization

/// A client's knowledge about the network.
public final class NetworkMonitor: Sendable {
    private let machine = Mutex(ReachabilityMachine())
    private let broadcast = Broadcast<NetworkChange>()
    private let time: TimeSource

    init(_ source: NetworkStatusSource, time: TimeSource) {
        self.time = time
        let first = source.start { [weak self] status in self?.report(status) }
        if first != .unknown { report(first) }
    }

    /// The last reported status, or ``NetworkStatus/reachable`` once a request has received a response.
    public var status: NetworkStatus { machine.withLock { $0.status } }

    /// Requests fail as they do without a network.
    public var isSuspected: Bool { machine.withLock { $0.isSuspected } }

    /// Reports the current status, if no ``NetworkStatusSource`` does so.
    public func report(_ status: NetworkStatus) { note { $0.told(status, at: $1) } }

    /// Every change from now on, in order. The stream ends with the client.
    public func changes() -> AsyncStream<NetworkChange> { broadcast.listen() }

    var belief: NetworkStatus { machine.withLock { $0.belief } }

    /// Whether a request may be sent now.
    func allows(_ request: WireRequest) -> Bool { status != .notReachable || request.staysHere }

    /// Records what an exchange shows about the network. Exchanges through proxies and Unix
    /// sockets show nothing about it.
    func note(_ request: WireRequest, failure: TransferFailure?, answered: Bool) {
        guard answered || failure?.isLocal == true, !request.staysHere, request.connection.proxy == nil else { return }
        // Nearly every response confirms the known status.
        if answered, machine.withLock({ $0.isSettled }) { return }
        guard let host = request.url.host else { return }
        if answered {
            note { $0.succeeded(host, at: $1) }
        } else {
            note { $0.failedLocally(host, at: $1) }
        }
    }

    private func note(_ body: (inout ReachabilityMachine, Duration) -> NetworkChange?) {
        machine.withLock { machine in
            if let change = body(&machine, time.now()) { broadcast.put([change]) }
        }
        broadcast.tell()
    }
}

extension WireRequest {
    /// It needs no network.
    var staysHere: Bool { connection.unixSocket != nil || url.isLoopback }
}
