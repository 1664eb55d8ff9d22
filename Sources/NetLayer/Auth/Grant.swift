// What a login brings: a credential and how long it is good.

/// A credential, with what it can be renewed by.
public struct Grant: Sendable, Hashable {
    /// What is put on requests.
    public var credential: Credential
    /// What came from an authorization server, and is kept for the next run; `nil` where there is nothing to keep.
    public var tokens: TokenSet?
    /// Since 1970-01-01 UTC; `nil` where nobody knows.
    public var expiresAt: Duration?

    /// A credential without tokens that could be kept for the next run.
    public init(_ credential: Credential, expiresAt: Duration? = nil) {
        self.credential = credential
        self.expiresAt = expiresAt
    }

    /// A bearer token from an authorization server.
    public init(_ tokens: TokenSet) {
        credential = .bearer(tokens.access)
        self.tokens = tokens
        expiresAt = tokens.expiresAt
    }
}

/// The tokens of one login (RFC 6749 §5.1).
public struct TokenSet: Sendable, Hashable {
    /// The bearer token that goes with requests (RFC 6750).
    public var access: Secret
    /// Renews the others; a new one takes its place (rotation).
    public var refresh: Secret?
    /// As the server writes it: `Bearer`.
    public var type: String
    /// Since 1970-01-01 UTC; `nil` where the server does not say.
    public var expiresAt: Duration?
    /// What the tokens allow (RFC 6749 §3.3): as the server said, else what was asked for.
    public var scopes: [String]
    /// Which login they came of: what was stored for one is not for the next. Empty for tokens of none yet.
    var login = ""
    /// Whose tokens they are; see ``Authentication/identity``. Empty where nobody has said.
    var owner = ""

    /// By default a bearer token of which nobody knows how long it is good, and which nothing renews.
    public init(
        access: Secret, refresh: Secret? = nil, type: String = "Bearer", expiresAt: Duration? = nil, scopes: [String] = []
    ) {
        self.access = access
        self.refresh = refresh
        self.type = type
        self.expiresAt = expiresAt
        self.scopes = scopes
    }
}
