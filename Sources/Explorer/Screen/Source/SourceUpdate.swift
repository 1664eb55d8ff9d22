// Handles the first description: it was read, it cannot be read, or there is none to read.

import Canvas
import Catalog
import NetLayer
import Workbench

extension Model {
    mutating func receive(_ event: SourceEvent) -> [Effect] {
        switch event {
        case .described(let description, let pool): return begin(withSaved(description), on: pool)
        case .failedToDescribe(let failure):
            // Requests that were typed meanwhile stay on the screen.
            guard description == nil else {
                failedToReread(failure)
                break
            }
            api.source = .failed(failure)
            if let name = apis.currentName {
                endpoints.setNote(failure.title, of: apis.current)
                say(failure.notice(of: name), .error)
            }
        case .absent(let pool, let text): return beginWithoutSource(on: pool, text)
        case .reread(let description, let pool, let change, let work, let isAsked):
            return reread(description, pool, change, work, isAsked: isAsked)
        case .wantsTrust(let wish): askToTrust(wish)
        case .failedToReread(let failure): failedToReread(failure)
        }
        return []
    }

    /// Starts without a description, with the dialog for the first request, or with the request of a text.
    private mutating func beginWithoutSource(on pool: ServicePool, _ text: String) -> [Effect] {
        api.hasSource = false
        let effects = begin(.undescribed(Self.nameWithoutSource), on: pool)
        let dialog = NewRequest(field: TextField())
        guard text.isEmpty else { return effects + paste(text, into: dialog) }
        dialogs.open = dialog
        return effects
    }

    /// Starts with a description, without any state of an earlier one.
    private mutating func begin(_ description: APIDescription, on pool: ServicePool) -> [Effect] {
        let typedDrafts = self.typedDrafts
        api.source = .ready(description)
        let isWatched = pool.failover != nil || self.api.pool.failover != nil
        self.api.pool = pool
        endpoints.begin(description)
        result.writtenLists = description.writtenLists
        requests.forms = [:]
        requests.waiting = nil
        requests.drafts = typedDrafts
        sending.credentials = Credentials()
        sending.agreedOrigins = sending.defaults.agreedOrigins
        (sending.heldSends, sending.heldRuns) = ([], [])
        login = LoginState()
        sending.rules.forgetEndpoints()
        sending.rules.take(description.caching, for: description.targets)
        openForm()
        poolView = PoolView()
        let errors = description.warnings.count { $0.severity == .error }
        if errors > 0 {
            say("\(errors) \(errors == 1 ? "error" : "errors") in the description; `explorer check` names them", .warning)
        }
        openSession()
        let authenticates = description.signing != nil || description.login != nil
        return (authenticates ? [authentication(by: description)] : [])
            + (isWatched ? [.services(.watch(self.api.pool))] : []) + openArchive(of: description)
    }
}

extension Failure {
    /// The failure to read the description of one of several APIs, as one line.
    func notice(of api: String) -> String {
        "\(api): \([title, detail, hint].filter { !$0.isEmpty }.joined(separator: "; "))"
    }
}
