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

    /// Every write to it is work for the sleeping reader, who need not read it: it is watched for writes. −1 when the system gave none. It
    /// lives as long as the mailbox, so that a post never writes to a number that is somebody else's file by now.
    let wakeup: Int32
    private let state = Mutex(State())

    init() { wakeup = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) }

    deinit { if wakeup >= 0 { Glibc.close(wakeup) } }

    func newID() -> UInt64 {
        state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
    }

    /// - Returns: `false` when the mailbox is closed: nobody will read the command.
    func post(_ command: Command) -> Bool {
        let (isTaken, wakes) = state.withLock { state in
            guard state.isOpen else { return (false, false) }
            state.commands.append(command)
            defer { state.isReaderAsleep = false }
            return (true, state.isReaderAsleep)
        }
        // Not under the lock: the reader wants it as soon as it wakes.
        if wakes { eventfd_write(wakeup, 1) }
        return isTaken
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

    /// Refuses commands from now on.
    /// - Returns: those that nobody has read.
    func close() -> [Command] {
        state.withLock { state in
            guard state.isOpen else { return [] }
            state.isOpen = false
            defer { state.commands = [] }
            return state.commands
        }
    }
}
