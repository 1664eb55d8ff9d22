// Returns the outcome of a lease to its pool exactly once, whatever happens to the attempt.

import Synchronization

/// Releasing the ticket without an outcome records an uncounted one: no trial slot and no count is ever lost.
final class LeaseTicket: Sendable, Hashable {
    let controller: FailoverController
    let environment: Environment
    let pick: Pick
    private let time: TimeSource
    private let isDone = Mutex(false)

    init(_ pick: Pick, of controller: FailoverController, in environment: Environment, time: TimeSource) {
        self.controller = controller
        self.environment = environment
        self.pick = pick
        self.time = time
    }

    deinit { record(nil, latency: .zero) }

    /// Whether the state of its service has not changed since the pick.
    var isCurrent: Bool { controller.isCurrent(pick, in: environment) }

    /// - Parameter brought: `nil` says nothing about the service.
    /// - Returns: how it was counted, for the first call; later calls return ``ServiceOutcome/uncounted``.
    @discardableResult
    func record(_ brought: OutcomeClassifier.AttemptResult?, latency: Duration) -> ServiceOutcome {
        guard end() else { return .uncounted }
        return controller.record(pick, in: environment, brought, latency: latency, at: time.now())
    }

    /// Says that nothing was sent, and nothing will be: another service is asked.
    func giveBack() {
        guard end() else { return }
        controller.takeBack(pick, in: environment, at: time.now())
    }

    /// - Returns: whether it had not ended before.
    private func end() -> Bool {
        isDone.withLock { isDone in
            defer { isDone = true }
            return !isDone
        }
    }

    static func == (left: LeaseTicket, right: LeaseTicket) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
