// A workspace's settings for the endpoints of an API: a common rule, and rules for single endpoints.

import NetLayer

/// Rules from the workspace, by endpoint.
public struct EndpointRules<Rule: Sendable & Hashable>: Sendable, Hashable {
    /// The rule for all endpoints without a rule of their own.
    public var all: Rule?
    /// By the endpoint's id, `METHOD PATH` or path.
    public var endpoints: [String: Rule]

    /// Rules; none by default.
    public init(all: Rule? = nil, endpoints: [String: Rule] = [:]) {
        self.all = all
        self.endpoints = endpoints
    }

    /// The rule that applies to an endpoint.
    public func rule(for endpoint: EndpointSummary) -> Rule? { ownRule(of: endpoint) ?? all }

    /// The endpoint's own rule.
    public func ownRule(of endpoint: EndpointSummary) -> Rule? {
        Self.names(of: endpoint).lazy.compactMap { endpoints[$0] }.first
    }

    /// The names in the rules that no endpoint has.
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

/// How responses are cached.
public struct CacheRule: Sendable, Hashable {
    public var policy: FetchPolicy
    /// How long a response is fresh, whatever its headers say; `nil`: as they say.
    public var lifetime: Duration?

    public init(policy: FetchPolicy, lifetime: Duration? = nil) {
        self.policy = policy
        self.lifetime = lifetime
    }
}

extension EndpointRules<CacheRule> {
    /// The rule for the stored responses of an endpoint. The one for all endpoints does not apply to an unsafe method, or it
    /// would not be sent.
    public func useOfStored(by endpoint: EndpointSummary) -> CacheRule? {
        ownRule(of: endpoint) ?? (endpoint.method.isSafe ? all : nil)
    }
}

extension CallPolicies {
    /// Uses stored responses by a rule; `nil` sends each request. Screen and commands apply their rules here.
    public mutating func useStored(by rule: CacheRule?) {
        // Set in this case only: without it, storing costs nothing.
        guard let rule, rule.policy != .networkOnly() else { return }
        fetch = rule.policy
        if let lifetime = rule.lifetime { caching.lifetime = .fixed(lifetime) }
    }
}
