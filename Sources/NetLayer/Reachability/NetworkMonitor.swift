// The driver of the reachability machine: one lock, and a broadcast of the changes.

import Synchronization

/// A client's knowledge about the network.
public final class NetworkMonitor: Sendable {
    private let machine = Mutex(ReachabilityMachine())
    private let broadcast = Broadcast<NetworkChange>()
    private let time: TimeSource
    /// The source, which may listen for as long as it exists.
    private let source: NetworkStatusSource

    init(_ source: NetworkStatusSource, time: TimeSource) {
        (self.time, self.source) = (time, source)
        let first = source.start { [weak self] status in self?.receive(status) }
        if first != .unknown { receive(first) }
    }

    /// The last reported status, or ``NetworkStatus/reachable`` once a request has received a response.
    public var status: NetworkStatus { machine.withLock { $0.status } }

    /// Requests fail as they do without a network.
    public var isSuspected: Bool { machine.withLock { $0.isSuspected } }

    /// Reports the current status, if no ``NetworkStatusSource`` does so.
    public func report(_ status: NetworkStatus) { applyChange { $0.applyReport(status, at: $1) } }

    /// Applies what the source reports.
    private func receive(_ status: NetworkStatus) {
        source.isCertain ? report(status) : applyChange { $0.applyHint(status, at: $1) }
    }

    /// Every change from now on, in order. The stream ends with the client.
    public func changes() -> AsyncStream<NetworkChange> { broadcast.listen() }

    var assumedStatus: NetworkStatus { machine.withLock { $0.assumedStatus } }

    /// Whether a request may be sent now.
    func allows(_ request: WireRequest) -> Bool { status != .notReachable || request.needsNoNetwork }

    /// Records what an exchange shows about the network. Exchanges through proxies and Unix
    /// sockets show nothing about it.
    func record(_ request: WireRequest, failure: TransferFailure?, answered: Bool) {
        guard answered || failure?.isLocal == true else { return }
        // Nearly every response confirms the known status.
        if answered, machine.withLock({ $0.isSettled }) { return }
        guard !request.needsNoNetwork, request.connection.proxy == nil, let host = request.url.host else { return }
        if answered {
            applyChange { $0.succeeded(host, at: $1) }
        } else {
            applyChange { $0.failedLocally(host, at: $1) }
        }
    }

    private func applyChange(_ body: (inout ReachabilityMachine, Duration) -> NetworkChange?) {
        machine.withLock { machine in
            if let change = body(&machine, time.now()) { broadcast.enqueue([change]) }
        }
        broadcast.deliver()
    }
}

extension WireRequest {
    /// It needs no network.
    var needsNoNetwork: Bool { connection.unixSocket != nil || url.isLoopback }
}
