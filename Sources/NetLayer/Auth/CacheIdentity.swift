// As whom a call is made, settled when it begins; and whose stored answers it may see. Never shown: it is made of secrets.

/// As whom a call is made. Whoever logs in or out meanwhile, or takes the account's place, a call stays who it was.
struct Caller: Sendable {
    let scope: AccountScope
    /// `nil` where nobody has to prove anything.
    let session: AuthSession?
    /// The session's login when the call began.
    let login: Secret?
    /// `nil` without a jar, and for strangers.
    let cookies: CookieContext?

    /// Somebody has logged in or out since.
    var isOutdated: Bool { session.map { $0.identity != login?.reveal() } ?? false }

    /// What is answered to one is nothing for another.
    var name: String { login == nil && scope.account.isEmpty ? "" : "\(scope.account)\n\(login?.reveal() ?? "")" }

    /// `nil` where the plan and its service say it all: there is no account, nobody logs in, and no cookie goes there.
    ///
    /// A login that is renewed keeps its identity: its answers outlive a token. Another login has another one, in another run too.
    func identity(for url: URI) -> CacheIdentity? {
        let header = cookies?.header(for: url)
        guard login != nil || header != nil || !scope.account.isEmpty else { return nil }
        return CacheIdentity(account: scope.account, login: login, cookies: header)
    }
}

/// What a client adds to a request by itself, after the request is made: `nil` parts are none.
struct CacheIdentity: Sendable, Hashable {
    var account: String
    /// Stands for who logged in.
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

    /// What was sent, without the credentials that came from here.
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
    /// As whom a call would be made now.
    func caller(_ plan: RequestPlan, on pool: ServicePool) -> Caller {
        let scope = scope(of: pool, for: plan.destination)
        let session =
            plan.bypassesAuth || plan.isForStranger || accounts.isEmpty ? nil : accounts.session(for: scope)
        let context = plan.isForStranger ? nil : cookies.map { CookieContext(jar: $0, scope: scope) }
        return Caller(scope: scope, session: session, login: session.map { Secret($0.identity) }, cookies: context)
    }
}

extension AuthSession {
    /// Of the login that there is, or of the credential that is always the same.
    fileprivate var identity: String {
        guard isFixed, let credential = authentication.first?.credential else { return login }
        return "\(scope.family)\n\(scope.environment.rawValue)\n\(credential.identity)"
    }
}

extension Credential {
    /// Differs where the credential does; a fresh timestamp or nonce is no difference.
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
