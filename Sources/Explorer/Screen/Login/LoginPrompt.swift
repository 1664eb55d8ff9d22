// The dialog of `:login`: asks for the data that an authorization server needs, then shows
// what the user has to do elsewhere.

import Canvas
import Catalog
import NetLayer

struct LoginPrompt: Sendable, Hashable {
    enum Row: Sendable, Hashable {
        case flow, user, password, client, secret, scopes

        var title: String {
            switch self {
            case .flow: "how"
            case .user: "name"
            case .password: "password"
            case .client: "client id"
            case .secret: "secret"
            case .scopes: "scopes"
            }
        }

        /// The field is shown as dots.
        var isSecret: Bool { self == .password || self == .secret }
    }

    /// The phase of the login.
    enum Phase: Sendable, Hashable {
        case typing
        /// The server was asked, and has not replied yet.
        case waiting
        case browser(URI, isOpened: Bool)
        case device(DeviceCode)
    }

    /// The values typed for a scheme; they return when the dialog opens again.
    struct Draft: Sendable, Hashable {
        var flow = 0
        var user = TextField()
        var password = TextField()
        var client = TextField()
        var secret = TextField()
        var scopes = TextField()
    }

    let scheme: String
    let flows: [TokenFlow]
    var draft: Draft
    var row = Row.client
    var phase = Phase.typing
    /// Why it cannot be sent, or why it failed.
    var problem: String?
    /// The API's server, the base of relative addresses in the description.
    var server: URI?

    /// The cursor starts in the first field that the flow needs.
    init(scheme: String, flows: [TokenFlow], draft: Draft, phase: Phase = .typing) {
        (self.scheme, self.flows, self.draft, self.phase) = (scheme, flows, draft, phase)
        row = rows[1]
    }

    var flow: TokenFlow { flows[min(draft.flow, flows.count - 1)] }

    /// The fields of the flow.
    var rows: [Row] {
        flow.grant == .password
            ? [.flow, .user, .password, .client, .secret, .scopes] : [.flow, .client, .secret, .scopes]
    }

    var field: TextField {
        get {
            switch row {
            case .flow: TextField()
            case .user: draft.user
            case .password: draft.password
            case .client: draft.client
            case .secret: draft.secret
            case .scopes: draft.scopes
            }
        }
        set {
            switch row {
            case .flow: break
            case .user: draft.user = newValue
            case .password: draft.password = newValue
            case .client: draft.client = newValue
            case .secret: draft.secret = newValue
            case .scopes: draft.scopes = newValue
            }
        }
    }

    mutating func move(by step: Int) {
        let index = (rows.firstIndex(of: row) ?? 0) + step
        row = rows[(index + rows.count) % rows.count]
    }

    /// The first field that must be filled before the login can start, with the reason.
    var missing: (row: Row, why: String)? {
        if flow.grant == .password {
            if draft.user.text.isEmpty { return (.user, "Enter the user name") }
            return draft.password.text.isEmpty ? (.password, "Enter the password") : nil
        }
        if draft.client.text.isEmpty { return (.client, "Enter the client id: it identifies the program to the server") }
        if flow.grant == .clientCredentials, draft.secret.text.isEmpty {
            return (.secret, "Enter the client's secret: the program logs in with it")
        }
        return nil
    }

    mutating func turnFlow(by step: Int) { draft.flow = (draft.flow + step + flows.count) % flows.count }

    /// An address of the description as an absolute URL; `nil` where it is none.
    private func address(_ text: String?) -> URI? {
        guard let text, !text.isEmpty else { return nil }
        let reference = URI(text)
        let url = reference.isAbsoluteHTTP ? reference : server?.resolving(reference) ?? reference
        return url.isAbsoluteHTTP ? url : nil
    }

    /// The origins of the servers that receive the typed values, and whether they differ from the
    /// API's: the description names them.
    var receivers: (origins: [String], areForeign: Bool) {
        let pages = [
            flow.grant == .authorizationCode ? flow.authorizationURL : nil,
            flow.grant == .deviceAuthorization ? flow.deviceURL : nil,
        ]
        var origins: [String] = []
        for url in (pages + [flow.tokenURL, flow.refreshURL]).compactMap(address) where !origins.contains(url.origin) {
            origins.append(url.origin)
        }
        return (origins, origins.contains { $0 != server?.origin })
    }

    /// The login as the user has typed it.
    func plan() -> Result<LoginPlan, PaletteProblem> {
        if let missing { return .failure(PaletteProblem(missing.why)) }
        guard let token = address(flow.tokenURL) else { return .failure(unknown("token URL")) }
        var client = OAuthClient(
            id: draft.client.text, secret: draft.secret.text.isEmpty ? nil : Secret(draft.secret.text), tokenURL: token,
            scopes: draft.scopes.text.split { $0 == " " || $0 == "," }.map(String.init))
        client.refreshURL = address(flow.refreshURL)
        switch flow.grant {
        case .authorizationCode:
            guard let url = address(flow.authorizationURL) else { return .failure(unknown("authorization URL")) }
            client.authorizationURL = url
        case .deviceAuthorization:
            guard let url = address(flow.deviceURL) else { return .failure(unknown("device authorization URL")) }
            client.deviceURL = url
        case .clientCredentials, .password, .implicit: break
        }
        var login = OAuthLogin(client: client, grant: flow.grant)
        if flow.grant == .password { (login.user, login.password) = (draft.user.text, Secret(draft.password.text)) }
        return .success(LoginPlan(.oauth(login)))
    }

    private func unknown(_ what: String) -> PaletteProblem {
        PaletteProblem("The description has no \(what) for it; choose another way, or write auth into explorer.yaml")
    }
}
