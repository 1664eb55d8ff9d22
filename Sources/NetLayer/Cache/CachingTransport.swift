// A transport in front of another: it serves stored responses where allowed, and stores received
// ones. It decides nothing itself.

import Synchronization

/// Receives the origin of a response, before the response's head.
public protocol CacheObserver: TransferObserver {
    /// The cache contributed to the response. Not called for responses without the cache.
    func transferUsedCache(_ use: CacheUse)
}

/// An HTTP cache (RFC 9111) around a transport. Observers that conform to ``CacheObserver`` learn
/// the cache's part in a response.
///
///     let client = NetClient(transport: CachingTransport(CurlTransport(), store: MemoryCache()))
public final class CachingTransport: Transport {
    /// The stored responses. The program clears them at logout.
    public let store: any CacheStore
    private let machine: CacheMachine
    private let inner: any Transport
    private let wallClock: @Sendable () -> Duration
    private let partition: @Sendable (WireRequest) -> CachePartition
    private let version: String
    /// Keys with a running revalidation while the cache serves a stale response: one request each.
    private let refreshing = Mutex<Set<CacheKey>>([])

    /// - Parameters:
    ///   - inner: sends the requests that the store cannot serve.
    ///   - store: where responses are stored; by default 20 MB of memory.
    ///   - rules: the choices that HTTP leaves to a cache.
    ///   - version: responses that were stored under another version are not found.
    ///   - wallClock: the time since 1970-01-01 UTC; the cache compares servers' dates with it.
    ///   - partition: which requests share responses; by default each set of
    ///     credentials has its own partition.
    public init(
        _ inner: any Transport, store: any CacheStore = MemoryCache(), rules: CacheRules = CacheRules(), version: String = "",
        wallClock: @escaping @Sendable () -> Duration = WallClock.system,
        partition: @escaping @Sendable (WireRequest) -> CachePartition = CachePartition.init(credentialsOf:)
    ) {
        self.inner = inner
        self.store = store
        machine = CacheMachine(rules: rules)
        self.version = version
        self.wallClock = wallClock
        self.partition = partition
    }

    public func start(_ request: WireRequest, observer: any TransferObserver) -> any Transfer {
        // A POST's stored response serves later GETs.
        let method: HTTPMethod = request.method == .post ? .get : request.method
        let key = CacheKey(method: method, url: request.url, partition: partition(request), version: version)
        let now = wallClock()
        switch machine.decide(request, stored: store.entries(for: key), now: now) {
        case .pass: return exchange(request, nil, key, observer)
        case .send(let question): return exchange(request, question, key, observer)
        case .serve(let entry):
            return serve(entry, request, .fresh(age: entry.age(at: now)), now, observer)
        case .serveStale(let entry, let question):
            let reason = question == nil ? CacheUse.StaleReason.accepted : .revalidating
            let transfer = serve(entry, request, .stale(age: entry.age(at: now), because: reason), now, observer)
            if let question { refresh(request, question, key) }
            return transfer
        case .unavailable:
            let head = ResponseHead(status: 504, reason: "Gateway Timeout", headers: ["Content-Length": "0"])
            return Self.startScript([.head(head), .finish(TransferMetrics())], request, observer)
        }
    }

    private func exchange(
        _ request: WireRequest, _ question: CacheValidation?, _ key: CacheKey, _ observer: any TransferObserver
    ) -> any Transfer {
        let exchange = CachedExchange(
            request: request, question: question, key: key, inner: inner, store: store, machine: machine, wallClock: wallClock,
            observer: observer)
        exchange.begin()
        return exchange
    }

    private func serve(
        _ entry: CacheEntry, _ request: WireRequest, _ use: CacheUse, _ now: Duration, _ observer: any TransferObserver
    ) -> any Transfer {
        (observer as? any CacheObserver)?.transferUsedCache(use)
        let answer = machine.response(entry, to: request, now: now)
        return Self.startScript(Self.steps(answer), request, observer)
    }

    /// Revalidates in the background; the caller's observer sees nothing of it.
    private func refresh(_ request: WireRequest, _ question: CacheValidation, _ key: CacheKey) {
        guard refreshing.withLock({ $0.insert(key).inserted }) else { return }
        _ = exchange(request, question, key, SilentObserver { [weak self] in _ = self?.refreshing.withLock { $0.remove(key) } })
    }

    /// Converts a stored response into a script, so that pauses, cancels and the order of calls are
    /// those of any other transfer.
    static func steps(
        _ answer: (head: ResponseHead, body: [UInt8]), _ metrics: TransferMetrics = TransferMetrics()
    ) -> [ScriptedTransport.Step] {
        [.head(answer.head)] + (answer.body.isEmpty ? [] : [.body(answer.body)]) + [.finish(metrics)]
    }

    static func startScript(_ steps: [ScriptedTransport.Step], _ request: WireRequest, _ observer: any TransferObserver)
        -> ScriptedTransfer
    {
        let transfer = ScriptedTransfer(request: request, observer: observer)
        transfer.play(steps)
        return transfer
    }
}

/// Accepts everything and reports nothing.
private final class SilentObserver: TransferObserver {
    private let ended: @Sendable () -> Void

    init(ended: @escaping @Sendable () -> Void) { self.ended = ended }

    func transferEntered(_ phase: Phase) {}
    func transferReceived(head: ResponseHead) {}
    func transferReceived(body: UnsafeRawBufferPointer) -> BodyVerdict { .accepted }
    func transferProgressed(sent: Int64, received: Int64) {}
    func transferFinished(_ end: TransferEnd) { ended() }
}
