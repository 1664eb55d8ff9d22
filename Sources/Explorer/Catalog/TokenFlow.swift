// The OAuth 2 flows that a security scheme of a description offers.

import Document

/// One way to obtain a token (OpenAPI, OAuth Flow Object; Swagger 2.0 has one for each scheme).
public struct TokenFlow: Sendable, Hashable {
    /// The grants by their names in OpenAPI; a description may offer several.
    public enum Grant: String, Sendable, CaseIterable {
        /// The user agrees in a browser (RFC 6749 §4.1, with RFC 7636).
        case authorizationCode
        /// The program authenticates with credentials of its own (RFC 6749 §4.4).
        case clientCredentials
        /// The user agrees on another device (RFC 8628).
        case deviceAuthorization
        /// The program receives the user's name and password. Deprecated (RFC 9700 §2.4).
        case password
        /// The token is part of a URL. Deprecated (RFC 9700 §2.1.2).
        case implicit

        /// Swagger 2.0 has other names for two of them.
        init?(swagger name: String?) {
            switch name {
            case "accessCode": self = .authorizationCode
            case "application": self = .clientCredentials
            case let name?: self.init(rawValue: name)
            case nil: return nil
            }
        }
    }

    /// A permission that a token may grant.
    public struct Scope: Sendable, Hashable {
        public var name: String
        /// As written; may be empty.
        public var details: String
    }

    public var grant: Grant
    /// The address where the user agrees; as written, possibly relative to the API's server.
    public var authorizationURL: String?
    /// The address of the token endpoint; as written.
    public var tokenURL: String?
    /// The address where a device requests its code; as written.
    public var deviceURL: String?
    /// The address for refreshing tokens, if it differs from ``tokenURL``; as written.
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

    /// The flows of a scheme, in order of preference.
    static func readFlows(in scheme: JSONNode) -> [TokenFlow] {
        guard let flows = scheme["flows"] else {
            return Grant(swagger: scheme["flow"]?.string).map { [TokenFlow($0, scheme)] } ?? []
        }
        return Grant.allCases.compactMap { grant in
            flows[grant.rawValue].flatMap { $0.kind == .object ? TokenFlow(grant, $0) : nil }
        }
    }
}
