// Listens to the kernel for changes of links, addresses and routes (rtnetlink(7)), and looks each time
// whether there is a default route. Its thread sleeps until the kernel has news.

import Glibc

/// Reports whether there is a default route, at every change until it is released.
final class RouteListener: Sendable {
    /// The status at the start.
    let first: NetworkStatus
    private let thread: StoppableThread

    /// - Parameter report: called on the listener's thread with each new status.
    init?(_ report: @escaping @Sendable (NetworkStatus) -> Void) {
        // Listens before it looks, so that no change is missed.
        guard let news = RouteSocket(groups: RouteSocket.changes), let first = RouteSocket.currentStatus() else { return nil }
        guard let thread = try? StoppableThread(RouteLoop(news, first, report), listeningFor: "changes of routes") else {
            return nil
        }
        (self.first, self.thread) = (first, thread)
    }

    /// Does not wait: a report may need a lock of the caller.
    deinit { thread.stop(waits: false) }
}

/// The state of the thread; no other thread uses it.
private final class RouteLoop: ThreadLoop {
    private let news: RouteSocket
    private let report: @Sendable (NetworkStatus) -> Void
    private var status: NetworkStatus

    init(_ news: RouteSocket, _ status: NetworkStatus, _ report: @escaping @Sendable (NetworkStatus) -> Void) {
        (self.news, self.status, self.report) = (news, status, report)
    }

    func run(until stop: Int32) {
        while waitForNews(until: stop) {
            news.drain()
            guard let now = RouteSocket.currentStatus(), now != status else { continue }
            status = now
            report(now)
        }
    }

    /// Waits without a limit.
    /// - Returns: `false` at the end of the listener.
    private func waitForNews(until stop: Int32) -> Bool {
        while true {
            var ready = [
                pollfd(fd: news.descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: stop, events: 0, revents: 0),
            ]
            let count = poll(&ready, 2, -1)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0, ready[1].revents == 0 else { return false }
            // An overrun (ENOBUFS) is news too; it shows as an error of the socket.
            return ready[0].revents & Int16(POLLNVAL) == 0
        }
    }
}

/// A netlink socket for routes.
private final class RouteSocket: Sendable {
    let descriptor: Int32

    /// RTMGRP_LINK, RTMGRP_IPV4_IFADDR, RTMGRP_IPV4_ROUTE, RTMGRP_IPV6_IFADDR, RTMGRP_IPV6_ROUTE. The kernel
    /// removes the routes of a link or an address without a message of their own.
    static let changes: UInt32 = 0x1 | 0x10 | 0x40 | 0x100 | 0x400
    private static let bufferSize = 64 << 10

    /// - Parameter groups: the changes to receive.
    init?(groups: UInt32) {
        // NETLINK_ROUTE is protocol 0.
        descriptor = socket(AF_NETLINK, Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        // struct sockaddr_nl: family, padding, port (0: the kernel chooses), groups.
        var address = [UInt8](repeating: 0, count: 12)
        withUnsafeBytes(of: UInt16(AF_NETLINK)) { address.replaceSubrange(0..<2, with: $0) }
        withUnsafeBytes(of: groups) { address.replaceSubrange(8..<12, with: $0) }
        let isBound = address.withUnsafeBytes { bytes in
            bytes.baseAddress.map { bind(descriptor, $0.assumingMemoryBound(to: sockaddr.self), 12) == 0 } ?? false
        }
        guard isBound else { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Reads everything that waits.
    func drain() {
        var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
        // ENOBUFS reports an overrun once; more may wait behind it.
        while recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT)) > 0 || errno == ENOBUFS || errno == EINTR {
            errno = 0
        }
    }

    /// Asks the kernel for all routes. `nil` when it does not answer.
    static func currentStatus() -> NetworkStatus? {
        guard let socket = RouteSocket(groups: 0) else { return nil }
        var limit = timeval(tv_sec: 1, tv_usec: 0)
        setsockopt(socket.descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let request = RouteMessages.makeDumpRequest()
        guard send(socket.descriptor, request, request.count, 0) == request.count else { return nil }
        var buffer = [UInt8](repeating: 0, count: bufferSize)
        var hasDefault = false
        while true {
            let count = recv(socket.descriptor, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            let reading = RouteMessages.read(buffer[..<count])
            guard !reading.isRefused else { return nil }
            hasDefault = hasDefault || reading.hasDefault
            if reading.isComplete { return hasDefault ? .reachable : .notReachable }
        }
    }
}
