// Judges a response: status, the body's own code, the policies, decoding, the endpoint's checks; in this
// order, and without side effects.

struct CallJudge {
    private let client: ClientBehaviour
    private let call: CallBehaviour

    init(_ order: CallOrder) { self.init(order.client.behaviour, order.behaviour) }

    init(_ client: ClientBehaviour, _ call: CallBehaviour) {
        self.client = client
        self.call = call
    }

    var hasPolicies: Bool { call.policy != nil || client.policy != nil || !client.servicePolicies.isEmpty }

    func statusError(_ answer: RawResponse) -> NetError? {
        let status = answer.head.status
        guard !call.acceptsStatus(status) else { return nil }
        return NetError(.status(status), attempted: "\(answer.url)", detail: "the server answered \(status)", response: answer)
    }

    /// The failure that the body reports, where a rule can read it.
    func business(_ answer: RawResponse) -> BusinessFailure? { (call.business ?? client.business)?.failure(in: answer) }

    /// Judges by status and by the body's own code. Decoding follows, because the body of a failure is
    /// not of the response's type.
    func outcome(_ answer: RawResponse, _ plan: RequestPlan) -> CallOutcome {
        let business = business(answer)
        if var error = statusError(answer) {
            error.business = business
            return .failure(error)
        }
        guard let business else { return .success(answer) }
        let says = business.code.isEmpty ? "no success code" : "the code \(business.code) \(business.message)"
        var error = NetError(
            .business(business.code), attempted: "\(plan.method) \(answer.url)", detail: "the body has \(says)", response: answer
        )
        error.business = business
        return .failure(error)
    }

    /// Applies the service's policy to the outcome, then the endpoint's to its
    /// result; and lists their changes.
    func verdict(on outcome: CallOutcome, _ context: CallContext) async -> (ResponsePolicy.Verdict, [Decision]) {
        let policies = [client.servicePolicies[context.service] ?? client.policy, call.policy].compactMap { $0 }
        var outcome = outcome
        var decisions: [Decision] = []
        for policy in policies {
            if case .failure(let error) = outcome, error.isCancellation { break }
            let verdict = await policy.decide(outcome, context)
            switch verdict {
            case .success(let answer):
                if case .failure = outcome { decisions.append(.changed(by: policy.name, to: "success")) }
                outcome = .success(answer)
            case .failure(let error):
                if outcome != .failure(error) { decisions.append(.changed(by: policy.name, to: error.kind.name)) }
                outcome = .failure(error)
            case .stop: return (verdict, decisions + [.stopped(policy: policy.name)])
            case .retry: return (verdict, decisions)
            }
        }
        return (.unchanged(outcome), decisions)
    }

    /// Decodes, then checks. The error for a thrown failure carries the response.
    func response<R>(_ answer: RawResponse, _ plan: RequestPlan, _ decode: (RawResponse) throws -> R) -> Result<R, NetError> {
        let attempted = { "\(plan.method) \(answer.url)" }
        let value: R
        do {
            value = try AttachedValue.with(client.attached) { try decode(answer) }
        } catch {
            return .failure(.wrapping(error, as: .decode, attempted: attempted(), response: answer))
        }
        if let mismatch = call.shape?.mismatch(in: answer.body) {
            return .failure(NetError(.validation, attempted: attempted(), detail: "\(mismatch)", response: answer))
        }
        do {
            try call.checkAnswer?(answer)
        } catch {
            return .failure(.wrapping(error, as: .validation, attempted: attempted(), response: answer))
        }
        return .success(value)
    }
}
