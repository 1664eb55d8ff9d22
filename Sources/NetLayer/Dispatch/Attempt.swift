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
        var request = try client.generator.request(for: plan, on: lease?.service)
        let service = lease.flatMap { $0.service.baseURL.origin == request.url.origin ? $0.service.name : nil } ?? ""
        var redirects: [RawResponse.Redirect] = []
        let total = request.timeouts.total
        var startedAt: Duration?
        while true {
            guard await client.desk.slot(id, origin: request.url.origin) else {
                throw NetError(.cancelled(.user), attempted: "\(request)")
            }
            if let startedAt {
                request.timeouts.total = try remaining(of: total, since: startedAt, request)
            } else {
                startedAt = client.time.now()
            }
            let launch = Launch(attempt: number, service: service, request: request, startedAt: client.time.now())
            client.desk.update { table, now in
                table.launch(launch, id)
                if redirects.isEmpty { table.attempt(id, number: number, service: service, at: now) }
            }
            let (record, body) = await perform(launch)
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

    private func perform(_ launch: Launch) async -> (ExchangeRecord, [UInt8]) {
        let exchange = Exchange(
            client: client, id: id, request: launch.request, followsRedirects: plan.followsRedirects, sink: sink)
        let end = await exchange.run()
        let (head, body) = exchange.received()
        let record = ExchangeRecord(
            attempt: launch.attempt, service: launch.service, request: launch.request, head: head, failure: end.failure,
            metrics: end.metrics, startedAt: launch.startedAt)
        return (record, body)
    }
}
