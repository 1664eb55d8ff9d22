// One type for one API, member by member: the compiler asks for the required members,
// the others have defaults.

/// A type that stands for one API. A family of APIs refines it and gives defaults of its own in an extension;
/// an instance with stored properties may differ from its family in any of them.
///
///     struct Item: EndpointDefinition {
///         var number: Int
///         var path: String { "/items/{id}" }
///         var parameters: [Parameter] { [Parameter("id", .plain("\(number)"), in: .path)] }
///         func decode(_ response: RawResponse) throws -> [UInt8] { response.body }
///     }
public protocol EndpointDefinition: EndpointConvertible {
    // Declared again, so that it is inferred from `decode`.
    /// The result of ``decode(_:)``.
    associatedtype Response
    /// See ``RequestPlan/path``.
    var path: String { get }
    /// See ``RequestPlan/id``; by default the name of the type.
    var id: String { get }
    /// See ``RequestPlan/title``; by default ``id``.
    var title: String { get }
    /// By default GET.
    var method: HTTPMethod { get }
    /// By default none.
    var parameters: [Parameter] { get }
    /// By default none.
    var headers: Headers { get }
    /// By default none.
    var body: RequestBody { get }
    /// See ``RequestPlan/isBodySecret``; by default `false`.
    var isBodySecret: Bool { get }
    /// See ``RequestPlan/maskedNames``; by default none.
    var maskedNames: Set<String> { get }
    /// See ``RequestPlan/maskedTexts``; by default none.
    var maskedTexts: Set<Secret> { get }
    /// See ``RequestPlan/isForThirdParty``; by default `false`.
    var isForThirdParty: Bool { get }
    /// By default the pool's choice.
    var destination: Destination { get }
    /// By default the policy's.
    var timeouts: Timeouts { get }
    /// Selects the timeouts of the policy: see ``RequestPlan/kind``.
    var kind: RequestKind? { get }
    /// By default those of ``ResponseLimits``.
    var limits: ResponseLimits { get }
    /// By default the service's.
    var connection: ConnectionOptions { get }
    /// By default `true`.
    var followsRedirects: Bool { get }
    /// Retries, duplicates, priority and the like; by default the client's.
    var policies: CallPolicies { get }
    /// By default no behaviour.
    var behaviour: CallBehaviour { get }
    /// Decodes a response whose status is below 400. An error that
    /// it throws becomes ``NetError/Kind/decode``.
    func decode(_ response: RawResponse) throws -> Response
}

extension EndpointDefinition {
    public var id: String { "\(Self.self)" }
    public var title: String { id }
    public var method: HTTPMethod { .get }
    public var parameters: [Parameter] { [] }
    public var headers: Headers { Headers() }
    public var body: RequestBody { .none }
    public var isBodySecret: Bool { false }
    public var maskedNames: Set<String> { [] }
    public var maskedTexts: Set<Secret> { [] }
    public var isForThirdParty: Bool { false }
    public var destination: Destination { Destination() }
    public var timeouts: Timeouts { .byPolicy }
    public var kind: RequestKind? { nil }
    public var limits: ResponseLimits { ResponseLimits() }
    public var connection: ConnectionOptions { ConnectionOptions() }
    public var followsRedirects: Bool { true }
    public var policies: CallPolicies { CallPolicies() }
    public var behaviour: CallBehaviour { CallBehaviour() }

    /// All members, read once: a call that runs does not change when the definition changes.
    public var endpoint: Endpoint<Response> {
        var plan = RequestPlan(
            id: id, title: title, method: method, path: path, parameters: parameters, headers: headers, body: body,
            timeouts: timeouts, limits: limits, connection: connection, followsRedirects: followsRedirects)
        plan.isBodySecret = isBodySecret
        plan.maskedNames = maskedNames
        plan.maskedTexts = maskedTexts
        plan.isForThirdParty = isForThirdParty
        plan.kind = kind
        plan.destination = destination
        plan.policies = policies
        var endpoint = Endpoint(plan, decode: decode)
        endpoint.behaviour = behaviour
        return endpoint
    }
}

extension EndpointDefinition where Response == RawResponse {
    /// Returns the response as it was received.
    public func decode(_ response: RawResponse) throws -> RawResponse { response }
}
