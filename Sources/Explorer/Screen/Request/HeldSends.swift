// Requests that wait for the user's word. Every effect that sends comes through here, whoever asked for it.

import Canvas
import Catalog
import NetLayer
import Workbench

/// A request that waits for the answer.
struct HeldSend: Sendable {
    /// What has to be asked before it is sent.
    enum Doubt: Sendable {
        /// It may change something.
        case unsafe(UnsafeSend)
        /// It carries secrets to another server than theirs.
        case foreign(ForeignCredentials)
    }

    var effect: Effect
    var doubt: Doubt
    /// The number of keys and clicks when it was held.
    var deed: Int
}

/// A request that may change something, as the question names it.
struct UnsafeSend: Sendable, Hashable {
    var method: HTTPMethod
    /// The whole address, secrets masked.
    var address: String
    var times: Int
    /// Why the user is asked; a sentence.
    var reason: String

    /// The question, a line each. An address is shown whole: what matters of it may be its end.
    var question: [String] {
        let times = times > 1 ? " \(times) times" : ""
        return ["Send this request\(times)?"] + Self.line(method, address).pieces(of: 66) + [reason]
    }

    static func line(_ method: HTTPMethod, _ address: String) -> String { Printable.visible("\(method) \(address)") }
}

/// Saved requests that are run together, and what of them may change something.
struct UnsafeRun: Sendable, Hashable {
    var name: String
    /// The run that waits.
    var number: Int
    /// The number of keys and clicks when it was held.
    var deed: Int
    /// Method and address of each such request.
    var lines: [String] = []
    /// The same by place in the run.
    var shown: [RunMachine.Place: ShownStep] = [:]

    private static let mostLines = 8

    var question: [String] {
        let rest = lines.count > Self.mostLines ? ["… and \(lines.count - Self.mostLines) more"] : []
        return ["Run \(TextWidth.truncate(Printable.visible(name), 40))? It sends:"]
            + lines.prefix(Self.mostLines).flatMap { $0.pieces(of: 66) } + rest
    }
}

extension Model {
    /// The rule that counts where a request goes: that of the environment to whose services its address belongs, wherever the user is now. Of
    /// several environments the strictest counts.
    /// - Parameter plan: `nil` for one that is not known yet; it goes where requests go now.
    func confirmRule(of plan: RequestPlan?) -> ConfirmRule {
        let rules = description?.confirmations ?? [:]
        guard !rules.isEmpty else { return sending.confirm }
        guard let plan, case .success(let request) = wireRequest(plan) else {
            return ConfirmRule.effectiveRule(setting: sending.confirm, environment: rules[api.pool.environment])
        }
        var owners = api.pool.environments(owning: request.url)
        // Another environment may have its services further down the same server.
        if owners.contains(api.pool.environment) || !plan.hasOwnAddress && api.pool.owns(request.url, in: api.pool.environment) {
            owners = [api.pool.environment]
        }
        return ConfirmRule.strictest(owners.map { ConfirmRule.effectiveRule(setting: sending.confirm, environment: rules[$0]) }) ?? sending.confirm
    }

    /// Lets through what may be sent. The rest waits for the user.
    /// - Parameter isAwaited: they come of what the user has done last.
    mutating func holding(_ effects: [Effect], isAwaited: Bool) -> [Effect] {
        let free = effects.filter { effect in
            guard let doubt = doubt(about: effect) else { return true }
            sending.heldSends.append(HeldSend(effect: effect, doubt: doubt, deed: dialogs.inputs))
            return false
        }
        askNext(isAwaited: isAwaited)
        return free.map { effect in
            let effect = effect.changing { $0 = $0.agreeing(sending.agreedOrigins) }
            result.bind(effect)
            return effect
        }
    }

