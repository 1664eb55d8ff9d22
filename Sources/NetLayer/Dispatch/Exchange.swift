// One request and its answer as the engine hears it from the transport's thread: gathers head and body, tells the table, wakes the attempt.

import Synchronization

final class Exchange: TransferObserver {
    private struct State {
        var head: ResponseHead?
        var body: [UInt8] = []
        var continuation: CheckedContinuation<TransferEnd, Never>?
        /// The body goes to the sink: this answer is the last one, not a redirect.
        var streams = false
        /// Has the body in place of this.
        var taker: (any BodyTaker)?
        var phases = PhaseTimes()
        var news = News()
        /// What a cancel pulls at, from the start of the transfer to its end.
        var transfer: (any Transfer)?
        var isCancelled = false
        /// The transport has said so.
        var isOver = false
        /// Nobody waits for it any more, for this reason.
        var abandoned: CancelReason?
    }

    /// What the table has not been told yet.
    private struct News {
        var phase: Phase?
        var head: ResponseHead?
        var progress: (sent: Int64, received: Int64)?
    }

    let launch: Launch
    private let desk: TaskDesk
    private let id: TaskID
    private let lane: Attempt.Lane
    private let followsRedirects: Bool
    private let sink: BodyPipe?
    private let takesBody: BodyTaking?
    /// Answers with these statuses are collected before the sink has them, as long as they are small.
    private let held: Set<Int>
    /// Those with these are collected whole.
    private let gated: Set<Int>
    private let state = Mutex(State())

    init(
        desk: TaskDesk, id: TaskID, launch: Launch, lane: Attempt.Lane, followsRedirects: Bool, sink: BodyPipe?, held: Set<Int>,
        gated: Set<Int> = [], takesBody: BodyTaking? = nil
    ) {
        self.desk = desk
        self.id = id
        self.launch = launch
        self.lane = lane
        self.followsRedirects = followsRedirects
        self.sink = sink
        self.held = held
        self.gated = gated
        self.takesBody = takesBody
    }

    /// Performs the exchange and returns its end.
    func run(on transport: any Transport) async -> TransferEnd {
        await withCheckedContinuation { continuation in
            let abandoned = state.withLock { state in
                if state.abandoned == nil { state.continuation = continuation }
                return state.abandoned
            }
            if let abandoned { return continuation.resume(returning: left(because: abandoned)) }
            sink?.expect()
            let transfer = transport.start(launch.request, observer: self)
            sink?.attach(transfer)
            let isOver = state.withLock { state in
                if state.continuation != nil { state.transfer = transfer }
                return state.isCancelled || state.abandoned != nil
            }
            if isOver { transfer.cancel() }
        }
    }

    /// What came of it, the body, whole or in part, or who has that, and whether it went to the sink.
    func outcome(_ end: TransferEnd) -> (record: ExchangeRecord, body: [UInt8], taker: (any BodyTaker)?, streamed: Bool) {
        state.withLock { state in
            let record = ExchangeRecord(launch, head: state.head, end, phases: state.phases)
            defer { state.body = [] }
            return (record, state.body, state.taker, state.streams)
        }
    }

    /// Nobody waits for it any more: it ends now, whenever the transport says so.
    func abandon(because reason: CancelReason) {
        let (continuation, transfer) = state.withLock { state in
            if state.abandoned == nil { state.abandoned = reason }
            defer {
                state.continuation = nil
                state.transfer = nil
            }
            return (state.continuation, state.transfer)
        }
        transfer?.cancel()
        continuation?.resume(returning: left(because: reason))
    }

    /// Abandons it for another service.
    /// - Returns: `false` when it has ended, or an answer has begun: then it stays.
    func leave() -> Bool {
        let isOurs = state.withLock { state in
            guard state.head == nil, !state.isOver, state.abandoned == nil else { return false }
            state.abandoned = .redispatch
            return true
        }
        if isOurs { abandon(because: .redispatch) }
        return isOurs
    }

