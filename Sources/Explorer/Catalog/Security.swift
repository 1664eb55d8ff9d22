// How an API authenticates its callers: the schemes of a description, and the schemes that
// an operation needs.

import NetLayer

/// A method of authentication (OpenAPI, Security Scheme Object; Swagger 2.0 too).
public struct SecurityScheme: Sendable, Hashable {
    /// The credential that is sent.
    public enum Kind: Sendable, Hashable {
        /// A key of that name in a header, a query or a cookie.
        case apiKey(name: String, place: ParameterPlace)
        /// A name and a password (RFC 7617).
        case basic
        /// A token after `Bearer` (RFC 6750). OAuth 2 and OpenID Connect use it too.
        case bearer(from: String)
        /// Another scheme of the `Authorization` header. The user types the credentials as they are sent.
        case other(scheme: String)
    }

    /// The name in the description.
    public var id: String
    /// The credential that is sent.
    public var kind: Kind
    /// As written; empty when there is none.
    public var details: String
    /// How its tokens are obtained; empty for all schemes but OAuth 2.
    public var flows: [TokenFlow]

    /// A scheme from its parts.
    public init(id: String, kind: Kind, details: String = "", flows: [TokenFlow] = []) {
        self.id = id
        self.kind = kind
        self.details = details
        self.flows = flows
    }
}

/// The authentication that an operation needs.
public struct SecurityNeed: Sendable, Hashable {
    /// The schemes that its alternatives name, each once.
    public var schemes: [SecurityScheme]
    /// One of these sets of schemes is enough; an empty set means that none is needed.
    public var alternatives: [[String]]
    /// The scopes that a scheme's token needs, each once.
    public var scopes: [String: [String]] = [:]

    /// A need from its parts; by default empty.
    public init(schemes: [SecurityScheme] = [], alternatives: [[String]] = []) {
        self.schemes = schemes
        self.alternatives = alternatives
    }

    /// The alternatives in words: `a or b and c`.
    /// - Parameter has: schemes to leave out, because their credentials are known.
    public func describeAlternatives(without has: Set<String> = []) -> String {
        alternatives.map { way in way.filter { !has.contains($0) }.joined(separator: " and ") }.joined(separator: " or ")
    }

    /// Whether a request without any credentials is allowed.
    public var isOptional: Bool { alternatives.isEmpty || alternatives.contains([]) }
}
