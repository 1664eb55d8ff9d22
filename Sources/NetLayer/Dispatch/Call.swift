// One call from start to end, for any response type: the steps before the attempts, the attempts, and the
// treatment of the response.
//
//   pulled, reformed ─► willCall ─► parameters ─► didCall ─► attempts (Attempt 1…n) ─► didReceive ─► status
//   ─► business code ─► policies ─► decode ─► checks ─► willLand ─► the caller ─► didLand
//   (HookChain runs the hooks, CallJudge judges)

struct Call {
    private(set) var order: CallOrder
    private(set) var judge: CallJudge
    private var hooks: HookChain
    private(set) var attempts: AttemptLoop
    /// The call's outcome, as hooks see it.
    var outcome: CallOutcome?
    /// What sees the outcome of the attempts before it is judged; `nil`: nothing.
    var received: (any ReceivedStage)?

    init(
        client: NetClient, id: TaskID, plan: RequestPlan, behaviour: CallBehaviour = CallBehaviour(), pool: ServicePool,
        sink: BodyPipe? = nil
    ) {
        order = CallOrder(client: client, id: id, plan: plan, behaviour: behaviour, pool: pool, sink: sink)
        attempts = AttemptLoop(Attempt(order: order))
        judge = CallJudge(order)
        hooks = HookChain(client.behaviour.hooks + behaviour.hooks, CallContext(id: id, plan: plan))
    }

    var client: NetClient { order.client }
    var id: TaskID { order.id }
    var plan: RequestPlan { order.plan }
    var behaviour: CallBehaviour { order.behaviour }
    var pool: ServicePool { order.pool }

    /// Replaces the order of the same call, after its plan has been pulled.
    mutating func rebuild(_ order: CallOrder) {
        self.order = order
        attempts = AttemptLoop(Attempt(order: order))
        judge = CallJudge(order)
    }

    /// The decoded response, or the complete error.
    /// - Parameter fetching: how the call uses stored responses; `nil`: not at all.
    mutating func run<R>(
        _ decode: @Sendable (RawResponse) throws -> R, _ fetching: (any CacheSession<R>)? = nil
    ) async -> Result<R, NetError> {
        var result: Result<R, NetError>
        do throws(NetError) {
            let (value, answer) =
                if let fetching {
                    try await fetching.run(&self, decode)
                } else if let cacheMiss {
                    throw cacheMiss
                } else {
                    try await settled(decode)
                }
            outcome = .success(answer)
            result = .success(value)
        } catch {
            result = .failure(failed(error))
        }
        guard isWatched, let error = await refused() else { return result }
        return .failure(error)
    }

    /// Why a call that asks for a stored response cannot have one.
    private var cacheMiss: NetError? {
        @inline(never) get {
            guard plan.policies.fetch == .cacheOnly else { return nil }
            return NetError(.cacheMiss, attempted: "\(plan)", detail: "there is no cache")
        }
    }

    /// The same for a call that joined another: it judges the other call's result by its own rules. It sends
    /// nothing, unless one of its policies wants another response, and no hook runs.
    mutating func run<R>(
        _ decode: @Sendable (RawResponse) throws -> R, on shared: CallOutcome
    ) async -> Result<R, NetError> {
        do throws(NetError) {
            try checkParameters()
            let judged = judgement(of: shared)
            outcome = judged
            let (value, answer) = try await applyPolicies(on: judged, decode)
            outcome = .success(answer)
            return .success(value)
        } catch {
            return .failure(failed(error))
        }
    }

    /// Judges the result of the other call by this call's rules. Where both come to the same error, the other
    /// call's error counts: it describes the attempts.
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

    /// Never inlined, because a suspended caller would reserve space for it too.
    @inline(never)
    private mutating func failed(_ error: NetError) -> NetError {
        let error = finished(attempts.addingStory(error))
        outcome = .failure(error)
        return error
    }

    /// The error into which a hook changes the end, if any.
    @inline(never)
    private mutating func refused() async -> NetError? {
        guard let outcome else { return nil }
        hooks.context = context()
        guard let error = await hooks.willLand(outcome) else { return nil }
        // A skipped call still passes its outcome to the hooks that follow, and lands silently.
        if !error.isSkip { self.outcome = .failure(error) }
        noteVerdict(error)
        return finished(error)
    }

    /// The same for a response whose body goes to `sink`: judges its status, and does not read its body.
    /// - Returns: the error of the response's status, if the status is an error.
    mutating func stream() async throws(NetError) -> NetError? {
        do throws(NetError) {
            try await begin()
            let answer = try await performAttempts()
            attempts.release(answer)
            outcome = .success(answer)
            keepExcerpt(.success(answer))
            if !plan.method.isSafe { client.stages.cache?.invalidate(after: answer, to: self) }
            if !hooks.isEmpty { await hooks.didReceive(.success(answer)) }
            return judge.statusError(answer).map { finished(attempts.addingStory($0)) }
        } catch {
            let error = finished(attempts.addingStory(error))
            outcome = .failure(error)
            throw error
        }
    }

    /// Whether a hook waits for the end of the call.
    var isWatched: Bool { hooks.hasBegun }

    /// The caller has the call's result; now the hooks receive it.
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

