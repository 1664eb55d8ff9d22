// One request and its response, received on the transport's thread: collects head and body, updates the
// table, resumes the attempt.

import Synchronization

final class Exchange: TransferObserver {
    private struct State {
        var head: ResponseHead?
        var body: [UInt8] = []
        /// The beginning of a body that goes to the sink or the taker.
        var excerpt: [UInt8] = []
        var continuation: CheckedContinuation<TransferEnd, Never>?
        /// The body goes to the sink: this response is the final one, not a redirect.
        var streams = false
        /// Receives the body instead of `body`.
        var taker: (any BodyTaker)?
        var phases = PhaseTimes()
        var pendingChanges = PendingChanges()
        /// The transfer that a cancel aborts, from its start to its end.
        var transfer: (any Transfer)?
        /// The body that is made while it is sent, opened for this exchange.
        var upload: AsyncBody?
        var isCancelled = false
        /// The transport has reported the end.
        var isOver = false
        /// The engine no longer waits for it, for this reason.
        var abandoned: CancelReason?
    }

    /// Changes that the table does not have yet.
    private struct PendingChanges {
        var phase: Phase?
        var head: ResponseHead?
        var progress: (sent: Int64, received: Int64)?
    }

    let launch: Launch
    private let taskRegistry: TaskRegistry
    private let id: TaskID
    private let lane: Attempt.Lane
    private let followsRedirects: Bool
    /// The length of the excerpt, in bytes.
    private let excerptBytes: Int
    private let sink: BodyPipe?
    private let takesBody: BodyTaking?
    /// Responses with these statuses are collected before the sink gets them, as long as they are small.
    private let held: Set<Int>
    /// Responses that are collected because the account may log in again.
    private let gated: GatedResponses
    private let state = Mutex(State())

    init(
        desk: TaskRegistry, id: TaskID, launch: Launch, lane: Attempt.Lane, followsRedirects: Bool,
        excerptBytes: Int = 0, sink: BodyPipe?,
        held: Set<Int>,
        gated: GatedResponses = GatedResponses(), takesBody: BodyTaking? = nil
    ) {
        self.taskRegistry = desk
        self.id = id
        self.launch = launch
        self.lane = lane
        self.followsRedirects = followsRedirects
        self.excerptBytes = excerptBytes
        self.sink = sink
        self.held = held
        self.gated = gated
        self.takesBody = takesBody
    }

    /// Performs the exchange and returns its end.
    func run(on transport: any Transport) async -> TransferEnd {
        await withCheckedContinuation { start(on: transport, resuming: $0) }
    }

    /// Never inlined: what it uses for a moment would take memory for as long as the exchange waits.
    @inline(never)
    private func start(on transport: any Transport, resuming continuation: CheckedContinuation<TransferEnd, Never>) {
        let abandoned = state.withLock { state in
            if state.abandoned == nil { state.continuation = continuation }
            return state.abandoned
        }
        if let abandoned { return continuation.resume(returning: abandonedEnd(because: abandoned)) }
        sink?.detachTransfer()
        let transfer = transport.start(openRequest(), observer: self)
        sink?.attach(transfer)
        let isOver = state.withLock { state in
            if state.continuation != nil { state.transfer = transfer }
            return state.isCancelled || state.abandoned != nil
        }
        if isOver { transfer.cancel() }
    }

    /// The request for the transport. A body that is made while it is sent gets its bytes for this exchange
    /// alone, from a task that inherits from the call's.
    private func openRequest() -> WireRequest {
        guard let upload = launch.request.body.sequence?.opened() else { return launch.request }
        state.withLock { $0.upload = upload }
        var request = launch.request
        request.body = .sequence(upload)
        return request
    }

    /// The result of an exchange.
    struct Outcome: Sendable {
        let record: ExchangeRecord
        /// Complete or in part; empty where the sink or the taker got it.
        let body: [UInt8]
        /// The beginning of a body that the sink or the taker got.
        let excerpt: [UInt8]
        let taker: (any BodyTaker)?
        /// The body went to the sink.
        let isStreamed: Bool
    }

    func outcome(_ end: TransferEnd) -> Outcome {
        state.withLock { state in
            let record = ExchangeRecord(launch, head: state.head, end, phases: state.phases)
            defer { state.body = [] }
            return Outcome(
                record: record, body: state.body, excerpt: state.excerpt, taker: state.taker, isStreamed: state.streams)
        }
    }

    /// Ends the exchange now, without waiting for the transport to report its end.
    func abandon(because reason: CancelReason) { _ = abandon(because: reason, unlessAnswered: false) }

    /// Abandons it for another service.
    /// - Returns: `false` when it has ended, was cancelled, or a response has begun: then it continues.
    func abandonForRedispatch() -> Bool { abandon(because: .redispatch, unlessAnswered: true) }

    /// The question and the end are one step: no response can come in between and be used all the same.
    private func abandon(because reason: CancelReason, unlessAnswered: Bool) -> Bool {
        let ended = state.withLock { state -> (CancelReason, CheckedContinuation<TransferEnd, Never>?, (any Transfer)?)? in
            if unlessAnswered, state.head != nil || state.isOver || state.isCancelled || state.abandoned != nil { return nil }
            // A cancel of the call also removes its copies from their race: neither has outrun the other.
            let reason = state.isCancelled ? .user : reason
            if state.abandoned == nil { state.abandoned = reason }
            defer {
                state.continuation = nil
                state.transfer = nil
            }
            return (reason, state.continuation, state.transfer)
        }
        guard let (reason, continuation, transfer) = ended else { return false }
        transfer?.cancel()
        continuation?.resume(returning: abandonedEnd(because: reason))
        return true
    }

