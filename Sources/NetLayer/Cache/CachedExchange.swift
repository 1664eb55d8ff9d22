// One exchange behind a cache: performs the machine's reaction to the response.
//
//   begin ─► inner ─► head ─► forward: to the observer, with a copy    ─► end: the copy is stored
//                          ─► confirmed, stand-in: response discarded  ─► end: the stored response is played
//                          ─► ask again: response discarded            ─► end: once more, without conditions
//                 ─► end without a head, an error ─► a stand-in is played, or the error is forwarded

import Synchronization

final class CachedExchange: TransferObserver, Transfer {
    private struct State {
        /// The transfer in progress or being played; `turn` counts them.
        var transfer: (any Transfer)?
        var turn = 0
        var isCancelled = false
        var question: CacheValidation?
        var requestTime = Duration.zero
        var delivery: CacheReaction.Delivery?
        var status = 0
        var isSecond = false
        /// The entry to store with the copy of the body; `nil` when it may not be stored
        /// or has grown too long.
        var draft: CacheEntry?
        var copy: [UInt8] = []
    }

    private let request: WireRequest
    private let key: CacheKey
    private let inner: any Transport
    private let store: any CacheStore
    private let machine: CacheMachine
    private let wallClock: @Sendable () -> Duration
    private let observer: any TransferObserver
    private let state: Mutex<State>

    init(
        request: WireRequest, question: CacheValidation?, key: CacheKey, inner: any Transport, store: any CacheStore,
        machine: CacheMachine, wallClock: @escaping @Sendable () -> Duration, observer: any TransferObserver
    ) {
        self.request = request
        self.key = key
        self.inner = inner
        self.store = store
        self.machine = machine
        self.wallClock = wallClock
        self.observer = observer
        state = Mutex(State(question: question))
    }

    /// Sends the request, for the first or second time.
    func begin() {
        let now = wallClock()
        let (conditions, turn) = state.withLock { state in
            state.requestTime = now
            return (state.question?.conditions ?? [], state.turn)
        }
        var sent = request
        for condition in conditions { sent.headers.add(condition) }
        setTransfer(inner.start(sent, observer: self), turn)
    }

    /// The transfer may have ended before this call, and another may have replaced it. It is then not stored.
    private func setTransfer(_ transfer: any Transfer, _ turn: Int) {
        let isCancelled = state.withLock { state in
            if state.turn == turn { state.transfer = transfer }
            return state.isCancelled
        }
        if isCancelled { transfer.cancel() }
    }

    func cancel() {
        state.withLock { state -> (any Transfer)? in
            state.isCancelled = true
            return state.transfer
        }?.cancel()
    }

    func resume() { state.withLock { $0.transfer }?.resume() }

    // MARK: incoming data

    func transferEntered(_ phase: Phase) {
        if !state.withLock({ $0.isSecond }) { observer.transferEntered(phase) }
    }

    func transferReceived(head: ResponseHead) {
        let now = wallClock()
        let (question, requestTime) = state.withLock { ($0.question, $0.requestTime) }
        let reaction = machine.reaction(to: head, of: request, asked: question, requestTime: requestTime, now: now)
        state.withLock { state in
            (state.delivery, state.status, state.draft) = (reaction.delivery, head.status, reaction.entryToStore)
        }
        for change in reaction.changes {
            switch change {
            case .keep(let entry): store.store(entry, for: key)
            case .drop(let selection): store.removeVariant(selection, of: key)
            case .forget(let url): store.clear(.parameters(url))
            }
        }
        if reaction.delivery == .forward { observer.transferReceived(head: head) }
    }

    func transferReceived(body: UnsafeRawBufferPointer) -> BodyVerdict {
        guard state.withLock({ $0.delivery == .forward }) else { return .accepted }
        let verdict = observer.transferReceived(body: body)
        guard verdict == .accepted else { return verdict }
        state.withLock { state in
            guard state.draft != nil else { return }
            if state.copy.count + body.count > machine.rules.longestBody {
                (state.draft, state.copy) = (nil, [])
            } else {
                state.copy.append(contentsOf: body)
            }
        }
        return verdict
    }

    func transferProgressed(sent: Int64, received: Int64) { observer.transferProgressed(sent: sent, received: received) }
    func transferSettled() { observer.transferSettled() }

    // MARK: the end

    func transferFinished(_ end: TransferEnd) {
        let now = wallClock()
        let (delivery, question, status) = state.withLock { state in
            state.transfer = nil
            state.turn += 1
            return (state.delivery, state.question, state.status)
        }
        if let failure = end.failure {
            if delivery != .forward, let stale = machine.standIn(for: failure, question, now: now) {
                playStored(stale, .stale(age: stale.age(at: now), because: .failure(failure)), now, end)
            } else {
                observer.transferFinished(end)
            }
            return
        }
        switch delivery {
        case .confirmed(let entry): playStored(entry, .confirmed, now, end)
        case .standIn(let entry): playStored(entry, .stale(age: entry.age(at: now), because: .status(status)), now, end)
        case .askAgain: askAgain()
        case .forward, nil:
            storeCopy()
            observer.transferFinished(end)
        }
    }

    private func playStored(_ entry: CacheEntry, _ use: CacheUse, _ now: Duration, _ end: TransferEnd) {
        (observer as? any CacheObserver)?.transferUsedCache(use)
        let steps = CachingTransport.steps(machine.response(entry, to: request, now: now), end.metrics)
        let transfer = ScriptedTransfer(request: request, observer: observer)
        // Stored before it plays, so that `resume` and `cancel` find it.
        setTransfer(transfer, state.withLock { $0.turn })
        transfer.play(steps)
    }

    private func askAgain() {
        state.withLock { state in
            state.question?.conditions = []
            state.question?.candidates = []
            (state.delivery, state.isSecond) = (nil, true)
        }
        begin()
    }

    private func storeCopy() {
        let kept = state.withLock { state -> CacheEntry? in
            guard var entry = state.draft else { return nil }
            // A copy that grew in pieces has spare capacity, which no accounting includes.
            entry.body = Array(state.copy[...])
            (state.draft, state.copy) = (nil, [])
            return entry
        }
        if let kept { store.store(kept, for: key) }
    }
}
