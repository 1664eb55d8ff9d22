// The definition of a call as a value: the same endpoint may be dispatched any number of times,
// concurrently, by any caller.

/// The parts of an endpoint's call, except how its response is decoded. Paths and parameters are as the
/// caller gave them; ``RequestGenerator`` makes the request from the plan, anew for every attempt.
public struct RequestPlan: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    private struct Parts: Sendable, Hashable {
        var id: String
        var title: String
        var method: HTTPMethod
        var path: String
        var parameters: [Parameter]
        var headers: Headers
        var usualHeaders = Headers()
        var body: RequestBody
        var isBodySecret: Bool = false
        var maskedNames: Set<String> = []
        var isForThirdParty = false
        var bypassesAuth = false
        var isOfLogin = false
        var credentialScope = CredentialScope()
        var maskedTexts: Set<Secret> = []
        var timeouts: Timeouts
        var kind: RequestKind?
        var destination: Destination = Destination()
        var limits: ResponseLimits
        var connection: ConnectionOptions
        var followsRedirects: Bool
        var policies: CallPolicies = CallPolicies()
        var bounds: SourceBounds?
        var refusal: String?
        var agreements: Set<String> = []
    }

    private var shared: Shared<Parts>
    private var parts: Parts {
        _read { yield shared.value }
        _modify { yield &shared.value }
    }

    /// A stable name, such as an operation id; events contain it.
    public var id: String {
        get { parts.id }
        _modify { yield &parts.id }
    }
    /// The name for the user; the task table shows it.
    public var title: String {
        get { parts.title }
        _modify { yield &parts.title }
    }
    /// The request's method.
    public var method: HTTPMethod {
        get { parts.method }
        _modify { yield &parts.method }
    }
    /// A template such as `/items/{id}`, joined to the service's base URL, or an absolute `http(s)` URL
    /// that bypasses the service.
    public var path: String {
        get { parts.path }
        _modify { yield &parts.path }
    }
    /// Go into path, query, headers, cookies, form or JSON body, each by its place.
    public var parameters: [Parameter] {
        get { parts.parameters }
        _modify { yield &parts.parameters }
    }
    /// Take precedence over fields of the same name that the service and the generator add.
    public var headers: Headers {
        get { parts.headers }
        _modify { yield &parts.headers }
    }
    /// Are sent unless another layer has a field of the name: the generator, the service, its
    /// deployment, ``headers`` or ``parameters``.
    public var usualHeaders: Headers {
        get { parts.usualHeaders }
        _modify { yield &parts.usualHeaders }
    }
    /// The content that is sent after the headers.
    public var body: RequestBody {
        get { parts.body }
        _modify { yield &parts.body }
    }
    /// The body contains secrets: code that shows or copies requests must leave the body out.
    public var isBodySecret: Bool {
        get { parts.isBodySecret }
        _modify { yield &parts.isBodySecret }
    }
    /// Names whose values are masked, in addition to those that ``SensitiveNames`` knows: names of parameters
    /// (also in the query of ``path``), of header fields from any layer, and of the body's fields.
    public var maskedNames: Set<String> {
        get { parts.maskedNames }
        _modify { yield &parts.maskedNames }
    }
    /// The request goes to a third party, which the service's headers and the common credentials are not for.
    public var isForThirdParty: Bool {
        get { parts.isForThirdParty }
        _modify { yield &parts.isForThirdParty }
    }
    /// The request is sent without the account's credential and never waits for a login: it is a call of the
    /// login itself, or needs no account.
    public var bypassesAuth: Bool {
        get { parts.bypassesAuth || parts.isOfLogin }
        set { parts.bypassesAuth = newValue }
    }
    /// The request belongs to a login: it bypasses the authentication, and no row stores a part of its
    /// response.
    var isOfLogin: Bool {
        get { parts.isOfLogin }
        _modify { yield &parts.isOfLogin }
    }
    /// The origins that its secrets are for; by default any destination. The service's
    /// ``Service/credentialHome`` applies in addition.
    public var credentialScope: CredentialScope {
        get { parts.credentialScope }
        _modify { yield &parts.credentialScope }
    }
    /// Texts in ``path`` that are masked wherever they occur in it, percent-encoded as they are there.
    public var maskedTexts: Set<Secret> {
        get { parts.maskedTexts }
        _modify { yield &parts.maskedTexts }
    }
    /// For a limit of 0 or less, the generator's ``TimeoutPolicy`` gives the value by the kind of request.
    public var timeouts: Timeouts {
        get { parts.timeouts }
        _modify { yield &parts.timeouts }
    }
    /// Selects the timeouts of the policy; `nil` means an upload when the body comes from files or a
    /// sequence, or is a ``RequestBody/multipart(_:)`` in which a part has a file name; else data.
    public var kind: RequestKind? {
        get { parts.kind }
        _modify { yield &parts.kind }
    }
    /// The plan's override of service, environment or address.
    public var destination: Destination {
        get { parts.destination }
        _modify { yield &parts.destination }
    }
    /// The maximum size of the response and the maximum number of redirects.
    public var limits: ResponseLimits {
        get { parts.limits }
        _modify { yield &parts.limits }
    }
    /// The options of its connection. The service's options apply where these set none, except for
    /// ``ConnectionOptions/insecure``: a plan with any option of its own must set it itself.
    public var connection: ConnectionOptions {
        get { parts.connection }
        _modify { yield &parts.connection }
    }
    /// Follow `Location` of 301, 302, 303, 307 and 308.
    public var followsRedirects: Bool {
        get { parts.followsRedirects }
        _modify { yield &parts.followsRedirects }
    }
    /// Retries, duplicates, priority and the like.
    public var policies: CallPolicies {
        get { parts.policies }
        _modify { yield &parts.policies }
    }

    /// The files that the body may contain; `nil`, the default, allows any file, for a plan that
    /// the caller made itself.
    public var bounds: SourceBounds? {
        get { parts.bounds }
        _modify { yield &parts.bounds }
    }
    /// The reason why this plan must not be sent, such as an agreement that the user has not given.
    /// ``RequestGenerator`` refuses the plan with this text, so no caller can forget the check. `nil`, the
    /// default: it may be sent.
    public var refusal: String? {
        get { parts.refusal }
        _modify { yield &parts.refusal }
    }
    /// What the user has agreed to for this call, in the words of the client's ``RequestGate``. They apply to
    /// all attempts and redirects of the call, and are never sent.
    public var agreements: Set<String> {
        get { parts.agreements }
        _modify { yield &parts.agreements }
    }

    /// By default a GET without a body, titled by its id, with the generator's
    /// timeouts; redirects are followed.
    public init(
        id: String, title: String? = nil, method: HTTPMethod = .get, path: String, parameters: [Parameter] = [],
        headers: Headers = Headers(), body: RequestBody = .none, timeouts: Timeouts = .byPolicy,
        limits: ResponseLimits = ResponseLimits(), connection: ConnectionOptions = ConnectionOptions(),
        followsRedirects: Bool = true
    ) {
        shared = Shared(
            Parts(
                id: id, title: title ?? id, method: method, path: path, parameters: parameters, headers: headers, body: body,
                timeouts: timeouts, limits: limits, connection: connection, followsRedirects: followsRedirects)
        )
    }

    /// Whether the other is an unchanged copy of it: nothing differs, not even how a character is spelled.
    func isCopy(of other: Self) -> Bool { shared.isCopy(of: other.shared) }

    /// The body may not, or might not, be available a second time: decided before it is sent.
    var mayNeedBodyOnce: Bool { policies.isBodyOneShot || body.sequence != nil }

    /// The body cannot be sent again, or not any more: decided after an attempt.
    var isBodySpent: Bool { policies.isBodyOneShot || body.sequence?.isSpent == true }

    /// Method and path; secrets in a URL that was typed as the path are masked.
    public var description: String { "\(method) \(shownPath)" }

    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "id": id, "title": title, "method": method, "path": shownPath, "parameters": parameters, "headers": headers,
            ],
            displayStyle: .struct)
    }

    /// The braces of a template are not valid in a URL; users see them as written.
    private var shownPath: String {
        var url = URI(path)
        url.secretNames = maskedNames
        url.secretTexts = maskedTexts
        return "\(url)".replacing("%7B", with: "{").replacing("%7D", with: "}")
    }
}

