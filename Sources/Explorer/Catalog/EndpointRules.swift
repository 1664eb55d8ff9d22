// What a workspace says of the endpoints of an API: one word for all of them, and others for single ones.

import NetLayer

/// Rules as somebody has written them down, by endpoint.
public struct EndpointRules<Rule: Sendable & Hashable>: Sendable, Hashable {
    /// For all endpoints that have nothing of their own.
    public var all: Rule?
    /// By the endpoint's id, `METHOD PATH` or path.
    public var endpoints: [String: Rule]

    /// Rules; none by default.
    public init(all: Rule? = nil, endpoints: [String: Rule] = [:]) {
        self.all = all
        self.endpoints = endpoints
    }

    /// What holds for an endpoint.
    public func rule(for endpoint: EndpointSummary) -> Rule? { own(of: endpoint) ?? all }

    /// What is said of it alone.
    public func own(of endpoint: EndpointSummary) -> Rule? {
        Self.names(of: endpoint).lazy.compactMap { endpoints[$0] }.first
    }

    /// Names that no endpoint has.
    public func unknown(in endpoints: [EndpointSummary]) -> [String] {
        guard !self.endpoints.isEmpty else { return [] }
        let known = Set(endpoints.flatMap(Self.names))
        return self.endpoints.keys.filter { !known.contains($0) }.sorted()
    }

    private static func names(of endpoint: EndpointSummary) -> [String] {
        [endpoint.id, "\(endpoint.method) \(endpoint.path)", endpoint.path]
    }
}

/// How its lists are paged.
public typealias PagingRules = EndpointRules<PagingOverride>

/// How its answers are stored.
public struct CacheRule: Sendable, Hashable {
    public var policy: FetchPolicy
    /// How long an answer is fresh, whatever its headers say; `nil`: as they say.
    public var lifetime: Duration?

    public init(policy: FetchPolicy, lifetime: Duration? = nil) {
        self.policy = policy
        self.lifetime = lifetime
    }
}
