// What to call, as a value: the same endpoint may be dispatched any number of times, by anyone, at once.

/// What an endpoint's call consists of, apart from how its answer is decoded. Paths and parameters are as the caller gave them;
/// ``RequestGenerator`` makes the request from it, anew for every attempt.
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
        var isForStranger = false
        var bypassesAuth = false
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
    }

    /// One element. An array, because its copies share it until one changes: every call takes its plan along.
    private var shared: [Parts]
    private var parts: Parts {
        _read { yield shared[0] }
        _modify { yield &shared[0] }
    }

    /// A stable name, such as an operation id; it stands in events.
    public var id: String {
        get { parts.id }
        _modify { yield &parts.id }
    }
    /// What a person calls it; the task table shows it.
    public var title: String {
        get { parts.title }
        _modify { yield &parts.title }
    }
    /// The request's method.
    public var method: HTTPMethod {
        get { parts.method }
        _modify { yield &parts.method }
    }
    /// A template such as `/items/{id}`, joined to the service's base URL, or an absolute `http(s)` URL that bypasses the service (HH-G2).
    public var path: String {
        get { parts.path }
        _modify { yield &parts.path }
    }
    /// Go into path, query, headers, cookies or form, each by its place.
    public var parameters: [Parameter] {
        get { parts.parameters }
        _modify { yield &parts.parameters }
    }
    /// Win over those of the same name that the service and the generator add.
    public var headers: Headers {
        get { parts.headers }
        _modify { yield &parts.headers }
    }
    /// Go along where no layer has a field of the name: not the generator, the service, its deployment, ``headers`` or ``parameters``.
    public var usualHeaders: Headers {
        get { parts.usualHeaders }
        _modify { yield &parts.usualHeaders }
    }
    /// What is sent after the headers.
    public var body: RequestBody {
        get { parts.body }
        _modify { yield &parts.body }
    }
    /// The body holds what must not be shown as it is: whoever shows or copies requests leaves it out.
    public var isBodySecret: Bool {
        get { parts.isBodySecret }
        _modify { yield &parts.isBodySecret }
    }
    /// Names whose values are masked, besides those that ``SensitiveNames`` knows: of parameters (also in the query of ``path``), of header
    /// fields whichever layer they come from, and of the body's fields.
    public var maskedNames: Set<String> {
        get { parts.maskedNames }
        _modify { yield &parts.maskedNames }
    }
    /// The request is for somebody whom neither the service's headers nor the common credentials are for.
    public var isForStranger: Bool {
        get { parts.isForStranger }
        _modify { yield &parts.isForStranger }
    }
    /// Goes out without the account's credential and is never held up by a login: it is a login's own call, or open to anybody.
    public var bypassesAuth: Bool {
        get { parts.bypassesAuth }
        _modify { yield &parts.bypassesAuth }
    }
    /// For which origins its secrets are; by default for wherever it goes. What its service says (``Service/credentialHome``) holds besides.
    public var credentialScope: CredentialScope {
        get { parts.credentialScope }
        _modify { yield &parts.credentialScope }
    }
    /// Texts in ``path`` that are masked wherever they stand in it, percent-encoded as they stand there.
    public var maskedTexts: Set<Secret> {
        get { parts.maskedTexts }
        _modify { yield &parts.maskedTexts }
    }
    /// A limit of 0 or less is as the generator's ``TimeoutPolicy`` has it for the kind of request (HD-4).
    public var timeouts: Timeouts {
        get { parts.timeouts }
        _modify { yield &parts.timeouts }
    }
    /// Which of the policy's timeouts hold; `nil` is an upload when the body comes from files, else data.
    public var kind: RequestKind? {
        get { parts.kind }
        _modify { yield &parts.kind }
    }
    /// Its own wish for service, environment or address.
    public var destination: Destination {
        get { parts.destination }
        _modify { yield &parts.destination }
    }
    /// How much of the answer is taken, and how many redirects are followed.
    public var limits: ResponseLimits {
        get { parts.limits }
        _modify { yield &parts.limits }
    }
    /// How its connection is made; left at its default, as the service has it.
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

    /// Which files the body may be made of; `nil`, the default, for a plan of the caller's own: any.
    public var bounds: SourceBounds? {
        get { parts.bounds }
        _modify { yield &parts.bounds }
    }
    /// Why this plan must not be sent, such as an agreement that the user has not given. ``RequestGenerator`` refuses it with these words, so that no
    /// caller can forget to ask. `nil`, the default: it may be sent.
    public var refusal: String? {
        get { parts.refusal }
        _modify { yield &parts.refusal }
    }

    /// By default a GET without a body, titled by its id, with the generator's timeouts; redirects are followed.
    public init(
        id: String, title: String? = nil, method: HTTPMethod = .get, path: String, parameters: [Parameter] = [],
        headers: Headers = Headers(), body: RequestBody = .none, timeouts: Timeouts = .byPolicy,
        limits: ResponseLimits = ResponseLimits(), connection: ConnectionOptions = ConnectionOptions(),
        followsRedirects: Bool = true
    ) {
        shared = [
            Parts(
                id: id, title: title ?? id, method: method, path: path, parameters: parameters, headers: headers, body: body,
                timeouts: timeouts, limits: limits, connection: connection, followsRedirects: followsRedirects)
        ]
    }

    /// The other is an unchanged copy of it: nothing differs, not even how a character is spelled.
    func isCopy(of other: Self) -> Bool { shared.isShared(with: other.shared) }

    /// Method and path; what a URL typed as the path has of secrets is masked.
    public var description: String { "\(method) \(shownPath)" }

    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "id": id, "title": title, "method": method, "path": shownPath, "parameters": parameters, "headers": headers,
            ],
            displayStyle: .struct)
    }

    /// The braces of a template are no part of a URL; people see them as written.
    private var shownPath: String {
        var url = URI(path)
        url.secretNames = maskedNames
        url.secretTexts = maskedTexts
        return "\(url)".replacing("%7B", with: "{").replacing("%7D", with: "}")
    }
}

