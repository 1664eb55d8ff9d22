// Hands work to the I/O thread: a locked array, and what wakes the thread, which is here only while it sleeps.

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
        /// Wakes the reader, who sleeps. Here from the time it lies down until it is woken, so it never outlives the loop that it belongs to.
        var sleeper: CurlWakeup?
        var isOpen = true
        var lastID: UInt64 = 0
    }

    private let state = Mutex(State())

    func newID() -> UInt64 {
        state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
    }

    /// - Returns: `false` when the mailbox is closed: nobody will read the command.
    func post(_ command: Command) -> Bool {
        let (isTaken, sleeper) = state.withLock { state -> (Bool, CurlWakeup?) in
            guard state.isOpen else { return (false, nil) }
            state.commands.append(command)
            return (true, state.sleeper.take())
        }
        // Not under the lock: the reader wants it as soon as it wakes.
        sleeper?.ring()
        return isTaken
    }

    /// Exchanges the posted commands with an empty array, whose storage is used again.
    func take(into batch: inout [Command]) {
        batch.removeAll(keepingCapacity: true)
        state.withLock { state in
            state.sleeper = nil
            if !state.commands.isEmpty { swap(&state.commands, &batch) }
        }
    }

    /// The reader is about to wait: the next post rings.
    /// - Returns: `false` when there are commands already.
    func prepareToSleep(until wakeup: CurlWakeup) -> Bool {
        state.withLock { state in
            state.sleeper = state.commands.isEmpty ? wakeup : nil
            return state.sleeper != nil
        }
    }

    /// Refuses commands from now on.
    /// - Returns: those that nobody has read.
    func close() -> [Command] {
        state.withLock { state in
            guard state.isOpen else { return [] }
            state.isOpen = false
            state.sleeper = nil
            defer { state.commands = [] }
            return state.commands
        }
    }
}
