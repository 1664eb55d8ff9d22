// One attempt of a call: picks a service, makes the request, waits for a slot,
// performs the exchange, follows redirects.

struct Attempt {
    /// Which of two copies the attempt is: each has its own slot and its own place in the row.
    enum Lane { case first, second }

    let order: CallOrder
    /// Counts from 1.
    var number = 1
    /// For streams: the statuses whose responses are collected first.
    var held = HeldStatuses()
    /// When all attempts of the call must have ended.
    var latest: Duration?
    /// The first copy's request, whose service this copy avoids, if there is one.
    var firstCopy: Prepared?
    /// The indices of services that failed in earlier attempts.
    var tried: [Int] = []
    /// The attempt may go to a service that was not tried; otherwise it stays with the tried services
    /// as long as they work.
    var mayTryAnother = true
    /// The attempt may be aborted in favor of another service.
    var mayLeave = true
    var lane = Lane.first
    /// A second copy may be in flight: cancelling the Swift task that runs this copy
    /// removes it from the race.
    var isRaced = false
    /// The pool asks for the second copy: it goes to another service, and a service that it outruns was too
    /// slow.
    var isRacedByPool = false

    /// The request, made after the service was picked.
    final class Prepared: Sendable {
        let lease: Lease?
        /// Empty for an absolute URL.
        let service: String
        let request: WireRequest
        /// The credential that signed the request, where every request needs a new signature.
        let credential: (any RequestCredential)?

        init(lease: Lease?, service: String, request: WireRequest, credential: (any RequestCredential)? = nil) {
            self.lease = lease
            self.service = service
            self.request = request
            self.credential = credential
        }
    }

    var client: NetClient { order.client }
    var id: TaskID { order.id }
    var plan: RequestPlan { order.plan }
    var behaviour: CallBehaviour { order.behaviour }
    var pool: ServicePool { order.pool }
    var sink: BodyPipe? { order.sink }

    func run() async -> AttemptOutcome {
        do throws(NetError) {
            return await send(try await prepare())
        } catch {
            return AttemptOutcome(number: number, service: "", result: .failure(error), wasSent: false)
        }
    }

    /// Makes the request and takes a slot for it: it is then ready to be sent.
    func prepare() async throws(NetError) -> Prepared {
        while true {
            let prepared = try await makeRequest()
            try await takeSlot(prepared.request)
            if !hasGivenUp(prepared) { return prepared }
        }
    }

    /// The request has not been sent while it waited for a slot: it can avoid a service that broke meanwhile, and
    /// then its slot is free again.
    @inline(never)
    private func hasGivenUp(_ prepared: Prepared) -> Bool {
        guard let ticket = prepared.lease?.ticket, !ticket.isCurrent, hasAnother(than: ticket.pick.service) else { return false }
        client.taskRegistry.releaseSlot(id, lane)
        ticket.giveBack()
        return true
    }

    /// Makes the request after the service was picked, and again for every attempt, so that no data of one
    /// server reaches another by accident.
    @inline(never)
    func makeRequest() async throws(NetError) -> Prepared {
        let credential = try await order.gate?.credential(for: order)
        let lease = try pickLease()
        return try prepared(try await request(on: lease, credential), on: lease, credential)
    }

    @inline(never)
    private func prepared(
        _ made: WireRequest, on lease: Lease?, _ credential: (any RequestCredential)?
    ) throws(NetError) -> Prepared {
        var request = made
        let service =
            lease.flatMap { RequestTarget(plan: plan, service: $0.service).isHome(request.url) ? $0.service.name : nil } ?? ""
        if let conditions = order.conditions { request = conditions.addingFields(to: request, service) }
        guard client.network.allows(request) else { throw order.offlineError("\(request)") }
        if number == 1, lane == .first, let withheld = request.withheld {
            client.taskRegistry.update { $0.recordDecision(.withholds(withheld.words, from: withheld.origin), id, at: $1) }
        }
        let again = service.isEmpty ? nil : credential.flatMap { $0.isPerRequest ? $0 : nil }
        return Prepared(lease: lease, service: service, request: request, credential: again)
    }

