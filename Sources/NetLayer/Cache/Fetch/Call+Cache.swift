// A call between cache and network: the driver of CacheRun. It reads, sends, judges and updates the row.
//
//   hooks, checks ─► key ─► stored? ─► serve: policies ─► decode ─► checks ─► the response
//                                      (a refresh in a row of its own, where the policy wants one)
//                             ├─► show: the same, delivered first; then ask
//                             └─► ask: attempts ─► 304? the stored response
//                                              │   ─► status … checks ─► stored as received ─► the response
//                                              └─► failed ─► replaced by the stored response?

extension Call {
    /// Never inlined, so that a call without a policy reserves no space for it.
    @inline(never)
    mutating func fetched<R: Sendable>(
        _ fetching: FetchSession<R>, _ decode: @Sendable (RawResponse) throws -> R
    ) async throws(NetError) -> (R, RawResponse) {
        let run: CacheRun
        do throws(NetError) {
            try await begin()
            guard let opened = try await openCacheRun(fetching) else { return try await uncached(fetching, decode) }
            run = opened
        } catch {
            guard !error.isCancellation else { throw error }
            return try await applyPolicies(on: .failure(error), decode)
        }
        switch await run.lookUp(isRefresh: fetching.isRefresh) {
        case .miss:
            throw NetError(.cacheMiss, attempted: "\(plan)", detail: "there is no fresh response, and the policy forbids sending")
        case .serve(let entry):
            if let made = try await serveStored(entry, run, fetching, decode) { return made }
        case .serveAndRefresh(let entry):
            if let made = try await serveStored(entry, run, fetching, decode) {
                recordNote(fetching.refresh(id, run.subject.key).map(CacheNote.refreshed) ?? .refreshing)
                return made
            }
        case .show(let entry): await deliverPreview(entry, run, fetching, decode)
        case .ask(let note): if let note { recordNote(note) }
        }
        if policyForbidsNetwork(fetching.policy) {
            throw NetError(
                .cacheMiss, attempted: "\(plan)", detail: "the stored response is not usable, and the policy forbids sending")
        }
        if let service = run.questionedService, let question = run.question {
            order.conditions?.setFields(question.conditions, for: service)
        }
        received = run
        do throws(NetError) {
            var (value, answer) = try await asked(decode)
            if run.source != .network { answer.source = run.source }
            fetching.recordResponse(run.source, failure: run.failure)
            storeResponse(run)
            return (value, answer)
        } catch {
            // By HTTP's rules failures are stored too, where their headers allow it.
            if run.isHTTP, case .status = error.kind { storeResponse(run) }
            return try await standIn(for: error, run, fetching, decode)
        }
    }

    private func policyForbidsNetwork(_ policy: FetchPolicy) -> Bool { policy == .cacheOnly }

    /// The network's response, judged.
    private mutating func asked<R>(_ decode: @Sendable (RawResponse) throws -> R) async throws(NetError) -> (R, RawResponse) {
        try await applyPolicies(on: await receiveOutcome(), decode)
    }

    /// The call is not cacheable.
    private mutating func uncached<R>(
        _ fetching: FetchSession<R>, _ decode: @Sendable (RawResponse) throws -> R
    ) async throws(NetError) -> (R, RawResponse) {
        guard fetching.policy != .cacheOnly else {
            throw NetError(.cacheMiss, attempted: "\(plan)", detail: "its body is read only once, so it cannot be stored")
        }
        recordNote(.notStored(because: "its body is read only once"))
        return try await asked(decode)
    }

    // MARK: stored responses

    /// Determines the key. A call whose plan is pulled from providers keeps the pulled plan, so that the key
    /// describes the request that is sent.
    private mutating func openCacheRun<R>(_ fetching: FetchSession<R>) async throws(NetError) -> CacheRun? {
        let cache = fetching.cache
        let before = order
        if let pulled = order.firstPlan, client.reference(plan, pool, cache)?.behaviour?.hasProviders != true {
            var rest = behaviour
            (rest.request.parameters, rest.request.body, rest.request.reform) = (nil, nil, nil)
            rebuild(order.asking(pulled, rest))
        }
        let asks = !behaviour.request.isEmpty || client.reference(plan, pool, cache)?.behaviour != nil
        let subject =
            asks
            ? try await client.askedSubject(order, cache)
            : try client.subject(plan, on: pool, order.identity, fetching.stage)
        guard let subject else {
            rebuild(before)
            return nil
        }
        return CacheRun(cache, fetching.policy, subject, plan.policies.caching)
    }

