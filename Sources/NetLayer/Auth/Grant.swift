// The result of a login: a credential and its expiry.

import Document

/// A credential, with the tokens that can renew it.
public struct Grant: Sendable, Hashable {
    /// The credential for requests.
    public var credential: Credential
    /// The tokens from an authorization server, which are stored for the next run; `nil` where
    /// there is nothing to store.
    public var tokens: TokenSet?
    /// Since 1970-01-01 UTC; `nil` where it is unknown.
    public var expiresAt: Duration?

    /// A credential without tokens to store for the next run.
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

    /// - Parameter credential: what the tokens are sent as; `nil`: a bearer token.
    init(_ tokens: TokenSet, as credential: (@Sendable (TokenSet) -> Credential)?) {
        self.init(tokens)
        if let credential { self.credential = credential(tokens) }
    }
}

/// The tokens of one login (RFC 6749 §5.1).
public struct TokenSet: Sendable, Hashable {
    /// The bearer token that goes with requests (RFC 6750).
    public var access: Secret
    /// Renews the tokens; a new one takes its place (rotation).
    public var refresh: Secret?
    /// As the server writes it: `Bearer`.
    public var type: String
    /// Since 1970-01-01 UTC; `nil` where the server does not say.
    public var expiresAt: Duration?
    /// What the tokens allow (RFC 6749 §3.3): as the server said, else as the client asked.
    public var scopes: [String]
    /// The login that the tokens belong to: data that was stored for one login is not for the next.
    /// Empty before the first login.
    var login = ""
    /// The identity of the tokens' owner; see ``Authentication/identity``. Empty where it is unknown.
    var owner = ""

    /// By default a bearer token with an unknown expiry, and without renewal.
    public init(
        access: Secret, refresh: Secret? = nil, type: String = "Bearer", expiresAt: Duration? = nil, scopes: [String] = []
    ) {
        self.access = access
        self.refresh = refresh
        self.type = type
        self.expiresAt = expiresAt
        self.scopes = scopes
    }

    /// The seconds that a response says its token is good for: a number; some servers write it as a string.
    public static func lifetime(_ node: JSONNode?) -> Duration? {
        guard let node, let seconds = node.double ?? node.string.flatMap({ Double($0) }), seconds >= 0, seconds < 1e10 else {
            return nil
        }
        return .seconds(seconds)
    }
}