    func send(_ prepared: Prepared) async -> AttemptOutcome {
        var outcome = AttemptOutcome(number: number, service: prepared.service, result: .failure(NetError(.cancelled(.user))))
        // A request to an absolute URL goes to no service of the pool.
        outcome.index = prepared.lease?.ticket?.pick.service
        outcome.isRepeatable = prepared.request.isRepeatable
        let startedAt = prepared.lease?.ticket == nil ? .zero : client.time.now()
        do throws(NetError) {
            let answer = try await follow(prepared, &outcome)
            outcome.result = .success(answer)
            if outcome.hops == 0, !prepared.service.isEmpty {
                client.followDirectives(answer, to: prepared.request, in: pool, pool.environment(of: plan.destination))
            }
        } catch {
            outcome.result = .failure(error)
        }
        if let ticket = prepared.lease?.ticket { settle(ticket, prepared, &outcome, since: startedAt) }
        return outcome
    }

    /// Whether a second copy could go to another service of a pool that fails over.
    var canGoElsewhere: Bool {
        sink == nil && plan.destination.service == nil && pool.services.count > 1 && pool.failover(of: plan) != nil
    }

    /// Whether a working service that was not tried remains for the next attempt.
    var hasAnother: Bool { !tried.isEmpty && hasAnother(than: nil) }

    private func hasAnother(than service: Int?) -> Bool {
        guard plan.destination.service == nil, let failover = pool.failover(of: plan) else { return false }
        return failover.hasAnother(
            than: tried + (service.map { [$0] } ?? []), in: pool.environment(of: plan.destination))
    }

    // MARK: Parts

    /// What follows one exchange.
    enum ExchangeResult {
        case answer(RawResponse)
        /// The response redirects: the request to send next.
        case hop(WireRequest, RawResponse.Redirect)
    }

    private func follow(_ prepared: Prepared, _ outcome: inout AttemptOutcome) async throws(NetError) -> RawResponse {
        let startedAt = client.time.now()
        switch try await performStep(prepared.request, after: [], of: prepared, since: startedAt, &outcome) {
        case .answer(let answer): return answer
        case .hop(let request, let redirect):
            return try await follow(request, after: [redirect], of: prepared, since: startedAt, &outcome)
        }
    }

    func performStep(
        _ request: WireRequest, after redirects: [RawResponse.Redirect], of prepared: Prepared, since startedAt: Duration,
        _ outcome: inout AttemptOutcome
    ) async throws(NetError) -> ExchangeResult {
        let now = redirects.isEmpty ? startedAt : client.time.now()
        let (exchange, deadline) = try launchExchange(
            request, as: outcome.number, after: redirects, of: prepared, since: startedAt, at: now, isFirst: redirects.isEmpty)
        let end = await perform(exchange)
        if end.failure?.isStale == true, mayReconnect(request) {
            return try await resendOnNewConnection(
                exchange, end, request, after: redirects, of: prepared, since: startedAt, &outcome)
        }
        return try nextStep(after: exchange, end, of: request, endsBy: deadline, redirects, &outcome)
    }

    @inline(never)
    func launchExchange(
        _ request: WireRequest, as number: Int, after redirects: [RawResponse.Redirect], of prepared: Prepared,
        since startedAt: Duration, at now: Duration, isFirst: Bool
    ) throws(NetError) -> (Exchange, endsByDeadline: Bool) {
        let (request, deadline) = try cutTimeout(request, prepared.request.timeouts.total, since: startedAt, at: now)
        let sent = order.identity?.addingCookies(to: request) ?? request
        try passGate(sent)
        let launch = Launch(attempt: number, service: prepared.service, request: sent, startedAt: now)
        let exchange = Exchange(
            desk: client.taskRegistry, id: id, launch: launch, lane: lane, followsRedirects: plan.followsRedirects,
            excerptBytes: plan.isOfLogin ? 0 : client.behaviour.excerptBytes, sink: sink,
            held: heldStatuses(prepared), gated: held.gated,
            takesBody: behaviour.takesBody)
        client.taskRegistry.launch(exchange, id, lane, isFirst: isFirst)
        if redirects.isEmpty, lane == .first, let ticket = prepared.lease?.ticket { allowRedispatch(exchange, ticket) }
        return (exchange, deadline)
    }

