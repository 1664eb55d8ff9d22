// How a description says that tokens are fetched: the flows of OAuth 2 that its scheme offers.

import Document

/// One way to a token (OpenAPI, OAuth Flow Object; Swagger 2.0 has one for each scheme).
public struct TokenFlow: Sendable, Hashable {
    /// By their names in OpenAPI; a description may offer several.
    public enum Grant: String, Sendable, CaseIterable {
        /// A person agrees in a browser (RFC 6749 §4.1, with RFC 7636).
        case authorizationCode
        /// The program is known to the server by itself (RFC 6749 §4.4).
        case clientCredentials
        /// A person agrees on another device (RFC 8628).
        case deviceAuthorization
        /// Name and password are given to the program. Not to be used any more (RFC 9700 §2.4).
        case password
        /// The token comes in a URL. Not to be used any more (RFC 9700 §2.1.2).
        case implicit

        /// Swagger 2.0 has other names for two.
        init?(swagger name: String?) {
            switch name {
            case "accessCode": self = .authorizationCode
            case "application": self = .clientCredentials
            case let name?: self.init(rawValue: name)
            case nil: return nil
            }
        }
    }

    /// What a token may be good for.
    public struct Scope: Sendable, Hashable {
        public var name: String
        /// As written; may be empty.
        public var details: String
    }

    public var grant: Grant
    /// Where a person agrees; as written, perhaps relative to the API's server.
    public var authorizationURL: String?
    /// Where tokens come from; as written.
    public var tokenURL: String?
    /// Where a device asks for its code; as written.
    public var deviceURL: String?
    /// Where tokens are refreshed, if elsewhere than at ``tokenURL``; as written.
    public var refreshURL: String?
    /// In the order of the description.
    public var scopes: [Scope] = []

    /// A flow whose addresses are known elsewhere.
    public init(_ grant: Grant) { self.grant = grant }

    init(_ grant: Grant, _ node: JSONNode) {
        self.grant = grant
        authorizationURL = node["authorizationUrl"]?.string.map(Wording.folded)
        tokenURL = node["tokenUrl"]?.string.map(Wording.folded)
        deviceURL = node["deviceAuthorizationUrl"]?.string.map(Wording.folded)
        refreshURL = node["refreshUrl"]?.string.map(Wording.folded)
        guard let scopes = node["scopes"], scopes.kind == .object else { return }
        self.scopes = scopes.entries.filter { !$0.key.hasPrefix("x-") }.map {
            Scope(name: Wording.folded($0.key), details: $0.value.string ?? "")
        }
    }

    /// Those of a scheme, in the order in which people would choose them.
    static func all(in scheme: JSONNode) -> [TokenFlow] {
        guard let flows = scheme["flows"] else {
            return Grant(swagger: scheme["flow"]?.string).map { [TokenFlow($0, scheme)] } ?? []
        }
        return Grant.allCases.compactMap { grant in
            flows[grant.rawValue].flatMap { $0.kind == .object ? TokenFlow(grant, $0) : nil }
        }
    }
}