/// A call's body before it is put on the wire. Parameters in ``Parameter/Place/form`` make a form when there
/// is no body, and become parts of a multipart body; beside any other body they are refused. Parameters in
/// ``Parameter/Place/json`` make a JSON object when there is no body, and take precedence over members of
/// the same name in a ``json(_:)`` object; beside form fields or any other body they are refused.
public enum RequestBody: Sendable, Hashable {
    case none
    /// These bytes, with their `Content-Type`.
    case bytes([UInt8], contentType: String)
    /// This value, as `application/json`.
    case json(JSONValue)
    /// Named parts; parts from files are read while they are sent.
    case multipart(MultipartBody)
    /// A file, read while it is sent; `range` `nil` is the whole of it.
    case file(path: String, range: Range<Int>? = nil, contentType: String)
    /// Bytes that are made while it is sent; it can be sent once.
    case sequence(AsyncBody, contentType: String)

    /// Whether any part of it is read while it is sent, from a file or a sequence, or has a file name.
    var isUpload: Bool {
        switch self {
        case .none, .bytes, .json: false
        case .multipart(let body): body.hasFiles || body.parts.contains { $0.fileName != nil }
        case .file, .sequence: true
        }
    }

    /// The sequence of its chunks, if it comes from one.
    var sequence: AsyncBody? { if case .sequence(let body, _) = self { body } else { nil } }
}

/// A call and the decoding of its response to a `Response`.
public struct Endpoint<Response: Sendable>: Sendable {
    /// The request, as a plain value.
    public var plan: RequestPlan
    /// Decodes a response whose status is below 400. An error that
    /// it throws becomes ``NetError/Kind/decode``.
    public var decode: @Sendable (RawResponse) throws -> Response
    /// Adapters, hooks, validation.
    public var behaviour = CallBehaviour()

    /// A plan and the decoding of its response, with no behaviour of its own.
    public init(_ plan: RequestPlan, decode: @escaping @Sendable (RawResponse) throws -> Response) {
        self.plan = plan
        self.decode = decode
    }
}

extension Endpoint {
    /// A copy for one call, in which anything may differ; this endpoint does not change.
    public func with(_ change: (inout Endpoint) throws -> Void) rethrows -> Endpoint {
        var copy = self
        try change(&copy)
        return copy
    }
}

extension Endpoint where Response == RawResponse {
    /// Returns the response as it was received.
    public init(_ plan: RequestPlan) { self.init(plan) { $0 } }
}

/// A type that stands for one API: conform to it to have one type per endpoint.
public protocol EndpointConvertible: Sendable {
    /// The result of the call.
    associatedtype Response: Sendable
    /// The endpoint that the type stands for; read once for each call.
    var endpoint: Endpoint<Response> { get }
}
