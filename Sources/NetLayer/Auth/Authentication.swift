// How an account proves itself to a service, and what is done when the proof is no longer taken.

/// What an account of a family of services has: a credential that stays, or one that can be renewed.
public struct Authentication: Sendable {
    /// Brings a grant, with a person's help if need be: ``NetClient/login(on:as:)`` alone calls it.
    public typealias Login = @Sendable (LoginContext) async throws -> Grant
    /// Brings a grant by itself. It is given what there was; `nil` at the first time.
    public typealias Renewal = @Sendable (Grant?, LoginContext) async throws -> Grant

    /// Which answers say that the credential is not, or no longer, good.
    public var rule: AuthRule
    /// How often it may be renewed.
    public var window: RefreshWindow
    /// So long before it expires a credential is renewed.
    public var leeway: Duration
    /// How long a renewal may take before all that wait for it fail with ``AuthFailure/refreshFailed``, and the next call tries again: 5
    /// minutes by default. `nil`, for one that asks a person, waits as long as it takes.
    public var renewalLimit: Duration? = .seconds(300)
    /// What a second refusal means, with a credential that was just renewed.
    public var secondRefusal: SecondRefusal
    /// Names the client, the user and the scopes of a login. Stored tokens with another identity are not used. Empty: any stored tokens are used.
    private(set) var identity = ""
    /// What there is from the beginning.
    let first: Grant?
    let login: Login?
    let renew: Renewal?
    /// Calls may wait for the first grant: nobody has to log in.
    let beginsByItself: Bool

    /// What becomes of a call that is refused twice.
    public enum SecondRefusal: Sendable, Hashable {
        /// The login is over, as in BA-11: the credential is dropped, and the call fails with ``AuthFailure/loginRequired``.
        case endsLogin
        /// It is that endpoint's affair: its answer stands as it came, and the credential stays.
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

    /// A credential that nobody renews. An answer that refuses it stays what it is.
    public static func fixed(_ credential: Credential) -> Authentication {
        Authentication(first: Grant(credential), login: nil, renew: nil, beginsByItself: false)
    }

    /// A credential that the program's own code renews (BA-11): by its stored login, from a keyring, by asking a person.
    /// - Parameters:
    ///   - first: what there is from the beginning.
    ///   - beginsByItself: `renew` may be asked when there is nothing yet. After a logout only ``NetClient/login(on:as:)`` begins
    ///     again.
    ///   - rule: which answers say that the credential is no longer good; by default those with status 401.
    ///   - window: how often it may be renewed; by default 5 times in 30 s.
    ///   - login: what ``NetClient/login(on:as:)`` does; `renew` when `nil`.
    ///   - renew: what it throws as ``NetError`` decides: a status of 4xx (but 408 and 429), a business failure and
    ///     ``AuthFailure/loginRequired`` end the login; all else is tried again by the next call. The account keeps it, and the client keeps the account:
    ///     it sends by its context, or captures the client weakly.
    public static func renewing(
        _ first: Grant? = nil, beginsByItself: Bool = true, rule: AuthRule = AuthRule(), window: RefreshWindow = RefreshWindow(),
        login: Login? = nil, renew: @escaping Renewal
    ) -> Authentication {
        Authentication(
            first: first, login: login ?? { try await renew(nil, $0) }, renew: renew, beginsByItself: beginsByItself, rule: rule,
            window: window)
    }

    /// OAuth 2 (RFC 6749): tokens are had by a flow, kept in ``Accounts``'s store, and renewed by their refresh token.
    public static func oauth(_ flow: OAuthFlow, client: OAuthClient) -> Authentication {
        let renewal = OAuthRenewal(flow: flow, client: client)
        var authentication = Authentication(
            first: nil, login: { try await renewal.login($0) }, renew: { try await renewal.renew($0, $1) },
            beginsByItself: flow.needsNobody)
        authentication.identity = ([client.id, "\(client.tokenURL)", flow.user] + client.scopes.sorted()).joined(separator: " ")
        return authentication
    }

    /// Whether tokens that were kept are those of who logs in here.
    func owns(_ tokens: TokenSet) -> Bool { tokens.owner.isEmpty || identity.isEmpty || tokens.owner == identity }
}

/// What a login may use.
public struct LoginContext: Sendable {
    /// The client that the login is for. Calls made through it are neither authenticated nor held up, in whichever Swift task they are made,
    /// as steps of a chain and members of a group too: a login does not wait for itself. Nothing of them is stored in a cache. Keep it no
    /// longer than the login runs.
    public let client: NetClient
    /// The family's services, for a login that is one of their own calls. One without services where the login was asked for without it.
    public let pool: ServicePool
    /// For whom, and where.
    public let scope: AccountScope
    /// The login's own row: calls made by ``send(_:)`` are its members.
    public let task: TaskID

    /// Sends a call of the login: a row under the login's own, cancelled with it.
    public func send<R>(_ endpoint: Endpoint<R>) async throws(NetError) -> R {
        try await client.send(endpoint, on: pool, memberOf: task)
    }
}
