// As whom the calls of a client are made: an account with its login and its cookies.

/// The accounts and the cookies of a client.
final class AccountStage: IdentityStage {
    let accounts: Accounts
    let cookies: CookieJar?

    init(_ accounts: Accounts, _ cookies: CookieJar?) {
        self.accounts = accounts
        self.cookies = cookies
    }

    func identity(of plan: RequestPlan, on pool: ServicePool, for client: NetClient) -> (any CallIdentity)? {
        guard cookies != nil || !accounts.isUnused else { return nil }
        let scope = accounts.scope(of: pool, for: plan.destination)
        let session = plan.bypassesAuth || plan.isForThirdParty ? nil : accounts.session(for: scope, at: client.now)
        let context = plan.isForThirdParty ? nil : cookies.map { CookieContext(jar: $0, scope: scope) }
        return Caller(scope: scope, session: session, login: session.map { Secret($0.identity) }, cookies: context)
    }
}

/// The account of one call.
struct Caller: CallIdentity {
    let scope: AccountScope
    /// `nil` where no authentication is required.
    let session: AuthSession?
    /// The session's login when the call began.
    let login: Secret?
    /// `nil` without a cookie jar, and for hosts outside of the API.
    let cookies: CookieContext?

    var isOutdated: Bool { session.map { $0.identity != login?.reveal() } ?? false }

    var isFixed: Bool { session?.isFixed ?? true }

    var name: String { login == nil && scope.account.isEmpty ? "" : "\(scope.account)\n\(login?.reveal() ?? "")" }

    /// `nil` where the plan and its service determine the response: there is no account, no
    /// login, and no cookie to send.
    ///
    /// A login that is renewed keeps its identity: its responses outlive a token. Another login has another
    /// identity, in another run too.
    func additions(for url: URI) -> RequestIdentity? {
        let header = cookies?.header(for: url)
        guard login != nil || header != nil || !scope.account.isEmpty else { return nil }
        return RequestIdentity(account: scope.account, login: login, cookies: header)
    }

    func makeGate() -> (any CallGate)? { session.map(AuthGate.init) }

    func addingCookies(to request: WireRequest) -> WireRequest { cookies?.adding(to: request) ?? request }

    func storeCookies(_ head: ResponseHead, from url: URI) { cookies?.storeCookies(head, from: url) }
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
