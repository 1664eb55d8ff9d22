// A transport whose exchanges stay in flight and change only when the bench says so: a large task table
// without a network.

import NetLayer
import Synchronization

final class StillTransport: Transport {
    private struct Transfer: NetLayer.Transfer {
        let observer: any TransferObserver
        func cancel() { observer.transferFinished(TransferEnd(failure: TransferFailure(.cancelled(.quit)))) }
        func resume() {}
    }

    private let observers = Mutex<[String: any TransferObserver]>([:])

    func start(_ request: WireRequest, observer: any TransferObserver) -> any NetLayer.Transfer {
        observers.withLock { $0[request.url.path] = observer }
        return Transfer(observer: observer)
    }

    var count: Int { observers.withLock { $0.count } }

    /// Moves the exchanges with these paths to a phase.
    func enter(_ phase: Phase, _ paths: [String]) {
        let chosen = observers.withLock { observers in paths.compactMap { observers[$0] } }
        for observer in chosen {
            observer.transferEntered(phase)
            observer.transferSettled()
        }
    }
}
