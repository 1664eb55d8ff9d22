// Code that runs when a request is made: it provides, rewrites and signs, which no plain value can express.

/// The operations of a service, an endpoint or a call on its requests, in addition to the values of a plan.
public struct RequestBehaviour: Sendable {
    /// Provides parameters before any other step of the call, and anew for every later attempt: hooks and
    /// checks see them. They take precedence over the plan's of the same name and place.
    public var parameters: (@Sendable (RequestContext) async throws -> [Parameter])?
    /// Provides the body together with the parameters, anew for every later attempt; `nil` keeps the plan's.
    public var body: (@Sendable (RequestContext) async throws -> RequestBody?)?
    /// Rewrites the parameters of plan and providers; `nil` keeps them as they are.
    public var reform: (@Sendable ([Parameter]) async throws -> [Parameter]?)?
    /// Signs parameters: sees all of them, common and service-level ones too, and returns the parameters to
    /// add. Only the innermost signature runs: the call's, else the endpoint's, else the service's.
    public var signature: (@Sendable ([Parameter], RequestContext) async throws -> [Parameter])?
    /// Change the finished request, in order.
    public var adapters: [any RequestAdapter] = []
    /// Runs after all adapters, so that it sees the request as it is sent. Only the innermost signer runs.
    public var signer: (any RequestAdapter)?
    /// Refuses parameters that providers or `reform` gave; the call has already checked those of the plan.
    var check: (@Sendable ([Parameter]) throws -> Void)?

    /// No code runs for a request. `check` does not count.
    public var isEmpty: Bool { !hasProviders && signature == nil && adapters.isEmpty && signer == nil }

    /// No code runs, and nothing changes.
    public init() {}

    /// A behaviour that consists of adapters.
    public init(adapters: [any RequestAdapter]) { self.adapters = adapters }

    /// Parameters or body are known only after providers or `reform` ran.
    var hasProviders: Bool { parameters != nil || body != nil || reform != nil }
}
