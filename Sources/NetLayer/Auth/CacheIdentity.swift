// The identity under which a call is made, fixed when it begins; it decides which stored responses the call
// may see. Never shown: it consists of secrets.

/// The identity under which a call is made. Logins, logouts and changes of account do not
/// affect calls that have begun.
struct Caller: Sendable {
    let scope: AccountScope
    /// `nil` where no authentication is required.
    let session: AuthSession?
    /// The session's login when the call began.
    let login: Secret?
    /// `nil` without a cookie jar, and for hosts outside of the API.
    let cookies: CookieContext?

    /// A login or logout has happened since.
    var isOutdated: Bool { session.map { $0.identity != login?.reveal() } ?? false }

    /// Keeps responses to different logins apart.
    var name: String { login == nil && scope.account.isEmpty ? "" : "\(scope.account)\n\(login?.reveal() ?? "")" }

    /// `nil` where the plan and its service determine the response: there is no account, no
    /// login, and no cookie to send.
    ///
    /// A login that is renewed keeps its identity: its responses outlive a token. Another login has another
    /// identity, in another run too.
    func identity(for url: URI) -> CacheIdentity? {
        let header = cookies?.header(for: url)
        guard login != nil || header != nil || !scope.account.isEmpty else { return nil }
        return CacheIdentity(account: scope.account, login: login, cookies: header)
    }
}

/// What a client adds to a request after the request is made: `nil` parts are absent.
struct CacheIdentity: Sendable, Hashable {
    var account: String
    /// Identifies the login.
    var login: Secret?
    /// As they would be sent.
    var cookies: Secret?

    var text: String {
        let parts = [
            account.isEmpty ? nil : "account:\(account)", login.map { "login:\($0.reveal())" },
            cookies.map { "cookies:\($0.reveal())" },
        ]
        return parts.compactMap(\.self).joined(separator: "\n")
    }

    /// The request that was sent, without the credentials that this identity added.
    /// - Parameter made: the request before anything was added to it.
    func removed(from sent: WireRequest, made: WireRequest) -> WireRequest {
        var request = sent
        if let cookies, request.headers["Cookie"] == cookies.reveal() { request.headers.remove("Cookie") }
        guard login != nil else { return request }
        for field in sent.headers.fields
        where field.value.isSecret && !field.name.isSameFieldName(as: "Cookie") && made.headers[field.name] == nil {
            request.headers.remove(field.name)
        }
        if made.connection.authentication == nil { request.connection.authentication = nil }
        return request
    }
}

extension NetClient {
    /// The identity under which a call would be made now.
    func caller(_ plan: RequestPlan, on pool: ServicePool) -> Caller {
        let scope = scope(of: pool, for: plan.destination)
        let session =
            plan.bypassesAuth || plan.isForThirdParty || accounts.isEmpty ? nil : accounts.session(for: scope, at: now)
        let context = plan.isForThirdParty ? nil : cookies.map { CookieContext(jar: $0, scope: scope) }
        return Caller(scope: scope, session: session, login: session.map { Secret($0.identity) }, cookies: context)
    }
}

extension AuthSession {
    /// The identity of the current login, or of the fixed credential.
    fileprivate var identity: String {
        guard isFixed, let credential = authentication.first?.credential else { return login }
        return "\(scope.family)\n\(scope.environment.rawValue)\n\(credential.identity)"
    }
}

extension Credential {
    /// Differs where the credential differs; a fresh timestamp or nonce makes no difference.
    fileprivate var identity: String {
        switch self {
        case .basic(let user, let password): "basic:\(user):\(password.reveal())"
        case .bearer(let token): "bearer:\(token.reveal())"
        case .apiKey(let key): "key:\(key.name):\(key.place.rawValue):\(key.prefix):\(key.value.reveal())"
        case .keyPair(let pair): "pair:\(pair.publicKey):\(pair.privateKey)"
        case .hmac(let signing): "hmac:\(signing.keyID):\(signing.key.text.reveal())"
        case .messageSignature(let signing): "signature:\(signing.keyID):\(signing.key.text.reveal())"
        case .http(let authentication):
            "http:\(authentication.name):\(authentication.credentials.user):\(authentication.credentials.password)"
        }
    }
}
