// The commands of callers for the I/O thread, and how it is woken.

import Synchronization

/// A transfer to start, with its observer. An object, because it is passed on several times.
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
        /// The body of a request has more to send.
        case feed(UInt64)
        case stop
    }

    private struct State {
        var commands: [Command] = []
        /// The wakeup of the sleeping reader. Present only from the start of its sleep until it is woken, so
        /// it never outlives its loop.
        var sleeper: CurlWakeup?
        /// Gives a caller the reader's turn; `nil` where only the reader may take it. No longer present than
        /// `sleeper`.
        var turns: CurlThread?
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

    /// - Returns: `false` when the mailbox is closed: no thread will read the command.
    func post(_ command: Command) -> Bool {
        let (isTaken, sleeper, turns) = state.withLock { state -> (Bool, CurlWakeup?, CurlThread?) in
            guard state.isOpen else { return (false, nil, nil) }
            state.commands.append(command)
            return (true, state.sleeper.take(), state.turns.take())
        }
        // Not under the lock: the reader needs the lock as soon as it wakes.
        if let turns, case .start = command { turns.takeGuestTurn() } else { sleeper?.notifyReader() }
        return isTaken
    }

    /// Exchanges the posted commands with an empty array, whose storage is used again.
    func drain(into batch: inout [Command]) {
        batch.removeAll(keepingCapacity: true)
        state.withLock { state in
            (state.sleeper, state.turns) = (nil, nil)
            if !state.commands.isEmpty { swap(&state.commands, &batch) }
        }
    }

    /// The reader is about to wait: the next post wakes it, or, when it starts a transfer, takes a turn.
    /// - Parameter turns: gives a caller the reader's turn; `nil` where only the reader may take it.
    /// - Returns: `false` when there are commands already, or nothing is read any more.
    func prepareToSleep(until wakeup: CurlWakeup, turns: CurlThread? = nil) -> Bool {
        state.withLock { state in
            guard state.isOpen, state.commands.isEmpty else { return false }
            (state.sleeper, state.turns) = (wakeup, turns)
            return true
        }
    }

    /// Refuses commands from now on.
    /// - Returns: the unread commands.
    func close() -> [Command] {
        state.withLock { state in
            guard state.isOpen else { return [] }
            state.isOpen = false
            (state.sleeper, state.turns) = (nil, nil)
            defer { state.commands = [] }
            return state.commands
        }
    }
}
