// The end of a program that was told to end and does not come to it: because it computes for long, or its terminal takes nothing.

import Dispatch
import Glibc
import Synchronization
import Terminal

/// Ends the program some time after a signal, unless it has ended by itself.
final class LastResort: Sendable {
    /// What ending well may take: an editor gets two seconds at most.
    private static let patience = DispatchTimeInterval.seconds(3)
    /// What giving the terminal back may take: a terminal that takes nothing takes no reset either.
    private static let grace = DispatchTimeInterval.milliseconds(500)

    private let isOver = Atomic(false)
    /// 0 before any came.
    private let received = Atomic<Int32>(0)
    private let queue = DispatchQueue(label: "explorer.last-resort")

    /// The program has given the terminal back by itself.
    func cancel() { isOver.store(true, ordering: .relaxed) }

    /// The first signal that ended the program; `nil` when none came.
    var signal: Int32? {
        let number = received.load(ordering: .relaxed)
        return number == 0 ? nil : number
    }

    /// Begins to wait, after a signal.
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
