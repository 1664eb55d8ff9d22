// A login as a form or a workspace defines it: with OAuth 2, or by a request of the API's own.

import NetLayer

/// How requests get a token.
public struct LoginPlan: Sendable, Hashable {
    /// Where tokens come from.
    public enum Way: Sendable, Hashable {
        /// From an authorization server.
        case oauth(OAuthLogin)
        /// From a request of the API's own.
        case request(LoginRequest)
    }

    public var way: Way
    /// The codes in the bodies of responses that end a login; `nil` where only the status does (401).
    public var endingCodes: EndingCodes?

    /// Codes that mean: log in again.
    public struct EndingCodes: Sendable, Hashable {
        /// Where a body has its code.
        public var rule: BusinessCode
        public var codes: Set<String>

        public init(_ codes: Set<String>, in rule: BusinessCode) { (self.codes, self.rule) = (codes, rule) }
    }

    public init(_ way: Way) { self.way = way }

    /// A login with OAuth 2.
    public init(client: OAuthClient, grant: TokenFlow.Grant) {
        self.init(.oauth(OAuthLogin(client: client, grant: grant)))
    }

    /// The login with OAuth 2; `nil` for any other.
    public var oauth: OAuthLogin? { if case .oauth(let login) = way { login } else { nil } }

    /// What the token is sent as, where the workspace says it; `nil` for a bearer token.
    public var carrier: LoginRequest.Carrier? { if case .request(let login) = way { login.carrier } else { nil } }

    /// Whether it works without the user: then commands log in too, and a request does not wait for `:login`.
    public var needsNoUser: Bool {
        switch way {
        case .oauth(let login): login.ownFlow != nil
        case .request: true
        }
    }
}

/// A login with OAuth 2: the client of an authorization server, and the grant for the first token.
public struct OAuthLogin: Sendable, Hashable {
    /// The program's identity at the authorization server, and the server's addresses.
    public var client: OAuthClient
    public var grant: TokenFlow.Grant
    /// The user name; for ``TokenFlow/Grant/password`` only.
    public var user = ""
    /// The user's password; for ``TokenFlow/Grant/password`` only.
    public var password: Secret?

    public init(client: OAuthClient, grant: TokenFlow.Grant) {
        self.client = client
        self.grant = grant
    }

    /// The flow that works without the user's consent elsewhere; `nil` for the others.
    public var ownFlow: OAuthFlow? {
        switch grant {
        case .clientCredentials: .clientCredentials
        case .password: password.map { .password(user: user, $0) }
        case .authorizationCode, .deviceAuthorization, .implicit: nil
        }
    }

    /// The grants that this program supports. It does not support the implicit grant, which passes the token
    /// in a URL to a page in a browser.
    public static let grants: [TokenFlow.Grant] = [.authorizationCode, .clientCredentials, .deviceAuthorization, .password]
}

extension TokenFlow.Grant {
    /// Its name in the user interface.
    public var title: String {
        switch self {
        case .authorizationCode: "in the browser (authorization code)"
        case .clientCredentials: "as the program itself (client credentials)"
        case .deviceAuthorization: "on another device (device code)"
        case .password: "with name and password"
        case .implicit: "implicit"
        }
    }
}
