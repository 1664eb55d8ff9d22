// What a call fails with: one value that says what was attempted, what happened, in whose words, and what came all the same.

/// Why a call brought no usable answer.
///
/// Three texts, for three readers: ``detail`` for the developer, ``underlying`` as the layer below said it, ``userText`` for the user
/// (HD-14). The body that came stays in ``response`` (HH-E5).
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

    /// One element. An array, because its copies share it until one changes: every function that may fail has room for one.
    private var shared: [Parts]
    private var parts: Parts {
        _read { yield shared[0] }
        _modify { yield &shared[0] }
    }

    /// In which way it failed.
    public var kind: Kind {
        get { parts.kind }
        _modify { yield &parts.kind }
    }
    /// What was attempted: method and URL, secrets masked.
    public var attempted: String {
        get { parts.attempted }
        _modify { yield &parts.attempted }
    }
    /// ``RequestPlan/id`` of the call; empty where no call was made yet.
    public var endpoint: String {
        get { parts.endpoint }
        _modify { yield &parts.endpoint }
    }
    /// The service of the last attempt; empty for an absolute URL, and when none was made.
    public var service: String {
        get { parts.service }
        _modify { yield &parts.service }
    }
    /// How many attempts were made; 0 when nothing was sent.
    public var attempts: Int {
        get { parts.attempts }
        _modify { yield &parts.attempts }
    }
    /// What happened, for a developer. Never a secret.
    public var detail: String {
        get { parts.detail }
        _modify { yield &parts.detail }
    }
    /// The words of the error that somebody else threw: a decoder, a hook, a check. Empty when there was none.
    public var underlying: String {
        get { parts.underlying }
        _modify { yield &parts.underlying }
    }
    /// The answer, when one arrived (a 4xx, a body that does not decode, a business failure).
    public var response: RawResponse? {
        get { parts.response }
        _modify { yield &parts.response }
    }
    /// What the body says of the failure, where the endpoint's ``BusinessRule`` reads it: also beside a status (B-BA-6).
    public var business: BusinessFailure? {
        get { parts.business }
        _modify { yield &parts.business }
    }
    /// Nobody knows whether the server got the request, which may not be sent twice; see ``TaskRow/isPerhapsReceived``. Set when a call ends.
    public var isPerhapsReceived: Bool {
        get { parts.isPerhapsReceived }
        _modify { yield &parts.isPerhapsReceived }
    }
    /// The words for it.
    public static let perhapsReceived = "perhaps received"
    private var ownText: UserText? {
        get { parts.ownText }
        _modify { yield &parts.ownText }
    }

    /// A failure of a kind; texts that are empty, and a response of `nil`, are not known.
    public init(
        _ kind: Kind, attempted: String = "", detail: String = "", response: RawResponse? = nil, underlying: String = ""
    ) {
        shared = [Parts(kind: kind, attempted: attempted, detail: detail, underlying: underlying, response: response)]
    }

    /// What the user reads. Set from the client's ``ErrorTexts`` when a call ends; ``UserText/standard(_:)`` until then.
    public var userText: UserText {
        get { ownText ?? .standard(kind) }
        set { ownText = newValue }
    }

    /// Somebody ended the call: nothing failed, and nothing is to be shown as failed.
    public var isCancellation: Bool { if case .cancelled = kind { true } else { false } }

    /// For developers: what was attempted, the kind, what happened.
    public var description: String {
        [attempted, isPerhapsReceived ? "\(kind.name), \(Self.perhapsReceived)" : kind.name, detail].filter { !$0.isEmpty }
            .joined(separator: ": ")
    }
}

extension NetError {
    /// What somebody else's code threw. A ``NetError`` stays what it is, a cancellation is one, everything else gets `kind`.
    static func from(_ error: any Error, as kind: Kind, attempted: String, response: RawResponse? = nil) -> NetError {
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
