// Ctrl-C, SIGTERM and SIGHUP while a command without a screen runs.

import ArgumentParser
import Glibc
import Synchronization
import Workbench

/// Ctrl-C, SIGTERM and SIGHUP while a command without a screen runs: remembers that one came, and acts. A second one ends the program at
/// once, whatever it waits for: somebody who reads our output may be slow. Not a second SIGHUP: the shell and the terminal that go send
/// one each.
final class Interrupts {
    private final class State: Sendable {
        let raised = Atomic(false)
        /// `nil` while nothing is under way that would have to be cancelled.
        let action: Mutex<(@Sendable () -> Void)?>

        init(_ action: (@Sendable () -> Void)?) { self.action = Mutex(action) }
    }

    private let state: State
    /// `nil` where signals are the matter of who runs the command.
    private let watch: SignalWatch?

    /// - Parameter action: what the first signal does; without one it says that the command was cancelled and ends the program.
    init(_ action: (@Sendable () -> Void)? = nil) {
        let state = State(action)
        self.state = state
        guard Surroundings.io.ownsProcess else {
            watch = nil
            return
        }
        // Under `nohup` it stays ignored.
        let signals = [SIGINT, SIGTERM] + (Self.isIgnored(SIGHUP) ? [] : [SIGHUP])
        watch = SignalWatch(signals, queue: .global()) { number in
            guard !state.raised.exchange(true, ordering: .relaxed) else {
                if number != SIGHUP { _exit(ExitCode.cancelled.rawValue) }
                return
            }
            let action = state.action.withLock { action in
                // Under the lock, so that nothing starts meanwhile and is left half done.
                if action == nil {
                    Complaint.write("explorer: cancelled")
                    _exit(ExitCode.cancelled.rawValue)
                }
                return action
            }
            action?()
        }
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var current = sigaction()
        guard sigaction(number, nil, &current) == 0 else { return false }
        // SIG_IGN is 1, which is no function that Swift could compare.
        return unsafeBitCast(current.__sigaction_handler.sa_handler, to: Int.self) == 1
    }

    /// Whether a signal came.
    var seen: Bool { state.raised.load(ordering: .relaxed) }

    /// Starts what a signal, or an output that nobody takes, cancels from now on. No signal is lost in between: one that came before has
    /// ended the program.
    func start<Work: Sendable>(_ start: () -> Work, cancel: @escaping @Sendable (Work) -> Void) -> Work {
        state.action.withLock { action in
            // What is started may write before it can be cancelled: a lost output must not end the program in between.
            Output.whenLost {}
            let work = start()
            action = { cancel(work) }
            Output.whenLost { cancel(work) }
            return work
        }
    }
}

extension Task where Success == ExitCode, Failure == any Error {
    /// Waits for the command's work and for what is printed of it, and throws its exit code unless all is well.
    func end(_ printer: EventPrinter?, _ history: CommandHistory) async throws {
        let result = await withTaskCancellationHandler {
            await self.result
        } onCancel: {
            cancel()
        }
        await printer?.finish()
        await history.finish()
        // It was cancelled because of that.
        try Output.check()
        let code = try result.get()
        if code == .cancelled { Complaint.write("explorer: cancelled") }
        guard code == .success else { throw code }
    }
}
