// One call's way out and back, whatever its response type: what stands before the attempts, the attempts, and what becomes of the answer.
//
//   pulled, reformed ─► willCall ─► parameters ─► didCall ─► attempts (Attempt 1…n) ─► didReceive ─► status ─► business code ─► policies ─► decode ─► checks
//   ─► willLand ─► the caller ─► didLand                                        (the hooks: HookLine; the judging: CallJudge)

struct Call {
    private(set) var order: CallOrder
    private(set) var judge: CallJudge
    private var hooks: HookLine
    private(set) var attempts: AttemptLoop
    /// What came of it, as hooks see it.
    var outcome: CallOutcome?
    /// What stands between it and the network.
    var crossing: CacheRun?

    init(
        client: NetClient, id: TaskID, plan: RequestPlan, behaviour: CallBehaviour = CallBehaviour(), pool: ServicePool,
        sink: BodyPipe? = nil
    ) {
        order = CallOrder(client: client, id: id, plan: plan, behaviour: behaviour, pool: pool, sink: sink)
        attempts = AttemptLoop(Attempt(order: order))
        judge = CallJudge(order)
        hooks = HookLine(client.behaviour.hooks + behaviour.hooks, CallContext(id: id, plan: plan))
    }

    var client: NetClient { order.client }
    var id: TaskID { order.id }
    var plan: RequestPlan { order.plan }
    var behaviour: CallBehaviour { order.behaviour }
    var pool: ServicePool { order.pool }

    /// The same call with what it was found to ask.
    mutating func rebuild(_ order: CallOrder) {
        self.order = order
        attempts = AttemptLoop(Attempt(order: order))
        judge = CallJudge(order)
    }

    /// The decoded response, or why there is none: the error is complete.
    /// - Parameter fetching: what it makes of stored answers; `nil`: nothing.
    mutating func run<R>(
        _ decode: @Sendable (RawResponse) throws -> R, _ fetching: Fetching<R>? = nil
    ) async -> Result<R, NetError> {
        var result: Result<R, NetError>
        do throws(NetError) {
            let (value, answer) =
                if let fetching {
                    try await fetched(fetching, decode)
                } else if plan.policies.fetch == .cacheOnly {
                    throw NetError(.cacheMiss, attempted: "\(plan)", detail: "there is no cache")
                } else {
                    try await settled(decode)
                }
            outcome = .success(answer)
            result = .success(value)
        } catch {
            result = .failure(failed(error))
        }
        guard isWatched, let outcome else { return result }
        return await refused(outcome).map { .failure($0) } ?? result
    }

    /// The same for a call that has joined another: its own judgement of what that one's work brought. Nothing is asked, unless one of its
    /// policies wants another answer, and no hook hears of it.
    mutating func run<R>(
        _ decode: @Sendable (RawResponse) throws -> R, on shared: CallOutcome
    ) async -> Result<R, NetError> {
        do throws(NetError) {
            try checkParameters()
            let judged = judgement(of: shared)
            outcome = judged
            let (value, answer) = try await decided(on: judged, decode)
            outcome = .success(answer)
            return .success(value)
        } catch {
            return .failure(failed(error))
        }
    }

    /// Its own word on what another call brought. Where both say the same, that call's words stand: they tell what was tried.
    private func judgement(of shared: CallOutcome) -> CallOutcome {
        switch shared {
        case .success(let answer): return judge.outcome(answer, plan)
        case .failure(let error):
            guard error.isJudgement, let answer = error.response else { return shared }
            let own = judge.outcome(answer, plan)
            if case .failure(let mine) = own, mine.kind == error.kind { return shared }
            return own
        }
    }

    /// Never inlined: whoever waits would need room for it too.
    @inline(never)
    private mutating func failed(_ error: NetError) -> NetError {
        let error = finished(attempts.told(error))
        outcome = .failure(error)
        return error
    }

    /// What a hook makes of the end, if it does not leave it as it is.
    private mutating func refused(_ outcome: CallOutcome) async -> NetError? {
        hooks.context = context()
        guard let error = await hooks.willLand(outcome) else { return nil }
        // Who is skipped has its outcome for the hooks that follow, and lands quietly.
        if !error.isSkip { self.outcome = .failure(error) }
        noteVerdict(error)
        return finished(error)
    }

