// What a call fails with: one value that says what was attempted, what happened, in whose words, and what came all the same.

/// Why a call brought no usable answer.
///
/// Three texts, for three readers: ``detail`` for the developer, ``underlying`` as the layer below said it, ``userText`` for the user
/// (HD-14). The body that came stays in ``response`` (HH-E5).
public struct NetError: Error, Sendable, Hashable, CustomStringConvertible {
    public var kind: Kind
    /// What was attempted: method and URL, secrets masked.
    public var attempted: String
    /// ``RequestPlan/id`` of the call; empty where no call was made yet.
    public var endpoint = ""
    /// The service of the last attempt; empty for an absolute URL, and when none was made.
    public var service = ""
    /// How many attempts were made; 0 when nothing was sent.
    public var attempts = 0
    /// What happened, for a developer. Never a secret.
    public var detail: String
    /// The words of the error that somebody else threw: a decoder, a hook, a check. Empty when there was none.
    public var underlying: String
    /// The answer, when one arrived (a 4xx, a body that does not decode, a business failure).
    public var response: RawResponse?
    /// What the body says of the failure, where the endpoint's ``BusinessRule`` reads it: also beside a status (B-BA-6).
    public var business: BusinessFailure?
    private var ownText: UserText?

    public init(
        _ kind: Kind, attempted: String = "", detail: String = "", response: RawResponse? = nil, underlying: String = ""
    ) {
        self.kind = kind
        self.attempted = attempted
        self.detail = detail
        self.response = response
        self.underlying = underlying
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
        [attempted, kind.name, detail].filter { !$0.isEmpty }.joined(separator: ": ")
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
