// How a call is treated on its way: plain values, for an endpoint or for one call.

/// The rules that a call is sent by. Every rule has a default.
public struct CallPolicies: Sendable, Hashable {
    public init() {}
}
