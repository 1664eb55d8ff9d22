// How somebody is to log in: the client of an authorization server, and the grant that brings the first token.

import NetLayer

/// A login of OAuth 2, as a form or a workspace says it.
public struct LoginPlan: Sendable, Hashable {
    /// Who the program is there, and where "there" is.
    public var client: OAuthClient
    public var grant: TokenFlow.Grant

    public init(client: OAuthClient, grant: TokenFlow.Grant) {
        self.client = client
        self.grant = grant
    }

    /// The grants that a program may use today: the two others hand it the person's password, or the token through a URL.
    public static let grants: [TokenFlow.Grant] = [.authorizationCode, .clientCredentials, .deviceAuthorization]
}

extension TokenFlow.Grant {
    /// For people.
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
