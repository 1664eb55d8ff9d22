// The environments of the API, and switching between them: requests in flight stay where they were sent.

import NetLayer

extension Model {
    /// In the order in which the services name them.
    var environments: [Environment] {
        var known: [Environment] = []
        for deployment in api.pool.services.flatMap(\.deployments) where !known.contains(deployment.environment) {
            known.append(deployment.environment)
        }
        return known
    }

    /// Why the environment cannot change; `nil` when there is a choice.
    var whyNoEnvironment: String? {
        if let reason = whyNoDescription { return reason }
        return environments.count < 2 ? "There is only one environment" : nil
    }

    /// The environments, those not in use first, each with its addresses.
    func environmentCompletions(after words: [String]) -> [PaletteVerb.Completion] {
        guard words.isEmpty else { return [] }
        let others = environments.filter { $0 != api.pool.environment } + [api.pool.environment]
        return others.map { environment in
            let addresses = api.pool.services.compactMap { $0.address(in: environment)?.description }
            let note = addresses.joined(separator: "  ")
            return .init(word: environment.rawValue, note: environment == api.pool.environment ? "in use  \(note)" : note)
        }
    }

    mutating func enter(_ environment: Environment) {
        api.pool.selectEnvironment(environment)
        // Without failover, no other code leaves a service that has no address here.
        if api.pool.failover == nil, let first = api.pool.present.first {
            try? api.pool.switchTo(first)
        }
        poolView.forget()
    }

    mutating func useEnvironment(_ words: [String]) throws(PaletteProblem) -> [Effect] {
        if let reason = whyNoEnvironment { throw PaletteProblem(reason) }
        guard let environment = environments.first(where: { $0.rawValue == words.joined(separator: " ") }) else {
            throw .unknown("environment", words.joined(separator: " "), among: environments.map(\.rawValue))
        }
        guard environment != api.pool.environment else { throw PaletteProblem("\(environment) is in use") }
        enter(environment)
        // The rounds of a watch must not wander to other servers.
        let name = apis.currentName
        let stops = stopWatches { $0.api == name }
        let live = tasks.counts.live
        let rest = live == 0 ? "" : live == 1 ? "; the running one stays" : "; the \(live) running ones stay"
        let guarded = guardsInForce.first.map { "; \($0.words)" } ?? ""
        say("Requests now go to \(environment)\(rest)\(guarded)")
        return stops + [.services(.watch(api.pool))]
    }
}
