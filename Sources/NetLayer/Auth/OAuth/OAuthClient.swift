// A program as an authorization server knows it, and the ways in which it may obtain tokens
// (RFC 6749, RFC 8252, RFC 8628).

/// An OAuth 2 client.
public struct OAuthClient: Sendable, Hashable {
    /// How the client authenticates at the token endpoint (RFC 6749 §2.3.1). The raw
    /// value is the standard's name.
    public enum Authentication: String, Sendable, Hashable, CaseIterable {
        /// `Authorization: Basic` with id and secret.
        case basic = "client_secret_basic"
        /// Id and secret as fields of the form.
        case body = "client_secret_post"
        /// A public client: it sends its id and no secret.
        case none
    }

    /// The name under which the authorization server knows it (`client_id`); empty where the server requires
    /// none, which only ``OAuthFlow/password(user:_:)`` may do.
    public var id: String
    /// The secret of the client; `nil` for a public client.
    public var secret: Secret?
    /// How it authenticates at the token endpoint.
    public var authentication: Authentication
    /// Where tokens are issued and renewed (RFC 6749 §3.2).
    public var tokenURL: URI
    /// Where tokens are renewed, when that is not ``tokenURL``.
    public var refreshURL: URI?
    /// Where a user grants access; for the authorization code.
    public var authorizationURL: URI?
    /// RFC 8628 §3.1; for the device code.
    public var deviceURL: URI?
    /// The requested scopes; empty leaves them to the server.
    public var scopes: [String]
    /// Sent with each request for tokens and with the authorization: `audience`, `resource`.
    public var parameters: [String: String]
    /// How to connect to the authorization server.
    public var connection = ConnectionOptions()
    /// The identity of the authorization server (`issuer`, RFC 8414 §2). A redirect that names another one,
    /// in `iss`, is refused (RFC 9207 §2.4), and so is one that names none. `nil` does not check.
    public var issuer: String?

    /// - Parameters:
    ///   - id: the name under which the authorization server knows it (`client_id`).
    ///   - secret: the secret of the client; `nil` for a public client.
    ///   - authentication: by default ``Authentication/basic`` with a secret,
    ///     ``Authentication/none`` without.
    ///   - tokenURL: where tokens are issued and renewed (RFC 6749 §3.2).
    ///   - authorizationURL: where a user grants access; for ``OAuthFlow/authorizationCode(_:)`` alone.
    ///   - deviceURL: where the client requests a code for the user (RFC 8628 §3.1); for
    ///     ``OAuthFlow/deviceCode(show:)`` alone.
    ///   - scopes: the requested scopes; empty leaves them to the server.
    ///   - parameters: sent with each request for tokens and with the authorization: `audience`, `resource`.
    public init(
        id: String, secret: Secret? = nil, authentication: Authentication? = nil, tokenURL: URI, authorizationURL: URI? = nil,
        deviceURL: URI? = nil, scopes: [String] = [], parameters: [String: String] = [:]
    ) {
        self.id = id
        self.secret = secret
        self.authentication = authentication ?? (secret == nil ? .none : .basic)
        self.tokenURL = tokenURL
        self.authorizationURL = authorizationURL
        self.deviceURL = deviceURL
        self.scopes = scopes
        self.parameters = parameters
    }
}

/// How to obtain the first tokens. Later ones come by the refresh token where there is one.
public enum OAuthFlow: Sendable {
    /// The program itself is the account (RFC 6749 §4.4): no user has to log in.
    case clientCredentials
    /// A user's name and password go to the authorization server through this program (RFC 6749 §4.3). Not
    /// for new services (RFC 9700 §2.4); many existing ones support nothing else. The flow retains them for
    /// its lifetime, and logs in with them again when the refresh token ends.
    case password(user: String, Secret)
    /// A user grants access in a browser; the code comes back to this machine (RFC 6749
    /// §4.1, RFC 7636, RFC 8252).
    case authorizationCode(AuthorizationCodeFlow)
    /// A user grants access on another device (RFC 8628).
    /// - Parameter show: shows code and address; the flow continues when it returns.
    case deviceCode(show: @Sendable (DeviceCode) async -> Void)
    /// Tokens come from elsewhere; this client only renews them.
    case refreshOnly

    /// The user of the password flow; empty for all others.
    var user: String { if case .password(let user, _) = self { user } else { "" } }

    var needsNoUser: Bool {
        switch self {
        case .clientCredentials, .password: true
        case .authorizationCode, .deviceCode, .refreshOnly: false
        }
    }
}

/// A browser, and a port of this machine to which it is redirected.
public struct AuthorizationCodeFlow: Sendable {
    /// Opens the address in a browser, or shows it. Throwing ends the login.
    public var open: @Sendable (URI) async throws -> Void
    /// How long a user may take.
    public var timeout: Duration
    /// Of the redirect URI; servers compare it.
    public var path: String
    /// Of the redirect URI; 0 takes any free port (RFC 8252 §7.3).
    public var port: Int

    /// By default a user has five minutes, and any free port is taken.
    public init(
        timeout: Duration = .seconds(300), path: String = "/callback", port: Int = 0,
        open: @escaping @Sendable (URI) async throws -> Void
    ) {
        self.open = open
        self.timeout = timeout
        self.path = path
        self.port = port
    }
}

/// The code that a user types on another device (RFC 8628 §3.2).
public struct DeviceCode: Sendable, Hashable {
    /// For the user alone.
    public var userCode: String
    /// Where the user types the code.
    public var verificationURI: URI
    /// The same with the code in it, for a link or a picture.
    public var verificationURIComplete: URI?
    /// Since 1970-01-01 UTC.
    public var expiresAt: Duration
    /// The time between two polls.
    public var interval: Duration
}
