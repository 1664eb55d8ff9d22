// A call between cache and network: the rim around CacheRun. It reads, asks, judges and tells the row.
//
//   hooks, checks ─► key ─► stored? ─► serve: policies ─► decode ─► checks ─► the answer; a refresh of its own, where the policy wants one
//                             ├─► show: the same, told first; then ask
//                             └─► ask: attempts ─► 304? the stored one ─► status … checks ─► kept as it came ─► the answer
//                                                └─► failed ─► stands in? the stored one

extension Call {
    /// Never inlined: a call without a policy needs no room for it.
    @inline(never)
    mutating func fetched<R: Sendable>(
        _ fetching: Fetching<R>, _ decode: @Sendable (RawResponse) throws -> R
    ) async throws(NetError) -> (R, RawResponse) {
        let run: CacheRun
        do throws(NetError) {
            try await begin()
            guard let opened = try await opened(fetching) else { return try await uncached(fetching, decode) }
            run = opened
        } catch {
            guard !error.isCancellation else { throw error }
            return try await decided(on: .failure(error), decode)
        }
        switch await run.open(isRefresh: fetching.isRefresh) {
        case .miss:
            throw NetError(.cacheMiss, attempted: "\(plan)", detail: "nothing fresh is stored of it, and nothing was to be sent")
        case .serve(let entry):
            if let made = try await served(entry, run, fetching, decode) { return made }
        case .serveAndRefresh(let entry):
            if let made = try await served(entry, run, fetching, decode) {
                tell(fetching.refresh(id, run.subject.key).map(CacheNote.refreshed) ?? .refreshing)
                return made
            }
        case .show(let entry): await show(entry, run, fetching, decode)
        case .ask(let note): if let note { tell(note) }
        }
        if policyForbidsNetwork(fetching.policy) {
            throw NetError(
                .cacheMiss, attempted: "\(plan)", detail: "what is stored of it is of no use, and nothing was to be sent")
        }
        if let service = run.questionedService, let question = run.question {
            order.conditions?.set(question.conditions, for: service)
        }
        crossing = run
        do throws(NetError) {
            var (value, answer) = try await asked(decode)
            if run.source != .network { answer.source = run.source }
            fetching.tell(run.source, failure: run.failure)
            keep(run)
            return (value, answer)
        } catch {
            // By HTTP's rules failures are kept too, where they say so.
            if run.isHTTP, case .status = error.kind { keep(run) }
            return try await standIn(for: error, run, fetching, decode)
        }
    }

    private func policyForbidsNetwork(_ policy: FetchPolicy) -> Bool { policy == .cacheOnly }

    /// What the network brings, judged.
    private mutating func asked<R>(_ decode: @Sendable (RawResponse) throws -> R) async throws(NetError) -> (R, RawResponse) {
        try await decided(on: await received(), decode)
    }

    /// The call is nothing for caches.
    private mutating func uncached<R>(
        _ fetching: Fetching<R>, _ decode: @Sendable (RawResponse) throws -> R
    ) async throws(NetError) -> (R, RawResponse) {
        guard fetching.policy != .cacheOnly else {
            throw NetError(.cacheMiss, attempted: "\(plan)", detail: "its body is read once, so nothing can be stored of it")
        }
        tell(.notStored(because: "its body is read once"))
        return try await asked(decode)
    }

    // MARK: what is stored

    /// The key. A call that pulls what it asks keeps to what it pulled: what is stored must be what was sent.
    private mutating func opened<R>(_ fetching: Fetching<R>) async throws(NetError) -> CacheRun? {
        let cache = fetching.cache
        let before = order
        if let pulled = order.firstPlan, client.reference(plan, pool, cache)?.behaviour?.pulls != true {
            var rest = behaviour
            (rest.request.parameters, rest.request.body, rest.request.reform) = (nil, nil, nil)
            rebuild(order.asking(pulled, rest))
        }
        let asks = !behaviour.request.isEmpty || client.reference(plan, pool, cache)?.behaviour != nil
        let subject =
            asks
            ? try await client.askedSubject(order, cache)
            : try client.subject(plan, on: pool, order.caller, cache)
        guard let subject else {
            rebuild(before)
            return nil
        }
        return CacheRun(cache, fetching.policy, subject, plan.policies.caching)
    }

