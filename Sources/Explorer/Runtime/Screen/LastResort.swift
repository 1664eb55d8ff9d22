// Ends a program that does not end after a signal: because it computes for long, or its
// terminal accepts no output.

import Dispatch
import Glibc
import Synchronization
import Terminal

/// Ends the program some time after a signal, unless it ends earlier.
final class LastResort: Sendable {
    /// The time for a regular end: an editor gets two seconds at most.
    private static let patience = DispatchTimeInterval.seconds(3)
    /// The time for restoring the terminal: a terminal that accepts no output accepts no reset either.
    private static let grace = DispatchTimeInterval.milliseconds(500)

    private let isOver = Atomic(false)
    /// 0 before the first signal.
    private let received = Atomic<Int32>(0)
    private let queue = DispatchQueue(label: "explorer.last-resort")

    /// The program has restored the terminal.
    func cancel() { isOver.store(true, ordering: .relaxed) }

    /// The first signal that ended the program; `nil` when there was none.
    var signal: Int32? {
        let number = received.load(ordering: .relaxed)
        return number == 0 ? nil : number
    }

    /// Starts to wait, after a signal.
    func expectEnd(after signal: Int32) {
        _ = received.compareExchange(expected: 0, desired: signal, ordering: .relaxed)
        queue.asyncAfter(deadline: .now() + Self.patience) { [self] in
            guard !isOver.load(ordering: .relaxed) else { return }
            let code = 128 + signal
            DispatchQueue.global().asyncAfter(deadline: .now() + Self.grace) { _exit(code) }
            CrashGuard.restoreTerminal()
            _exit(code)
        }
    }
}
