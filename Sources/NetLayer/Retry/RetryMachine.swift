// Decides after each attempt of a call whether there is another, when, and why. Pure: time, chance and the budget come with the question.

struct RetryMachine: Sendable {
    /// `nil`: nobody gave one, and no service is tried a second time.
    let policy: RetryPolicy?
    /// Of the call's pool: whether another service is tried, whatever the policy. `nil`: nothing of the pool fails over.
    let failover: FailoverOptions?
    /// When nobody waits any more; it changes with those who wait.
    var deadline: Deadline?
    private(set) var story = AttemptStory()
    /// Attempts that do not count: their service broke, or was only being tried.
    private(set) var detours = 0
    /// Attempts that do not count: a request went out once more, because a kept-alive connection had ended.
    private(set) var reconnects = 0
    /// The places of the services that have failed the call.
    private(set) var tried: [Int] = []

    init(policy: RetryPolicy?, failover: FailoverOptions? = nil, deadline: Deadline? = nil) {
        self.policy = policy
        self.failover = failover
        self.deadline = deadline
    }

    /// The number of the attempt that comes next, from 1.
    var next: Int { story.attempts + 1 }

    /// The statuses that are no answer while there is another copy of the request in the air.
    var transientStatuses: Set<Int> { (policy ?? .standard).statuses }

    /// The attempts that count.
    private var counted: Int { story.attempts - detours - reconnects }

    /// How many services the call may try because of failures, the first included.
    private var servicesPerCall: Int { failover.map { $0.servicesPerCall ?? .max } ?? 1 }

    /// Whether the call may go to a service that it has not tried, after those that have failed it.
    var mayTryAnother: Bool { Set(tried).count < servicesPerCall }

    /// Statuses of responses that are collected before a stream hands them out, because a retry may follow.
    func heldStatuses(_ plan: RequestPlan) -> Set<Int> {
        guard mayRepeat(plan), let policy, counted + 1 < policy.attempts else { return [] }
        return policy.statuses
    }

    /// The same where another service may follow: they are collected only if there is one that works beside that of the attempt.
    func heldElsewhere(_ plan: RequestPlan) -> Set<Int> {
        mayRepeat(plan) && Set(tried).count + 1 < servicesPerCall ? FailoverOptions.failureStatuses : []
    }

    private func mayRepeat(_ plan: RequestPlan) -> Bool { plan.isRepeatable && !plan.policies.isBodyOneShot }

    /// Whether a second copy of the attempt that comes next may be sent at all.
    func mayHedge(_ plan: RequestPlan) -> Bool {
        next == 1 && (policy?.attempts ?? 2) > 1 && plan.method.isIdempotent && !plan.policies.isBodyOneShot
    }

    /// An attempt is over. A hedge counts like any other.
    mutating func note(_ outcome: AttemptOutcome) {
        for _ in 0...outcome.reconnects { story.add(outcome.service) }
        reconnects += outcome.reconnects
        if let index = outcome.index, outcome.isFailure(transientStatuses.union(FailoverOptions.failureStatuses)) {
            tried.append(index)
        }
    }

    /// Whether the newest attempt is followed by another at once, whatever the policy: its service broke while it waited, or was only being
    /// tried. As often as there are other services.
    mutating func detour(_ outcome: AttemptOutcome, of plan: RequestPlan, services: Int, at now: Duration) -> String? {
        guard outcome.isRedispatched || outcome.isFailedTrial, detours < services - 1, !outcome.isCommitted,
            !plan.policies.isBodyOneShot, outcome.isRepeatable || outcome.wasNeverSent
        else { return nil }
        if let deadline, now >= deadline.latest { return nil }
        detours += 1
        return outcome.isRedispatched ? "it broke" : "it was tried: \(outcome.cause)"
    }

    /// What follows the newest attempt. There are as many as the policy allows; and one on each service that works, as far as
    /// ``FailoverOptions/servicesPerCall`` allows, when the failure is the service's own.
    /// - Parameters:
    ///   - elsewhere: there is a service that works and was not tried: nothing has to be waited for, where the call may try another.
    ///   - wallClock: the time since 1970-01-01 UTC.
    ///   - budget: takes a token; asked last, when nothing else is in the way.
    mutating func decide(
        after outcome: AttemptOutcome, of plan: RequestPlan, elsewhere: Bool = false, at now: Duration, wallClock: () -> Duration,
        random: RandomSource, budget: () -> Bool
    ) -> RetryDecision {
        let decision = decision(outcome, plan, elsewhere, now, wallClock, random, budget)
        if case .stop(let refusal) = decision, policy != nil || failover != nil { story.refusal = refusal }
        return decision
    }

