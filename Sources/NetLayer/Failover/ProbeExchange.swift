// One request of the engine itself on the wire, such as a health check: no task, no slot and no retry,
// because no user waits for it.

import Synchronization

final class ProbeExchange: TransferObserver {
    private struct State {
        var head: ResponseHead?
        var body: [UInt8] = []
        var transfer: (any Transfer)?
        /// Present from the start to the end.
        var finish: (@Sendable (TransferEnd) -> Void)?
        var isCancelled = false
        var phase: Phase?
    }

    private let state = Mutex(State())

    typealias Answer = (head: ResponseHead, body: [UInt8])

    /// The response as far as it was received.
    var answer: Answer? { state.withLock { state in state.head.map { ($0, state.body) } } }

    /// Whether the transfer had a connection; `true` where the transport reports no phases.
    var hasConnected: Bool { state.withLock { $0.phase.map { $0 >= .sending } ?? true } }

    /// Starts the exchange and returns at once.
    /// - Parameter finish: called once, as the transport calls observers.
    func start(_ request: WireRequest, on transport: any Transport, finish: @escaping @Sendable (TransferEnd) -> Void) {
        state.withLock { $0.finish = finish }
        let transfer = transport.start(request, observer: self)
        let isCancelled = state.withLock { state in
            if state.finish != nil { state.transfer = transfer }
            return state.isCancelled
        }
        if isCancelled { transfer.cancel() }
    }

    /// Ends the exchange at once; one that has not started yet ends as soon as it has.
    func cancel() {
        let transfer = state.withLock { state in
            state.isCancelled = true
            return state.transfer
        }
        transfer?.cancel()
    }

    /// Performs the exchange, until its end or the cancellation of the calling task.
    func run(_ request: WireRequest, on transport: any Transport) async -> TransferEnd {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                start(request, on: transport) { continuation.resume(returning: $0) }
            }
        } onCancel: {
            cancel()
        }
    }

    func transferEntered(_ phase: Phase) { state.withLock { $0.phase = phase } }
    func transferReceived(head: ResponseHead) { state.withLock { $0.head = head } }
    func transferReceived(body: UnsafeRawBufferPointer) -> BodyVerdict {
        state.withLock { $0.body.append(contentsOf: body) }
        return .accepted
    }
    func transferProgressed(sent: Int64, received: Int64) {}
    func transferSettled() {}

    func transferFinished(_ end: TransferEnd) {
        let finish = state.withLock { state in
            defer { state.transfer = nil }
            return state.finish.take()
        }
        finish?(end)
    }
}
