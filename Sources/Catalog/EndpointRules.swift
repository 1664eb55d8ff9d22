// What a workspace says of the lists of an API: one word for all of them, and others for single endpoints.

import NetLayer

/// Paging as somebody has written it down, by endpoint.
public struct PagingRules: Sendable, Hashable {
    /// For all endpoints that have nothing of their own.
    public var all: PagingOverride?
    /// By the endpoint's id, `METHOD PATH` or path.
    public var endpoints: [String: PagingOverride]

    /// Rules; none by default.
    public init(all: PagingOverride? = nil, endpoints: [String: PagingOverride] = [:]) {
        self.all = all
        self.endpoints = endpoints
    }

    /// What holds for an endpoint.
    public func rule(for endpoint: EndpointSummary) -> PagingOverride? {
        Self.names(of: endpoint).lazy.compactMap { endpoints[$0] }.first ?? all
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
