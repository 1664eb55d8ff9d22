// One request and its answer as the engine hears it from the transport's thread: gathers head and body, tells the table, wakes the attempt.

import Synchronization

final class Exchange: TransferObserver {
    private struct State {
        var head: ResponseHead?
        var body: [UInt8] = []
        var continuation: CheckedContinuation<TransferEnd, Never>?
        /// The body goes to the sink: this answer is the last one, neither a redirect nor one that may be asked for again.
        var streams = false
        /// Of a second copy; those of the first are in the table.
        var phases = PhaseTimes()
        /// Of a copy in a race.
        var transfer: (any Transfer)?
        var isAbandoned = false
    }

    private let client: NetClient
    private let id: TaskID
    private let launch: Launch
    private let lane: Attempt.Lane
    private let sink: BodyPipe?
    private let followsRedirects: Bool
    private let held: Set<Int>
    private let state = Mutex(State())

    init(
        client: NetClient, id: TaskID, launch: Launch, lane: Attempt.Lane, sink: BodyPipe?, followsRedirects: Bool, held: Set<Int>
    ) {
        self.client = client
        self.id = id
        self.launch = launch
        self.lane = lane
        self.sink = sink
        self.followsRedirects = followsRedirects
        self.held = held
    }

    /// Starts the exchange and returns its end. A cancel reaches it through the client's table.
    func run() async -> TransferEnd {
        await withCheckedContinuation { continuation in
            let isAbandoned = state.withLock { state in
                if !state.isAbandoned { state.continuation = continuation }
                return state.isAbandoned
            }
            guard !isAbandoned else { return continuation.resume(returning: outrun()) }
            sink?.expect()
            let transfer = client.transport.start(launch.request, observer: self)
            sink?.attach(transfer)
            switch lane {
            case .first: client.desk.attach(transfer, id)
            case .second: client.desk.attachSecond(transfer, id)
            }
            keep(transfer)
        }
    }

    /// The other copy has answered: this one ends now, whenever the transport says so.
    func abandon() {
        let (continuation, transfer) = state.withLock { state in
            state.isAbandoned = true
            defer {
                state.continuation = nil
                state.transfer = nil
            }
            return (state.continuation, state.transfer)
        }
        transfer?.cancel()
        continuation?.resume(returning: outrun())
    }

    private func keep(_ transfer: any Transfer) {
        let isAbandoned = state.withLock { state in
            if state.continuation != nil { state.transfer = transfer }
            return state.isAbandoned
        }
        if isAbandoned { transfer.cancel() }
    }

    private func outrun() -> TransferEnd {
        var metrics = TransferMetrics()
        metrics.total = client.time.now() - launch.startedAt
        return TransferEnd(failure: TransferFailure(.cancelled(.hedge), "the other copy answered first"), metrics: metrics)
    }

    /// What arrived, whole or in part.
    func received() -> (head: ResponseHead?, body: [UInt8], streamed: Bool, phases: PhaseTimes) {
        state.withLock { state in
            defer { state.body = [] }
            return (state.head, state.body, state.streams, state.phases)
        }
    }

    func transferEntered(_ phase: Phase) {
        switch lane {
        case .first: client.desk.update { $0.enter(phase, id, at: $1) }
        case .second:
            let time = client.time.now() - launch.startedAt
            state.withLock { $0.phases.enter(phase, at: time) }
        }
    }

    func transferReceived(head: ResponseHead) {
        let streams = sink != nil && !held.contains(head.status) && !(followsRedirects && Redirection.isRedirect(head))
        state.withLock { state in
            state.head = head
            state.streams = streams
        }
        switch lane {
        case .first:
            client.desk.update { table, now in
                table.received(head, id)
                table.enter(.receiving, id, at: now)
            }
        case .second: transferEntered(.receiving)
        }
        if streams { sink?.open(head, launch.request.url) }
    }

    func transferReceived(body: UnsafeRawBufferPointer) -> BodyVerdict {
        if let sink, state.withLock({ $0.streams }) { return sink.take(body) }
        state.withLock { $0.body.append(contentsOf: body) }
        return .accepted
    }

    func transferProgressed(sent: Int64, received: Int64) {
        // Of two copies the row tells how the first gets on.
        guard lane == .first else { return }
        client.desk.update { $0.progress(id, sent: sent, received: received, at: $1) }
    }

    func transferFinished(_ end: TransferEnd) {
        let continuation = state.withLock { state in
            defer {
                state.continuation = nil
                state.transfer = nil
            }
            return state.continuation
        }
        continuation?.resume(returning: end)
    }
}
