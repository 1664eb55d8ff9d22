// The attempts of one call, one after another: the driver of RetryMachine. It waits,
// updates the row, and sends.
//
//   first attempt (raced by a hedge?) ─► decide ─► stop: the outcome
//                                          └─► retry: update the row ─► wait, without a slot
//                                              ─► next attempt ─► decide …

/// A class, so that code that suspends in it holds only a reference.
final class AttemptLoop {
    /// The newest attempt, and the template of the next one.
    private var attempt: Attempt
    private var machine: RetryMachine
    private let hedge: HedgePolicy
    /// The pool's second copies in 100 calls; `nil` where the call gets none from the pool.
    private let hedgePercent: Int?
    /// One attempt without retries, hedges or failover: most calls.
    private let isPlain: Bool
    private var hasBegun = false
    /// The reader of the stream has the newest response already, as far as it has arrived.
    private var isCommitted = false

    private var client: NetClient { attempt.client }
    /// Responses that the gate judges before the caller reads them.
    private var gated: GatedResponses { attempt.sink == nil ? GatedResponses() : attempt.order.gate?.held ?? GatedResponses() }

    init(_ attempt: Attempt) {
        self.attempt = attempt
        isPlain = attempt.plan.policies.isPlain && attempt.pool.failover == nil
        guard !isPlain else {
            machine = RetryMachine(policy: nil)
            hedge = .never
            hedgePercent = nil
            return
        }
        let rules = RetryMachine(policy: attempt.plan.policies.retry, failover: attempt.pool.failover?.options)
        machine = rules
        let pool = attempt.canGoElsewhere ? rules.poolHedge(attempt.plan) : nil
        hedge = attempt.plan.policies.hedge ?? pool?.hedge ?? .never
        hedgePercent = pool?.hedgePercent
    }

    /// The response, with any status, after as many attempts as the policy allows.
    func run() async throws(NetError) -> RawResponse {
        guard !isPlain else {
            attempt.number = nextNumber
            attempt.held.gated = gated
            hasBegun = true
            let outcome = await attempt.run()
            attempt.number = outcome.number
            isCommitted = outcome.isCommitted
            if outcome.reconnects > 0 { machine.record(outcome) }
            return try outcome.result.get()
        }
        return try await looped()
    }

    /// A separate function, because a suspended function needs memory for all that it may do.
    @inline(never)
    private func looped() async throws(NetError) -> RawResponse {
        if !hasBegun, hedge != .never || (machine.policy?.attempts ?? 1) > 1 || attempt.pool.failover != nil {
            client.budgets.deposit(attempt.pool, hedgePercent: hedgePercent ?? 0, at: client.time.now())
        }
        hasBegun = true
        while true {
            attempt.number = machine.next
            machine.deadline = client.taskRegistry.deadline(of: attempt.id)
            // A caller that joins now may wait longer than an exchange that was limited to the
            // time of the other callers.
            attempt.latest = machine.deadline.flatMap { $0.isFixed ? $0.latest : nil }
            attempt.mayLeave = machine.detours < attempt.pool.services.count - 1
            attempt.held = HeldStatuses(
                retried: machine.heldStatuses(attempt.plan), elsewhere: machine.heldElsewhere(attempt.plan), gated: gated)
            let outcome = await sendAttempt()
            isCommitted = outcome.isCommitted
            (attempt.tried, attempt.mayTryAnother) = (machine.tried, machine.mayTryAnother)
            if hasDetour(outcome) { continue }
            guard let notice = decideNext(after: outcome) else {
                deliverHeldResponse(outcome)
                return try outcome.result.get()
            }
            try await waitForRetry(notice)
        }
    }

    /// Waits for another attempt that a response policy requested; ``run()`` makes it.
    /// - Parameter more: the limit of further attempts.
    /// - Returns: why there is no further attempt.
    func again(after delay: Duration, because reason: String, more: Int) async throws(NetError) -> RetryRefusal? {
        let now = client.time.now()
        let (client, pool) = (client, attempt.pool)
        machine.deadline = client.taskRegistry.deadline(of: attempt.id)
        let decision = machine.grant(
            after: delay, because: reason, attempt: nextNumber, limit: nextNumber + more - 1, of: attempt.plan, at: now
        ) { client.budgets.withdraw(pool, at: now) }
        switch decision {
        case .stop(let refusal): return refusal
        case .retry(let notice):
            try await waitForRetry(notice)
            return nil
        }
    }

