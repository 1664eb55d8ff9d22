// Measured runs: `:repeat` with a pace, and `:versus NAME [N] [AT ONCE] [rate:…] [for:…] [warm-up:…]`, which sends
// the selected request to two services or environments in turns.

import Catalog
import NetLayer
import Workbench

/// A side of a comparison.
struct GroupSide: Sendable, Hashable {
    /// The number of its own group, reserved.
    let id: TaskID
    /// The service or environment.
    let name: String
    let isEnvironment: Bool

    /// The order's plan, for this side.
    func plan(_ plan: RequestPlan) -> RequestPlan {
        var plan = plan
        if isEnvironment {
            plan.destination.environment = Environment(rawValue: name)
        } else {
            (plan.destination.service, plan.destination.preferredService) = (name, nil)
        }
        return plan
    }

    var title: String { (isEnvironment ? "in " : "on ") + name }
}

extension GroupOrder {
    /// A request for each side of a comparison, or the only one.
    package var turns: [(title: String, plan: RequestPlan, group: TaskID?)] {
        guard !sides.isEmpty else { return [(title, plan, nil)] }
        return sides.map { ("\(plan.title) \($0.title)", $0.plan(plan), $0.id) }
    }

    /// How many requests it sends, at most.
    var count: Int { pace.map { $0.expected ?? $0.count ?? RunPace.most } ?? members.count }
}

extension Model {
    /// Hands a plan to the engine as a measured run.
    mutating func measure(
        _ plan: RequestPlan, at pace: RunPace, sides: [(name: String, isEnvironment: Bool)] = []
    ) -> [Effect] {
        notices.shown = nil
        var plan = plan
        // A stored response says nothing about the server.
        plan.policies.fetch = nil
        // A second copy could go to the other side.
        if !sides.isEmpty, plan.policies.hedge == nil { plan.policies.hedge = .never }
        let id = sending.reserveTaskID()
        let sides = sides.map { GroupSide(id: sending.reserveTaskID(), name: $0.name, isEnvironment: $0.isEnvironment) }
        let against = sides.isEmpty ? "" : ": " + sides.map(\.name).joined(separator: " versus ")
        var order = GroupOrder(
            id: id, title: pace.title(of: plan.title) + against, plan: plan, pool: pool(for: plan), members: [],
            atOnce: pace.atOnce)
        (order.pace, order.sides, order.business) = (pace, sides, description?.business)
        say("The trace of task \(id) shows the figures")
        return [.engine(.sendGroup(order))]
    }

    /// Why two sides cannot be compared here; `nil` when they can.
    var whyNoVersus: String? {
        if let reason = whyUnavailable(.send) { return reason }
        return api.pool.services.count < 2 && environments.count < 2 ? "There is only one service, and one environment" : nil
    }

    mutating func compareSides(_ words: [String]) throws(PaletteProblem) -> [Effect] {
        if let reason = whyNoVersus { throw PaletteProblem(reason) }
        let wish = try RepeatWish(Array(words.dropFirst()), usual: RunPace.usualTurns)
        // The two sides must not disturb each other.
        let pace = try wish.pace(turns: 2, usual: 1)
        if let method = form?.endpoint.method, !method.isSafe {
            throw PaletteProblem("\(method) may change something each time: a comparison is for GET, HEAD and the like")
        }
        if let id = form?.endpoint.id, let asks = bring(for: .versus(words, endpoint: id)) { return asks }
        guard var plan = selectedPlan() else { return [] }
        guard !plan.hasOwnAddress else { throw PaletteProblem("This request has its own address and uses no service") }
        let sides = try sides(of: plan, words.first ?? "")
        leaveLink()
        wish.apply(to: &plan)
        return measure(plan, at: pace, sides: sides)
    }

    /// The service or environment in use, and the named one.
    private func sides(
        of plan: RequestPlan, _ name: String
    ) throws(PaletteProblem) -> [(name: String, isEnvironment: Bool)] {
        let pool = pool(for: plan)
        let services = pool.services.map(\.name)
        if services.contains(name) {
            let active = services.indices.contains(pool.active) ? services[pool.active] : name
            // The service in use may be the named one: then it is compared with the next one.
            let used = plan.destination.service ?? active
            guard let own = used == name ? services.first(where: { $0 != name }) : used else {
                throw PaletteProblem("There is only one service: nothing to compare \(name) with")
            }
            return [(own, false), (name, false)]
        }
        let known = environments.map(\.rawValue)
        guard known.contains(name) else { throw .unknown("service or environment", name, among: services + known) }
        let own = api.pool.environment.rawValue
        guard own != name else { throw PaletteProblem("\(name) is in use: name another environment") }
        guard try isSame(plan, in: Environment(rawValue: name)) else {
            throw PaletteProblem("The variables of \(name) make another request: use explorer run --versus \(name)")
        }
        return [(own, true), (name, true)]
    }

    /// Whether the selected form makes the same request with the variables of another environment.
    private func isSame(_ plan: RequestPlan, in environment: Environment) throws(PaletteProblem) -> Bool {
        guard workspace != nil, let index = endpoints.selectedEndpoint, var form = requests.forms[index] else { return true }
        form.stopEditing()
        var expansion = expansion(with: workspace?.brought ?? BroughtValues(), in: environment)
        do throws(FormProblem) {
            let filled = try form.expanded(by: &expansion)
            return try self.plan(filled, of: index, &expansion) == plan
        } catch {
            throw PaletteProblem("\(environment): \(error.text)")
        }
    }

    /// The services and environments that the one in use can be compared with.
    func sideCompletions(after words: [String]) -> [PaletteVerb.Completion] {
        guard words.isEmpty else { return [] }
        let services = api.pool.services.count > 1 ? serviceCompletions(after: words) : []
        let others = environmentCompletions(after: words).filter { $0.word != api.pool.environment.rawValue }
        return services + (environments.count > 1 ? others : [])
    }
}
