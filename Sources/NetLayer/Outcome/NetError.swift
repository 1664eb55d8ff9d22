// The error of a call: one value with the attempted request, the failure, its texts, and the response
// that arrived nevertheless.

/// Why a call brought no usable response.
///
/// It has three texts for three readers: ``detail`` for the developer, ``underlying`` from the layer below,
/// ``userText`` for the user. The received body stays in ``response``.
public struct NetError: Error, Sendable, Hashable, CustomStringConvertible {
    private struct Parts: Sendable, Hashable {
        var kind: Kind
        var attempted: String
        var endpoint: String = ""
        var service: String = ""
        var attempts: Int = 0
        var detail: String
        var underlying: String
        var response: RawResponse?
        var business: BusinessFailure?
        var ownText: UserText?
        var isPerhapsReceived: Bool = false
    }

    private var shared: Shared<Parts>
    private var parts: Parts {
        _read { yield shared.value }
        _modify { yield &shared.value }
    }

    /// The kind of failure.
    public var kind: Kind {
        get { parts.kind }
        _modify { yield &parts.kind }
    }
    /// The attempted request: method and URL, with masked secrets.
    public var attempted: String {
        get { parts.attempted }
        _modify { yield &parts.attempted }
    }
    /// ``RequestPlan/id`` of the call; empty before a call was made.
    public var endpoint: String {
        get { parts.endpoint }
        _modify { yield &parts.endpoint }
    }
    /// The service of the last attempt; empty for an absolute URL, and without an attempt.
    public var service: String {
        get { parts.service }
        _modify { yield &parts.service }
    }
    /// The number of attempts; 0 when nothing was sent.
    public var attempts: Int {
        get { parts.attempts }
        _modify { yield &parts.attempts }
    }
    /// What happened, for a developer. Never a secret.
    public var detail: String {
        get { parts.detail }
        _modify { yield &parts.detail }
    }
    /// The text of an error from foreign code: a decoder, a hook, a check. Empty without one.
    public var underlying: String {
        get { parts.underlying }
        _modify { yield &parts.underlying }
    }
    /// The response, if one arrived (a 4xx, a body that does not decode, a business failure).
    public var response: RawResponse? {
        get { parts.response }
        _modify { yield &parts.response }
    }
    /// The failure that the body reports, if the endpoint's ``BusinessRule`` reads
    /// one; also for an error status.
    public var business: BusinessFailure? {
        get { parts.business }
        _modify { yield &parts.business }
    }
    /// It is unknown whether the server received the request, which must not be sent twice; see
    /// ``TaskRow/isPerhapsReceived``. Set when a call ends.
    public var isPerhapsReceived: Bool {
        get { parts.isPerhapsReceived }
        _modify { yield &parts.isPerhapsReceived }
    }
    /// The text for ``isPerhapsReceived``.
    public static let perhapsReceived = "perhaps received"
    private var ownText: UserText? {
        get { parts.ownText }
        _modify { yield &parts.ownText }
    }

    /// Creates a failure of a kind. Empty texts, and a response of `nil`, mean that the value is unknown.
    public init(
        _ kind: Kind, attempted: String = "", detail: String = "", response: RawResponse? = nil, underlying: String = ""
    ) {
        shared = Shared(Parts(kind: kind, attempted: attempted, detail: detail, underlying: underlying, response: response))
    }

    /// The text for the user. The client's ``ErrorTexts`` set it when a call ends; until then it is
    /// ``UserText/standard(_:)``.
    public var userText: UserText {
        get { ownText ?? .standard(kind) }
        set { ownText = newValue }
    }

    /// The call was cancelled: it did not fail, and must not be shown as a failure.
    public var isCancellation: Bool { if case .cancelled = kind { true } else { false } }

    /// For developers: the attempted request, the kind, the failure.
    public var description: String {
        [attempted, isPerhapsReceived ? "\(kind.name), \(Self.perhapsReceived)" : kind.name, detail].filter { !$0.isEmpty }
            .joined(separator: ": ")
    }
}

extension NetError {
    /// Converts an error of foreign code. A ``NetError`` stays as it is, a `CancellationError` becomes a
    /// cancellation, every other error gets `kind`.
    static func wrapping(_ error: any Error, as kind: Kind, attempted: String, response: RawResponse? = nil) -> NetError {
        if var own = error as? NetError {
            if own.attempted.isEmpty { own.attempted = attempted }
            own.response = own.response ?? response
            return own
        }
        let words = String(describing: error)
        if error is CancellationError { return NetError(.cancelled(.scope), attempted: attempted, underlying: words) }
        return NetError(kind, attempted: attempted, detail: words, response: response, underlying: words)
    }
}
