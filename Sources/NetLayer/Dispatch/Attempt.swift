// One attempt of a call: pick a service, make the request, wait for a slot, exchange, follow redirects.

struct Attempt {
    let client: NetClient
    let id: TaskID
    let plan: RequestPlan
    let behaviour: CallBehaviour
    let pool: ServicePool
    /// From 1.
    let number: Int
    /// Takes the body of the final answer as it arrives; `nil` collects it.
    var sink: BodyPipe?

    func run() async throws(NetError) -> RawResponse {
        // The request is made after the service was picked, and again for every attempt: nothing sticks to a server by accident.
        let lease = pool.pick()
        var request = try await request(on: lease)
        let service = lease.flatMap { $0.service.baseURL.origin == request.url.origin ? $0.service.name : nil } ?? ""
        guard client.network.allows(request) else {
            client.desk.update { $0.decide(.offline, id, at: $1) }
            throw NetError(.noNetwork, attempted: "\(request)", detail: "the network is reported to be gone; nothing was sent")
        }
        var redirects: [RawResponse.Redirect] = []
        let total = request.timeouts.total
        var startedAt: Duration?
        while true {
            guard await client.desk.slot(id, origin: request.url.origin) else {
                throw NetError(.cancelled(.user), attempted: "\(request)")
            }
            let now = client.time.now()
            if let startedAt {
                request.timeouts.total = try remaining(of: total, since: startedAt, request)
            } else {
                startedAt = now
            }
            let launch = Launch(attempt: number, service: service, request: request, startedAt: now)
            let exchange = Exchange(
                desk: client.desk, id: id, launch: launch, followsRedirects: plan.followsRedirects, sink: sink)
            client.desk.launch(exchange, id, isFirst: redirects.isEmpty)
            let (record, body) = exchange.outcome(await exchange.run(on: client.transport))
            client.network.note(launch.request, failure: record.failure, answered: record.head != nil)
            let next = Result { () throws(NetError) in try following(record, count: redirects.count) }
            // A record without a redirect goes in silently: the end that follows tells of it.
            client.desk.finishExchange(id, record, redirected: (try? next.get()) != nil)
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
                request = hop
            case .failure(let error):
                throw NetError(error.kind, attempted: error.attempted, detail: error.detail, response: answer)
            }
        }
    }

    /// Nobody is asked where there is nobody to ask: that is most calls.
    private func request(on lease: Lease?) async throws(NetError) -> WireRequest {
        guard !behaviour.request.isEmpty || lease?.service.behaviour != nil else {
            return try client.requests.request(for: plan, on: lease?.service, by: client.generator)
        }
        var layer = behaviour.request
        layer.check = behaviour.checkParameters
        let context = RequestContext(task: id, attempt: number, now: client.time.now())
        return try await client.generator.request(for: plan, layers: [layer], lease: lease, context: context)
    }

    /// The limit of the whole attempt holds for all its redirects together.
    private func remaining(of total: Duration?, since startedAt: Duration, _ request: WireRequest) throws(NetError) -> Duration? {
        guard let total else { return nil }
        let left = total - (client.time.now() - startedAt)
        guard left > .zero else {
            throw NetError(.timedOut(.total), attempted: "\(request)", detail: "the redirects took all of \(total)")
        }
        return left
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
