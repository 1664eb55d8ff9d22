// `:login` and `:logout`: opens the dialog, handles its keys, and receives the events of the login.

import Canvas
import Catalog
import NetLayer

extension Model {
    /// The scheme of the selected operation whose tokens the program can fetch.
    private var loginScheme: (scheme: SecurityScheme, flows: [TokenFlow])? {
        for scheme in form?.operation.security.schemes ?? [] {
            let flows = scheme.flows.filter { OAuthLogin.grants.contains($0.grant) }
            if !flows.isEmpty { return (scheme, flows) }
        }
        return nil
    }

    private var canLogIn: Bool { description?.login != nil || loginScheme != nil }

    var whyNoLogin: String? {
        if let reason = whyNoDescription { return reason }
        // The token of a login would take the place of the signatures.
        if description?.signing != nil {
            return "The workspace signs the requests: remove hmac: or http-signature: from its auth: to log in"
        }
        if canLogIn { return nil }
        guard let schemes = form?.operation.security.schemes, !schemes.isEmpty else {
            return "This operation needs no login: select one with an Auth tab"
        }
        return "This operation declares no OAuth 2 flow: type its credentials under Auth"
    }

    /// A hint for the shown 401 or 403, where the request was sent without credentials.
    var loginHint: String? {
        guard !isLoggedIn, let status = result.answer?.head?.status, [401, 403].contains(status), let form, let id = result.task,
            result.plans[id]?.id == form.target.id, let sent = tasks.row(id)?.exchanges.last?.request,
            sent.connection.authentication == nil, !sent.headers.fields.contains(where: { $0.value.isSecret })
        else { return nil }
        if canLogIn { return "Not logged in: `:login` gets a token" }
        return form.operation.security.schemes.isEmpty ? nil : "It was sent without credentials: type them under Auth"
    }

    /// `:login`
    mutating func openLogin() -> [Effect] {
        // The login of the workspace comes before any that the user could type.
        if let plan = description?.login {
            // The dialog of a login that a workspace defines only waits: it shows no field of the flow.
            let flow = TokenFlow(plan.oauth?.grant ?? .password)
            dialogs.open = LoginPrompt(scheme: Self.configuredScheme, flows: [flow], draft: .init(), phase: .waiting)
            return [.login(.begin(LoginOrder(plan: plan, pool: api.pool)))]
        }
        guard let (scheme, flows) = loginScheme else { return [] }
        var draft = login.drafts[scheme.id] ?? LoginPrompt.Draft()
        if login.drafts[scheme.id] == nil {
            draft.scopes = TextField((form?.operation.security.scopes[scheme.id] ?? []).joined(separator: " "))
        }
        var prompt = LoginPrompt(scheme: scheme.id, flows: flows, draft: draft)
        prompt.server = api.pool.services.first?.address(in: api.pool.environment)
        dialogs.open = prompt
        return []
    }

    /// `:logout`
    mutating func logOut() -> [Effect] {
        guard isLoggedIn else {
            say("Not logged in")
            return []
        }
        // A cookie of the ended login must not come back.
        undoStack.dropCookies()
        return [.login(.end(api.pool))]
    }

    /// Handles a key while the dialog is open.
    mutating func perform(_ prompt: LoginPrompt, _ key: Key) -> [Effect] {
        var prompt = prompt
        guard prompt.phase == .typing else { return wait(prompt, key) }
        switch key {
        case .escape, .control("c"):
            login.drafts[prompt.scheme] = prompt.draft
            dialogs.open = nil
            return []
        case .enter: return submit(prompt)
        case .tab, .down: prompt.move(by: 1)
        case .backTab, .up: prompt.move(by: -1)
        case .left where prompt.row == .flow: prompt.turnFlow(by: -1)
        case .right where prompt.row == .flow, .character(" ") where prompt.row == .flow: prompt.turnFlow(by: 1)
        default:
            var field = prompt.field
            if field.handle(key) { prompt.problem = nil }
            prompt.field = field
        }
        dialogs.open = prompt
        return []
    }