    /// The same for an answer whose body goes to ``sink``: its status is judged, its body is nobody's here.
    /// - Returns: the error that its status is, if it is one.
    mutating func stream() async throws(NetError) -> NetError? {
        do throws(NetError) {
            try await begin()
            let answer = try await answered()
            attempts.release(answer)
            outcome = .success(answer)
            if let cache = client.cache, !plan.method.isSafe { outdate(answer, in: cache) }
            if !hooks.isEmpty { await hooks.didReceive(.success(answer)) }
            return judge.statusError(answer).map { finished(attempts.told($0)) }
        } catch {
            let error = finished(attempts.told(error))
            outcome = .failure(error)
            throw error
        }
    }

    /// Whether some hook waits for the end of the call.
    var isWatched: Bool { hooks.hasBegun }

    /// The caller has what came of the call; the hooks hear of it.
    mutating func landed(_ result: Result<Void, NetError>) async {
        hooks.context = context()
        switch result {
        case .failure(let error) where error.isSkip && outcome != nil: hooks.context.isDelivered = false
        case .failure(let error): outcome = .failure(error)
        case .success: break
        }
        if let outcome { await hooks.didLand(outcome) }
    }

    // MARK: Parts

    /// What stands before the first attempt.
    mutating func begin() async throws(NetError) {
        if behaviour.request.pulls { try await pull() }
        if !hooks.isEmpty, let error = await hooks.willCall() {
            noteVerdict(error)
            throw error
        }
        try checkParameters()
        if !hooks.isEmpty { await hooks.didCall() }
    }

    private func checkParameters() throws(NetError) {
        guard let check = behaviour.checkParameters else { return }
        do { try check((order.firstPlan ?? plan).parameters) } catch {
            throw .from(error, as: .badParameters, attempted: "\(plan)")
        }
    }

    /// Hooks and checks see what will be asked (CT-P1, CT-P2). Each later attempt pulls anew (BA-16).
    @inline(never)
    private mutating func pull() async throws(NetError) {
        var context = RequestContext(
            task: id, attempt: 1, now: client.time.now(), wallClock: client.wallClock, random: client.random)
        context.endpoint = plan.id
        // Where the attempt will go unless something happens before: nothing is picked yet.
        context.service = pool.standing(in: pool.environment(of: plan.destination), at: client.time.now())
        let pulled = try await client.generator.pulled(plan, [behaviour.request], context)
        rebuild(order.asking(plan, first: pulled, behaviour))
        hooks.context.plan = pulled
    }

    private mutating func settled<R>(_ decode: @Sendable (RawResponse) throws -> R) async throws(NetError) -> (R, RawResponse) {
        let outcome: CallOutcome
        do throws(NetError) {
            try await begin()
            outcome = await received()
        } catch {
            guard !error.isCancellation else { throw error }
            outcome = .failure(error)
        }
        // Where nobody has a policy, a success is the end. What else can be is by itself, because whoever waits needs room for all that
        // its function may do.
        guard !judge.hasPolicies, case .success(let answer) = outcome else { return try await decided(on: outcome, decode) }
        return (try judge.response(answer, plan, decode).get(), answer)
    }

    /// What the policies make of an outcome, as often as they want another.
    @inline(never)
    mutating func decided<R>(
        on outcome: CallOutcome, _ decode: @Sendable (RawResponse) throws -> R
    ) async throws(NetError) -> (R, RawResponse) {
        var verdict = await judged(outcome)
        var retries = 0
        var isDoubted = false
        while true {
            switch verdict {
            case .failure(let error): throw error
            case .stop: throw NetError(.cancelled(.hook), attempted: "\(plan)", detail: "stopped by a response policy")
            case .retry(let delay, let reason):
                retries += 1
                let more = ResponsePolicy.limit - retries + 1
                guard more > 0 else {
                    throw gaveUp("a response policy asked for more than \(ResponsePolicy.limit) retries: \(reason)")
                }
                if let refusal = try await attempts.again(after: delay, because: reason, more: more) {
                    throw gaveUp("a response policy asked for a retry: \(reason); but \(refusal)")
                }
                isDoubted = false
                verdict = await judged(await received())
            case .success(let answer):
                let made = judge.response(answer, plan, decode)
                guard case .failure(let error) = made, !isDoubted, !error.isCancellation else { return (try made.get(), answer) }
                // A policy may know what to do about it, once.
                isDoubted = true
                verdict = await judged(.failure(error))
            }
        }
    }

