// The outcome of a lease goes back to its pool once, whatever becomes of the attempt.

import Synchronization

/// Who lets go of it without a word has learned nothing about the service: no slot of a trial and no count is ever lost.
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

    /// Nothing has happened to its service since it was picked.
    var isCurrent: Bool { controller.isCurrent(pick, in: environment) }

    /// - Parameter brought: `nil` says nothing of the service.
    /// - Returns: how it was counted, by the first who says it.
    @discardableResult
    func record(_ brought: OutcomeClassifier.Brought?, latency: Duration) -> ServiceOutcome {
        let isFirst = isDone.withLock { isDone in
            defer { isDone = true }
            return !isDone
        }
        guard isFirst else { return .uncounted }
        return controller.record(pick, in: environment, brought, latency: latency, at: time.now())
    }

    static func == (left: LeaseTicket, right: LeaseTicket) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
