// A program as an authorization server knows it, and the ways in which it may get tokens (RFC 6749, RFC 8252, RFC 8628).

/// An OAuth 2 client.
public struct OAuthClient: Sendable, Hashable {
    /// How the client proves itself at the token endpoint (RFC 6749 §2.3.1). The raw value is the field's word.
    public enum Authentication: String, Sendable, Hashable, CaseIterable {
        /// `Authorization: Basic` with id and secret.
        case basic = "client_secret_basic"
        /// Id and secret as fields of the form.
        case body = "client_secret_post"
        /// A public client: it says who it is and proves nothing.
        case none
    }

    /// The name that the authorization server knows it by (`client_id`); empty where that asks for none, which only
    /// ``OAuthFlow/password(user:_:)`` may do.
    public var id: String
    /// What it proves itself by; `nil` for a public client.
    public var secret: Secret?
    /// How it proves itself at the token endpoint.
    public var authentication: Authentication
    /// Where tokens are given out and renewed (RFC 6749 §3.2).
    public var tokenURL: URI
    /// Where tokens are renewed, where that is another place than ``tokenURL``.
    public var refreshURL: URI?
    /// Where a person allows it; for the authorization code.
    public var authorizationURL: URI?
    /// RFC 8628 §3.1; for the device code.
    public var deviceURL: URI?
    /// What it asks to be allowed; empty leaves that to the server.
    public var scopes: [String]
    /// Go with each request for tokens and with the authorization: `audience`, `resource`.
    public var parameters: [String: String]
    /// How connections to the authorization server are made.
    public var connection = ConnectionOptions()
    /// Who the authorization server says that it is (`issuer`, RFC 8414 §2). A redirect that names another one, in `iss`, is refused (RFC
    /// 9207 §2.4), and so is one that names none. `nil` does not look.
    public var issuer: String?

    /// - Parameters:
    ///   - id: the name that the authorization server knows it by (`client_id`).
    ///   - secret: what it proves itself by; `nil` for a public client.
    ///   - authentication: by default ``Authentication/basic`` with a secret, ``Authentication/none`` without.
    ///   - tokenURL: where tokens are given out and renewed (RFC 6749 §3.2).
    ///   - authorizationURL: where a person allows it; for ``OAuthFlow/authorizationCode(_:)`` alone.
    ///   - deviceURL: where a code for a person is asked for (RFC 8628 §3.1); for ``OAuthFlow/deviceCode(show:)`` alone.
    ///   - scopes: what it asks to be allowed; empty leaves that to the server.
    ///   - parameters: go with each request for tokens and with the authorization: `audience`, `resource`.
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

/// How tokens are had the first time. Later ones come by the refresh token where there is one.
public enum OAuthFlow: Sendable {
    /// The program itself is the account (RFC 6749 §4.4): nobody has to log in.
    case clientCredentials
    /// Name and password of a person go to the authorization server through this program (RFC 6749 §4.3). Not for new services
    /// (RFC 9700 §2.4); many that stand know nothing else. They are kept as long as the flow is, and log in anew when the refresh
    /// token ends.
    case password(user: String, Secret)
    /// A person allows it in a browser; the code comes back to this machine (RFC 6749 §4.1, RFC 7636, RFC 8252).
    case authorizationCode(AuthorizationCodeFlow)
    /// A person allows it on another device (RFC 8628).
    /// - Parameter show: shows code and address; the flow goes on when it returns.
    case deviceCode(show: @Sendable (DeviceCode) async -> Void)
    /// Tokens come from elsewhere, and are renewed here.
    case refreshOnly

    /// Whose password it is; empty for all others.
    var user: String { if case .password(let user, _) = self { user } else { "" } }

    var needsNobody: Bool {
        switch self {
        case .clientCredentials, .password: true
        case .authorizationCode, .deviceCode, .refreshOnly: false
        }
    }
}

/// A browser, and a port of this machine on which it comes back.
public struct AuthorizationCodeFlow: Sendable {
    /// Opens the address in a browser, or shows it. Throwing ends the login.
    public var open: @Sendable (URI) async throws -> Void
    /// How long a person may take.
    public var timeout: Duration
    /// Of the redirect URI; servers compare it.
    public var path: String
    /// Of the redirect URI; 0 takes any that is free (RFC 8252 §7.3).
    public var port: Int

    /// By default a person has five minutes, and any free port will do.
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

/// What a person types on another device (RFC 8628 §3.2).
public struct DeviceCode: Sendable, Hashable {
    /// For the person; not for anybody else.
    public var userCode: String
    /// Where the person types the code.
    public var verificationURI: URI
    /// The same with the code in it, for a link or a picture.
    public var verificationURIComplete: URI?
    /// Since 1970-01-01 UTC.
    public var expiresAt: Duration
    /// How often is asked.
    public var interval: Duration
}