    /// What an attempt brought, as far as status and business code say.
    mutating func received() async -> CallOutcome {
        var came: CallOutcome
        do throws(NetError) { came = .success(try await answered()) } catch { came = .failure(error) }
        if let crossing { came = await crossed(crossing, came) }
        keepExcerpt(came)
        if !hooks.isEmpty { await tell(came) }
        return note(came)
    }

    /// Outside of all attempts stands the gate: who asks is settled before anything else is made of an answer (CT-F5).
    func answered() async throws(NetError) -> RawResponse {
        guard let gate = order.gate else { return try await attempts.run() }
        return try await gate.run(attempts, order) { judge.business($0) }
    }

    @inline(never)
    private mutating func note(_ came: CallOutcome) -> CallOutcome {
        if let cache = client.cache, !plan.method.isSafe, case .success(let answer) = came { outdate(answer, in: cache) }
        let judged = came.flatMap { judge.outcome($0, plan) }
        outcome = judged
        return judged
    }

    private mutating func tell(_ outcome: CallOutcome) async { await hooks.didReceive(outcome) }

    /// What service and endpoint make of an outcome.
    func judged(_ outcome: CallOutcome) async -> ResponsePolicy.Verdict {
        guard judge.hasPolicies else { return .keep(outcome) }
        let (verdict, decisions) = await judge.verdict(on: outcome, context())
        if !decisions.isEmpty { client.desk.update { table, now in decisions.forEach { table.decide($0, id, at: now) } } }
        return verdict
    }

    /// What is known of the call now.
    private func context() -> CallContext {
        var context = hooks.context
        guard let standing = client.desk.standing(id) else { return context }
        context.service = standing.service
        context.attempts = standing.attempts
        return context
    }

    private func noteVerdict(_ error: NetError) {
        guard let hook = hooks.decider else { return }
        let decision: Decision = error.isSkip ? .skipped(hook: hook) : .changed(by: hook, to: error.kind.name)
        client.desk.update { $0.decide(decision, id, at: $1) }
    }

    @inline(never)
    private func keepExcerpt(_ outcome: CallOutcome) {
        let count = client.behaviour.excerptBytes
        // What a login is answered are credentials.
        guard count > 0, !plan.bypassesAuth, case .success(let answer) = outcome else { return }
        client.desk.update { table, _ in table.excerpt(Array(answer.body.prefix(count)), id) }
    }

    private func gaveUp(_ detail: String) -> NetError {
        guard case .failure(var error)? = outcome else {
            return NetError(.validation, attempted: "\(plan)", detail: detail, response: try? outcome?.get())
        }
        error.detail = error.detail.isEmpty ? detail : "\(error.detail); \(detail)"
        return error
    }

    /// The error with all that is known of the call in it.
    func finished(_ error: NetError) -> NetError {
        var error = error
        let standing = client.desk.standing(id)
        if error.attempted.isEmpty { error.attempted = "\(plan)" }
        error.endpoint = plan.id
        error.service = standing?.service ?? ""
        error.attempts = standing?.attempts ?? 0
        error.isPerhapsReceived = standing?.isPerhapsReceived ?? false
        error.userText = client.behaviour.texts(error, client.network.belief)
        return error
    }
}

extension NetError {
    /// The answer came, and its call did not like it; another may.
    fileprivate var isJudgement: Bool {
        switch kind {
        case .status, .business, .decode, .validation: true
        default: false
        }
    }

    /// It is to land unheard.
    var isSkip: Bool { kind == .cancelled(.hook) }
}
