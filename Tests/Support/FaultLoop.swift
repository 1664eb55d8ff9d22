// The fault server's thread: one poll() over all connections.

import Foundation
import Synchronization

final class FaultLoop {
    /// What the thread is given; it makes the rest itself.
    struct Setup: Sendable {
        let listener: Int32
        let state: FaultState
        let handler: FaultServer.Handler

        init(listener: Int32, state: FaultState, handler: @escaping FaultServer.Handler) throws {
            guard state.pipe.read >= 0 else { throw LoopbackSocket.Failure(call: "pipe2", errno: errno) }
            self.listener = listener
            self.state = state
            self.handler = handler
        }
    }

    private let setup: Setup
    private var connections: [FaultConnection] = []

    init(_ setup: Setup) { self.setup = setup }

    func run() {
        var polls: [pollfd] = []
        while !setup.state.isStopping.withLock({ $0 }) {
            polls.removeAll(keepingCapacity: true)
            polls.append(pollfd(fd: setup.state.pipe.read, events: Int16(POLLIN), revents: 0))
            polls.append(pollfd(fd: setup.listener, events: Int16(POLLIN), revents: 0))
            for connection in connections {
                polls.append(
                    pollfd(
                        fd: connection.socket, events: Int16(POLLIN) | (connection.wantsToWrite ? Int16(POLLOUT) : 0), revents: 0)
                )
            }
            let ready = poll(&polls, nfds_t(polls.count), timeout())
            guard ready >= 0 || errno == EINTR else { break }
            for (index, connection) in connections.enumerated() where polls[index + 2].revents != 0 { connection.read() }
            if polls[1].revents != 0 { accept() }
            let now = ContinuousClock.now
            for connection in connections { connection.advance(now) }
            dropClosed()
        }
        for connection in connections { connection.end() }
        dropClosed()
        close(setup.listener)
    }

    private func timeout() -> Int32 {
        guard let next = connections.compactMap(\.resumeAt).min() else { return -1 }
        let left = (next - .now) / .milliseconds(1)
        return left <= 0 ? 0 : Int32(min(left.rounded(.up), 60_000))
    }

    private func accept() {
        while true {
            let socket = Glibc.accept(setup.listener, nil, nil)
            guard socket >= 0 else { return }
            LoopbackSocket.makeNonBlocking(socket)
            var on: Int32 = 1
            setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
            let number = setup.state.counts.withLock { counts in
                counts.accepted += 1
                counts.open += 1
                return counts.accepted
            }
            connections.append(FaultConnection(socket: socket, number: number, state: setup.state, handler: setup.handler))
        }
    }

    private func dropClosed() {
        let before = connections.count
        connections.removeAll { $0.isClosed }
        let closed = before - connections.count
        if closed > 0 { setup.state.counts.withLock { $0.open -= closed } }
    }
}
