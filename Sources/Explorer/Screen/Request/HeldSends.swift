// Requests that wait for the user's confirmation. Every effect that sends passes through
// here, whatever caused it.

import Canvas
import Catalog
import NetLayer
import Workbench

/// A request that waits for the user's answer.
struct HeldSend: Sendable {
    /// The reason for the question.
    enum Doubt: Sendable {
        /// It may change something.
        case unsafe(UnsafeSend)
        /// It carries secrets to a server that they were not given for.
        case foreign(ForeignCredentials)
    }

    var effect: Effect
    var doubt: Doubt
    /// The number of keys and clicks when the request was held.
    var deed: Int

    /// What the user is told when it is dropped.
    fileprivate var refusal: String {
        switch doubt {
        case .unsafe(let send): "\(send.method) \(send.address) was not sent"
        case .foreign(let foreign): "Nothing was sent to \(foreign.origin)"
        }
    }
}

/// A request that may change something, as the question names it.
struct UnsafeSend: Sendable, Hashable {
    var method: HTTPMethod
    /// The whole address, secrets masked.
    var address: String
    var times: Int
    /// Why the program asks; a sentence.
    var reason: String

    /// The question as lines. The address is shown whole: its end may matter.
    var question: [String] {
        let times = times > 1 ? " \(times) times" : ""
        return ["Send this request\(times)?"] + Self.line(method, address).pieces(of: 66) + [reason]
    }

    static func line(_ method: HTTPMethod, _ address: String) -> String { Printable.visible("\(method) \(address)") }
}

/// Saved requests of one run that may change something.
struct UnsafeRun: Sendable, Hashable {
    var name: String
    /// The number of the run that waits.
    var number: Int
    /// The number of keys and clicks when the run was held.
    var deed: Int
    /// Method and address of each such request.
    var lines: [String] = []
    /// The same requests by their place in the run.
    var shown: [RunMachine.Place: ShownStep] = [:]

    private static let mostLines = 8

    var question: [String] {
        let rest = lines.count > Self.mostLines ? ["… and \(lines.count - Self.mostLines) more"] : []
        return ["Run \(TextWidth.truncate(Printable.visible(name), 40))? It sends:"]
            + lines.prefix(Self.mostLines).flatMap { $0.pieces(of: 66) } + rest
    }
}

extension Model {
    /// The confirmation rule of the environment to whose services the request's address belongs, even when
    /// another environment is in use. Of several environments the strictest rule counts.
    /// - Parameter plan: `nil` for a plan that is not known yet; it goes to the environment in use.
    func confirmRule(of plan: RequestPlan?) -> ConfirmRule {
        let rules = description?.confirmations ?? [:]
        guard !rules.isEmpty else { return sending.confirm }
        guard let plan, case .success(let request) = wireRequest(plan) else {
            return ConfirmRule.effectiveRule(setting: sending.confirm, environment: rules[api.pool.environment])
        }
        var owners = api.pool.environments(owning: request.url)
        // Another environment may have its services under a longer path of the same server.
        if owners.contains(api.pool.environment) || !plan.hasOwnAddress && api.pool.owns(request.url, in: api.pool.environment) {
            owners = [api.pool.environment]
        }
        return ConfirmRule.strictest(owners.map { ConfirmRule.effectiveRule(setting: sending.confirm, environment: rules[$0]) })
            ?? sending.confirm
    }

    /// Lets the effects through that may be sent. The rest waits for the user.
    /// - Parameter isAwaited: the user's last action caused the effects.
    mutating func holding(_ effects: [Effect], isAwaited: Bool) -> [Effect] {
        let free = effects.filter { effect in
            guard let doubt = doubt(about: effect) else { return true }
            sending.heldSends.append(HeldSend(effect: effect, doubt: doubt, deed: dialogs.inputs))
            return false
        }
        askNext(isAwaited: isAwaited)
        return free.map { effect in
            var effect = effect
            if let sent = effect.sending { effect.sending?.plan = agreeing(sent) }
            result.bind(effect)
            awaitContracts(of: effect)
            if case .engine(.sendGroup(let order)) = effect { tasks.measure(order) }
            recordAction(of: effect)
            noteRound(effect)
            return effect
        }
    }

    /// The plan with the user's agreements: to origins for all requests, to guards for this one alone.
    private func agreeing(_ sent: Effect.Sending) -> RequestPlan {
        var plan = sent.plan.agreeing(sending.agreedOrigins)
        let agreements = sent.cause == .confirmed ? self.agreements(to: plan, sent.pool) : []
        // A plan that is sent again may have those of an earlier request.
        if plan.agreements != agreements { plan.agreements = agreements }
        return plan
    }