    /// Asks the client's gate about a request in its final form. The slot of a refused request is free again.
    private func passGate(_ request: WireRequest) throws(NetError) {
        guard let gate = client.behaviour.gate else { return }
        let facts = RequestGate.Facts(
            pool: pool.id, environment: pool.environment(of: plan.destination), agreements: plan.agreements,
            isOfLogin: plan.isOfLogin)
        guard let reason = gate.refusal(request, facts) else { return }
        client.taskRegistry.releaseSlot(id, lane)
        throw NetError(.notAllowed, attempted: "\(request)", detail: reason)
    }

    /// The statuses of responses that a stream collects. Failures of the service are among them
    /// only while another service works.
    private func heldStatuses(_ prepared: Prepared) -> Set<Int> {
        guard sink != nil, !held.elsewhere.isEmpty, let ticket = prepared.lease?.ticket, hasAnother(than: ticket.pick.service)
        else { return held.retried }
        return held.retried.union(held.elsewhere)
    }

    /// Records the result of an exchange and frees its slot. Never inlined, because a suspended caller would
    /// reserve space for it too.
    @inline(never)
    func nextStep(
        after exchange: Exchange, _ end: TransferEnd, of plain: WireRequest, endsBy deadline: Bool,
        _ redirects: [RawResponse.Redirect],
        _ outcome: inout AttemptOutcome
    ) throws(NetError) -> ExchangeResult {
        var end = end
        // Only the engine knows which limit applied.
        if deadline, end.failure?.kind == .timedOut(.total) { end.failure?.kind = .timedOut(.deadline) }
        let ended = exchange.outcome(end)
        let record = ended.record
        let request = record.request
        // For any status and on every hop: a redirect may set cookies that the next request needs. A call that has been
        // cancelled sets none; the reader of a stream has the head already, and may stop reading when it likes.
        if let head = record.head, let identity = order.identity, ended.isStreamed || client.taskRegistry.isLive(id) {
            identity.storeCookies(head, from: request.url)
        }
        client.network.record(request, failure: record.failure, answered: record.head != nil)
        outcome.isCommitted = ended.isStreamed
        outcome.hasConnected = record.phases.hasConnected
        let next = Result { () throws(NetError) in try nextRequest(record, plain, count: redirects.count) }
        // The table records an exchange without a redirect silently: the end that follows reports it.
        finish(record, redirected: (try? next.get()) != nil)
        if let failure = record.failure {
            let partial = record.head.map { response($0, ended, redirects) }
            throw NetError(failure.kind, attempted: "\(request)", detail: failure.detail, response: partial)
        }
        guard let head = record.head else {
            throw NetError(.protocolViolation, attempted: "\(request)", detail: "no response head")
        }
        switch next {
        case .success(nil): return .answer(response(head, ended, redirects))
        case .success(let hop?): return .hop(hop, .init(status: head.status, from: request.url, to: hop.url))
        case .failure(let error):
            // That a redirect is refused is our own decision; any other error is the fault of its service.
            outcome.isAstray = error.kind == .redirect
            let answer = response(head, ended, redirects)
            throw NetError(error.kind, attempted: error.attempted, detail: error.detail, response: answer)
        }
    }

