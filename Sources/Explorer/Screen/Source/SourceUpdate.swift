// The description is there, or cannot be read.

import Catalog
import NetLayer

extension Model {
    mutating func receive(_ event: SourceEvent) -> [Effect] {
        switch event {
        case .described(let description, let pool): return begin(withSaved(description), on: pool)
        case .failedToDescribe(let failure): source = .failed(failure)
        case .reread(let description, let pool, let change, let work, let isAsked):
            return reread(description, pool, change, work, isAsked: isAsked)
        case .wantsTrust(let wish): askToTrust(wish)
        case .failedToReread(let failure): failedToReread(failure)
        }
        return []
    }

    /// Begins with a description: nothing of another one is left.
    private mutating func begin(_ description: APIDescription, on pool: ServicePool) -> [Effect] {
        source = .ready(description)
        let isWatched = pool.failover != nil || self.pool.failover != nil
        self.pool = pool
        endpoints = EndpointList(description)
        result.writtenLists = description.writtenLists
        forms = [:]
        waitingSend = nil
        drafts = [:]
        credentials = Credentials()
        agreedOrigins = defaults.agreedOrigins
        (heldSends, heldRuns) = ([], [])
        login = LoginState()
        rules.forgetEndpoints()
        rules.take(description.caching, for: description.targets)
        openForm()
        poolView = PoolView()
        let errors = description.warnings.count { $0.severity == .error }
        if errors > 0 {
            say("\(errors) \(errors == 1 ? "error" : "errors") in the description; `explorer check` names them", .warning)
        }
        openSession()
        let use = description.login.map { [Effect.login(.use($0, self.pool))] } ?? []
        return use + (isWatched ? [.services(.watch(self.pool))] : [])
    }
}
