// The further exchanges of one attempt: redirects, and the same request over a new connection.

extension Attempt {
    /// The exchanges from the first redirect on. A separate function, because a suspended function reserves
    /// space for all its branches.
    @inline(never)
    func follow(
        _ request: WireRequest, after redirects: [RawResponse.Redirect], of prepared: Prepared, since startedAt: Duration,
        _ outcome: inout AttemptOutcome
    ) async throws(NetError) -> RawResponse {
        var request = request
        var redirects = redirects
        while true {
            outcome.hops = redirects.count
            if let credential = prepared.credential { try sign(&request, credential, prepared, redirects) }
            try await takeSlot(request)
            switch try await performStep(request, after: redirects, of: prepared, since: startedAt, &outcome) {
            case .answer(let answer): return answer
            case .hop(let next, let redirect):
                request = next
                redirects.append(redirect)
            }
        }
    }

    /// A server may close an idle connection at any time (RFC 9112 §9.3.1). A repeatable request that meets
    /// this moment has not failed. A second copy of a request is not sent again.
    func mayReconnect(_ request: WireRequest) -> Bool {
        request.isRepeatable && !request.connection.isFresh && !plan.policies.isBodyOneShot && !request.isBodySpent
            && lane == .first
    }

    /// Sends the same request over a new connection, as a visible further attempt. It does not count against
    /// the retry policy: otherwise every kept-alive connection would be a risk.
    @inline(never)
    func resendOnNewConnection(
        _ exchange: Exchange, _ end: TransferEnd, _ request: WireRequest, after redirects: [RawResponse.Redirect],
        of prepared: Prepared, since startedAt: Duration, _ outcome: inout AttemptOutcome
    ) async throws(NetError) -> ExchangeResult {
        finish(exchange.outcome(end).record, redirected: false)
        outcome.reconnects += 1
        outcome.number = client.taskRegistry.nextAttempt(of: id, after: outcome.number)
        let notice = RetryNotice(
            due: client.time.now(), attempt: outcome.number, limit: outcome.number, reason: "the kept-alive connection was closed"
        )
        client.taskRegistry.update { $0.retry(id, notice, at: $1) }
        var request = request
        request.connection.isFresh = true
        if let credential = prepared.credential { try sign(&request, credential, prepared, redirects) }
        try await takeSlot(request)
        let (exchange, deadline) = try launchExchange(
            request, as: outcome.number, after: redirects, of: prepared, since: startedAt, at: client.time.now(), isFirst: true)
        let end = await perform(exchange)
        return try nextStep(after: exchange, end, of: request, endsBy: deadline, redirects, &outcome)
    }

    /// A redirect within the origin is another request and needs another signature. A request that has left
    /// the origin never gets one.
    @inline(never)
    func sign(
        _ request: inout WireRequest, _ credential: any RequestCredential, _ prepared: Prepared,
        _ redirects: [RawResponse.Redirect]
    ) throws(NetError) {
        let origin = prepared.request.url.origin
        guard redirects.allSatisfy({ $0.to.origin == origin }) else {
            return credential.fieldNames.forEach { request.headers.remove($0) }
        }
        var context = context
        context.service = client.generator.resolvedService(prepared.lease?.service, for: plan)
        try credential.apply(to: &request, context)
    }

    /// - Parameter plain: its request without the jar's cookies: the next request gets cookies of its own.
    func nextRequest(_ record: ExchangeRecord, _ plain: WireRequest, count: Int) throws(NetError) -> WireRequest? {
        guard plan.followsRedirects, record.failure == nil, let head = record.head, Redirection.isRedirect(head) else {
            return nil
        }
        let service = pool.services.first { $0.name == record.service }
        let policies = [plan.policies.redirects, service?.redirects].compactMap(\.self)
        guard let next = try Redirection.nextRequest(after: head, of: plain, by: policies) else { return nil }
        guard count < plan.limits.redirects else {
            throw NetError(
                .redirect, attempted: "\(record.request)",
                detail: "more than \(plan.limits.redirects) redirects, the last to \(next.url)")
        }
        return next
    }
}
