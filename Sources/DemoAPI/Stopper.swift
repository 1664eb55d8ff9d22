// SIGTERM and SIGINT: the server takes no more connections, waits in progress end now, and stragglers get two seconds.
import Dispatch
import Glibc

/// Watches for the signals beside the server's own graceful shutdown, which alone would let a `GET /slow?seconds=120` run to its end.
struct Stopper {
    private let sources: [any DispatchSourceSignal]

    init(naps: Naps, grace: DispatchTimeInterval = .seconds(2)) {
        sources = [SIGTERM, SIGINT].map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                naps.stop()
                DispatchQueue.global().asyncAfter(deadline: .now() + grace) { exit(EXIT_SUCCESS) }
            }
            source.activate()
            return source
        }
    }

    func cancel() {
        for source in sources { source.cancel() }
    }
}
