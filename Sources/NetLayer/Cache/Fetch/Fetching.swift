// What a call with a fetch policy takes along besides, and what it leaves for who waits.

import Synchronization

/// One call's use of the cache.
final class Fetching<Response: Sendable>: Sendable {
    let cache: ResponseCache
    let policy: FetchPolicy
    /// Of a ``TaskKind/refresh``: stored answers are there to be asked about, not to be given.
    let isRefresh: Bool
    /// Hears of an answer that comes before the last.
    let preview: (@Sendable (Response, Duration, CacheFreshness) -> Void)?
    /// Starts the task that asks anew, for the caller's number and the key; `nil` when one is under way.
    let refresh: @Sendable (TaskID, CacheKey) -> TaskID?
    /// What is known of the answer that landed.
    struct Told: Sendable {
        var source: AnswerSource
        var freshness: CacheFreshness
        /// In whose place a stored answer stands.
        var failure: NetError?
    }

    private let landed = Mutex<Told?>(nil)

    init(
        _ cache: ResponseCache, _ policy: FetchPolicy, isRefresh: Bool = false,
        preview: (@Sendable (Response, Duration, CacheFreshness) -> Void)? = nil,
        refresh: @escaping @Sendable (TaskID, CacheKey) -> TaskID?
    ) {
        self.cache = cache
        self.policy = policy
        self.isRefresh = isRefresh
        self.preview = preview
        self.refresh = refresh
    }

    /// `nil` while nothing has landed, and where another's work has brought it.
    var told: Told? { landed.withLock { $0 } }

    func tell(_ source: AnswerSource, _ freshness: CacheFreshness = .stale(since: .zero), failure: NetError? = nil) {
        landed.withLock { $0 = Told(source: source, freshness: freshness, failure: failure) }
    }
}

/// What is sent along to ask whether stored answers still hold: to the service that gave them alone, because no other knows its validators.
final class CacheConditions: Sendable {
    private struct State {
        var fields: [HeaderField] = []
        var service = ""
        var wereSent = false
    }

    private let state = Mutex(State())

    func set(_ fields: [HeaderField], for service: String) {
        state.withLock { $0 = State(fields: fields, service: service) }
    }

    /// Puts them into a request to that service.
    func add(to request: WireRequest, _ service: String) -> WireRequest {
        let fields = state.withLock { state -> [HeaderField] in
            guard !state.fields.isEmpty, state.service == service else { return [] }
            state.wereSent = true
            return state.fields
        }
        guard !fields.isEmpty else { return request }
        var request = request
        fields.forEach { request.headers.add($0) }
        return request
    }

    /// Whether some request had them: of two copies in the air the one with them may be the one that is answered.
    var wereSent: Bool { state.withLock { $0.wereSent } }
}

/// Copies what a taker is given, so that it can be stored; what is too long is not.
final class CopyingTaker: BodyTaker {
    let inner: any BodyTaker
    private let limit: Int
    private let copy = Mutex<[UInt8]?>([])

    init(_ inner: any BodyTaker, limit: Int) {
        self.inner = inner
        self.limit = limit
    }

    func take(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure) {
        try inner.take(bytes)
        copy.withLock { copy in
            guard let count = copy?.count else { return }
            if count + bytes.count > limit { copy = nil } else { copy?.append(contentsOf: bytes) }
        }
    }

    /// `nil` when it was too long.
    var bytes: [UInt8]? { copy.withLock { $0.map { Array($0[...]) } } }
}