    /// The stored answer as the call's; `nil` when it is of no use: then it is gone, and the network is asked.
    private mutating func served<R>(
        _ entry: CacheEntry, _ run: CacheRun, _ fetching: Fetching<R>, _ decode: @Sendable (RawResponse) throws -> R
    ) async throws(NetError) -> (R, RawResponse)? {
        let (source, freshness) = (run.source(of: entry), run.freshness(of: entry))
        guard let made = try await made(entry, source, run, decode) else { return nil }
        fetching.tell(source, freshness)
        note(source, entry.head.status, .serves(source, freshness))
        return made
    }

    private mutating func show<R>(
        _ entry: CacheEntry, _ run: CacheRun, _ fetching: Fetching<R>, _ decode: @Sendable (RawResponse) throws -> R
    ) async {
        // Who waits for one answer waits for the last.
        guard let preview = fetching.preview else { return }
        let (age, freshness) = (run.source(of: entry).age ?? .zero, run.freshness(of: entry))
        // A policy that wants the call stopped will say so of the network's answer too.
        guard let made = try? await made(entry, run.source(of: entry), run, decode) else { return }
        tell(.shows(age: age, freshness))
        preview(made.0, age, freshness)
    }

    /// What policies, decoding and checks make of a stored answer (HD-7): it was a success when it came, and may be none by now.
    private mutating func made<R>(
        _ entry: CacheEntry, _ source: AnswerSource, _ run: CacheRun, _ decode: @Sendable (RawResponse) throws -> R
    ) async throws(NetError) -> (R, RawResponse)? {
        let response = taken(run.response(entry, source))
        let judged = judge.outcome(response, plan)
        outcome = judged
        if case .failure(let error) = judged {
            // HTTP keeps failures as well: this is one, as it was then.
            if run.isHTTP, case .status = error.kind {
                note(source, entry.head.status, .serves(source, run.freshness(of: entry)))
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
        run.drop(entry)
        tell(.notUsed(because: error.detail.isEmpty ? error.kind.name : error.detail))
        return nil
    }

    /// Played to who takes bodies, as the network's are.
    private func taken(_ response: RawResponse) -> RawResponse {
        guard let taker = behaviour.takesBody?(id, response.head, response.url) else { return response }
        let inner = (taker as? CopyingTaker)?.inner ?? taker
        do {
            try response.body.withUnsafeBytes { try inner.take($0) }
        } catch {
            // What cannot be taken stays in the answer.
            return response
        }
        var given = response
        given.body = []
        given.give(to: inner)
        return given
    }

    private mutating func standIn<R>(
        for error: NetError, _ run: CacheRun, _ fetching: Fetching<R>, _ decode: @Sendable (RawResponse) throws -> R
    ) async throws(NetError) -> (R, RawResponse) {
        guard !error.isCancellation, let entry = run.standIn(for: error) else { throw error }
        let age = entry.age(at: run.cache.now())
        let source = AnswerSource.fallback(age: age, because: error.kind)
        let whole = finished(attempts.told(error))
        guard let made = try? await made(entry, source, run, decode) else {
            outcome = .failure(error)
            throw error
        }
        fetching.tell(source, run.freshness(of: entry), failure: whole)
        note(source, entry.head.status, .standsIn(age: age, because: error.kind))
        return made
    }

    // MARK: what came

    /// An outcome of the attempts on its way through the cache.
    @inline(never)
    mutating func crossed(_ run: CacheRun, _ outcome: CallOutcome) async -> CallOutcome {
        var outcome = outcome
        while true {
            switch outcome {
            case .failure(let error):
                guard let stale = run.react(to: error) else { return outcome }
                let age = stale.age(at: run.cache.now())
                run.failure = finished(attempts.told(error))
                return substituted(stale, .fallback(age: age, because: error.kind), run, .standsIn(age: age, because: error.kind))
            case .success(var answer):
                if let copying = answer.taker as? CopyingTaker {
                    answer.give(to: copying.inner)
                    run.note(answer, body: copying.bytes)
                } else {
                    run.note(answer)
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
                        run.failure = judge.statusError(answer).map { finished(attempts.told($0)) }
                    }
                    return substituted(entry, source, run, note)
                case .askAgain:
                    order.conditions?.set([], for: "")
                    run.forgetConditions()
                    do throws(NetError) {
                        outcome = .success(try await answered())
                    } catch {
                        outcome = .failure(error)
                    }
                }
            }
        }
    }

    private func substituted(_ entry: CacheEntry, _ source: AnswerSource, _ run: CacheRun, _ note: CacheNote) -> CallOutcome {
        run.source = source
        self.note(source, entry.head.status, note)
        return .success(taken(run.response(entry, source)))
    }

    private func keep(_ run: CacheRun) {
        let note = run.keep(shouldStore: behaviour.shouldStore) { mismatch($0, run.subject, run.cache) }
        if let note { tell(note) }
    }

    /// Why what was sent is not what it would be stored under: something on its way may have added another account's credentials.
    private func mismatch(_ raw: RawResponse, _ subject: CacheSubject, _ cache: ResponseCache) -> String? {
        if cache.keepsServicesApart(plan), raw.service != subject.service {
            return "it came from \(raw.service), and services are kept apart"
        }
        guard subject.isAsked || !subject.isAccountNamed else { return nil }
        let row = client.desk.row(id)
        let hops = row?.exchanges.filter { $0.attempt == row?.attempt } ?? []
        guard let sent = hops.first?.request else { return "nobody knows any more what was sent" }
        let parameters = Set(sent.parameters)
        if subject.isAsked, !subject.request.parameters.allSatisfy(parameters.contains) {
            return "its parameters changed on their way"
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
        guard !order.caller.isOutdated else { return "who is logged in changed meanwhile" }
        // Cookies that were set on the way are not those of the key.
        guard hops.dropFirst().allSatisfy({ $0.request.headers["Cookie"].map { $0 == identity?.cookies?.reveal() } ?? true })
        else {
            return "a redirect brought cookies"
        }
        let own = identity?.removed(from: sent, made: expected) ?? sent
        let isSame = CachePartition(credentialsOf: own).account == CachePartition(credentialsOf: expected).account
        return isSame ? nil : "its credentials change with every request, and no account is named"
    }

    // MARK: the row

    private func tell(_ note: CacheNote) { client.desk.update { $0.decide(.cache(note), id, at: $1) } }

    private func note(_ source: AnswerSource, _ status: Int, _ note: CacheNote) {
        client.desk.update { table, now in
            table.serve(source, status: status, id)
            table.decide(.cache(note), id, at: now)
        }
    }

    /// What a change of something makes of what is stored of it (RFC 9111 §4.4): at its own URL, and at those that it names.
    @inline(never)
    func outdate(_ answer: RawResponse, in cache: ResponseCache) {
        // A call that reads or keeps the responses of an unsafe method uses the method as a query: it changes nothing.
        let isQuestion = plan.policies.fetch.map { $0 != .http && ($0.reads || $0.stores) } ?? false
        guard (200..<400).contains(answer.head.status), !isQuestion else { return }
        let own = answer.redirects.first?.from ?? answer.url
        let named = ["Location", "Content-Location"].compactMap { answer.head.headers[$0] }.map { answer.url.resolving(URI($0)) }
        for url in [own] + named.filter({ $0.origin == own.origin }) {
            cache.outdate(.parameters(client.canonical(url, from: answer.service, plan, pool, cache)))
        }
    }
}
