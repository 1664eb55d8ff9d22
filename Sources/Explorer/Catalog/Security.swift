// How an API wants to know who asks: the schemes of a description, and which of them an operation needs.

import NetLayer

/// A way to prove who asks (OpenAPI, Security Scheme Object; Swagger 2.0 too).
public struct SecurityScheme: Sendable, Hashable {
    /// What is sent.
    public enum Kind: Sendable, Hashable {
        /// A key of that name in a header, a query or a cookie.
        case apiKey(name: String, place: ParameterPlace)
        /// A name and a password (RFC 7617).
        case basic
        /// A token after `Bearer` (RFC 6750). OAuth 2 and OpenID Connect are that too.
        case bearer(from: String)
        /// Another scheme of the `Authorization` header, whose credentials are typed as they are sent.
        case other(scheme: String)
    }

    /// The name in the description.
    public var id: String
    /// What is sent.
    public var kind: Kind
    /// As written; empty when there is none.
    public var details: String
    /// How its tokens are fetched; none for all but OAuth 2.
    public var flows: [TokenFlow]

    /// A scheme from its parts.
    public init(id: String, kind: Kind, details: String = "", flows: [TokenFlow] = []) {
        self.id = id
        self.kind = kind
        self.details = details
        self.flows = flows
    }
}

/// What an operation asks for.
public struct SecurityNeed: Sendable, Hashable {
    /// The schemes that its alternatives name, each once.
    public var schemes: [SecurityScheme]
    /// One of these sets of schemes is enough; an empty set says that nothing is needed.
    public var alternatives: [[String]]
    /// The scopes that are asked of a scheme's token, each once.
    public var scopes: [String: [String]] = [:]

    /// A need from its parts; by default none.
    public init(schemes: [SecurityScheme] = [], alternatives: [[String]] = []) {
        self.schemes = schemes
        self.alternatives = alternatives
    }

    /// The ways of which one is enough, in words: `a or b and c`.
    /// - Parameter has: schemes that are not named, because their credentials are there.
    public func ways(without has: Set<String> = []) -> String {
        alternatives.map { way in way.filter { !has.contains($0) }.joined(separator: " and ") }.joined(separator: " or ")
    }

    /// Whether a request without any credentials is allowed.
    public var isOptional: Bool { alternatives.isEmpty || alternatives.contains([]) }
}
