// What is done with a request, and what an answer changes: what the machine returns and its driver performs.

/// What to do with a request, by what is stored.
public enum CacheDecision: Sendable, Hashable {
    /// Send it as it is; nothing is read. Of what comes nothing is kept, unless the answer to a `POST` says that it stands for its URL.
    case pass
    /// Send it, with the question's conditions.
    case send(CacheQuestion)
    /// Answer with this. Nothing is sent.
    case serve(CacheEntry)
    /// Answer with this although it is stale. With a question: ask it meanwhile, and keep what comes (RFC 5861 §3).
    case serveStale(CacheEntry, asking: CacheQuestion?)
    /// Nothing fit is stored, and the request wants nothing else: 504 (RFC 9111 §5.2.1.7).
    case unavailable
}

/// What is asked of the server about stored answers.
public struct CacheQuestion: Sendable, Hashable {
    /// `If-None-Match` and `If-Modified-Since` (RFC 9111 §4.3.1); none when nothing can be confirmed.
    public var conditions: [HeaderField] = []
    /// Which stored answers a 304 may mean, the newest first.
    public var candidates: [CacheEntry] = []
    /// The stored answer for this very request, if there is one.
    public var stored: CacheEntry?
    /// May stand in for an error while it has not been stale for longer than ``patience``.
    public var fallback: CacheEntry?
    /// How long ``fallback`` may have been stale to stand in for an error.
    public var patience: Duration = .zero

    /// No conditions, and nothing stored.
    public init() {}
}

/// What the head of an answer means.
public struct CacheReaction: Sendable, Hashable {
    /// What the caller gets.
    public enum Delivery: Sendable, Hashable {
        /// The answer itself.
        case forward
        /// This stored one: it was confirmed.
        case confirmed(CacheEntry)
        /// This stored one, stale, in the place of an error (RFC 5861 §4).
        case standIn(CacheEntry)
        /// Nothing yet: the server confirmed what is not stored. Ask without conditions.
        case askAgain
    }

    /// What the caller gets.
    public var delivery = Delivery.forward
    /// To be kept, once its body has come whole.
    public var keeps: CacheEntry?
    /// Done at once.
    public var changes: [CacheChange] = []

    /// The answer goes on as it came, and what is stored stays as it is.
    public init() {}
}

/// A change of what is stored.
public enum CacheChange: Sendable, Hashable {
    /// In the place of what has the same selection.
    case keep(CacheEntry)
    /// The variant is outdated.
    case drop(VarySelection)
    /// All that is stored of this URL is outdated (RFC 9111 §4.4), whoever it is stored for.
    case forget(URI)
}

/// How a call's answer came to be, for who tells it (see ``CacheObserver``).
public enum CacheUse: Sendable, Hashable {
    /// From the cache; so old.
    case fresh(age: Duration)
    /// From the cache, so old and no longer fresh, for that reason.
    case stale(age: Duration, because: StaleReason)
    /// The server confirmed what is stored: no body came.
    case confirmed

    /// Why a stale answer was given.
    public enum StaleReason: Sendable, Hashable {
        /// The request takes stale answers (`max-stale`).
        case accepted
        /// It is being asked for anew (`stale-while-revalidate`).
        case revalidating
        /// The server answered with this status (`stale-if-error`).
        case status(Int)
        /// No answer came (`stale-if-error`).
        case failure(TransferFailure)
    }
}
