// The question before secrets that were given for the API go to another server: an operation's own, or one that a response has named.

import Canvas
import Catalog
import NetLayer

/// A request that waits for the answer.
struct HeldSend: Sendable {
    var effect: Effect
    var foreign: ForeignCredentials
}

extension Model {
    /// Lets through what may be sent. The rest waits for the user: every effect that sends comes through here, whoever asked for it.
    mutating func holding(_ effects: [Effect]) -> [Effect] {
        let free = effects.filter { effect in
            guard let (plan, pool) = effect.sending,
                let foreign = defaults.generator.foreignCredentials(of: plan.agreeing(agreedOrigins), on: pool).first
            else { return true }
            heldSends.append(HeldSend(effect: effect, foreign: foreign))
            return false
        }
        // A dialog that is open has the keys: the question comes after it.
        if overlay == nil, let first = heldSends.first, let plan = first.effect.sending?.plan {
            overlay = .confirm(.sendElsewhere("\(plan.method) \(plan.title)", first.foreign))
        }
        return free.map { $0.changing { $0 = $0.agreeing(agreedOrigins) } }
    }

    /// Sends what waited, with its secrets: this origin gets what is for the API from now on.
    mutating func sendElsewhere(to origin: String) -> [Effect] {
        agreedOrigins.insert(origin)
        defer { heldSends = [] }
        return heldSends.map(\.effect)
    }

    /// Sends the first that waited without its secrets.
    mutating func sendWithoutCredentials() -> [Effect] {
        guard !heldSends.isEmpty else { return [] }
        let effect = heldSends.removeFirst().effect.changing { $0 = $0.withoutCredentials() }
        // Its pages and repetitions go without them too.
        for ticket in effect.tickets {
            if let plan = unnumbered[ticket]?.plan { unnumbered[ticket]?.plan = plan.withoutCredentials() }
        }
        return [effect]
    }

    /// The first that waited is not sent, and nothing waits for its response.
    mutating func dropHeldSend() {
        guard !heldSends.isEmpty else { return }
        let held = heldSends.removeFirst()
        let reason = "Nothing was sent to \(held.foreign.origin)"
        say(reason)
        for ticket in held.effect.tickets {
            unnumbered[ticket] = nil
            result.ahead = result.ahead.filter { $0.value.ticket != ticket }
            if awaited == ticket { awaited = nil }
            if awaitedDiff?.ticket == ticket { awaitedDiff = nil }
            if let run = workspace?.sent.removeValue(forKey: ticket)?.run { _ = end(run, reason) }
        }
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
        case .send(let plan, let pool, _): (plan, pool)
        case .sendGroup(let order, let pool): (order.plan, pool)
        case .allPages(let order, let pool): (order.plan, pool)
        case _: nil
        }
    }

    fileprivate var tickets: [Ticket] {
        switch self {
        case .send(_, _, let ticket): [ticket]
        case .sendGroup(let order, _): order.tickets
        case .allPages(let order, _): [order.ticket]
        case _: []
        }
    }

    fileprivate func changing(_ change: (inout RequestPlan) -> Void) -> Effect {
        switch self {
        case .send(var plan, let pool, let ticket):
            change(&plan)
            return .send(plan, pool, ticket)
        case .sendGroup(var order, let pool):
            change(&order.plan)
            return .sendGroup(order, pool)
        case .allPages(var order, let pool):
            change(&order.plan)
            return .allPages(order, pool)
        case _: return self
        }
    }
}

extension ForeignCredentials {
    /// The question, a line each. An origin is shown whole: what matters of a host is its end.
    func question(_ what: String) -> [String] {
        var lines = ["\(TextWidth.fit(Printable.visible(what), 50)) goes to another server than the API's:"]
        var rest = Printable.visible(origin)[...]
        while !rest.isEmpty {
            lines.append("  " + rest.prefix(60))
            rest = rest.dropFirst(60)
        }
        return lines + ["Send its \(TextWidth.fit(Printable.visible(words), 46)) there too?"]
    }
}