    /// The stored response as the call's response; `nil` when it is unusable: it is then removed,
    /// and the network request follows.
    private mutating func serveStored<R>(
        _ entry: CacheEntry, _ run: CacheRun, _ fetching: FetchSession<R>, _ decode: @Sendable (RawResponse) throws -> R
    ) async throws(NetError) -> (R, RawResponse)? {
        let (source, freshness) = (run.source(of: entry), run.freshness(of: entry))
        guard let made = try await evaluateStored(entry, source, run, decode) else { return nil }
        fetching.recordResponse(source, freshness)
        recordSource(source, entry.head.status, .serves(source, freshness))
        return made
    }

    private mutating func deliverPreview<R>(
        _ entry: CacheEntry, _ run: CacheRun, _ fetching: FetchSession<R>, _ decode: @Sendable (RawResponse) throws -> R
    ) async {
        // A caller that waits for a single response gets the last one.
        guard let preview = fetching.preview else { return }
        let (age, freshness) = (run.source(of: entry).age ?? .zero, run.freshness(of: entry))
        // A policy that stops the call will also stop it on the network's response.
        guard let made = try? await evaluateStored(entry, run.source(of: entry), run, decode) else { return }
        recordNote(.shows(age: age, freshness))
        preview(made.0, age, freshness)
    }

    /// Applies policies, decoding and checks to a stored response: it was a success on arrival, and
    /// may not be one now.
    private mutating func evaluateStored<R>(
        _ entry: CacheEntry, _ source: ResponseSource, _ run: CacheRun, _ decode: @Sendable (RawResponse) throws -> R
    ) async throws(NetError) -> (R, RawResponse)? {
        let response = taken(run.response(entry, source))
        let judged = judge.outcome(response, plan)
        outcome = judged
        if case .failure(let error) = judged {
            // HTTP stores failures as well: this entry was a failure from the start.
            if run.isHTTP, case .status = error.kind {
                recordSource(source, entry.head.status, .serves(source, run.freshness(of: entry)))
                throw error
            }
            return unusable(entry, run, error)
        }
        switch await self.judged(judged) {
        case .success(let answer):
            switch judge.response(answer, plan, decode) {
            case .success(let value):
                outcome = .success(answer)
                return (value, answer)
            case .failure(let error): return unusable(entry, run, error)
            }
        case .failure(let error): return unusable(entry, run, error)
        case .stop: throw NetError(.cancelled(.hook), attempted: "\(plan)", detail: "stopped by a response policy")
        case .retry(_, let reason): return unusable(entry, run, NetError(.validation, detail: reason))
        }
    }

    private mutating func unusable<R>(_ entry: CacheEntry, _ run: CacheRun, _ error: NetError) -> (R, RawResponse)? {
        run.removeEntry(entry)
        recordNote(.notUsed(because: error.detail.isEmpty ? error.kind.name : error.detail))
        return nil
    }

    /// Delivers the body to the call's `BodyTaker`, as with network responses.
    private func taken(_ response: RawResponse) -> RawResponse {
        guard let taker = behaviour.takesBody?(id, response.head, response.url) else { return response }
        let inner = (taker as? CopyingTaker)?.inner ?? taker
        do {
            try response.body.withUnsafeBytes { try inner.receive($0) }
        } catch {
            // A body that the taker refuses stays in the response.
            return response
        }
        var given = response
        given.body = []
        given.moveBody(to: inner)
        return given
    }

    private mutating func standIn<R>(
        for error: NetError, _ run: CacheRun, _ fetching: FetchSession<R>, _ decode: @Sendable (RawResponse) throws -> R
    ) async throws(NetError) -> (R, RawResponse) {
        guard !error.isCancellation, let entry = run.standIn(for: error) else { throw error }
        let age = entry.age(at: run.cache.now())
        let source = ResponseSource.fallback(age: age, because: error.kind)
        let whole = finished(attempts.addingStory(error))
        guard let made = try? await evaluateStored(entry, source, run, decode) else {
            outcome = .failure(error)
            throw error
        }
        fetching.recordResponse(source, run.freshness(of: entry), failure: whole)
        recordSource(source, entry.head.status, .standsIn(age: age, because: error.kind))
        return made
    }

    // MARK: received responses

