// Ctrl-C, SIGTERM and SIGHUP while a command without a screen runs.

import ArgumentParser
import Glibc
import Synchronization
import Workbench

/// Handles Ctrl-C, SIGTERM and SIGHUP while a command without a screen runs: remembers the first signal and
/// performs the action. A second signal ends the program at once, even during a wait: the reader of the
/// output may be slow. A second SIGHUP does not: a shell and a terminal that close send one each.
final class InterruptHandler {
    private final class State: Sendable {
        let raised = Atomic(false)
        /// `nil` while no work is in progress that a signal would cancel.
        let action: Mutex<(@Sendable () -> Void)?>

        init(_ action: (@Sendable () -> Void)?) { self.action = Mutex(action) }
    }

    private let state: State
    /// `nil` where the caller of the command handles signals.
    private let watch: SignalWatch?

    /// - Parameter action: the action of the first signal; without one the signal reports the cancellation
    ///   and ends the program.
    init(_ action: (@Sendable () -> Void)? = nil) {
        let state = State(action)
        self.state = state
        guard CommandContext.io.ownsProcess else {
            watch = nil
            return
        }
        // `nohup` ignores SIGHUP; so does this program then.
        let signals = [SIGINT, SIGTERM] + (Self.isIgnored(SIGHUP) ? [] : [SIGHUP])
        watch = SignalWatch(signals, queue: .global()) { number in
            guard !state.raised.exchange(true, ordering: .relaxed) else {
                if number != SIGHUP { _exit(ExitCode.cancelled.rawValue) }
                return
            }
            let action = state.action.withLock { action in
                // Under the lock, so that no work starts meanwhile and stays half done.
                if action == nil {
                    StandardError.write("explorer: cancelled")
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
        // SIG_IGN is 1, which Swift cannot compare as a function.
        return unsafeBitCast(current.__sigaction_handler.sa_handler, to: Int.self) == 1
    }

    /// Whether a signal has arrived.
    var seen: Bool { state.raised.load(ordering: .relaxed) }

    /// Starts work that a signal, or a lost output, cancels from now on. No signal is lost in between: an
    /// earlier one has ended the program.
    func start<Work: Sendable>(_ start: () -> Work, cancel: @escaping @Sendable (Work) -> Void) -> Work {
        state.action.withLock { action in
            // The work may write before it can be cancelled: a lost output must not end the
            // program in between.
            Output.whenLost {}
            let work = start()
            action = { cancel(work) }
            Output.whenLost { cancel(work) }
            return work
        }
    }
}

extension Task where Success == ExitCode, Failure == any Error {
    /// Waits for the command's work and its printed events, then throws its exit code unless it succeeded.
    func waitForEnd(_ printer: EventPrinter?, _ history: CommandHistory) async throws {
        let result = await withTaskCancellationHandler {
            await self.result
        } onCancel: {
            cancel()
        }
        await printer?.finish()
        await history.finish()
        // A lost output is the cause of the cancellation.
        try Output.checkOutput()
        let code = try result.get()
        if code == .cancelled { StandardError.write("explorer: cancelled") }
        guard code == .success else { throw code }
    }
}
