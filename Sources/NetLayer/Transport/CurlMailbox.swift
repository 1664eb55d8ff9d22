// Hands work to the I/O thread: a locked array, and an eventfd that is written only when the thread sleeps.

import CCurl
import Glibc
import Synchronization

/// What is to be done, and who is told. An object, because it passes through several hands.
final class CurlOrder: Sendable {
    let id: UInt64
    let request: WireRequest
    let observer: any TransferObserver

    init(id: UInt64, request: WireRequest, observer: any TransferObserver) {
        self.id = id
        self.request = request
        self.observer = observer
    }
}

/// The commands for a ``CurlLoop``, in the order in which they were posted.
final class CurlMailbox: Sendable {
    enum Command: Sendable {
        case start(CurlOrder)
        case cancel(UInt64)
        case resume(UInt64)
        case stop
    }

    private struct State {
        var commands: [Command] = []
        var isReaderAsleep = false
        var isOpen = true
        var lastID: UInt64 = 0
    }

    /// Readable when the sleeping reader has work; −1 when the system gave none. Closed by ``close()``.
    let wakeup: Int32
    private let state = Mutex(State())

    init() { wakeup = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) }

    deinit { _ = close() }

    func newID() -> UInt64 {
        state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
    }

    /// - Returns: `false` when the mailbox is closed: nobody will read the command.
    func post(_ command: Command) -> Bool {
        state.withLock { state in
            guard state.isOpen else { return false }
            state.commands.append(command)
            // Under the lock, so that the descriptor cannot be closed, and taken by someone else's file, before the write.
            if state.isReaderAsleep {
                state.isReaderAsleep = false
                eventfd_write(wakeup, 1)
            }
            return true
        }
    }

    /// Exchanges the posted commands with an empty array, whose storage is used again.
    func take(into batch: inout [Command]) {
        batch.removeAll(keepingCapacity: true)
        state.withLock { state in
            state.isReaderAsleep = false
            if !state.commands.isEmpty { swap(&state.commands, &batch) }
        }
    }

    /// The reader is about to wait. From now on a post writes to ``wakeup``.
    /// - Returns: `false` when there are commands already.
    func prepareToSleep() -> Bool {
        state.withLock { state in
            state.isReaderAsleep = state.commands.isEmpty
            return state.isReaderAsleep
        }
    }

    /// Takes the signal off ``wakeup``.
    func acknowledge() {
        var count: eventfd_t = 0
        eventfd_read(wakeup, &count)
    }

    /// Refuses commands from now on.
    /// - Returns: those that nobody has read.
    func close() -> [Command] {
        state.withLock { state in
            guard state.isOpen else { return [] }
            state.isOpen = false
            if wakeup >= 0 { Glibc.close(wakeup) }
            defer { state.commands = [] }
            return state.commands
        }
    }
}