    /// Passes an outcome of the attempts through the cache.
    @inline(never)
    mutating func passThroughCache(_ run: CacheRun, _ outcome: CallOutcome) async -> CallOutcome {
        var outcome = outcome
        while true {
            switch outcome {
            case .failure(let error):
                guard let stale = run.react(to: error) else { return outcome }
                let age = stale.age(at: run.cache.now())
                run.failure = finished(attempts.addingStory(error))
                return substituted(stale, .fallback(age: age, because: error.kind), run, .standsIn(age: age, because: error.kind))
            case .success(var answer):
                if let copying = answer.taker as? CopyingTaker {
                    answer.moveBody(to: copying.inner)
                    run.record(answer, body: copying.bytes)
                } else {
                    run.record(answer)
                }
                guard run.isHTTP else { return .success(answer) }
                let (client, plan, pool, cache) = (client, plan, pool, run.cache)
                let reaction = run.react(to: answer, order.conditions) {
                    client.canonical($0, from: answer.service, plan, pool, cache)
                }
                switch reaction {
                case .forward: return .success(answer)
                case .serve(let entry, let source):
                    var note = CacheNote.serves(source, run.freshness(of: entry))
                    if case .fallback(let age, let kind) = source {
                        note = .standsIn(age: age, because: kind)
                        run.failure = judge.statusError(answer).map { finished(attempts.addingStory($0)) }
                    }
                    return substituted(entry, source, run, note)
                case .askAgain:
                    order.conditions?.setFields([], for: "")
                    run.forgetConditions()
                    do throws(NetError) {
                        outcome = .success(try await performAttempts())
                    } catch {
                        outcome = .failure(error)
                    }
                }
            }
        }
    }

    private func substituted(_ entry: CacheEntry, _ source: ResponseSource, _ run: CacheRun, _ note: CacheNote) -> CallOutcome {
        run.source = source
        self.recordSource(source, entry.head.status, note)
        return .success(taken(run.response(entry, source)))
    }

    private func storeResponse(_ run: CacheRun) {
        let note = run.storeResponse(shouldStore: behaviour.shouldStore) { mismatch($0, run.subject, run.cache) }
        if let note { recordNote(note) }
    }

    /// Why the request that was sent does not match the key: an adapter or a redirect may
    /// have added another account's credentials.
    private func mismatch(_ raw: RawResponse, _ subject: CacheSubject, _ cache: ResponseCache) -> String? {
        if cache.keepsServicesApart(plan), raw.service != subject.service {
            return "it came from \(raw.service), and each service has its own entries"
        }
        guard subject.isAsked || !subject.isAccountNamed else { return nil }
        let row = client.taskRegistry.row(id)
        let hops = row?.exchanges.filter { $0.attempt == row?.attempt } ?? []
        guard let sent = hops.first?.request else { return "the sent request is no longer known" }
        let parameters = Set(sent.parameters)
        if subject.isAsked, !subject.request.parameters.allSatisfy(parameters.contains) {
            return "its parameters changed during the call"
        }
        guard !subject.isAccountNamed else { return nil }
        var expected = subject.request
        // A service may have credentials of its own.
        if !subject.isAsked, raw.service != subject.service,
            let service = pool.services.first(where: { $0.name == raw.service }),
            let request = try? client.generator.request(
                for: plan, on: service.standing(in: pool.environment(of: plan.destination)))
        {
            expected = request
        }
        let identity = subject.identity
        guard order.identity?.isOutdated != true else { return "the account changed during the call" }
        // Cookies that redirects set are not those of the key.
        guard hops.dropFirst().allSatisfy({ $0.request.headers["Cookie"].map { $0 == identity?.cookies?.reveal() } ?? true })
        else {
            return "a redirect set cookies"
        }
        let own = identity?.removed(from: sent, made: expected) ?? sent
        let isSame = CachePartition(credentialsOf: own).account == CachePartition(credentialsOf: expected).account
        return isSame ? nil : "its credentials change with every request, and no account is named"
    }

    // MARK: the row

    private func recordNote(_ note: CacheNote) { client.taskRegistry.update { $0.recordDecision(.cache(note), id, at: $1) } }

    private func recordSource(_ source: ResponseSource, _ status: Int, _ note: CacheNote) {
        client.taskRegistry.update { table, now in
            table.setSource(source, status: status, id)
            table.recordDecision(.cache(note), id, at: now)
        }
    }
}

extension CacheRun: ReceivedStage {
    func pass(_ outcome: CallOutcome, of call: inout Call) async -> CallOutcome { await call.passThroughCache(self, outcome) }
}
