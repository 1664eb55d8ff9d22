// Decides after each attempt of a call whether there is another, when, and why. Pure: time, chance and the budget come with the question.

struct RetryMachine: Sendable {
    /// `nil`: nobody gave one, and only a wish leads to another attempt.
    let policy: RetryPolicy?
    let method: HTTPMethod
    /// The plan carries an `Idempotency-Key`: the server tells a repetition from a new request.
    let hasIdempotencyKey: Bool
    let isBodyOneShot: Bool
    /// From ``openedAt``.
    let deadline: Duration?
    let openedAt: Duration
    private(set) var story = AttemptStory()

    init(_ plan: RequestPlan, policy: RetryPolicy?, deadline: Duration? = nil, openedAt: Duration = .zero) {
        self.policy = policy
        self.deadline = deadline
        self.openedAt = openedAt
        method = plan.method
        isBodyOneShot = plan.policies.isBodyOneShot
        let name = "Idempotency-Key"
        hasIdempotencyKey =
            !(plan.headers[name] ?? "").isEmpty
            || plan.parameters.contains { $0.place == .header && $0.name.isSameFieldName(as: name) && !$0.value.revealed.isEmpty }
    }

    /// The rules for a wish, when nobody gave any.
    private var bounds: RetryPolicy { policy ?? .standard }

    /// When every attempt must be over.
    var latest: Duration? { deadline.map { openedAt + $0 } }

    /// The number of the attempt that comes next, from 1.
    var next: Int { story.attempts + 1 }

    /// Answers with these statuses are not handed out before it is decided that they stay.
    var heldStatuses: Set<Int> {
        guard let policy, next < policy.attempts, method.isIdempotent || hasIdempotencyKey, !isBodyOneShot else { return [] }
        return policy.statuses
    }

    /// The statuses that are no answer while there is another copy of the request in the air.
    var transientStatuses: Set<Int> { bounds.statuses }

    /// Whether a second copy of the first attempt may be sent at all.
    var mayHedge: Bool { next == 1 && method.isIdempotent && !isBodyOneShot }

    /// An attempt is over. A hedge counts like any other.
    mutating func note(_ outcome: AttemptOutcome) { story.add(outcome.service) }

    /// What follows the newest attempt.
    /// - Parameters:
    ///   - wallClock: the time since 1970-01-01 UTC.
    ///   - budget: takes a token; asked last, when nothing else is in the way.
    mutating func decide(
        after outcome: AttemptOutcome, wish: RetryWish? = nil, at now: Duration, wallClock: () -> Duration, random: RandomSource,
        budget: () -> Bool
    ) -> RetryDecision {
        let decision = decision(outcome, wish, now, wallClock, random, budget)
        if case .stop(let refusal) = decision { story.refusal = policy == nil && wish == nil ? nil : refusal }
        return decision
    }

    private func decision(
        _ outcome: AttemptOutcome, _ wish: RetryWish?, _ now: Duration, _ wallClock: () -> Duration, _ random: RandomSource,
        _ budget: () -> Bool
    ) -> RetryDecision {
        if let refusal = refusal(outcome, wish) { return .stop(refusal) }
        var delay = wish?.after
        var reason = wish?.reason ?? outcome.cause
        if delay == nil, case .success(let response) = outcome.result,
            let asked = RetryAfter(response.head, wallClock: wallClock())
        {
            switch asked {
            case .never: return .stop(.pushedBack)
            case .wait(let wait, let date):
                guard wait <= bounds.retryAfterCap else { return .stop(.askedTooLong(until: date, cap: bounds.retryAfterCap)) }
                delay = wait
                reason += ", Retry-After"
            }
        }
        let due = now + (delay ?? random.fraction(of: bounds.ceiling(retry: story.attempts - 1)))
        if let deadline, let latest, due >= latest { return .stop(.deadline(deadline)) }
        guard budget() else { return .stop(.budgetEmpty) }
        return .retry(RetryNotice(due: due, attempt: next, limit: bounds.attempts, reason: reason))
    }

    /// What is in the way of any other attempt, whenever it were.
    private func refusal(_ outcome: AttemptOutcome, _ wish: RetryWish?) -> RetryRefusal? {
        // Who asks for it knows that it does no harm.
        let isWished = wish != nil
        guard isWished || (policy != nil && outcome.isTransient(bounds.statuses)) else { return .notTransient }
        if story.attempts >= bounds.attempts { return .attemptsSpent(bounds.attempts) }
        if !isWished, !method.isIdempotent, !hasIdempotencyKey, !outcome.wasNeverSent { return .notIdempotent(method) }
        if outcome.isCommitted { return .committed }
        if isBodyOneShot { return .bodyOneShot }
        return nil
    }
}
