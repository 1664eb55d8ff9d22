// Ctrl-C and SIGTERM while a command without a screen runs: cancel what is in the air, then end with its exit code.

import Dispatch
import Foundation
import Synchronization

final class Interrupts {
    private final class Flag: Sendable {
        let raised = Atomic(false)
    }

    private let flag = Flag()
    private let sources: [any DispatchSourceSignal]

    init(_ action: @escaping @Sendable () -> Void) {
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            return DispatchSource.makeSignalSource(signal: number, queue: .global())
        }
        let flag = flag
        for source in sources {
            source.setEventHandler {
                flag.raised.store(true, ordering: .relaxed)
                action()
            }
            source.resume()
        }
    }

    deinit { sources.forEach { $0.cancel() } }

    /// Whether a signal came.
    var seen: Bool { flag.raised.load(ordering: .relaxed) }
}
