// The description was read again: the user's texts, choices and marks stay with their endpoints.

import Catalog
import NetLayer
import Workbench

extension Model {
    var whyNoReload: String? {
        if case .loading = api.source { return "The description is still loading" }
        return api.hasSource ? nil : NoDescription.noSource
    }

    /// Applies another reading of the same description, and of the workspace.
    /// - Parameters:
    ///   - work: the current content of the workspace; `nil`: unchanged.
    ///   - isAsked: the user has asked for it, and gets a report even when nothing has changed.
    mutating func reread(
        _ own: APIDescription, _ pool: ServicePool, _ change: DescriptionChange, _ work: WorkspaceWork?, isAsked: Bool
    ) -> [Effect] {
        guard let old = self.description else { return update(.source(.described(own, pool))) }
        keepForms()
        let before = workspace?.work
        if let work, work != before {
            stopWaiting()
            workspace?.work = work
        }
        let description = withSaved(own)
        var moved = change.moved
        // Saved requests follow the others.
        for index in old.ownCount..<old.endpoints.count {
            moved[index] =
                old.typedNumber(of: index).flatMap(description.typedIndex)
                ?? old.savedRequest(index).flatMap { description.place(of: $0.name) }
        }
        keepDrafts(of: old, description, moved)
        replaceDescription(description, moved)
        result.writtenLists = description.writtenLists
        let services = self.api.pool.services.map(\.plain)
        let family = self.api.pool.family
        var effects = adopt(pool)
        // The user has not agreed to the new server, so an automatic login does not begin there.
        let isForOthers = self.api.pool.family != family
        let isChanged = description.login != old.login || description.signing != old.signing
        let authenticates = description.login != nil || description.signing != nil
        if !(isForOthers && logsInByItself), isChanged || isForOthers && authenticates {
            effects.append(authentication(by: description))
        }
        openForm()
        if description.login != old.login {
            login.environments = []
            let way = description.login?.needsNoUser == false ? "; :login logs in" : ""
            say(description.login == nil ? "The workspace has no login now" : "The workspace now logs in another way\(way)")
        }
        if description.signing != old.signing {
            // The key replaces the logins of the user.
            if description.signing != nil { (login.environments, login.schemes) = ([], [:]) }
            say(description.signing == nil ? "The workspace signs no requests now" : "The workspace has another signing key now")
        }
        let saved = SavedChanges(from: before ?? WorkspaceWork(), to: workspace?.work ?? WorkspaceWork())
        let hasOtherServices = services != self.api.pool.services.map(\.plain)
        // A file that this program has just written is read again as well, and was reported before.
        if isAsked || workspace == nil || !change.isEmpty || !saved.isEmpty || hasOtherServices {
            tell(change, from: old, to: description, saved, hasOtherServices: hasOtherServices)
        }
        return effects
    }

    /// Replaces the description; its forms start anew. The caller has stored their drafts.
    /// - Parameter moved: the new index of each endpoint.
    mutating func replaceDescription(_ description: APIDescription, _ moved: [Int: Int]) {
        api.source = .ready(description)
        requests.forms = [:]
        requests.waiting = nil
        sending.rules.moveEndpoints(moved)
        sending.rules.take(description.caching, for: description.targets)
        endpoints.reread(description, moved)
        let (name, ids) = (apis.currentName, Set(description.endpoints.map(\.id)))
        for watch in watches.remove(where: { $0.api == name && !ids.contains($0.plan.id) }) {
            say("\(self.name(of: watch)) is no longer watched: the description has no such operation any more", .warning)
        }
    }

    mutating func failedToReread(_ failure: Failure) {
        let more = [failure.detail, failure.hint].filter { !$0.isEmpty }.joined(separator: "; ")
        let brief = "Reload failed: \(failure.title)"
        notices.log.add(
            .init(at: now, text: "\(brief)\(more.isEmpty ? "" : " (\(more))"). The old description stays in use.", kind: .error))
        show(brief, .error)
    }

    /// By id, also for removed endpoints: a user who restores an earlier state of the
    /// file finds the drafts again.
    mutating func keepDrafts(of old: APIDescription, _ new: APIDescription, _ moved: [Int: Int]) {
        var kept: [String: FormDraft] = [:]
        let waiting = requests.drafts
        for endpoint in old.endpoints {
            guard let draft = requests.forms[endpoint.index]?.draft ?? waiting[endpoint.id] else { continue }
            kept[moved[endpoint.index].map { new.endpoints[$0].id } ?? endpoint.id] = draft
        }
        requests.drafts = waiting.merging(kept) { $1 }
    }

    /// Credentials exist that are for the API's server alone.
    private var hasCredentials: Bool {
        !sending.credentials.secrets.isEmpty || sending.defaults.generator.commonHeaders.fields.contains(where: \.value.isSecret)
    }

    /// The workspace has a login that needs no user.
    private var logsInByItself: Bool { description?.login?.needsNoUser == true }

    /// Lets the pool's requests carry what the workspace gives them: signatures, or the token of its login.
    func authentication(by description: APIDescription) -> Effect {
        if let signing = description.signing { return .login(.sign(signing, api.pool)) }
        return .login(.use(description.login, api.pool))
    }

