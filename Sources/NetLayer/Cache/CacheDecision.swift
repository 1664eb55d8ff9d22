// How a cache treats a request, and what a response changes: the machine returns these
// values, its driver performs them.

/// How to treat a request, given the stored responses.
public enum CacheDecision: Sendable, Hashable {
    /// Send it unchanged; read nothing from the cache. Store no response, unless the response to a `POST`
    /// says that it represents its URL.
    case pass
    /// Send it, with the question's conditions.
    case send(CacheValidation)
    /// Serve this entry. Send nothing.
    case serve(CacheEntry)
    /// Serve this entry although it is stale. With a question: revalidate it meanwhile, and store the
    /// response (RFC 5861 §3).
    case serveStale(CacheEntry, asking: CacheValidation?)
    /// No suitable response is stored, and the request accepts nothing else: 504 (RFC 9111 §5.2.1.7).
    case unavailable
}

/// A request's validation of stored responses.
public struct CacheValidation: Sendable, Hashable {
    /// `If-None-Match` and `If-Modified-Since` (RFC 9111 §4.3.1); empty when no
    /// stored response can be validated.
    public var conditions: [HeaderField] = []
    /// The stored responses that a 304 may confirm, the newest first.
    public var candidates: [CacheEntry] = []
    /// The stored response for this very request, if there is one.
    public var stored: CacheEntry?
    /// May replace an error while it has been stale for no longer than ``patience``.
    public var fallback: CacheEntry?
    /// How long ``fallback`` may have been stale and still replace an error.
    public var patience: Duration = .zero

    /// No conditions, and no stored response.
    public init() {}
}

/// The consequences of a response's head.
public struct CacheReaction: Sendable, Hashable {
    /// The response that the caller gets.
    public enum Delivery: Sendable, Hashable {
        /// The received response itself.
        case forward
        /// This stored response, which the server confirmed.
        case confirmed(CacheEntry)
        /// This stored response, stale, instead of an error (RFC 5861 §4).
        case standIn(CacheEntry)
        /// None yet: the server confirmed a response that is not stored. Send
        /// the request again without conditions.
        case askAgain
    }

    /// The response that the caller gets.
    public var delivery = Delivery.forward
    /// The entry to store once its body is complete.
    public var entryToStore: CacheEntry?
    /// Changes to apply at once.
    public var changes: [CacheChange] = []

    /// Forwards the response as received and changes no stored response.
    public init() {}
}

/// A change of the stored responses.
public enum CacheChange: Sendable, Hashable {
    /// Store the entry, and replace the entry that has the same selection.
    case keep(CacheEntry)
    /// Remove the outdated variant.
    case drop(VarySelection)
    /// All stored responses of this URL are outdated (RFC 9111 §4.4), for every account.
    case forget(URI)
}

/// The cache's part in a call's response, as a ``CacheObserver`` receives it.
public enum CacheUse: Sendable, Hashable {
    /// From the cache, with this age.
    case fresh(age: Duration)
    /// From the cache, with this age and no longer fresh, for this reason.
    case stale(age: Duration, because: StaleReason)
    /// The server confirmed the stored response and sent no body.
    case confirmed

    /// Why the cache served a stale response.
    public enum StaleReason: Sendable, Hashable {
        /// The request accepts stale responses (`max-stale`).
        case accepted
        /// The cache is revalidating it (`stale-while-revalidate`).
        case revalidating
        /// The server responded with this status (`stale-if-error`).
        case status(Int)
        /// No response arrived (`stale-if-error`).
        case failure(TransferFailure)
    }
}
