// Decides after each attempt of a call whether there is another, when, and why. Pure: callers pass time,
// randomness and the budget.

struct RetryMachine: Sendable {
    /// `nil`: no policy was given, and no service is tried twice.
    let policy: RetryPolicy?
    /// From the call's pool: whether to try another service, whatever the policy.
    /// `nil`: the pool has no failover.
    private let failover: PoolRules?
    /// When the last caller stops waiting. It changes with the callers that wait.
    var deadline: Deadline?
    private(set) var story = AttemptStory()
    /// Attempts that do not count: their service broke, or was under trial.
    private(set) var detours = 0
    /// Attempts that do not count: a request was sent again because a kept-alive connection had ended.
    private(set) var reconnects = 0
    /// The indices of the services that failed the call.
    private(set) var tried: [Int] = []

    init(policy: RetryPolicy?, failover: FailoverOptions? = nil, deadline: Deadline? = nil) {
        self.policy = policy
        self.failover = failover.map(PoolRules.init)
        self.deadline = deadline
    }

    /// What a call needs of its pool's options, which are many: the machine is copied with every call.
    struct PoolRules {
        let servicesPerCall: Int
        let hedge: HedgePolicy
        let hedgePercent: Int

        init(_ options: FailoverOptions) {
            servicesPerCall = options.servicesPerCall ?? .max
            hedge = options.hedge
            hedgePercent = options.hedgePercent
        }
    }

    /// The number of the next attempt, from 1.
    var next: Int { story.attempts + 1 }

    /// The statuses that do not end a race while another copy of the request is in flight.
    var transientStatuses: Set<Int> { (policy ?? .standard).statuses }

    /// The number of attempts that count.
    private var counted: Int { story.attempts - detours - reconnects }

    /// How many services the call may try because of failures, including the first.
    private var servicesPerCall: Int { failover?.servicesPerCall ?? 1 }

    /// Whether the call may try a further service, given the services that failed it.
    var mayTryAnother: Bool { Set(tried).count < servicesPerCall }

    /// Statuses whose responses are held back from a stream until it is certain that no retry follows.
    func heldStatuses(_ plan: RequestPlan) -> Set<Int> {
        guard mayRepeat(plan), let policy, counted + 1 < policy.attempts else { return [] }
        return policy.statuses
    }

    /// The same for an attempt on another service. Responses are held back only if
    /// another working service exists.
    func heldElsewhere(_ plan: RequestPlan) -> Set<Int> {
        mayRepeat(plan) && Set(tried).count + 1 < servicesPerCall ? FailoverOptions.failureStatuses : []
    }

    private func mayRepeat(_ plan: RequestPlan) -> Bool { plan.isRepeatable && !plan.mayNeedBodyOnce }

    /// Whether a second copy of the next attempt is allowed at all.
    func mayHedge(_ plan: RequestPlan) -> Bool {
        next == 1 && (policy?.attempts ?? 2) > 1 && plan.method.isIdempotent && !plan.mayNeedBodyOnce
    }

    /// The rules of a pool that hedges a call which sets no hedge policy. Nothing has failed when the second
    /// copy is sent, and both services may execute the request: it must have no side effects, cost little to
    /// send, and belong to no service more than to another.
    func poolHedge(_ plan: RequestPlan) -> PoolRules? {
        guard let failover, servicesPerCall > 1, mayHedge(plan), plan.policies.hedge == nil, plan.method.isSafe,
            !plan.body.isUpload, plan.destination.preferredService == nil
        else { return nil }
        return failover
    }

    /// Records an attempt that is over. A hedge counts like any other attempt.
    mutating func record(_ outcome: AttemptOutcome) {
        for _ in 0...outcome.reconnects { story.recordAttempt(outcome.service) }
        reconnects += outcome.reconnects
        if let index = outcome.index, outcome.isFailure(transientStatuses.union(FailoverOptions.failureStatuses)) {
            tried.append(index)
        }
    }

    /// Returns the reason if another attempt follows at once, whatever the policy: the service broke while
    /// the attempt waited, or was under trial. The limit is the number of other services.
    mutating func detour(_ outcome: AttemptOutcome, of plan: RequestPlan, services: Int, at now: Duration) -> String? {
        guard outcome.isRedispatched || outcome.isFailedTrial, detours < services - 1, !outcome.isCommitted,
            !plan.isBodySpent, outcome.isRepeatable || outcome.wasNeverSent
        else { return nil }
        if let deadline, now >= deadline.latest { return nil }
        detours += 1
        return outcome.isRedispatched ? "it is down" : "it was tried: \(outcome.cause)"
    }

