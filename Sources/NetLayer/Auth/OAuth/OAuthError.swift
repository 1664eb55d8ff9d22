// The error codes of authorization servers (RFC 6749 §4.1.2.1 and §5.2, RFC 8628 §3.5).

import Document

/// An authorization server's own error: `error.business(as: OAuthError.self)`.
public enum OAuthError: BusinessError {
    case invalidRequest, invalidClient, invalidGrant, unauthorizedClient, unsupportedGrantType, unsupportedResponseType,
        invalidScope
    case accessDenied, authorizationPending, slowDown, expiredToken, serverError, temporarilyUnavailable
    /// An unknown code.
    case other(String, String)

    public init(code: String, message: String) {
        switch code {
        case "invalid_request": self = .invalidRequest
        case "invalid_client": self = .invalidClient
        case "invalid_grant": self = .invalidGrant
        case "unauthorized_client": self = .unauthorizedClient
        case "unsupported_grant_type": self = .unsupportedGrantType
        case "unsupported_response_type": self = .unsupportedResponseType
        case "invalid_scope": self = .invalidScope
        case "access_denied": self = .accessDenied
        case "authorization_pending": self = .authorizationPending
        case "slow_down": self = .slowDown
        case "expired_token": self = .expiredToken
        case "server_error": self = .serverError
        case "temporarily_unavailable": self = .temporarilyUnavailable
        default: self = .other(code, message)
        }
    }

    public var userMessage: String? {
        switch self {
        case .invalidRequest: "The login request was not understood."
        case .invalidClient: "The authorization server does not know this client, or its secret is wrong."
        case .invalidGrant: "The login has expired or was revoked."
        case .unauthorizedClient: "This client may not log in this way."
        case .unsupportedGrantType, .unsupportedResponseType: "The authorization server does not support this way to log in."
        case .invalidScope: "The authorization server does not grant the requested scopes."
        case .accessDenied: "Access was denied."
        case .authorizationPending: "The login has not been confirmed yet."
        case .slowDown: "The authorization server gets too many requests."
        case .expiredToken: "The code expired before it was confirmed."
        case .serverError, .temporarilyUnavailable: "The authorization server has a problem."
        case .other(_, let message): message.isEmpty ? nil : message
        }
    }

    /// Members `error` and `error_description`, whatever the status.
    static let rule = BusinessRule { answer in
        guard answer.body.count <= 1 << 20, let document = try? ResponseMembers.read(answer),
            let code = document.root["error"]?.string
        else { return answer.head.status < 400 ? .success : .nothing }
        return .failure(BusinessFailure(code: code, message: document.root["error_description"]?.string ?? ""))
    }.typed(OAuthError.self)
}