    /// Reports the result of the attempt to the pool.
    private func settle(
        _ ticket: LeaseTicket, _ prepared: Prepared, _ outcome: inout AttemptOutcome, since startedAt: Duration
    ) {
        let latency = client.time.now() - startedAt
        let brought: OutcomeClassifier.AttemptResult? =
            if prepared.service.isEmpty { nil } else if outcome.isAstray {
                .failure(.redirect, hasHead: true)
            } else if outcome.hops > 0 {
                .status(302)
            } else {
                switch outcome.result {
                case .success(let response): .status(response.head.status)
                // Cut off by a copy that was sent later.
                case .failure(let error) where error.kind == .cancelled(.hedge) && !(isRacedByPool && lane == .first): nil
                case .failure(let error) where error.kind == .redirectRefused: .status(error.response?.head.status ?? 302)
                case .failure(let error):
                    .failure(
                        Self.blame(error.kind, latency).adjusted(hasConnected: outcome.hasConnected),
                        hasHead: error.response != nil)
                }
            }
        let counted = ticket.record(brought, latency: latency)
        // The result may be a reason for a health check.
        if let lease = prepared.lease { client.watch(lease, of: pool) }
        if case .failed = counted { outcome.isFailedTrial = ticket.pick.isTrial }
    }

    /// A deadline does not blame a service that got no time. A service that was silent for
    /// a second had enough time.
    private static func blame(_ kind: NetError.Kind, _ latency: Duration) -> NetError.Kind {
        kind == .timedOut(.deadline) && latency >= .seconds(1) ? .timedOut(.total) : kind
    }

    private func pickLease() throws(NetError) -> Lease? {
        do throws(ServiceError) {
            if pool.failover != nil {
                let request = PickRequest(
                    isIdempotent: plan.isRepeatable && sink == nil,
                    tried: (mayTryAnother ? tried : []) + (firstCopy?.lease.map { [$0.index] } ?? []),
                    sticky: mayTryAnother ? nil : tried.last, isNetworkGone: client.network.status == .notReachable)
                let lease = try pool.pickService(for: plan, request, time: client.time)
                if let lease { client.watch(lease, of: pool) }
                return lease
            }
            // A call that names a service means it, for a second copy too.
            if plan.destination.service == nil, let other = firstCopy?.lease.flatMap(pool.pickService(besides:)) { return other }
            return try pool.pickService(for: plan.destination)
        } catch {
            throw NetError(.badRequest, attempted: "\(plan)", detail: "\(error)")
        }
    }

    /// Without adapters, providers or signers this function needs no suspension.
    private func request(on lease: Lease?, _ credential: (any RequestCredential)?) async throws(NetError) -> WireRequest {
        guard !behaviour.request.isEmpty || lease?.service.behaviour != nil || credential != nil else {
            return try client.requests.request(for: plan, on: lease?.service)
        }
        return try await makeRequestByLayers(lease, credential)
    }

    @inline(never)
    private func makeRequestByLayers(_ lease: Lease?, _ credential: (any RequestCredential)?) async throws(NetError)
        -> WireRequest
    {
        var plan = plan
        var layer = behaviour.request
        // Where the service pulls too, both are pulled, in their order.
        if number == 1, let first = order.firstPlan, lease?.service.behaviour?.hasProviders != true {
            plan = first
            (layer.parameters, layer.body, layer.reform) = (nil, nil, nil)
        } else if layer.hasProviders {
            layer.check = behaviour.checkParameters
        }
        // A pulled plan belongs to this call alone: no later call can reuse its request.
        let isOnce = !plan.isCopy(of: order.plan)
        return try await client.generator.request(
            for: plan, layers: [layer], on: lease?.service, context: context, credential: credential
        ) { plan, service throws(NetError) in
            isOnce ? try client.generator.request(for: plan, on: service) : try client.requests.request(for: plan, on: service)
        }
    }

    var context: RequestContext {
        RequestContext(
            task: id, attempt: number, now: client.time.now(), wallClock: client.wallClock, random: client.random)
    }