    /// Records what the user's action sends; a prefetched page and the rounds of a watch are no actions.
    private mutating func recordAction(of effect: Effect) {
        guard let action = SentAction(effect, at: now, in: api.pool.environment),
            !result.ahead.values.contains(action.task), !watches.isLaterRound(action.task)
        else { return }
        sending.sentActions.add(action)
    }

    /// Opens the question for the request that has waited longest.
    private mutating func askNext(isAwaited: Bool) {
        // An open dialog receives the keys, so the question comes after it.
        guard dialogs.open == nil, !sending.heldRuns.isEmpty || !sending.heldSends.isEmpty else { return }
        guard !isEditing else { return say("A request waits for confirmation: finish typing first", .warning) }
        // The user no longer expects a question about a request that waited behind another dialog.
        let isNews = (sending.heldRuns.first?.deed ?? sending.heldSends.first?.deed) == dialogs.inputs
        dialogs.questionOpenedAt = isAwaited && isNews ? nil : now
        if !sending.heldRuns.isEmpty {
            dialogs.open = Question.runUnsafe(sending.heldRuns.removeFirst())
        } else if let first = sending.heldSends.first, let plan = first.effect.sending?.plan {
            switch first.doubt {
            case .unsafe(let send): dialogs.open = Question.sendUnsafe(send)
            case .foreign(let foreign): dialogs.open = Question.sendElsewhere("\(plan.method) \(plan.title)", foreign)
            }
        }
    }

    /// Whether a task waits for the user's confirmation.
    func isHeld(_ task: TaskID) -> Bool { sending.heldSends.contains { $0.effect.sending?.tasks.contains(task) == true } }

    /// A question that opens without a user's action accepts no yes for this long: the key was
    /// meant for something else.
    static let questionPause = Duration.milliseconds(500)

    /// Whether the user cannot have read the question: it has just opened without a user's action, or this key arrived
    /// together with others.
    var isQuestionNew: Bool { dialogs.isInBurst || dialogs.questionOpenedAt.map { now < $0 + Self.questionPause } ?? false }

    private func doubt(about effect: Effect) -> HeldSend.Doubt? {
        guard let request = effect.sending else { return nil }
        let plan = request.plan
        let decision = guardDecision(on: plan, request.pool)
        // No question: the engine refuses it, and its row says why.
        if case .refused = decision { return nil }
        if case .confirm(let rules, _) = decision, request.cause != .confirmed {
            return .unsafe(
                UnsafeSend(
                    method: plan.method, address: address(of: plan), times: request.tasks.count,
                    reason: "\(rules.map(\.words).joined(separator: "; "))."))
        }
        if let reason = confirmRule(of: plan).reason(toAskBefore: plan.method, sentBy: request.cause) {
            return .unsafe(
                UnsafeSend(method: plan.method, address: address(of: plan), times: request.times, reason: reason))
        }
        return sending.defaults.generator.foreignCredentials(of: plan.agreeing(sending.agreedOrigins), on: request.pool).first.map
        {
            .foreign($0)
        }
    }

    /// The address of a request, secrets masked.
    func address(of plan: RequestPlan) -> String {
        switch wireRequest(plan) {
        case .success(let request): "\(request.url)"
        case .failure: plan.path
        }
    }

    /// Sends the request that waited first: the user has confirmed it.
    mutating func sendConfirmed() -> [Effect] {
        guard !sending.heldSends.isEmpty else { return [] }
        var effect = sending.heldSends.removeFirst().effect
        effect.sending?.cause = .confirmed
        return [effect]
    }

    /// Sends the request that waited, with its secrets. This origin receives the API's
    /// credentials from now on.
    mutating func sendElsewhere(to origin: String) -> [Effect] {
        sending.agreedOrigins.insert(origin)
        defer { sending.heldSends = [] }
        return sending.heldSends.map(\.effect)
    }

    /// Sends the request that waited first, without its secrets.
    mutating func sendWithoutCredentials() -> [Effect] {
        guard !sending.heldSends.isEmpty else { return [] }
        var effect = sending.heldSends.removeFirst().effect
        if let plan = effect.sending?.plan { effect.sending?.plan = plan.withoutCredentials() }
        return [effect]
    }