    /// Another attempt at the wish of somebody who knows what it does: whatever the method, but not past the deadline or the budget.
    /// - Parameter limit: how many attempts there may be in all.
    func grant(
        after delay: Duration, because reason: String, attempt: Int, limit: Int, of plan: RequestPlan, at now: Duration,
        budget: () -> Bool
    ) -> RetryDecision {
        let due = now + max(.zero, delay)
        if plan.policies.isBodyOneShot { return .stop(.bodyOneShot) }
        if let deadline, due >= deadline.latest { return .stop(.deadline(deadline.limit)) }
        guard budget() else { return .stop(.budgetEmpty) }
        return .retry(RetryNotice(due: due, attempt: attempt, limit: limit, reason: reason))
    }

    private func decision(
        _ outcome: AttemptOutcome, _ plan: RequestPlan, _ elsewhere: Bool, _ now: Duration, _ wallClock: () -> Duration,
        _ random: RandomSource, _ budget: () -> Bool
    ) -> RetryDecision {
        // The failure is the service's own, and there is another.
        let couldLeave = elsewhere && failover != nil && (outcome.isFault || outcome.isTransient(FailoverOptions.failureStatuses))
        let leaves = couldLeave && mayTryAnother
        guard leaves || policy.map({ outcome.isTransient($0.statuses) }) ?? false else {
            return .stop(couldLeave ? .servicesSpent(servicesPerCall) : .notTransient)
        }
        let elsewhere = elsewhere && mayTryAnother
        if let refusal = refusal(outcome, plan, leaves: leaves) { return .stop(refusal) }
        let policy = policy ?? .never
        var delay: Duration?
        var reason = outcome.cause
        // What one server asks for is nothing to another.
        if elsewhere {
            delay = .zero
        } else if case .success(let response) = outcome.result, let asked = RetryAfter(response.head, wallClock: wallClock()) {
            switch asked {
            case .never: return .stop(.pushedBack)
            case .wait(let wait, let date):
                guard wait <= policy.retryAfterCap else { return .stop(.askedTooLong(until: date, cap: policy.retryAfterCap)) }
                delay = wait
                reason += ", Retry-After"
            }
        }
        let due = now + (delay ?? random.fraction(of: policy.ceiling(retry: story.attempts - reconnects - 1)))
        if let deadline, due >= deadline.latest { return .stop(.deadline(deadline.limit)) }
        guard budget() else { return .stop(.budgetEmpty) }
        return .retry(RetryNotice(due: due, attempt: next, limit: max(next, policy.attempts + reconnects), reason: reason))
    }

    /// What is in the way of any other attempt, whenever it were.
    private func refusal(_ outcome: AttemptOutcome, _ plan: RequestPlan, leaves: Bool) -> RetryRefusal? {
        let attempts = policy?.attempts ?? 1
        // Another service is no retry: as many as work may follow, whatever the policy.
        if !leaves, counted >= attempts {
            guard attempts == 1, failover != nil else { return .attemptsSpent(attempts) }
            return mayTryAnother ? .noOtherService : .servicesSpent(servicesPerCall)
        }
        if !outcome.isRepeatable, !outcome.wasNeverSent { return .notIdempotent(plan.method) }
        if outcome.isCommitted { return .committed }
        if plan.policies.isBodyOneShot { return .bodyOneShot }
        return nil
    }
}

extension RequestPlan {
    /// What the plan says of ``WireRequest/isRepeatable``, before there is a request: a header that is common to all requests is not in it.
    var isRepeatable: Bool {
        let name = "Idempotency-Key"
        return method.isIdempotent || !(headers[name] ?? "").isEmpty
            || parameters.contains { $0.place == .header && $0.name.isSameFieldName(as: name) && !$0.value.revealed.isEmpty }
    }
}
