// The kernel's routes as a source of the network's status.

import Synchronization

extension NetworkStatusSource {
    /// The routes of this machine: without a default route the network is suspected to be down. Requests
    /// are still sent, because a host of the own network, a tunnel or a proxy may be reachable without one.
    /// Where the kernel does not answer, the status stays unknown.
    public static func routes() -> NetworkStatusSource {
        // One for each client that the source was given to.
        let listeners = Mutex<[RouteListener]>([])
        return NetworkStatusSource(isCertain: false) { report in
            guard let opened = RouteListener(report) else { return .unknown }
            listeners.withLock { $0.append(opened) }
            return opened.first
        }
    }
}
