// How somebody is to log in: the client of an authorization server, and the grant that brings the first token.

import NetLayer

/// A login of OAuth 2, as a form or a workspace says it.
public struct LoginPlan: Sendable, Hashable {
    /// Who the program is there, and where "there" is.
    public var client: OAuthClient
    public var grant: TokenFlow.Grant
    /// Whose password it is; of ``TokenFlow/Grant/password`` alone.
    public var user = ""
    /// That person's; of ``TokenFlow/Grant/password`` alone.
    public var password: Secret?

    public init(client: OAuthClient, grant: TokenFlow.Grant) {
        self.client = client
        self.grant = grant
    }

    /// The flow that needs nobody to agree elsewhere; `nil` for those that do.
    public var ownFlow: OAuthFlow? {
        switch grant {
        case .clientCredentials: .clientCredentials
        case .password: password.map { .password(user: user, $0) }
        case .authorizationCode, .deviceAuthorization, .implicit: nil
        }
    }

    /// The grants that this program knows. The other one brings the token through a URL, which is for pages in a browser.
    public static let grants: [TokenFlow.Grant] = [.authorizationCode, .clientCredentials, .deviceAuthorization, .password]
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