    private func left(because reason: CancelReason) -> TransferEnd {
        var metrics = TransferMetrics()
        metrics.total = desk.time.now() - launch.startedAt
        let words = reason == .redispatch ? "its service broke; it goes to another one" : "the other copy answered first"
        return TransferEnd(failure: TransferFailure(.cancelled(reason), words), metrics: metrics)
    }

    /// Ends it at once; one that starts only now, as soon as it has started.
    func cancel() {
        let transfer = state.withLock { state in
            state.isCancelled = true
            return state.transfer
        }
        transfer?.cancel()
    }

    // MARK: What the transport tells

    func transferEntered(_ phase: Phase) {
        let time = desk.time.now() - launch.startedAt
        state.withLock { state in
            state.phases.enter(phase, at: time)
            state.news.phase = phase
        }
    }

    func transferReceived(head: ResponseHead) {
        let isLast = isLast(head)
        let streams = sink != nil && !held.contains(head.status) && !gated.contains(head.status) && isLast
        let taker = isLast && !streams ? taker(head) : nil
        let time = desk.time.now() - launch.startedAt
        state.withLock { state in
            state.head = head
            state.streams = streams
            state.taker = taker
            state.phases.enter(.receiving, at: time)
            state.news.phase = .receiving
            state.news.head = head
        }
        guard streams else { return }
        // First the row: who is given the head may look there at once.
        transferSettled()
        sink?.open(head, launch.request.url)
    }

    /// It is no redirect that is followed.
    private func isLast(_ head: ResponseHead) -> Bool { !(followsRedirects && Redirection.isRedirect(head)) }

    /// Of a copy that nobody waits for any more the body is nobody's.
    private func taker(_ head: ResponseHead) -> (any BodyTaker)? {
        guard let takesBody, state.withLock({ $0.abandoned == nil }) else { return nil }
        return takesBody(id, head, launch.request.url)
    }

    func transferReceived(body: UnsafeRawBufferPointer) -> BodyVerdict {
        let (taker, streams, held) = state.withLock { state in
            let held = outgrown(&state, body.count)
            if !state.streams, state.taker == nil { state.body.append(contentsOf: body) }
            return (state.taker, state.streams, held)
        }
        if let (head, begun) = held {
            transferSettled()
            sink?.open(head, launch.request.url)
            _ = begun.withUnsafeBytes { sink?.take($0) }
        }
        if streams { return sink?.take(body) ?? .accepted }
        do throws(TransferFailure) {
            try taker?.take(body)
            return .accepted
        } catch {
            return .refused(error)
        }
    }

    /// A body that was to be collected because of its status is too large for that: it goes to the sink, with what has come of it, and the
    /// answer stays.
    private func outgrown(_ state: inout State, _ more: Int) -> (ResponseHead, [UInt8])? {
        guard sink != nil, !state.streams, let head = state.head, isLast(head), held.contains(head.status),
            !gated.contains(head.status),
            state.body.count + more > Self.longestHeld
        else { return nil }
        state.streams = true
        defer { state.body = [] }
        return (head, state.body)
    }

    /// In bytes; it fits what ``BodyPipe`` takes at once.
    private static let longestHeld = BodyStream.highWater / 2

    func transferProgressed(sent: Int64, received: Int64) { state.withLock { $0.news.progress = (sent, received) } }

    func transferSettled() {
        let (news, phases, isAbandoned) = state.withLock { state in
            defer { state.news = News() }
            return (state.news, state.phases, state.abandoned != nil)
        }
        // Of two copies the row tells how the first gets on.
        guard lane == .first, !isAbandoned else { return }
        desk.update { table, now in
            if let head = news.head { table.received(head, id) }
            if let phase = news.phase { table.enter(phase, id, times: phases, at: now) }
            if let (sent, received) = news.progress { table.progress(id, sent: sent, received: received, at: now) }
        }
    }

    func transferFinished(_ end: TransferEnd) {
        let continuation = state.withLock { state in
            defer {
                state.continuation = nil
                state.transfer = nil
            }
            state.isOver = true
            return state.continuation
        }
        continuation?.resume(returning: end)
    }
}
