// What is asked, rewritten and signed when a request is made: the part of a call that no value can say.

/// What a service, an endpoint or a call does to its requests besides what the values of a plan say.
public struct RequestBehaviour: Sendable {
    /// Asked for parameters before anything else of the call, and for every later attempt anew (CT-P1, CT-R2): hooks and checks see them. They win over the plan's of the same name and
    /// place.
    public var parameters: (@Sendable (RequestContext) async throws -> [Parameter])?
    /// Asked for the body with the parameters, for every later attempt anew (BA-16); `nil` keeps the plan's.
    public var body: (@Sendable (RequestContext) async throws -> RequestBody?)?
    /// Rewrites the parameters of plan and providers (CT-P2); `nil` keeps what was given.
    public var reform: (@Sendable ([Parameter]) async throws -> [Parameter]?)?
    /// Signs parameters: sees all of them, common and service-level ones too, and answers those to be added (BA-4). The innermost one alone is
    /// asked: the call's, else the endpoint's, else the service's.
    public var signature: (@Sendable ([Parameter], RequestContext) async throws -> [Parameter])?
    /// Change the finished request, in order.
    public var adapters: [any RequestAdapter] = []
    /// Runs after all adapters, so that it sees what is sent. The innermost one alone runs.
    public var signer: (any RequestAdapter)?
    /// Refuses parameters that were pulled or reformed; those of the plan itself the call has checked already.
    var check: (@Sendable ([Parameter]) throws -> Void)?

    /// Nobody is asked for anything.
    public var isEmpty: Bool { !pulls && signature == nil && adapters.isEmpty && signer == nil }

    /// Nobody is asked, and nothing is changed.
    public init() {}

    /// A behaviour that consists of adapters.
    public init(adapters: [any RequestAdapter]) { self.adapters = adapters }

    /// What is asked is known only once somebody was asked.
    var pulls: Bool { parameters != nil || body != nil || reform != nil }
}
