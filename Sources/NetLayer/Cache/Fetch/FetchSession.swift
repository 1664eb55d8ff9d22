// The extra state of a call with a fetch policy, and its results for the caller that waits.

import Synchronization

/// One call's use of the cache.
final class FetchSession<Response: Sendable>: CacheSession {
    let stage: ClientCache
    var cache: ResponseCache { stage.cache }
    let policy: FetchPolicy
    /// True for a ``TaskKind/refresh``: it validates stored responses and does not deliver them.
    let isRefresh: Bool
    /// Receives a response that precedes the last.
    let preview: (@Sendable (Response, Duration, CacheFreshness) -> Void)?
    /// Starts a refresh task for the caller's number and the key; `nil` when one is already running.
    let refresh: @Sendable (TaskID, CacheKey) -> TaskID?
    /// Facts about the response that landed.
    struct LandedResponse: Sendable {
        var source: ResponseSource
        var freshness: CacheFreshness
        /// The failure that a stored response replaces.
        var failure: NetError?
    }

    private let landed = Mutex<LandedResponse?>(nil)

    init(
        _ stage: ClientCache, _ policy: FetchPolicy, isRefresh: Bool = false,
        preview: (@Sendable (Response, Duration, CacheFreshness) -> Void)? = nil,
        refresh: @escaping @Sendable (TaskID, CacheKey) -> TaskID?
    ) {
        self.stage = stage
        self.policy = policy
        self.isRefresh = isRefresh
        self.preview = preview
        self.refresh = refresh
    }

    func copyingBody(_ behaviour: CallBehaviour) -> CallBehaviour {
        guard policy.stores, let taking = behaviour.takesBody else { return behaviour }
        var behaviour = behaviour
        let limit = cache.options.rules.longestBody
        behaviour.takesBody = { id, head, url in taking(id, head, url).map { CopyingTaker($0, limit: limit) } }
        return behaviour
    }

    func run(
        _ call: inout Call, _ decode: @Sendable (RawResponse) throws -> Response
    ) async throws(NetError) -> (Response, RawResponse) {
        try await call.fetched(self, decode)
    }

    /// `nil` before a response has landed, and where another call's work delivered it.
    var landedResponse: LandedResponse? { landed.withLock { $0 } }

    func recordResponse(_ source: ResponseSource, _ freshness: CacheFreshness = .stale(since: .zero), failure: NetError? = nil) {
        landed.withLock { $0 = LandedResponse(source: source, freshness: freshness, failure: failure) }
    }
}

/// Copies the data that it passes to a taker, so that the response can be stored; drops the copy
/// when it is too long.
final class CopyingTaker: BodyTaker {
    let inner: any BodyTaker
    private let limit: Int
    private let copy = Mutex<[UInt8]?>([])

    init(_ inner: any BodyTaker, limit: Int) {
        self.inner = inner
        self.limit = limit
    }

    func receive(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure) {
        try inner.receive(bytes)
        copy.withLock { copy in
            guard let count = copy?.count else { return }
            if count + bytes.count > limit { copy = nil } else { copy?.append(contentsOf: bytes) }
        }
    }

    /// `nil` when the body was too long.
    var bytes: [UInt8]? { copy.withLock { $0.map { Array($0[...]) } } }
}