    func takeSlot(_ request: WireRequest) async throws(NetError) {
        let origin = request.url.origin
        switch lane {
        case .first:
            let granted =
                if isRaced {
                    await withTaskCancellationHandler {
                        await client.taskRegistry.waitForSlot(id, origin: origin)
                    } onCancel: {
                        client.taskRegistry.withdraw(id)
                    }
                } else {
                    await client.taskRegistry.waitForSlot(id, origin: origin)
                }
            guard granted else { throw NetError(.cancelled(isRaced ? .hedge : .user), attempted: "\(request)") }
        case .second:
            guard client.taskRegistry.takeSecondSlot(id, origin: origin) else {
                throw NetError(.cancelled(.hedge), attempted: "\(request)", detail: "no slot is free")
            }
        }
    }

    /// Cuts the timeout: the limit of the attempt applies to all its redirects together, and the time until
    /// the deadline limits that.
    /// - Returns: whether the deadline comes first.
    private func cutTimeout(
        _ request: WireRequest, _ limit: Duration?, since startedAt: Duration, at now: Duration
    ) throws(NetError) -> (request: WireRequest, endsByDeadline: Bool) {
        let left = limit.map { $0 - (now - startedAt) }
        let untilDeadline = latest.map { $0 - now }
        if let limit, let left, left <= .zero {
            client.taskRegistry.releaseSlot(id, lane)
            throw NetError(.timedOut(.total), attempted: "\(request)", detail: "the redirects took all of \(limit)")
        }
        if let untilDeadline, untilDeadline <= .zero {
            client.taskRegistry.releaseSlot(id, lane)
            throw NetError(.timedOut(.deadline), attempted: "\(request)", detail: "the deadline came before it could be sent")
        }
        let endsByDeadline = untilDeadline.map { $0 <= left ?? $0 } ?? false
        let total = endsByDeadline ? untilDeadline : left
        // An unchanged request avoids copies on its way down.
        guard total != request.timeouts.total else { return (request, endsByDeadline) }
        var cut = request
        cut.timeouts.total = total
        return (cut, endsByDeadline)
    }

    /// From now on the attempt moves to another service when its own breaks, within the budget,
    /// unless a response has begun.
    private func allowRedispatch(_ exchange: Exchange, _ ticket: LeaseTicket) {
        guard mayLeave, plan.destination.service == nil, !isRaced || isRacedByPool, exchange.launch.request.isRepeatable,
            !plan.mayNeedBodyOnce, exchange.launch.request.body.sequence == nil, sink == nil
        else { return }
        let (client, pool, id) = (client, pool, id)
        ticket.controller.registerInFlight(ticket.pick, in: ticket.environment) { [weak exchange, weak ticket] in
            let now = client.time.now()
            guard let exchange, let ticket, client.budgets.withdraw(pool, at: now) else { return }
            guard exchange.abandonForRedispatch() else { return client.budgets.refund(pool, at: now) }
            ticket.controller.redispatched(id, from: ticket.pick.service, in: ticket.environment, at: now)
        }
    }

    func perform(_ exchange: Exchange) async -> TransferEnd {
        isRaced ? await performRaced(exchange) : await exchange.run(on: client.transport)
    }

    /// A separate function, because a suspended function needs memory for all that it may do.
    @inline(never)
    private func performRaced(_ exchange: Exchange) async -> TransferEnd {
        await withTaskCancellationHandler {
            await exchange.run(on: client.transport)
        } onCancel: {
            exchange.abandon(because: .hedge)
        }
    }

    func finish(_ record: ExchangeRecord, redirected: Bool) {
        switch lane {
        case .first: client.taskRegistry.finishExchange(id, record, redirected: redirected)
        case .second: client.taskRegistry.finishSecond(id, record)
        }
    }

    private func response(
        _ head: ResponseHead, _ ended: Exchange.Outcome, _ redirects: [RawResponse.Redirect]
    ) -> RawResponse {
        let record = ended.record
        var response = RawResponse(
            head: head, body: ended.body, url: record.request.url, metrics: record.metrics, redirects: redirects,
            service: record.service, taker: ended.taker)
        if !ended.excerpt.isEmpty { response.excerpt = ended.excerpt }
        return response
    }
}