    /// Drops the request that waited first, and the others that the same key or click sends for the same
    /// cause: one No is enough for them.
    mutating func dropHeldSends() -> [Effect] {
        guard let first = sending.heldSends.first else { return [] }
        func belongs(_ held: HeldSend) -> Bool {
            held.deed == first.deed && held.effect.sending?.cause == first.effect.sending?.cause
        }
        let dropped = sending.heldSends.filter(belongs)
        sending.heldSends.removeAll(where: belongs)
        say(dropped.count == 1 ? first.refusal : "\(Quantity.count(dropped.count)) requests were not sent")
        var effects: [Effect] = []
        for held in dropped { effects += forget(held) }
        return effects
    }

    /// Nothing waits for the response of the dropped request any more.
    private mutating func forget(_ held: HeldSend) -> [Effect] {
        var effects: [Effect] = []
        for task in held.effect.sending?.tasks ?? [] {
            result.ahead = result.ahead.filter { $0.value != task }
            if result.awaited == task { result.awaited = nil }
            dropRound(task)
            dropResource(task)
            if result.awaitedDiff?.new == task { result.awaitedDiff = nil }
            if let step = workspace?.sent.removeValue(forKey: task)?.step {
                effects += ended(step, .refused(held.refusal, code: ExitStatus.cancelled))
            }
        }
        return effects
    }

    /// The operation's own server, when it is outside of the API's origins.
    func elsewhere(_ form: RequestForm) -> String? {
        guard form.linkServer == nil, !form.operation.servers.isEmpty,
            let service = ownPool(form.operation.servers)?.services.first, let home = service.credentialHome,
            !home.contains(service.baseURL.origin)
        else { return nil }
        return "\(service.baseURL)"
    }
}

extension RequestPlan {
    fileprivate func agreeing(_ origins: Set<String>) -> RequestPlan {
        // Returning an unchanged plan avoids a copy.
        guard !origins.isSubset(of: credentialScope.agreed) else { return self }
        var plan = self
        plan.credentialScope.agreed.formUnion(origins)
        return plan
    }
}

extension Effect {
    /// What the kinds of sends have in common.
    fileprivate struct Sending {
        var plan: RequestPlan
        let pool: ServicePool
        /// The tasks whose responses it brings.
        let tasks: [TaskID]
        /// How many requests it sends.
        let times: Int
        var cause: SendCause
    }

    /// `nil` when the effect sends nothing. A new value changes its plan and its cause.
    fileprivate var sending: Sending? {
        get {
            switch self {
            case .engine(.send(let order)):
                Sending(plan: order.plan, pool: order.pool, tasks: [order.id], times: 1, cause: order.cause)
            case .engine(.sendGroup(let order)):
                Sending(plan: order.plan, pool: order.pool, tasks: order.members, times: order.count, cause: order.cause)
            case .engine(.allPages(let order)):
                Sending(plan: order.plan, pool: order.pool, tasks: [order.id], times: 1, cause: order.cause)
            case .engine(.verify(let order)):
                Sending(plan: order.lead, pool: order.pool, tasks: [], times: 1, cause: order.cause)
            case _: nil
            }
        }
        set {
            guard let newValue else { return }
            switch self {
            case .engine(.send(var order)):
                (order.plan, order.cause) = (newValue.plan, newValue.cause)
                self = .engine(.send(order))
            case .engine(.sendGroup(var order)):
                (order.plan, order.cause) = (newValue.plan, newValue.cause)
                self = .engine(.sendGroup(order))
            case .engine(.allPages(var order)):
                (order.plan, order.cause) = (newValue.plan, newValue.cause)
                self = .engine(.allPages(order))
            case .engine(.verify(var order)):
                (order.lead, order.cause) = (newValue.plan, newValue.cause)
                self = .engine(.verify(order))
            case _: break
            }
        }
    }
}

extension ForeignCredentials {
    /// The question as lines. The origin is shown whole: the end of a host name matters most.
    func question(_ what: String) -> [String] {
        ["\(TextWidth.truncate(Printable.visible(what), 50)) goes to another server than the API's:"]
            + Printable.visible(origin).pieces(of: 60) + [
                "Send its \(TextWidth.truncate(Printable.visible(words), 46)) there too?"
            ]
    }
}

extension String {
    /// Lines of at most `length` characters, indented.
    fileprivate func pieces(of length: Int) -> [String] {
        var lines: [String] = []
        var rest = self[...]
        while !rest.isEmpty {
            lines.append("  " + rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return lines
    }
}