    private mutating func submit(_ prompt: LoginPrompt) -> [Effect] {
        var prompt = prompt
        login.drafts[prompt.scheme] = prompt.draft
        switch prompt.plan() {
        case .failure(let problem):
            prompt.problem = problem.text
            prompt.row = prompt.missing?.row ?? prompt.row
            dialogs.open = prompt
            return []
        case .success(let plan):
            (prompt.problem, prompt.phase) = (nil, .waiting)
            login.schemes[api.pool.environment] = prompt.scheme
            dialogs.open = prompt
            return [.login(.begin(LoginOrder(plan: plan, pool: api.pool)))]
        }
    }

    private mutating func wait(_ prompt: LoginPrompt, _ key: Key) -> [Effect] {
        switch (key, prompt.phase) {
        case (.escape, _), (.control("c"), _), (.character("q"), _):
            dialogs.open = nil
            return [.login(.stop)]
        case (.character("y"), .browser(let url, _)):
            return [.outside(.copy(Clip(what: "the address", content: .text(url.revealed))))]
        case (.character("y"), .device(let code)):
            let url = code.verificationURIComplete ?? code.verificationURI
            return [.outside(.copy(Clip(what: "the address", content: .text(url.revealed))))]
        default: return []
        }
    }

    mutating func receive(_ news: LoginNews) {
        switch news {
        case .browser(let url, let isOpened): turnLogin(.browser(url, isOpened: isOpened))
        case .device(let code): turnLogin(.device(code))
        case .loggedIn(let status, let lasts):
            login.environments.insert(status.scope.environment)
            if dialogs.open is LoginPrompt { dialogs.open = nil }
            let life = lasts.map { ": the token lasts \(Quantity.span($0)) and is renewed automatically" } ?? ""
            say("Logged in\(life)")
        case .failed(let reason):
            guard var prompt = dialogs.open as? LoginPrompt, prompt.scheme != Self.configuredScheme else {
                if dialogs.open is LoginPrompt { dialogs.open = nil }
                say("The login failed: \(reason)", .warning)
                return
            }
            (prompt.phase, prompt.problem) = (.typing, reason)
            dialogs.open = prompt
        case .loggedOut(let environment):
            login.environments.remove(environment)
            say("Logged out: the token, its cookies and cached responses are deleted")
        case .event(let event): receive(event)
        }
    }

    private static let configuredScheme = "explorer.yaml"

    private mutating func turnLogin(_ phase: LoginPrompt.Phase) {
        guard var prompt = dialogs.open as? LoginPrompt else { return }
        prompt.phase = phase
        dialogs.open = prompt
    }

    /// Reports events that need an action of the user; the rows show the others.
    private mutating func receive(_ event: AuthEvent) {
        guard event.scope.family == api.pool.family else { return }
        switch event.kind {
        case .loggedIn, .refreshed: login.environments.insert(event.scope.environment)
        case .loginRequired(let reason):
            login.environments.remove(event.scope.environment)
            guard event.scope.environment == api.pool.environment else { return }
            say("The login has ended (\(reason)): :login", .warning)
        case .readFailed(let reason): say("The saved token could not be read (\(reason)): :login", .warning)
        case .storeFailed(let reason): say("The token could not be saved (\(reason)): it is valid until you quit", .warning)
        case .refreshFailed, .loggedOut: break
        }
    }

    /// Whether the user is logged in, in the environment in use.
    var isLoggedIn: Bool { login.environments.contains(api.pool.environment) }

    /// Whether the login applies to an operation. A token that was fetched for one scheme does not apply to
    /// operations that ask for another, or for none.
    func isLoginFor(_ operation: Catalog.Operation) -> Bool {
        guard description?.login == nil, description?.signing == nil, let scheme = login.schemes[api.pool.environment] else {
            return true
        }
        return operation.security.schemes.contains { $0.id == scheme }
    }
}

/// Logins of the API that is open.
struct LoginState: Sendable {
    /// Typed values, by scheme, in memory only.
    var drafts: [String: LoginPrompt.Draft] = [:]
    /// The environments in which the user is logged in.
    var environments: Set<Environment> = []
    /// The scheme of the description with which the user has logged in, or tried to, by environment.
    var schemes: [Environment: String] = [:]
}
