// How an account authenticates to a service, and what to do when the service no longer accepts that.

/// What an account of a family of services has: a fixed credential, or one that can be renewed.
public struct Authentication: Sendable {
    /// Obtains a grant, with a user's help if need be: only ``NetClient/login(on:as:)`` calls it.
    public typealias Login = @Sendable (LoginContext) async throws -> Grant
    /// Obtains a grant for calls that need one. It gets the previous grant; `nil` the first time.
    public typealias Renewal = @Sendable (Grant?, LoginContext) async throws -> Grant

    /// Which responses say that the credential is not, or no longer, good.
    public var rule: AuthRule
    /// How often it may be renewed.
    public var window: RefreshWindow
    /// How long before it expires a credential is renewed.
    public var leeway: Duration
    /// How long a renewal may take before all calls that wait for it fail with
    /// ``AuthFailure/refreshFailed``, and the next call tries again: 5 minutes by default. `nil`, for one
    /// that asks a user, waits without a limit.
    public var renewalLimit: Duration? = .seconds(300)
    /// What it means when the service refuses a credential that was just renewed.
    public var secondRefusal: SecondRefusal
    /// Names the client, the user and the scopes of a login. Stored tokens with another identity are not
    /// used. Empty: any stored tokens are used.
    private(set) var identity = ""
    /// The grant at the start.
    let first: Grant?
    let login: Login?
    let renew: Renewal?
    /// Calls may wait for the first grant: it needs no user.
    let beginsByItself: Bool
    /// What tokens are sent as; `nil`: a bearer token.
    private var credential: (@Sendable (TokenSet) -> Credential)?

    /// What happens to a call that is refused twice.
    public enum SecondRefusal: Sendable, Hashable {
        /// The login ends: the credential is dropped, and the call fails with ``AuthFailure/loginRequired``.
        case endsLogin
        /// The refusal concerns that endpoint alone: its response stands unchanged, and the credential stays.
        case isAnswer
    }

    private init(
        first: Grant?, login: Login?, renew: Renewal?, beginsByItself: Bool, rule: AuthRule = AuthRule(),
        window: RefreshWindow = RefreshWindow(), leeway: Duration = .seconds(30), secondRefusal: SecondRefusal = .endsLogin
    ) {
        self.first = first
        self.login = login
        self.renew = renew
        self.beginsByItself = beginsByItself
        self.rule = rule
        self.window = window
        self.leeway = leeway
        self.secondRefusal = secondRefusal
    }

    /// A credential without renewal. A response that refuses it stands unchanged.
    public static func fixed(_ credential: Credential) -> Authentication {
        Authentication(first: Grant(credential), login: nil, renew: nil, beginsByItself: false)
    }

    /// A credential that the program's own code renews: by its stored login, from a
    /// keyring, by asking a user.
    /// - Parameters:
    ///   - first: the grant at the start.
    ///   - beginsByItself: `renew` may be called when there is no grant yet. After a logout only
    ///     ``NetClient/login(on:as:)`` begins again.
    ///   - rule: which responses say that the credential is no longer good; by default those with status 401.
    ///   - window: how often it may be renewed; by default 5 times in 30 s.
    ///   - login: what ``NetClient/login(on:as:)`` does; `renew` when `nil`.
    ///   - renew: its ``NetError`` decides: a status of 4xx (but 408 and 429), a business failure and
    ///     ``AuthFailure/loginRequired`` end the login; after any other error the next call tries again. The
    ///     account retains this closure, and the client retains the account, so send through its context, or
    ///     capture the client weakly.
    public static func renewing(
        _ first: Grant? = nil, beginsByItself: Bool = true, rule: AuthRule = AuthRule(), window: RefreshWindow = RefreshWindow(),
        login: Login? = nil, renew: @escaping Renewal
    ) -> Authentication {
        Authentication(
            first: first, login: login ?? { try await renew(nil, $0) }, renew: renew, beginsByItself: beginsByItself, rule: rule,
            window: window)
    }

    /// OAuth 2 (RFC 6749): a flow obtains tokens, the store of ``Accounts`` stores them, and their
    /// refresh token renews them.
    public static func oauth(_ flow: OAuthFlow, client: OAuthClient) -> Authentication {
        let renewal = OAuthRenewal(flow: flow, client: client)
        var authentication = Authentication(
            first: nil, login: { try await renewal.login($0) }, renew: { try await renewal.renew($0, $1) },
            beginsByItself: flow.needsNoUser)
        authentication.identity = ([client.id, "\(client.tokenURL)", flow.user] + client.scopes.sorted()).joined(separator: " ")
        return authentication
    }

    /// A login of the service's own kind, which needs no user. The store of ``Accounts`` stores its tokens.
    /// - Parameters:
    ///   - identity: names the login and its user. Stored tokens with another identity are not used.
    ///   - credential: what tokens are sent as; `nil`: a bearer token.
    ///   - refresh: obtains tokens for a refresh token; `nil` logs in anew each time. An error that ends the
    ///     login (see ``renewing(_:beginsByItself:rule:window:login:renew:)``) logs in anew as well.
    ///   - login: obtains tokens. Its errors decide as those of a renewal do.
    public static func tokens(
        identity: String, credential: (@Sendable (TokenSet) -> Credential)? = nil,
        refresh: (@Sendable (Secret, LoginContext) async throws -> TokenSet)? = nil,
        login: @escaping @Sendable (LoginContext) async throws -> TokenSet
    ) -> Authentication {
        let begin: Login = { Grant(try await login($0), as: credential) }
        let renew: Renewal = { grant, context in
            guard let refresh, let token = grant?.tokens?.refresh else { return try await begin(context) }
            do {
                return Grant(try await refresh(token, context), as: credential)
            } catch let error as NetError where error.endsLogin {
                return try await begin(context)
            }
        }
        var authentication = Authentication(first: nil, login: begin, renew: renew, beginsByItself: true)
        authentication.identity = identity
        authentication.credential = credential
        return authentication
    }

    /// The grant of stored tokens.
    func grant(_ tokens: TokenSet) -> Grant { Grant(tokens, as: credential) }

    /// Whether stored tokens belong to the login that is configured here.
    func owns(_ tokens: TokenSet) -> Bool { tokens.owner.isEmpty || identity.isEmpty || tokens.owner == identity }
}

/// What a login may use.
public struct LoginContext: Sendable {
    /// The client that the login is for. Calls through it are neither authenticated nor delayed, in any Swift
    /// task, also as steps of a chain and members of a group: a login does not wait for itself. Nothing of
    /// them is stored in a cache. Do not retain it after the login has ended.
    public let client: NetClient
    /// The family's services, for a login that is one of their own calls. A pool without services where
    /// the caller named no pool.
    public let pool: ServicePool
    /// The account and its environment.
    public let scope: AccountScope
    /// The login's own row: calls made by ``send(_:)`` are its members.
    public let task: TaskID

    /// Since 1970-01-01 UTC, by the client's clock: for the expiry of what the login obtains.
    public var wallClock: Duration { client.wallClock() }

    /// Sends a call of the login: a row under the login's own row, cancelled with it.
    public func send<R>(_ endpoint: Endpoint<R>) async throws(NetError) -> R {
        try await client.send(endpoint, on: pool, memberOf: task)
    }
}
