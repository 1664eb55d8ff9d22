// Ends a child when the test process ends, however it ends: the child reads from this until there is nobody left who could write.

import Foundation

/// A pair of sockets of which only we hold one end. Unlike a pipe's, its ends are closed in other children from the very beginning.
public final class Leash: Sendable {
    /// The child's standard input.
    public let end: Int32
    private let ours: Int32

    public init() throws {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw LoopbackSocket.Failure(call: "socketpair", errno: errno)
        }
        (ours, end) = (ends[0], ends[1])
    }

    deinit {
        close(ours)
        close(end)
    }

    /// Lets the child read an end of file, and waits for it to go; kills it when it takes longer than three seconds.
    public func letGo(_ child: ChildProcess) {
        shutdown(ours, Int32(SHUT_RDWR))
        for _ in 0..<1_500 where child.poll() == nil { usleep(2_000) }
        child.stop()
    }
}
