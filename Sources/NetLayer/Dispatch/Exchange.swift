// One request and its answer as the engine hears it from the transport's thread: gathers head and body, tells the table, wakes the attempt.

import Synchronization

final class Exchange: TransferObserver {
    private struct State {
        var head: ResponseHead?
        var body: [UInt8] = []
        var continuation: CheckedContinuation<TransferEnd, Never>?
        /// The body goes to the sink: this answer is the last one, not a redirect.
        var streams = false
    }

    private let client: NetClient
    private let id: TaskID
    private let request: WireRequest
    private let followsRedirects: Bool
    private let sink: BodyPipe?
    private let state = Mutex(State())

    init(client: NetClient, id: TaskID, request: WireRequest, followsRedirects: Bool, sink: BodyPipe?) {
        self.client = client
        self.id = id
        self.request = request
        self.followsRedirects = followsRedirects
        self.sink = sink
    }

    /// Starts the exchange and returns its end. A cancel reaches it through the client's table.
    func run() async -> TransferEnd {
        await withCheckedContinuation { continuation in
            state.withLock { $0.continuation = continuation }
            sink?.expect()
            let transfer = client.transport.start(request, observer: self)
            sink?.attach(transfer)
            client.desk.attach(transfer, id)
        }
    }

    /// What arrived, whole or in part.
    func received() -> (head: ResponseHead?, body: [UInt8]) {
        state.withLock { state in
            defer { state.body = [] }
            return (state.head, state.body)
        }
    }

    func transferEntered(_ phase: Phase) { client.desk.update { $0.enter(phase, id, at: $1) } }

    func transferReceived(head: ResponseHead) {
        let streams = sink != nil && !(followsRedirects && Redirection.isRedirect(head))
        state.withLock { state in
            state.head = head
            state.streams = streams
        }
        client.desk.update { table, now in
            table.received(head, id)
            table.enter(.receiving, id, at: now)
        }
        if streams { sink?.open(head, request.url) }
    }

    func transferReceived(body: UnsafeRawBufferPointer) -> BodyVerdict {
        if let sink, state.withLock({ $0.streams }) { return sink.take(body) }
        state.withLock { $0.body.append(contentsOf: body) }
        return .accepted
    }

    func transferProgressed(sent: Int64, received: Int64) {
        client.desk.update { $0.progress(id, sent: sent, received: received, at: $1) }
    }

    func transferFinished(_ end: TransferEnd) {
        let continuation = state.withLock { state in
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume(returning: end)
    }
}