    /// The pool in use stays when the new one has the same services: it holds the user's choices and
    /// the states of its services.
    private mutating func adopt(_ new: ServicePool) -> [Effect] {
        guard new.services.map(\.plain) != api.pool.services.map(\.plain) || new.failover?.options != api.pool.failover?.options
        else {
            return []
        }
        let old = api.pool
        api.pool = new
        if environments.contains(old.environment) { api.pool.selectEnvironment(old.environment) }
        let chosen = old.services.indices.contains(old.active) ? old.services[old.active].name : nil
        if api.pool.failover == nil, let place = api.pool.present.first(where: { api.pool.services[$0].name == chosen }) {
            try? api.pool.switchTo(place)
        }
        let origins = old.credentialOrigins
        if !api.pool.credentialOrigins.isSubset(of: origins) {
            // The credentials were given for the earlier server: a changed description must not
            // choose who receives them.
            if hasCredentials { api.pool = api.pool.keeping(credentialsFor: origins) }
            if isLoggedIn || logsInByItself {
                api.pool.family += "\n" + api.pool.services.map { "\($0.baseURL.origin)" }.joined(separator: " ")
                login.environments = []
                say("The API has another server now, which has no login: :login", .warning)
            }
        }
        poolView = PoolView()
        return api.pool.failover != nil || old.failover != nil ? [.services(.watch(api.pool))] : []
    }

    // MARK: Reports

    /// The limit of names for each kind of change.
    private static let mostNamed = 20

    private mutating func tell(
        _ change: DescriptionChange, from old: APIDescription, to new: APIDescription, _ saved: SavedChanges,
        hasOtherServices: Bool
    ) {
        for (sign, names) in saved.named.reversed() { for name in names.reversed() { note("\(sign) \(name)") } }
        let kinds: [(sign: String, word: String, endpoints: [EndpointSummary])] = [
            ("+", "added", change.added.map { new.endpoints[$0] }), ("−", "removed", change.removed.map { old.endpoints[$0] }),
            ("~", "changed", change.changed.map { new.endpoints[$0] }),
        ]
        // The newest message is at the top, so the last one goes first.
        for kind in kinds.reversed() {
            let rest = kind.endpoints.count - Self.mostNamed
            if rest > 0 { note("\(kind.sign) and \(rest) more \(kind.word)") }
            for endpoint in kind.endpoints.prefix(Self.mostNamed).reversed() {
                let id = endpoint.id == "\(endpoint.method) \(endpoint.path)" ? "" : "  \(endpoint.id)"
                note("\(kind.sign) \(endpoint.method) \(endpoint.path)\(id)")
            }
        }
        let counts = kinds.filter { !$0.endpoints.isEmpty }.map { "\($0.endpoints.count) \($0.word)" }
        var parts = counts.isEmpty ? [] : ["\(counts.joined(separator: ", ")), see :messages"]
        if !saved.isEmpty { parts.append(saved.told) }
        if hasOtherServices { parts.append("other services") }
        let errors = new.warnings.count { $0.severity == .error }
        if errors > 0 { parts.append("\(errors) parts could not be read") }
        say(
            "Reloaded: \(parts.isEmpty ? "nothing has changed" : parts.joined(separator: "; "))", errors == 0 ? .info : .warning
        )
    }

    // MARK: Trust

    /// Shows the new needs of the workspace; they are unused before the user agrees.
    mutating func askToTrust(_ wish: TrustRequest) {
        let question = TrustBox(wish)
        guard question.fits(on: view.size), dialogs.open == nil else {
            return say("\(wish.path) wants \(wish.open.count) new things: explorer trust \(wish.path), then :reload", .warning)
        }
        dialogs.open = Question.trust(question)
    }

    /// Adds a message to the log only.
    private mutating func note(_ text: String) { notices.log.add(.init(at: now, text: text, kind: .info)) }
}

/// The saved requests that the workspace has gained, lost and changed.
private struct SavedChanges {
    private let added: [String]
    private let removed: [String]
    private let changed: [String]
    /// Also true for changed variables, chains and groups.
    private let isOther: Bool

    init(from old: WorkspaceWork, to new: WorkspaceWork) {
        let before = Dictionary(old.saved.requests.map { ($0.name, $0.withoutLine) }) { first, _ in first }
        let after = Dictionary(new.saved.requests.map { ($0.name, $0.withoutLine) }) { first, _ in first }
        added = new.saved.requests.map(\.name).filter { before[$0] == nil }
        removed = old.saved.requests.map(\.name).filter { after[$0] == nil }
        changed = new.saved.requests.map(\.name).filter { before[$0] != nil && before[$0] != after[$0] }
        isOther = old != new
    }

    var isEmpty: Bool { !isOther }

    var named: [(sign: String, names: [String])] { [("+", added), ("−", removed), ("~", changed)] }

    /// Requests that only moved in the file, and variables, have no count of their own.
    var told: String {
        let counts = [(added, "added"), (removed, "removed"), (changed, "changed")].filter { !$0.0.isEmpty }
        guard !counts.isEmpty else { return "the workspace has changed" }
        let texts = counts.map { names, word in "\(names.count) saved \(names.count == 1 ? "request" : "requests") \(word)" }
        return texts.joined(separator: ", ")
    }
}

extension Service {
    /// The service itself, without its credential home.
    fileprivate var plain: Service {
        var copy = self
        copy.credentialHome = nil
        return copy
    }
}