    /// The steps before the first attempt.
    mutating func begin() async throws(NetError) {
        if behaviour.request.hasProviders { try await pullPlan() }
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
            throw .wrapping(error, as: .badParameters, attempted: "\(plan)")
        }
    }

    /// Hooks and checks see the pulled parameters. Each later attempt pulls anew.
    @inline(never)
    private mutating func pullPlan() async throws(NetError) {
        var context = RequestContext(
            task: id, attempt: 1, now: client.time.now(), wallClock: client.wallClock, random: client.random)
        context.endpoint = plan.id
        // The service that the attempt will use unless something changes first: no service is picked yet.
        context.service = pool.standing(in: pool.environment(of: plan.destination), at: client.time.now())
        let pulled = try await client.generator.applyProviders(plan, [behaviour.request], context)
        rebuild(order.asking(plan, first: pulled, behaviour))
        hooks.context.plan = pulled
    }

    private mutating func settled<R>(_ decode: @Sendable (RawResponse) throws -> R) async throws(NetError) -> (R, RawResponse) {
        let outcome: CallOutcome
        do throws(NetError) {
            try await begin()
            outcome = await receiveOutcome()
        } catch {
            guard !error.isCancellation else { throw error }
            outcome = .failure(error)
        }
        // Without policies a success completes the call. The other cases are in a separate function, because
        // a suspended function reserves space for all its branches.
        guard !judge.hasPolicies, case .success(let answer) = outcome else { return try await applyPolicies(on: outcome, decode) }
        return (try judge.response(answer, plan, decode).get(), answer)
    }

    /// Applies the policies to an outcome, and repeats for every retry that they want.
    @inline(never)
    mutating func applyPolicies<R>(
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
                verdict = await judged(await receiveOutcome())
            case .success(let answer):
                let made = judge.response(answer, plan, decode)
                guard case .failure(let error) = made, !isDoubted, !error.isCancellation else { return (try made.get(), answer) }
                // A policy may handle the error, once.
                isDoubted = true
                verdict = await judged(.failure(error))
            }
        }
    }

    /// The result of an attempt, judged by status and business code.
    mutating func receiveOutcome() async -> CallOutcome {
        var came: CallOutcome
        do throws(NetError) { came = .success(try await performAttempts()) } catch { came = .failure(error) }
        if let received { came = await received.pass(came, of: &self) }
        keepExcerpt(came)
        if !hooks.isEmpty { await notifyHooks(came) }
        return judgeReceived(came)
    }

    /// The gate encloses all attempts: authentication is settled before any other step handles the response.
    func performAttempts() async throws(NetError) -> RawResponse {
        guard let gate = order.gate else { return try await attempts.run() }
        return try await gate.run(attempts, order) { judge.business($0) }
    }

    @inline(never)
    private mutating func judgeReceived(_ came: CallOutcome) -> CallOutcome {
        if !plan.method.isSafe, case .success(let answer) = came { client.stages.cache?.invalidate(after: answer, to: self) }
        let judged = came.flatMap { judge.outcome($0, plan) }
        outcome = judged
        return judged
    }

    private mutating func notifyHooks(_ outcome: CallOutcome) async { await hooks.didReceive(outcome) }

    /// Applies the policies of service and endpoint to an outcome.
    func judged(_ outcome: CallOutcome) async -> ResponsePolicy.Verdict {
        guard judge.hasPolicies else { return .unchanged(outcome) }
        let (verdict, decisions) = await judge.verdict(on: outcome, context())
        if !decisions.isEmpty {
            client.taskRegistry.update { table, now in decisions.forEach { table.recordDecision($0, id, at: now) } }
        }
        return verdict
    }

    /// The current facts about the call.
    private func context() -> CallContext {
        var context = hooks.context
        guard let standing = client.taskRegistry.standing(id) else { return context }
        context.service = standing.service
        context.attempts = standing.attempts
        return context
    }

    private func noteVerdict(_ error: NetError) {
        guard let hook = hooks.decider else { return }
        let decision: Decision = error.isSkip ? .skipped(hook: hook) : .changed(by: hook, to: error.kind.name)
        client.taskRegistry.update { $0.recordDecision(decision, id, at: $1) }
    }

    @inline(never)
    private func keepExcerpt(_ outcome: CallOutcome) {
        let count = client.behaviour.excerptBytes
        // The response to a login contains credentials.
        guard count > 0, !plan.isOfLogin, case .success(let answer) = outcome else { return }
        let excerpt = answer.body.isEmpty ? answer.excerpt : Array(answer.body.prefix(count))
        client.taskRegistry.update { table, _ in table.setExcerpt(excerpt, id) }
    }

    private func gaveUp(_ detail: String) -> NetError {
        guard case .failure(var error)? = outcome else {
            return NetError(.validation, attempted: "\(plan)", detail: detail, response: try? outcome?.get())
        }
        error.detail = error.detail.isEmpty ? detail : "\(error.detail); \(detail)"
        return error
    }

    /// The error, completed with all known facts about the call.
    func finished(_ error: NetError) -> NetError {
        var error = error
        let standing = client.taskRegistry.standing(id)
        if error.attempted.isEmpty { error.attempted = "\(plan)" }
        error.endpoint = plan.id
        error.service = standing?.service ?? ""
        error.attempts = standing?.attempts ?? 0
        error.isPerhapsReceived = standing?.isPerhapsReceived ?? false
        error.userText = client.behaviour.texts(error, client.network.assumedStatus)
        return error
    }
}

extension NetError {
    /// The response arrived, but the call's rules rejected it; another call may accept it.
    fileprivate var isJudgement: Bool {
        switch kind {
        case .status, .business, .decode, .validation: true
        default: false
        }
    }

    /// The error is to land silently.
    var isSkip: Bool { kind == .cancelled(.hook) }
}
