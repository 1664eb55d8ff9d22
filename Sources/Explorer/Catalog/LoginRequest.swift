// A login by a request of the API's own: what is sent, where the response has the token, and what the token
// is sent as.

import Document
import NetLayer

/// A login by requests that a workspace describes.
public struct LoginRequest: Sendable, Hashable {
    /// What carries the token in a request.
    public struct Carrier: Sendable, Hashable {
        /// The name of the header field, query parameter or cookie.
        public var name: String
        public var place: APIKey.Place
        /// Stands before the token: `Token `.
        public var prefix: String

        public init(_ name: String, in place: APIKey.Place, prefix: String = "") {
            (self.name, self.place, self.prefix) = (name, place, prefix)
        }

        /// The credential of a token.
        public func credential(_ token: Secret) -> Credential { .apiKey(APIKey(name, token, in: place, prefix: prefix)) }

        /// Whether the token goes there.
        public func fills(_ name: String, in place: String) -> Bool {
            guard place == self.place.rawValue else { return false }
            return self.place == .header ? name.lowercased() == self.name.lowercased() : name == self.name
        }
    }

    /// The values that the texts of the requests refer to.
    public struct Values: Sendable, Hashable {
        public var variables: [String: FieldValue]
        public var external: [ExternalReference: Secret]

        public init(variables: [String: FieldValue] = [:], external: [ExternalReference: Secret] = [:]) {
            (self.variables, self.external) = (variables, external)
        }

        /// An expansion with these values. They are the user's own: no response has chosen them.
        public var expansion: VariableExpansion {
            var expansion = VariableExpansion(VariableScopes(), outside: external)
            for (name, value) in variables { expansion.answer(name, value) }
            return expansion
        }
    }

    /// How long a token is good.
    public enum Lifetime: Sendable, Hashable {
        /// The JSON pointer of the seconds in the response.
        case pointer(String)
        case fixed(Duration)
    }

    /// Its texts refer to ``values``.
    public var request: WorkspaceRequest
    /// Obtains a token for a refresh token; `nil` logs in anew. Its texts refer to ``values`` and to
    /// ``refreshVariable``.
    public var refresh: WorkspaceRequest?
    /// The values of the texts, in each environment.
    public var values: [Environment: Values]
    /// The JSON pointer of the token in a response; `nil` tries ``usualPlaces``.
    public var token: String?
    /// The JSON pointer of the refresh token; `nil`: the member `refresh_token` beside the token.
    public var refreshToken: String?
    /// `nil`: the member `expires_in` beside the token, in seconds (RFC 6749 §5.1), if there is one.
    public var lifetime: Lifetime?
    /// What the token is sent as; `nil`: a bearer token.
    public var carrier: Carrier?
    /// How the response reports a failure, beside its status.
    public var business: BusinessCode?

    public init(_ request: WorkspaceRequest, refresh: WorkspaceRequest? = nil, values: [Environment: Values]) {
        (self.request, self.refresh, self.values) = (request, refresh, values)
    }

    /// The variable of ``refresh`` that stands for the refresh token.
    public static let refreshVariable = "refresh_token"

    /// The places of a token, in the order in which they are tried.
    public static let usualPlaces = [
        "/access_token", "/accessToken", "/token", "/data/access_token", "/data/accessToken", "/data/token",
    ]

    /// Names the login and its user, without secrets: stored tokens of another login are not used.
    public var identity: String {
        let lines = values.sorted { $0.key.rawValue < $1.key.rawValue }.map { environment, values in
            var expansion = values.expansion
            let texts = request.texts.map { text in
                text.pieces.map { piece in
                    let piece = WorkspaceText(piece)
                    guard case .plain(let value)? = try? expansion.expand(piece) else { return piece.source }
                    return value
                }
                .joined()
            }
            return ([environment.rawValue] + texts).joined(separator: " ")
        }
        return (["request"] + lines).joined(separator: "\n")
    }
}

extension LoginRequest {
    /// The tokens in a response.
    /// - Parameters:
    ///   - startedAt: when the request was sent, since 1970-01-01 UTC.
    ///   - refresh: stays valid where the response has no other.
    /// - Throws: an error that ends the login if there is no token.
    public func readTokens(in root: JSONNode, since startedAt: Duration, keeping refresh: Secret?) throws(NetError) -> TokenSet {
        let places = token.map { [$0] } ?? Self.usualPlaces
        guard let place = places.first(where: { Self.text(root, $0) != nil }), let access = Self.text(root, place) else {
            throw NetError(
                .authentication(.loginRequired), attempted: request.name,
                detail: "the response has no token at \(places.joined(separator: ", "))")
        }
        let parent = place.lastIndex(of: "/").map { place[..<$0] } ?? ""
        let other = Self.text(root, refreshToken ?? "\(parent)/refresh_token")
        let seconds: Duration? =
            switch lifetime {
            case .fixed(let span): span
            case .pointer(let pointer): TokenSet.lifetime(root.resolve(pointer: pointer))
            case nil: TokenSet.lifetime(root.resolve(pointer: "\(parent)/expires_in"))
            }
        return TokenSet(
            access: Secret(access), refresh: other.map { Secret($0) } ?? refresh, expiresAt: seconds.map { startedAt + $0 })
    }

    private static func text(_ root: JSONNode, _ pointer: String) -> String? {
        root.resolve(pointer: pointer)?.string.flatMap { $0.isEmpty ? nil : $0 }
    }
}