/// A call's body before it is put on the wire. Parameters in ``Parameter/Place/form`` make a form when there is none, and parts of a
/// multipart one; beside any other they are refused.
public enum RequestBody: Sendable, Hashable {
    case none
    /// These bytes, with their `Content-Type`.
    case bytes([UInt8], contentType: String)
    /// This value, as `application/json`.
    case json(JSONValue)
    /// Named parts, those from files read while they are sent (HH-G6, HD-17).
    case multipart(MultipartBody)
    /// A file, read while it is sent; `range` `nil` is the whole of it.
    case file(path: String, range: Range<Int>? = nil, contentType: String)

    /// Whether some of it comes from a file.
    var hasFiles: Bool {
        switch self {
        case .none, .bytes, .json: false
        case .multipart(let body): body.hasFiles
        case .file: true
        }
    }
}

/// A call whose answer is a `Response`.
public struct Endpoint<Response: Sendable>: Sendable {
    /// What is sent, as a plain value.
    public var plan: RequestPlan
    /// Turns an answer whose status is below 400 into the response. What it throws becomes ``NetError/Kind/decode``.
    public var decode: @Sendable (RawResponse) throws -> Response
    /// Adapters, hooks, validation.
    public var behaviour = CallBehaviour()

    /// A plan and how its answer is decoded, with no behaviour of its own.
    public init(_ plan: RequestPlan, decode: @escaping @Sendable (RawResponse) throws -> Response) {
        self.plan = plan
        self.decode = decode
    }
}

extension Endpoint {
    /// A copy for one call, in which anything may differ; this one stays as it is (HD-2, B-HD-1).
    public func with(_ change: (inout Endpoint) throws -> Void) rethrows -> Endpoint {
        var copy = self
        try change(&copy)
        return copy
    }
}

extension Endpoint where Response == RawResponse {
    /// The answer as it came.
    public init(_ plan: RequestPlan) { self.init(plan) { $0 } }
}

/// A type that stands for one API (HH-C2): conform to it to have one type an endpoint.
public protocol EndpointConvertible: Sendable {
    /// What its call brings.
    associatedtype Response: Sendable
    /// The endpoint that it stands for; asked for once for each call.
    var endpoint: Endpoint<Response> { get }
}