    /// Decides what follows the newest attempt. The policy limits the number of attempts. When the service
    /// itself is the cause of the failure, the call also tries each working service once, within
    /// ``FailoverOptions/servicesPerCall``.
    /// - Parameters:
    ///   - elsewhere: another working service was not tried yet. If the call may try another
    ///     service, it does not wait.
    ///   - wallClock: the time since 1970-01-01 UTC.
    ///   - budget: takes a token. It is called last, after all other checks have passed.
    mutating func decide(
        after outcome: AttemptOutcome, of plan: RequestPlan, elsewhere: Bool = false, at now: Duration, wallClock: () -> Duration,
        random: RandomSource, budget: () -> Bool
    ) -> RetryDecision {
        let decision = decision(outcome, plan, elsewhere, now, wallClock, random, budget)
        if case .stop(let refusal) = decision, policy != nil || failover != nil { story.refusal = refusal }
        return decision
    }

    /// Grants another attempt that a response policy requested: with any method, but only
    /// within deadline and budget.
    /// - Parameter limit: the limit of attempts in all.
    func grant(
        after delay: Duration, because reason: String, attempt: Int, limit: Int, of plan: RequestPlan, at now: Duration,
        budget: () -> Bool
    ) -> RetryDecision {
        let due = now + max(.zero, delay)
        if plan.isBodySpent { return .stop(.bodyOneShot) }
        if let deadline, due >= deadline.latest { return .stop(.deadline(deadline.limit)) }
        guard budget() else { return .stop(.budgetEmpty) }
        return .retry(RetryNotice(due: due, attempt: attempt, limit: limit, reason: reason))
    }

    private func decision(
        _ outcome: AttemptOutcome, _ plan: RequestPlan, _ elsewhere: Bool, _ now: Duration, _ wallClock: () -> Duration,
        _ random: RandomSource, _ budget: () -> Bool
    ) -> RetryDecision {
        // The service itself is the cause of the failure, and there is another service.
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
        // The wait that one server requests does not bind another server.
        if elsewhere {
            delay = .zero
        } else if case .success(let response) = outcome.result, let asked = RetryAfter(response.head, wallClock: wallClock()) {
            guard asked.wait <= policy.retryAfterCap else {
                return .stop(.askedTooLong(until: asked.until, cap: policy.retryAfterCap))
            }
            delay = asked.wait
            reason += ", Retry-After"
        }
        let due = now + (delay ?? random.fraction(of: policy.ceiling(retry: story.attempts - reconnects - 1)))
        if let deadline, due >= deadline.latest { return .stop(.deadline(deadline.limit)) }
        guard budget() else { return .stop(.budgetEmpty) }
        return .retry(RetryNotice(due: due, attempt: next, limit: max(next, policy.attempts + reconnects), reason: reason))
    }

    /// The reason that forbids another attempt at any time.
    private func refusal(_ outcome: AttemptOutcome, _ plan: RequestPlan, leaves: Bool) -> RetryRefusal? {
        let attempts = policy?.attempts ?? 1
        // Going to another service is not a retry: all working services may follow, whatever the policy.
        if !leaves, counted >= attempts {
            guard attempts == 1, failover != nil else { return .attemptsSpent(attempts) }
            return mayTryAnother ? .noOtherService : .servicesSpent(servicesPerCall)
        }
        if !outcome.isRepeatable, !outcome.wasNeverSent { return .notIdempotent(plan.method) }
        if outcome.isCommitted { return .committed }
        if plan.isBodySpent { return .bodyOneShot }
        return nil
    }
}

extension RequestPlan {
    /// ``WireRequest/isRepeatable`` as far as the plan decides it, before there is a request: the plan lacks
    /// the headers that all requests share.
    var isRepeatable: Bool {
        let name = "Idempotency-Key"
        return method.isIdempotent || !(headers[name] ?? "").isEmpty
            || parameters.contains { $0.place == .header && $0.name.isSameFieldName(as: name) && !$0.value.revealed.isEmpty }
    }
}
