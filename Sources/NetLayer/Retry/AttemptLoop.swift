// The attempts of one call, one after the other: the rim around RetryMachine. It waits, tells the row, and sends.
//
//   first attempt (raced by a hedge?) ─► decide ─► stop: the outcome
//                                          └─► retry: row tells when and why ─► wait, without a slot ─► next attempt ─► decide …

struct AttemptLoop {
    let first: Attempt
    private let policy: RetryPolicy?
    private let hedge: HedgePolicy
    private let deadline: Duration?

    private var client: NetClient { first.client }
    /// How many attempts an earlier round has made.
    private var before: Int { first.number - 1 }

    init(first: Attempt) {
        self.first = first
        let (own, common) = (first.plan.policies, first.client.policies)
        policy = own.retry ?? common.retry
        hedge = own.hedge ?? common.hedge ?? .never
        deadline = own.deadline ?? common.deadline
    }

    func run() async -> (Result<RawResponse, NetError>, AttemptStory) {
        let openedAt = client.desk.row(first.id)?.openedAt ?? client.time.now()
        let machine = RetryMachine(first.plan, policy: policy, deadline: deadline, openedAt: openedAt)
        guard let latest = machine.latest, let deadline else { return await attempts(machine) }
        // Whatever the call is doing then, the deadline ends it.
        return await withTaskGroup(of: (Result<RawResponse, NetError>, AttemptStory)?.self) { group in
            group.addTask { await attempts(machine) }
            group.addTask {
                if (try? await client.time.sleep(latest)) != nil { client.desk.expire(first.id, after: deadline) }
                return nil
            }
            var result: (Result<RawResponse, NetError>, AttemptStory)?
            for await finished in group {
                guard let finished else { continue }
                result = finished
                group.cancelAll()
            }
            return result ?? (.failure(NetError(.cancelled(.scope))), AttemptStory())
        }
    }

    private func attempts(_ start: RetryMachine) async -> (Result<RawResponse, NetError>, AttemptStory) {
        var machine = start
        if policy.map({ $0.attempts > 1 }) ?? false || hedge != .never {
            client.budgets.deposit(first.pool, at: client.time.now())
        }
        while true {
            var attempt = first
            attempt.number = before + machine.next
            attempt.latest = machine.latest
            attempt.held = machine.heldStatuses
            let outcome = await send(attempt, &machine)
            guard let notice = next(after: outcome, &machine) else {
                pour(outcome)
                return (outcome.result, machine.story)
            }
            client.desk.update { table, now in table.retry(first.id, notice, at: now) }
            do {
                try await client.time.sleep(notice.due)
            } catch {
                return (.failure(NetError(.cancelled(.user), attempted: "\(first.plan)")), machine.story)
            }
        }
    }

    /// The attempt, raced by a second copy where that is asked for.
    private func send(_ attempt: Attempt, _ machine: inout RetryMachine) async -> AttemptOutcome {
        guard machine.mayHedge, attempt.sink == nil, let rule = rule() else {
            let outcome = await attempt.run()
            machine.note(outcome)
            return outcome
        }
        let race = Race(first: attempt, rule: rule, transient: machine.transientStatuses)
        let (winner, loser) = await race.run()
        for outcome in [loser, winner].compactMap({ $0 }).sorted(by: { $0.number < $1.number }) { machine.note(outcome) }
        return winner
    }

    private func rule() -> Race.Rule? {
        switch hedge {
        case .never: nil
        case .after(let delay): Race.Rule(delay: max(.zero, delay), measures: false)
        case .afterP95(let atLeast):
            Race.Rule(
                delay: client.latencies.p95(endpoint: first.plan.id, at: client.time.now()).map { max(atLeast, $0) },
                measures: true)
        }
    }

    private func next(after outcome: AttemptOutcome, _ machine: inout RetryMachine) -> RetryNotice? {
        if case .failure(let error) = outcome.result, case .cancelled = error.kind { return nil }
        let now = client.time.now()
        let decision = machine.decide(
            after: outcome, at: now, wallClock: client.wallClock, random: client.random
        ) { client.budgets.withdraw(first.pool, at: now) }
        switch decision {
        case .retry(var notice):
            notice.attempt += before
            notice.limit += before
            return notice
        case .stop: return nil
        }
    }

    /// An answer that was held back and stays goes to the sink now.
    private func pour(_ outcome: AttemptOutcome) {
        guard let sink = first.sink, !outcome.isCommitted, case .success(let response) = outcome.result else { return }
        sink.expect()
        sink.open(response.head, response.url)
        _ = response.body.withUnsafeBytes(sink.take)
    }
}