    /// Opens the question of what has waited longest.
    private mutating func askNext(isAwaited: Bool) {
        // What is open has the keys: the question comes after it.
        guard dialogs.open == nil, !sending.heldRuns.isEmpty || !sending.heldSends.isEmpty else { return }
        guard !isEditing else { return say("A request waits for your yes: end typing first", .warning) }
        // What waited behind something else has not been in anybody's mind just now.
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

    /// Whether a task waits for the user's word before it is sent.
    func isHeld(_ task: TaskID) -> Bool { sending.heldSends.contains { $0.effect.tasks.contains(task) } }

    /// A question that opens by itself takes no yes for so long: the key was pressed for something else.
    static let questionPause = Duration.milliseconds(500)

    /// Whether a question has opened under the user's hands just now.
    var isQuestionNew: Bool { dialogs.questionOpenedAt.map { now < $0 + Self.questionPause } ?? false }

    private func doubt(about effect: Effect) -> HeldSend.Doubt? {
        guard let (plan, pool) = effect.sending else { return nil }
        if let reason = confirmRule(of: plan).reason(toAskBefore: plan.method, sentBy: effect.cause) {
            return .unsafe(
                UnsafeSend(method: plan.method, address: address(of: plan), times: effect.tasks.count, reason: reason))
        }
        return sending.defaults.generator.foreignCredentials(of: plan.agreeing(sending.agreedOrigins), on: pool).first.map { .foreign($0) }
    }

    /// Where a request goes, secrets masked.
    func address(of plan: RequestPlan) -> String {
        switch wireRequest(plan) {
        case .success(let request): "\(request.url)"
        case .failure: plan.path
        }
    }

    /// Sends the first that waited: the user has said yes.
    mutating func sendConfirmed() -> [Effect] {
        guard !sending.heldSends.isEmpty else { return [] }
        return [sending.heldSends.removeFirst().effect.confirmed]
    }

    /// Sends what waited, with its secrets: this origin gets what is for the API from now on.
    mutating func sendElsewhere(to origin: String) -> [Effect] {
        sending.agreedOrigins.insert(origin)
        defer { sending.heldSends = [] }
        return sending.heldSends.map(\.effect)
    }

    /// Sends the first that waited without its secrets.
    mutating func sendWithoutCredentials() -> [Effect] {
        guard !sending.heldSends.isEmpty else { return [] }
        return [sending.heldSends.removeFirst().effect.changing { $0 = $0.withoutCredentials() }]
    }

    /// The first that waited is not sent, and nothing waits for its response.
    mutating func dropHeldSend() -> [Effect] {
        guard !sending.heldSends.isEmpty else { return [] }
        var effects: [Effect] = []
        let held = sending.heldSends.removeFirst()
        let reason =
            switch held.doubt {
            case .unsafe(let send): "\(send.method) \(send.address) was not sent"
            case .foreign(let foreign): "Nothing was sent to \(foreign.origin)"
            }
        say(reason)
        for task in held.effect.tasks {
            result.ahead = result.ahead.filter { $0.value != task }
            if result.awaited == task { result.awaited = nil }
            if result.awaitedDiff?.new == task { result.awaitedDiff = nil }
            if let step = workspace?.sent.removeValue(forKey: task)?.step {
                effects += ended(step, .refused(reason, code: ExitStatus.cancelled))
            }
        }
        return effects
    }

    /// What the operation of a form has of servers of its own, where they are elsewhere than the API's.
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
        // A plan that nothing changes costs less all the way down.
        guard !origins.isSubset(of: credentialScope.agreed) else { return self }
        var plan = self
        plan.credentialScope.agreed.formUnion(origins)
        return plan
    }
}

extension Effect {
    /// What it sends, and where; `nil` where it sends nothing.
    fileprivate var sending: (plan: RequestPlan, pool: ServicePool)? {
        switch self {
        case .engine(.send(let order)): (order.plan, order.pool)
        case .engine(.sendGroup(let order)): (order.plan, order.pool)
        case .engine(.allPages(let order)): (order.plan, order.pool)
        case _: nil
        }
    }

    /// The tasks whose responses it brings.
    fileprivate var tasks: [TaskID] {
        switch self {
        case .engine(.send(let order)): [order.id]
        case .engine(.sendGroup(let order)): order.members
        case .engine(.allPages(let order)): [order.id]
        case _: []
        }
    }

    fileprivate var cause: SendCause {
        switch self {
        case .engine(.send(let order)): order.cause
        case .engine(.sendGroup(let order)): order.cause
        case .engine(.allPages(let order)): order.cause
        case _: .again
        }
    }

    /// The same after the user's yes.
    fileprivate var confirmed: Effect {
        switch self {
        case .engine(.send(var order)):
            order.cause = .confirmed
            return .engine(.send(order))
        case .engine(.sendGroup(var order)):
            order.cause = .confirmed
            return .engine(.sendGroup(order))
        case .engine(.allPages(var order)):
            order.cause = .confirmed
            return .engine(.allPages(order))
        case _: return self
        }
    }

    fileprivate func changing(_ change: (inout RequestPlan) -> Void) -> Effect {
        switch self {
        case .engine(.send(var order)):
            change(&order.plan)
            return .engine(.send(order))
        case .engine(.sendGroup(var order)):
            change(&order.plan)
            return .engine(.sendGroup(order))
        case .engine(.allPages(var order)):
            change(&order.plan)
            return .engine(.allPages(order))
        case _: return self
        }
    }
}

extension ForeignCredentials {
    /// The question, a line each. An origin is shown whole: what matters of a host is its end.
    func question(_ what: String) -> [String] {
        ["\(TextWidth.truncate(Printable.visible(what), 50)) goes to another server than the API's:"]
            + Printable.visible(origin).pieces(of: 60) + ["Send its \(TextWidth.truncate(Printable.visible(words), 46)) there too?"]
    }
}

extension String {
    /// In lines of so many characters, indented.
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
