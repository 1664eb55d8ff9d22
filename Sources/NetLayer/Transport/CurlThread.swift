// The I/O thread of a transport: it sleeps until a socket is ready, a time has come or a command is posted,
// and then gives the loop its turn.
//
// A caller that starts a transfer while the thread sleeps and nothing else runs takes the turn in its place:
// the request goes out from the caller's thread, and only the response wakes the I/O thread.

import CCurl
import Glibc
import Synchronization

/// Gives the turns of one ``CurlLoop``, one at a time.
final class CurlThread: Sendable {
    private let loop: Mutex<CurlLoop>
    private let epoll: Int32
    private let wakeup: CurlWakeup
    /// The caller that takes a turn now; 0 for none.
    private let guest = Atomic<pthread_t>(0)
    /// The I/O thread; 0 before its first turn.
    private let reader = Atomic<pthread_t>(0)

    private static let eventsAtOnce = 256

    /// `nil` when the system has no descriptor or memory left; `errno` says which.
    init?(mailbox: CurlMailbox, keepAlive: Duration) {
        guard let wakeup = CurlWakeup(), let loop = CurlLoop(mailbox: mailbox, wakeup: wakeup, keepAlive: keepAlive) else {
            return nil
        }
        (self.wakeup, epoll) = (wakeup, loop.epoll)
        self.loop = Mutex(loop)
    }

    /// On the I/O thread, until the stop command.
    func run() {
        reader.store(pthread_self(), ordering: .relaxed)
        withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: Self.eventsAtOnce) { events in
            var count = 0
            while true {
                let next = loop.withLock { loop in
                    loop.beginTurn()
                    for event in events[..<count] { loop.serve(event.data.fd, isReadyFor: event.events) }
                    return loop.completeTurn(on: self)
                }
                guard next != .over else { break }
                count = max(0, Int(epoll_wait(epoll, events.baseAddress, Int32(events.count), next == .sleep ? -1 : 0)))
            }
        }
        loop.withLock { $0.endAll() }
    }

    /// On the thread of a caller that has posted a command while the I/O thread slept.
    func takeGuestTurn() {
        // An observer that the I/O thread calls before it reads the commands of its turn: it will read this
        // one, and the lock must not be taken twice.
        guard reader.load(ordering: .relaxed) != pthread_self() else { return }
        let next = loop.withLockIfAvailable { loop in
            guest.store(pthread_self(), ordering: .relaxed)
            defer { guest.store(0, ordering: .relaxed) }
            loop.beginTurn()
            return loop.completeTurn(on: self)
        }
        // The lock is taken when the I/O thread wakes just now; it may have looked for commands already.
        if next != .sleep { wakeup.notifyReader() }
    }

    /// Whether the calling thread takes a turn now, so that it must not wait for the I/O thread.
    var isOnGuest: Bool { guest.load(ordering: .relaxed) == pthread_self() }
}
