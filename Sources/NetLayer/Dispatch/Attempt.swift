// One attempt of a call: pick a service, make the request, wait for a slot, exchange, follow redirects.

struct Attempt {
    /// Whose slot and place in the row it takes.
    enum Lane { case first, second }

    let order: CallOrder
    /// From 1.
    var number = 1
    /// Answers with these statuses are collected whatever the sink: there may be another attempt.
    var held: Set<Int> = []
    /// When all attempts of the call must be over.
    var latest: Duration?
    /// Another service than that of the first copy, if there is one.
    var besides: Prepared?
    var lane = Lane.first
    /// There may be another copy in the air: cancelling the Swift task that runs this one takes it out of the race.
    var isRaced = false

    /// Ready to be sent: the request is made and its slot is held.
    final class Prepared: Sendable {
        let lease: Lease?
        /// Empty for an absolute URL.
        let service: String
        let request: WireRequest

        init(lease: Lease?, service: String, request: WireRequest) {
            self.lease = lease
            self.service = service
            self.request = request
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

    // The request is made after the service was picked, and again for every attempt: nothing sticks to a server by accident.
    func prepare() async throws(NetError) -> Prepared {
        let lease = try picked()
        let request = try await request(on: lease)
        let service =
            lease.flatMap { RequestTarget(plan: plan, service: $0.service).isHome(request.url) ? $0.service.name : nil } ?? ""
        guard client.network.allows(request) else {
            client.desk.update { $0.decide(.offline, id, at: $1) }
            throw NetError(.noNetwork, attempted: "\(request)", detail: "the network is reported to be gone; nothing was sent")
        }
        try await slot(request)
        return Prepared(lease: lease, service: service, request: request)
    }

    func send(_ prepared: Prepared) async -> AttemptOutcome {
        var outcome = AttemptOutcome(number: number, service: prepared.service, result: .failure(NetError(.cancelled(.user))))
        do throws(NetError) {
            outcome.result = .success(try await follow(prepared, &outcome))
        } catch {
            outcome.result = .failure(error)
        }
        return outcome
    }

    // MARK: Parts

    private func follow(_ prepared: Prepared, _ outcome: inout AttemptOutcome) async throws(NetError) -> RawResponse {
        var request = prepared.request
        let limit = request.timeouts.total
        var redirects: [RawResponse.Redirect] = []
        let startedAt = client.time.now()
        while true {
            let now = redirects.isEmpty ? startedAt : client.time.now()
            let deadline = try cut(&request, limit, since: startedAt, at: now)
            let launch = Launch(attempt: number, service: prepared.service, request: request, startedAt: now)
            let (record, body, streamed) = await perform(launch, isFirst: redirects.isEmpty, endsBy: deadline)
            client.network.note(launch.request, failure: record.failure, answered: record.head != nil)
            outcome.isCommitted = streamed
            let next = Result { () throws(NetError) in try following(record, count: redirects.count) }
            // A record without a redirect goes in silently: the end that follows tells of it.
            finish(record, redirected: (try? next.get()) != nil)
            if let failure = record.failure {
                let partial = record.head.map { response($0, body, record, redirects) }
                throw NetError(failure.kind, attempted: "\(request)", detail: failure.detail, response: partial)
            }
            guard let head = record.head else {
                throw NetError(.protocolViolation, attempted: "\(request)", detail: "no answer head")
            }
            let answer = response(head, body, record, redirects)
            switch next {
            case .success(nil): return answer
            case .success(let hop?):
                redirects.append(.init(status: head.status, from: request.url, to: hop.url))
                outcome.hops = redirects.count
                request = hop
                try await slot(request)
            case .failure(let error):
                throw NetError(error.kind, attempted: error.attempted, detail: error.detail, response: answer)
            }
        }
    }

    private func picked() throws(NetError) -> Lease? {
        do throws(ServiceError) {
            // Who names a service means it, for a second copy too.
            if plan.destination.service == nil, let other = besides?.lease.flatMap(pool.pick(besides:)) { return other }
            return try pool.pick(for: plan.destination)
        } catch {
            throw NetError(.badRequest, attempted: "\(plan)", detail: "\(error)")
        }
    }

    /// Nobody is asked where there is nobody to ask: that is most calls.
    private func request(on lease: Lease?) async throws(NetError) -> WireRequest {
        guard !behaviour.request.isEmpty || lease?.service.behaviour != nil else {
            return try client.requests.request(for: plan, on: lease?.service, by: client.generator)
        }
        return try await asked(lease)
    }

    private func asked(_ lease: Lease?) async throws(NetError) -> WireRequest {
        var layer = behaviour.request
        if layer.pulls { layer.check = behaviour.checkParameters }
        let context = RequestContext(task: id, attempt: number, now: client.time.now(), wallClock: client.wallClock)
        return try await client.generator.request(for: plan, layers: [layer], lease: lease, context: context)
    }

    private func slot(_ request: WireRequest) async throws(NetError) {
        let origin = request.url.origin
        switch lane {
        case .first:
            let granted =
                if isRaced {
                    await withTaskCancellationHandler {
                        await client.desk.slot(id, origin: origin)
                    } onCancel: {
                        client.desk.withdraw(id)
                    }
                } else {
                    await client.desk.slot(id, origin: origin)
                }
            guard granted else { throw NetError(.cancelled(isRaced ? .hedge : .user), attempted: "\(request)") }
        case .second:
            guard client.desk.secondSlot(id, origin: origin) else {
                throw NetError(.cancelled(.hedge), attempted: "\(request)", detail: "no slot is free")
            }
        }
    }

    /// The limit of the whole attempt holds for all its redirects together, and what is left until the deadline limits that.
    /// - Returns: whether the deadline comes first.
    private func cut(
        _ request: inout WireRequest, _ limit: Duration?, since startedAt: Duration, at now: Duration
    ) throws(NetError) -> Bool {
        let left = limit.map { $0 - (now - startedAt) }
        let untilDeadline = latest.map { $0 - now }
        if let limit, let left, left <= .zero {
            client.desk.giveBack(id, lane)
            throw NetError(.timedOut(.total), attempted: "\(request)", detail: "the redirects took all of \(limit)")
        }
        if let untilDeadline, untilDeadline <= .zero {
            client.desk.giveBack(id, lane)
            throw NetError(.timedOut(.deadline), attempted: "\(request)", detail: "the deadline came before it could be sent")
        }
        guard let untilDeadline, untilDeadline <= left ?? untilDeadline else {
            // A request that stays what it is costs less all the way down.
            if left != limit { request.timeouts.total = left }
            return false
        }
        request.timeouts.total = untilDeadline
        return true
    }

    private func perform(_ launch: Launch, isFirst: Bool, endsBy deadline: Bool) async -> (
        record: ExchangeRecord, body: [UInt8], streamed: Bool
    ) {
        let exchange = Exchange(
            desk: client.desk, id: id, launch: launch, lane: lane, followsRedirects: plan.followsRedirects, sink: sink, held: held
        )
        client.desk.launch(exchange, id, lane, isFirst: isFirst)
        var end =
            if isRaced {
                await withTaskCancellationHandler {
                    await exchange.run(on: client.transport)
                } onCancel: {
                    exchange.abandon()
                }
            } else {
                await exchange.run(on: client.transport)
            }
        // Whose limit it was only the engine knows.
        if deadline, end.failure?.kind == .timedOut(.total) { end.failure?.kind = .timedOut(.deadline) }
        return exchange.outcome(end)
    }

    private func finish(_ record: ExchangeRecord, redirected: Bool) {
        switch lane {
        case .first: client.desk.finishExchange(id, record, redirected: redirected)
        case .second: client.desk.finishSecond(id, record)
        }
    }

    private func following(_ record: ExchangeRecord, count: Int) throws(NetError) -> WireRequest? {
        guard plan.followsRedirects, record.failure == nil, let head = record.head else { return nil }
        guard let next = try Redirection.next(after: head, of: record.request) else { return nil }
        guard count < plan.limits.redirects else {
            throw NetError(
                .redirect, attempted: "\(record.request)",
                detail: "more than \(plan.limits.redirects) redirects, the last to \(next.url)")
        }
        return next
    }

    private func response(_ head: ResponseHead, _ body: [UInt8], _ record: ExchangeRecord, _ redirects: [RawResponse.Redirect])
        -> RawResponse
    {
        RawResponse(head: head, body: body, url: record.request.url, metrics: record.metrics, redirects: redirects)
    }
}
