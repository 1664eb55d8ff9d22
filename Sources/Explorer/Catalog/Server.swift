// Where an API is served: the servers of a description, as URLs.

import NetLayer

/// A server of a description (OpenAPI, Server Object; of Swagger 2, a scheme with the host and base path).
public struct Server: Sendable, Hashable {
    /// A part of the URL that the user may choose.
    public struct Variable: Sendable, Hashable {
        /// As it stands in braces.
        public let name: String
        /// What is taken when nothing is chosen.
        public let defaultValue: String
        /// The values that are allowed; empty when all are.
        public let choices: [String]
        /// On one line.
        public let description: String?

        /// A variable from its parts.
        public init(name: String, defaultValue: String, choices: [String] = [], description: String? = nil) {
            self.name = name
            self.defaultValue = defaultValue
            self.choices = choices
            self.description = description
        }
    }

    /// Its variables replaced by their defaults, resolved against the address of the description. Still relative when that is unknown.
    public let url: URI
    /// As written.
    public let template: String
    /// On one line.
    public let description: String?
    /// Its name (OpenAPI 3.2).
    public let name: String?
    /// In the order in which they stand in the URL.
    public let variables: [Variable]
    /// What relative URLs are resolved against.
    private let base: URI?

    /// A server from its parts.
    public init(
        url: URI, template: String, description: String?, name: String? = nil, variables: [Variable] = [], base: URI? = nil
    ) {
        self.url = url
        self.template = template
        self.description = description
        self.name = name
        self.variables = variables
        self.base = base
    }

    /// The URL with these values for its variables; the defaults stand for those that are not named.
    public func url(with values: [String: String]) -> URI {
        var text = template
        for variable in variables {
            text = text.replacing("{\(variable.name)}", with: values[variable.name] ?? variable.defaultValue)
        }
        return Self.resolved(text, against: base)
    }

    /// Relative URLs are resolved against where the description was read from, when that is `http` or `https`.
    static func resolved(_ text: String, against base: URI?) -> URI {
        let url = URI(text)
        guard !url.isAbsoluteHTTP, let base, base.isAbsoluteHTTP else { return url }
        return base.resolving(url)
    }
}

extension ServicePool {
    /// The servers of a description, or of an operation, as one pool, named by what tells them apart; those that are no http(s) URL
    /// are left out.
    public init(_ servers: [Server]) {
        let usable = servers.filter { $0.url.isAbsoluteHTTP }
        let single = usable.count == 1
        self.init(
            usable.enumerated().map { index, server in
                Service(
                    name: server.name ?? (single ? server.url.host ?? "api" : "api-\(index + 1)"), baseURL: server.url)
            })
    }

    /// The servers that an operation has of its own. They are another's: neither the login nor the cookies of its API are theirs, nor what
    /// the user has typed for it, unless they are of the origin that the API is asked at (``Service/credentialHome``).
    /// - Parameter home: the pool of the API.
    public init(_ servers: [Server], insteadOf home: ServicePool) {
        self = ServicePool(servers).keeping(credentialsFor: home.credentialOrigins)
        family = ([home.family] + services.map { "\($0.baseURL)" }).joined(separator: "\n")
    }

    /// The servers of a description, or the service of a collection in its environments, as one pool.
    public init(_ description: APIDescription) { self = description.collectedPool ?? Self(description.servers) }
}
