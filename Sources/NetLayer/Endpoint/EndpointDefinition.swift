// One type for one API, member by member: what it must say the compiler asks for, the rest has defaults.

/// A type that stands for one API. A family of APIs refines it and gives defaults of its own in an extension (YB-2); an instance with stored
/// properties may differ from its family in any of them.
///
///     struct Item: EndpointDefinition {
///         var number: Int
///         var path: String { "/items/{id}" }
///         var parameters: [Parameter] { [Parameter("id", .plain("\(number)"), in: .path)] }
///         func decode(_ response: RawResponse) throws -> [UInt8] { response.body }
///     }
public protocol EndpointDefinition: EndpointConvertible {
    // Named again, so that it is inferred from `decode`.
    associatedtype Response
    /// See ``RequestPlan/path``.
    var path: String { get }
    /// See ``RequestPlan/id``; by default the name of the type.
    var id: String { get }
    /// By default GET.
    var method: HTTPMethod { get }
    /// By default none.
    var parameters: [Parameter] { get }
    /// By default none.
    var headers: Headers { get }
    /// By default none.
    var body: RequestBody { get }
    /// By default where the pool leads.
    var destination: Destination { get }
    /// By default the policy's.
    var timeouts: Timeouts { get }
    /// By default nothing is done besides.
    var behaviour: CallBehaviour { get }
    /// Turns an answer whose status is below 400 into the response. What it throws becomes ``NetError/Kind/decode``.
    func decode(_ response: RawResponse) throws -> Response
}

extension EndpointDefinition {
    public var id: String { "\(Self.self)" }
    public var method: HTTPMethod { .get }
    public var parameters: [Parameter] { [] }
    public var headers: Headers { Headers() }
    public var body: RequestBody { .none }
    public var destination: Destination { Destination() }
    public var timeouts: Timeouts { .byPolicy }
    public var behaviour: CallBehaviour { CallBehaviour() }

    /// Everything, asked for once: a call that runs does not change with whoever made it (B-YT-2).
    public var endpoint: Endpoint<Response> {
        var plan = RequestPlan(
            id: id, method: method, path: path, parameters: parameters, headers: headers, body: body, timeouts: timeouts)
        plan.destination = destination
        var endpoint = Endpoint(plan, decode: decode)
        endpoint.behaviour = behaviour
        return endpoint
    }
}

extension EndpointDefinition where Response == RawResponse {
    /// The answer as it came.
    public func decode(_ response: RawResponse) throws -> RawResponse { response }
}
