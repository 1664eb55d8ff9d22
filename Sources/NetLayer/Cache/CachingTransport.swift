// A transport in front of another: it answers from what is stored where it may, and keeps what comes. It decides nothing itself.

import Synchronization

/// Told where an answer comes from, before its head.
public protocol CacheObserver: TransferObserver {
    /// The cache had a part in the answer; not called where it had none.
    func transferUsedCache(_ use: CacheUse)
}

/// An HTTP cache (RFC 9111) around a transport. Observers that are a ``CacheObserver`` are told what came from it.
///
///     let client = NetClient(transport: CachingTransport(CurlTransport(), store: MemoryCache()))
public final class CachingTransport: Transport {
    /// What is stored; cleared by whoever logs out.
    public let store: any CacheStore
    private let machine: CacheMachine
    private let inner: any Transport
    private let wallClock: @Sendable () -> Duration
    private let partition: @Sendable (WireRequest) -> CachePartition
    private let version: String
    /// Keys that are asked for anew while a stale answer is shown: one question each.
    private let refreshing = Mutex<Set<CacheKey>>([])

    /// - Parameters:
    ///   - inner: sends what is not answered from the store.
    ///   - store: where answers are kept; by default 20 MB of memory.
    ///   - rules: what the cache decides where HTTP leaves it a choice.
    ///   - version: answers that were stored under another one are not found.
    ///   - wallClock: the time since 1970-01-01 UTC: dates of servers are compared with it.
    ///   - partition: who shares answers; without it each set of credentials has its own.
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
        // What a POST leaves behind is for later GETs.
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
            return Self.play([.head(head), .finish(TransferMetrics())], request, observer)
        }
    }

    private func exchange(
        _ request: WireRequest, _ question: CacheQuestion?, _ key: CacheKey, _ observer: any TransferObserver
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
        let answer = machine.answer(entry, to: request, now: now)
        return Self.play(Self.steps(answer), request, observer)
    }

    /// Asks in the background; who was answered hears nothing of it.
    private func refresh(_ request: WireRequest, _ question: CacheQuestion, _ key: CacheKey) {
        guard refreshing.withLock({ $0.insert(key).inserted }) else { return }
        _ = exchange(request, question, key, SilentObserver { [weak self] in _ = self?.refreshing.withLock { $0.remove(key) } })
    }

    /// A stored answer is a script: pauses, cancels and the order of calls are those of every other.
    static func steps(
        _ answer: (head: ResponseHead, body: [UInt8]), _ metrics: TransferMetrics = TransferMetrics()
    ) -> [ScriptedTransport.Step] {
        [.head(answer.head)] + (answer.body.isEmpty ? [] : [.body(answer.body)]) + [.finish(metrics)]
    }

    static func play(_ steps: [ScriptedTransport.Step], _ request: WireRequest, _ observer: any TransferObserver)
        -> ScriptedTransfer
    {
        let transfer = ScriptedTransfer(request: request, observer: observer)
        transfer.play(steps)
        return transfer
    }
}

/// Takes all and says nothing.
private final class SilentObserver: TransferObserver {
    private let ended: @Sendable () -> Void

    init(ended: @escaping @Sendable () -> Void) { self.ended = ended }

    func transferEntered(_ phase: Phase) {}
    func transferReceived(head: ResponseHead) {}
    func transferReceived(body: UnsafeRawBufferPointer) -> BodyVerdict { .accepted }
    func transferProgressed(sent: Int64, received: Int64) {}
    func transferFinished(_ end: TransferEnd) { ended() }
}
