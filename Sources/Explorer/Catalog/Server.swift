// The servers of a description, as URLs.

import NetLayer

/// A server of a description (OpenAPI, Server Object; of Swagger 2, a scheme with the host and base path).
public struct Server: Sendable, Hashable {
    /// A part of the URL that the user may choose.
    public struct Variable: Sendable, Hashable {
        /// The name in the braces.
        public let name: String
        /// The value when the user chooses none.
        public let defaultValue: String
        /// The allowed values; empty when all are allowed.
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

    /// The URL with the defaults of its variables, resolved against the address of the description. It stays
    /// relative when that address is unknown.
    public let url: URI
    /// As written.
    public let template: String
    /// On one line.
    public let description: String?
    /// Its name (OpenAPI 3.2).
    public let name: String?
    /// In the order of the URL.
    public let variables: [Variable]
    /// The base URI for relative URLs.
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

    /// The URL with these values for its variables; missing values are replaced by the defaults.
    public func resolvedURL(with values: [String: String]) -> URI {
        var text = template
        for variable in variables {
            text = text.replacing("{\(variable.name)}", with: values[variable.name] ?? variable.defaultValue)
        }
        return Self.resolved(text, against: base)
    }

    /// Resolves relative URLs against the address of the description, when that is `http` or `https`.
    static func resolved(_ text: String, against base: URI?) -> URI {
        let url = URI(text)
        guard !url.isAbsoluteHTTP, let base, base.isAbsoluteHTTP else { return url }
        return base.resolving(url)
    }
}

extension ServicePool {
    /// The servers of a description, or of an operation, as one pool. Their names distinguish them. Servers
    /// without an http(s) URL are left out.
    public init(_ servers: [Server]) {
        let usable = servers.filter { $0.url.isAbsoluteHTTP }
        let single = usable.count == 1
        self.init(
            usable.enumerated().map { index, server in
                Service(
                    name: server.name ?? (single ? server.url.host ?? "api" : "api-\(index + 1)"), baseURL: server.url)
            })
    }

    /// An operation's own servers. They may belong to another party: they get neither the login nor the
    /// cookies of the API, nor the values that the user typed for it, unless they have the origin of the
    /// API's own services (``Service/credentialHome``).
    /// - Parameter home: the pool of the API.
    public init(_ servers: [Server], insteadOf home: ServicePool) {
        self = ServicePool(servers).keeping(credentialsFor: home.credentialOrigins)
        family = ([home.family] + services.map { "\($0.baseURL)" }).joined(separator: "\n")
    }

    /// The servers of a description, or the service of a collection in its environments, as one pool.
    public init(_ description: APIDescription) { self = description.collectedPool ?? Self(description.servers) }
}
