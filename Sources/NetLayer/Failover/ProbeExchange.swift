// One request of the engine itself on the wire, such as a health check: no task, no slot and no retry,
// because no user waits for it.

import Synchronization

final class ProbeExchange: TransferObserver {
    private struct State {
        var head: ResponseHead?
        var body: [UInt8] = []
        var transfer: (any Transfer)?
        var continuation: CheckedContinuation<TransferEnd, Never>?
        var isCancelled = false
        var phase: Phase?
    }

    private let state = Mutex(State())

    /// The response as far as it was received.
    var answer: (head: ResponseHead, body: [UInt8])? { state.withLock { state in state.head.map { ($0, state.body) } } }

    /// Whether the transfer had a connection; `true` where the transport reports no phases.
    var hasConnected: Bool { state.withLock { $0.phase.map { $0 >= .sending } ?? true } }

    func run(_ request: WireRequest, on transport: any Transport) async -> TransferEnd {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                state.withLock { $0.continuation = continuation }
                let transfer = transport.start(request, observer: self)
                let isCancelled = state.withLock { state in
                    if state.continuation != nil { state.transfer = transfer }
                    return state.isCancelled
                }
                if isCancelled { transfer.cancel() }
            }
        } onCancel: {
            let transfer = state.withLock { state in
                state.isCancelled = true
                return state.transfer
            }
            transfer?.cancel()
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