    private func abandonedEnd(because reason: CancelReason) -> TransferEnd {
        var metrics = TransferMetrics()
        metrics.total = taskRegistry.time.now() - launch.startedAt
        let words =
            switch reason {
            case .redispatch: "its service went down; another service takes over"
            case .hedge: "the other copy got a response first"
            default: ""
            }
        return TransferEnd(failure: TransferFailure(.cancelled(reason), words), metrics: metrics)
    }

    /// Ends the exchange at once; an exchange that is just starting ends as soon as it has started.
    func cancel() {
        let transfer = state.withLock { state in
            state.isCancelled = true
            return state.transfer
        }
        transfer?.cancel()
    }

    // MARK: Reports of the transport

    func transferEntered(_ phase: Phase) {
        let time = taskRegistry.time.now() - launch.startedAt
        state.withLock { state in
            state.phases.enter(phase, at: time)
            state.pendingChanges.phase = phase
        }
    }

    func transferReceived(head: ResponseHead) {
        let isLast = isLast(head)
        let streams = sink != nil && !held.contains(head.status) && !gated.holds(head) && isLast
        let taker = isLast && !streams ? makeTaker(head) : nil
        let time = taskRegistry.time.now() - launch.startedAt
        state.withLock { state in
            state.head = head
            state.streams = streams
            state.taker = taker
            state.phases.enter(.receiving, at: time)
            state.pendingChanges.phase = .receiving
            state.pendingChanges.head = head
        }
        guard streams else { return }
        // The row first: the receiver of the head may read the row at once.
        transferSettled()
        sink?.deliverHead(head, launch.request.url)
    }

    /// Whether the response is not a followed redirect.
    private func isLast(_ head: ResponseHead) -> Bool { !(followsRedirects && Redirection.isRedirect(head)) }

    /// An abandoned copy gets no taker for its body.
    private func makeTaker(_ head: ResponseHead) -> (any BodyTaker)? {
        guard let takesBody, state.withLock({ $0.abandoned == nil }) else { return nil }
        return takesBody(id, head, launch.request.url)
    }

    func transferReceived(body: UnsafeRawBufferPointer) -> BodyVerdict {
        let (taker, streams, held) = state.withLock { state in
            let held = takeOutgrownBody(&state, body.count)
            if !state.streams {
                if state.taker == nil { state.body.append(contentsOf: body) } else { keepExcerpt(body, &state) }
            }
            return (state.taker, state.streams, held)
        }
        if let (head, begun) = held {
            transferSettled()
            sink?.deliverHead(head, launch.request.url)
            _ = begun.withUnsafeBytes { sink?.write($0) }
        }
        if streams {
            let verdict = sink?.write(body) ?? .accepted
            // The transport offers the same bytes again when the sink was full.
            if excerptBytes > 0, verdict == .accepted { state.withLock { keepExcerpt(body, &$0) } }
            return verdict
        }
        do throws(TransferFailure) {
            try taker?.receive(body)
            return .accepted
        } catch {
            return .refused(error)
        }
    }

    private func keepExcerpt(_ body: UnsafeRawBufferPointer, _ state: inout State) {
        let missing = excerptBytes - state.excerpt.count
        if missing > 0 { state.excerpt.append(contentsOf: body.prefix(missing)) }
    }

    /// A body that was collected because of its status or its type is too large for that: it goes to the
    /// sink, with the data collected so far, and the response stays.
    private func takeOutgrownBody(_ state: inout State, _ more: Int) -> (ResponseHead, [UInt8])? {
        guard sink != nil, !state.streams, let head = state.head, isLast(head),
            held.contains(head.status) || gated.holds(head), !gated.statuses.contains(head.status),
            state.body.count + more > (held.contains(head.status) ? Self.longestHeld : gated.longestBody)
        else { return nil }
        state.streams = true
        state.excerpt = Array(state.body.prefix(excerptBytes))
        defer { state.body = [] }
        return (head, state.body)
    }

    /// In bytes; small enough for one write to a ``BodyPipe``.
    private static let longestHeld = BodyStream.highWater / 2

    func transferProgressed(sent: Int64, received: Int64) { state.withLock { $0.pendingChanges.progress = (sent, received) } }

    func transferSettled() {
        let (news, phases, isAbandoned) = state.withLock { state in
            defer { state.pendingChanges = PendingChanges() }
            return (state.pendingChanges, state.phases, state.abandoned != nil)
        }
        // Of two copies the row shows the progress of the first.
        guard lane == .first, !isAbandoned else { return }
        taskRegistry.update { table, now in
            if let head = news.head { table.recordHead(head, id) }
            if let phase = news.phase { table.enter(phase, id, times: phases, at: now) }
            if let (sent, received) = news.progress { table.progress(id, sent: sent, received: received, at: now) }
        }
    }

    func transferFinished(_ end: TransferEnd) {
        let (continuation, upload) = state.withLock { state in
            defer {
                state.continuation = nil
                state.transfer = nil
            }
            state.isOver = true
            return (state.continuation, state.upload)
        }
        upload?.close()
        continuation?.resume(returning: end)
    }
}
