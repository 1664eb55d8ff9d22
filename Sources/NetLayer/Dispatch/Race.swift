// One request in two copies: the second is sent when the first is slow, and the first response wins.
//
//   first ──────────────────────────────► cut off, its record says so
//        └ delay ┘ second ────► responds: wins         (and the other way round)

struct Race {
    struct Rule {
        /// From the sending of the first copy; `nil` sends no second copy.
        var delay: Duration?
        /// Records the latency of the first copy for the endpoint.
        var measures: Bool
        /// The pool asks for the second copy, not the call: it goes to another service that works, within the
        /// pool's share.
        var isOfPool: Bool
    }

    private enum Happening {
        case ended(AttemptOutcome)
        case due
        case woken
    }

    let first: Attempt
    let rule: Rule
    /// While another copy is in flight, these statuses do not end the race.
    let transient: Set<Int>

    private var client: NetClient { first.client }

    /// Returns the winner, and the other copy, if there was one, that was slower or failed before.
    func run() async -> (winner: AttemptOutcome, loser: AttemptOutcome?) {
        let prepared: Attempt.Prepared
        var first = first
        first.isRaced = rule.delay != nil
        first.isRacedByPool = rule.isOfPool
        do throws(NetError) {
            prepared = try await first.prepare()
        } catch {
            return (AttemptOutcome(number: first.number, service: "", result: .failure(error)), nil)
        }
        let sentAt = client.time.now()
        let runner = first
        let (winner, loser) = await withTaskGroup(of: Happening.self) { group in
            group.addTask { .ended(await runner.send(prepared)) }
            if let delay = rule.delay {
                group.addTask { (try? await client.time.sleep(sentAt + delay)) == nil ? .woken : .due }
            }
            return await judge(&group, prepared)
        }
        // Failures are often quick, and say nothing about the latency of a response.
        if rule.measures, winner.endsRace(transient) {
            let now = client.time.now()
            client.latencies.record(now - sentAt, endpoint: first.plan.id, at: now)
        }
        if loser != nil { settle(winner) }
        return (winner, loser)
    }

    private func judge(_ group: inout TaskGroup<Happening>, _ prepared: Attempt.Prepared) async -> (
        AttemptOutcome, AttemptOutcome?
    ) {
        var running = 1
        var winner: AttemptOutcome?
        var loser: AttemptOutcome?
        for await happening in group {
            switch happening {
            case .woken: break
            case .due:
                guard winner == nil, running == 1 else { break }
                running += 1
                group.addTask { .ended(await sendSecondCopy(prepared)) }
            case .ended(let outcome):
                running -= 1
                if winner != nil {
                    // It was in flight when the other copy got a response.
                    if outcome.wasSent { loser = outcome }
                } else if running > 0, !outcome.endsRace(transient) {
                    // The other copy may still get a response.
                    if !outcome.isVoid { loser = outcome }
                } else if outcome.isVoid, let waiting = loser {
                    // The second copy was not sent, and the first had failed.
                    (winner, loser) = (waiting, nil)
                } else {
                    winner = outcome
                }
                if winner != nil { group.cancelAll() }
            }
        }
        let none = NetError(.cancelled(.scope), attempted: "\(first.plan)")
        return (winner ?? AttemptOutcome(number: first.number, service: "", result: .failure(none)), loser)
    }

    private func sendSecondCopy(_ prepared: Attempt.Prepared) async -> AttemptOutcome {
        var copy = first
        copy.number = client.taskRegistry.nextAttempt(of: first.id, after: first.number)
        copy.lane = .second
        copy.firstCopy = prepared
        copy.isRaced = true
        do throws(NetError) {
            let prepared = try await prepareCopy(copy)
            if rule.isOfPool, prepared.lease?.index == copy.firstCopy?.lease?.index {
                throw NetError(.cancelled(.hedge), attempted: "\(prepared.request)", detail: "no other service works")
            }
            try await copy.takeSlot(prepared.request)
            // Last: a copy that is not sent costs nothing.
            if let refusal = client.budgets.withdrawCopy(copy.pool, isOfPool: rule.isOfPool, at: client.time.now()) {
                client.taskRegistry.releaseSlot(copy.id, .second)
                throw NetError(.cancelled(.hedge), attempted: "\(prepared.request)", detail: refusal)
            }
            return await copy.send(prepared)
        } catch {
            client.taskRegistry.update { $0.recordDecision(.notHedged(because: error.detail), copy.id, at: $1) }
            return AttemptOutcome(number: copy.number, service: "", result: .failure(error), wasSent: false)
        }
    }

    /// Adapters are foreign code and may be slow. The winner does not wait for them, and a copy that comes
    /// too late costs neither a slot nor a token.
    private func prepareCopy(_ copy: Attempt) async throws(NetError) -> Attempt.Prepared {
        let landing = Landing<Result<Attempt.Prepared, NetError>>()
        let maker = Task {
            do throws(NetError) {
                landing.land(.success(try await copy.makeRequest()))
            } catch {
                landing.land(.failure(error))
            }
        }
        let outrun = NetError(.cancelled(.hedge), attempted: "\(copy.plan)", detail: "the first copy got a response meanwhile")
        let result = await withTaskCancellationHandler {
            await landing.value()
        } onCancel: {
            maker.cancel()
            landing.land(.failure(outrun))
        }
        guard !Task.isCancelled else { throw outrun }
        return try result.get()
    }

    private func settle(_ winner: AttemptOutcome) {
        var status: Int?
        if case .success(let response) = winner.result { status = response.head.status }
        client.taskRegistry.update { table, _ in
            table.settle(first.id, attempt: winner.number, service: winner.service, status: status)
        }
    }
}
