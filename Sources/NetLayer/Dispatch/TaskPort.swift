// The parts of a task outside the pure table, until its work has returned: the references
// through which it is cancelled.

import Synchronization

/// An object, because in a dictionary of structs every change of a field costs several times a plain
/// insertion, and each request makes half a dozen.
final class TaskPort: Sendable {
    private struct References {
        var work: Task<Void, Never>?
        var exchange: Exchange?
        /// The second copy of a request.
        var second: Exchange?
        var slotWaiter: CheckedContinuation<Bool, Never>?

        subscript(lane: Attempt.Lane) -> Exchange? {
            get { lane == .first ? exchange : second }
            set { if lane == .first { exchange = newValue } else { second = newValue } }
        }
    }

    /// Lands a call's result when its task is cancelled. Must not run under the lock of `TaskRegistry`.
    let abandon: @Sendable (NetError) -> Void
    private let references = Mutex(References())

    init(abandon: @escaping @Sendable (NetError) -> Void) { self.abandon = abandon }

    func setWork(_ task: Task<Void, Never>) { references.withLock { $0.work = task } }

    /// An exchange is in flight, until ``removeExchange(_:)``.
    func setExchange(_ exchange: Exchange, _ lane: Attempt.Lane) { references.withLock { $0[lane] = exchange } }

    func removeExchange(_ lane: Attempt.Lane) { references.withLock { $0[lane] = nil } }

    func setSlotWaiter(_ continuation: CheckedContinuation<Bool, Never>) { references.withLock { $0.slotWaiter = continuation } }

    /// Takes the continuation that waits for a slot; the caller resumes it.
    func takeSlotWaiter() -> CheckedContinuation<Bool, Never>? { references.withLock { $0.slotWaiter.take() } }

    /// No row waits for the work any more: aborts all of it. Must not run under the lock of `TaskRegistry`.
    func cancelWork() {
        let strings = references.withLock { strings in
            defer { strings.slotWaiter = nil }
            return strings
        }
        strings.exchange?.cancel()
        strings.second?.cancel()
        strings.slotWaiter?.resume(returning: false)
        strings.work?.cancel()
    }
}
