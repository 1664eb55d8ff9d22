// The guards on the screen: those in force, `:guard`, and what they decide about a request before it is sent.

import Catalog
import NetLayer

extension Model {
    /// All guards: those of the workspace and of the command line, and the one that `:guard` has added.
    var guards: GuardBook {
        var book = description?.guards ?? sending.defaults.guards
        book.session = sending.guardWish
        return book
    }

    /// The guards of the environment in use, the strictest first.
    var guardsInForce: [GuardRule] { guards.rules(in: api.pool.environment, of: api.pool.id) }

    /// What the first line says of them: `production · read-only`; `nil` without a guard.
    var guardLabel: String? {
        guard let rule = guardsInForce.first else { return nil }
        let environment = rule.environment ?? (environments.count > 1 ? api.pool.environment : nil)
        return [environment?.rawValue, rule.level.rawValue].compactMap(\.self).joined(separator: " · ")
    }

    /// The decision of the guards about a request to which the user has not agreed. The engine asks the same
    /// guards again when it sends.
    func guardDecision(on plan: RequestPlan, _ pool: ServicePool) -> GuardDecision {
        let guards = guards
        guard guards.hasRules, case .success(let request) = wireRequest(plan) else { return .allowed }
        let facts = RequestGate.Facts(pool: pool.id, environment: plan.destination.environment ?? pool.environment)
        return guards.decide(request, facts)
    }

    /// The entries of ``RequestPlan/agreements`` for a request that the user has confirmed.
    func agreements(to plan: RequestPlan, _ pool: ServicePool) -> Set<String> {
        guard case .confirm(let rules, _) = guardDecision(on: plan, pool) else { return [] }
        return Set(rules.map(\.agreement))
    }

    // MARK: `:guard`

    func guardCompletions(after words: [String]) -> [PaletteVerb.Completion] {
        guard words.isEmpty else { return [] }
        let levels = [
            PaletteVerb.Completion(word: GuardLevel.confirm.rawValue, note: "ask before each request that may change something"),
            .init(word: GuardLevel.readOnly.rawValue, note: "send no request that may change something"),
        ]
        return levels + (sending.guardWish == nil ? [] : [.init(word: Self.guardOff, note: "take back what :guard has added")])
    }

    private static let guardOff = "off"

    /// Adds a guard for all requests, or says which are in force.
    mutating func restrict(_ words: [String]) throws(PaletteProblem) -> [Effect] {
        guard let word = words.first else {
            say(guardsInForce.isEmpty ? "No guard is in force: :guard read-only adds one" : guardWords)
            return []
        }
        guard word != Self.guardOff else { return try liftGuard() }
        guard let level = GuardLevel(rawValue: word) else {
            throw .unknown("guard", word, among: GuardLevel.allCases.map(\.rawValue))
        }
        sending.guardWish = level
        say(guardWords)
        return [.engine(.restrict(level))]
    }

    /// Takes back the guard of `:guard`. No command weakens those of the workspace and of the command line.
    private mutating func liftGuard() throws(PaletteProblem) -> [Effect] {
        guard sending.guardWish != nil else {
            throw PaletteProblem(
                guardsInForce.isEmpty ? "No guard is in force" : "\(guardWords): it can be changed only there")
        }
        sending.guardWish = nil
        say(guardsInForce.isEmpty ? "No guard is in force any more" : guardWords)
        return [.engine(.restrict(nil))]
    }

    private var guardWords: String { guardsInForce.map(\.words).joined(separator: "; ") }
}