    /// Passes a response that was held for the gate to the reader of the stream: the response is final.
    func release(_ answer: RawResponse) {
        guard let sink = attempt.sink, !isCommitted, gated.holds(answer.head) else { return }
        sink.detachTransfer()
        sink.deliverHead(answer.head, answer.url)
        _ = answer.body.withUnsafeBytes(sink.write)
    }

    /// Adds the story of the attempts to the error.
    func addingStory(_ error: NetError) -> NetError { error.isCancellation ? error : machine.story.addingStory(error) }

    // MARK: Parts

    /// The number of the next attempt, from 1.
    private var nextNumber: Int { isPlain ? (hasBegun ? attempt.number + 1 : 1) : machine.next }

    /// Runs the attempt, with a second copy if the hedge policy asks for one.
    private func sendAttempt() async -> AttemptOutcome {
        guard machine.mayHedge(attempt.plan), attempt.sink == nil, let rule = makeRaceRule() else {
            let outcome = await attempt.run()
            machine.record(outcome)
            return outcome
        }
        guard rule.delay != nil else { return await measuredAttempt() }
        let (winner, loser) = await Race(first: attempt, rule: rule, transient: machine.transientStatuses).run()
        for outcome in [loser, winner].compactMap({ $0 }).sorted(by: { $0.number < $1.number }) { machine.record(outcome) }
        return winner
    }

    /// The first attempt of a call whose endpoint's latencies are not known yet.
    private func measuredAttempt() async -> AttemptOutcome {
        let startedAt = client.time.now()
        let outcome = await attempt.run()
        machine.record(outcome)
        if outcome.endsRace(machine.transientStatuses) {
            let now = client.time.now()
            client.latencies.record(now - startedAt, endpoint: attempt.plan.id, at: now)
        }
        return outcome
    }

    private func makeRaceRule() -> Race.Rule? {
        switch hedge {
        case .never: nil
        case .after(let delay): Race.Rule(delay: max(.zero, delay), measures: false, isOfPool: hedgePercent != nil)
        case .afterP95(let atLeast):
            Race.Rule(
                delay: client.latencies.percentile95(endpoint: attempt.plan.id, at: client.time.now()).map { max(atLeast, $0) },
                measures: true, isOfPool: hedgePercent != nil)
        }
    }

    private func decideNext(after outcome: AttemptOutcome) -> RetryNotice? {
        let now = client.time.now()
        let (client, pool) = (client, attempt.pool)
        machine.deadline = client.taskRegistry.deadline(of: attempt.id)
        let decision = machine.decide(
            after: outcome, of: attempt.plan, elsewhere: attempt.hasAnother, at: now, wallClock: client.wallClock,
            random: client.random
        ) { client.budgets.withdraw(pool, at: now) }
        switch decision {
        case .retry(let notice): return notice
        case .stop(.notTransient): return nil
        case .stop(let refusal):
            client.taskRegistry.update { $0.recordDecision(.notTriedAgain(because: refusal.description), attempt.id, at: $1) }
            return nil
        }
    }

    /// The next attempt goes to another service at once.
    private func hasDetour(_ outcome: AttemptOutcome) -> Bool {
        guard attempt.pool.failover != nil else { return false }
        let (services, now) = (attempt.pool.services.count, client.time.now())
        guard let reason = machine.detour(outcome, of: attempt.plan, services: services, at: now) else { return false }
        client.taskRegistry.update { $0.recordDecision(.leaves(service: outcome.service, because: reason), attempt.id, at: $1) }
        return true
    }

    private func waitForRetry(_ notice: RetryNotice) async throws(NetError) {
        client.taskRegistry.update { $0.retry(attempt.id, notice, at: $1) }
        do {
            try await client.time.sleep(notice.due)
        } catch {
            throw NetError(.cancelled(.scope), attempted: "\(attempt.plan)")
        }
    }

    /// Passes a held response that is final to the sink.
    private func deliverHeldResponse(_ outcome: AttemptOutcome) {
        guard let sink = attempt.sink, !outcome.isCommitted, case .success(let response) = outcome.result,
            !gated.holds(response.head)
        else { return }
        sink.detachTransfer()
        sink.deliverHead(response.head, response.url)
        _ = response.body.withUnsafeBytes(sink.write)
    }
}
