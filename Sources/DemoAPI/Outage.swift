// SIGUSR1: the service answers everything with 500, until the next one.
import Dispatch
import Glibc
import Synchronization

/// Whether the service fails, as somebody outside has told it to.
final class Outage: Sendable {
    private let state = Mutex(false)

    var isOn: Bool { state.withLock { $0 } }

    /// Listens as long as what it returns is kept.
    func follow() -> any DispatchSourceSignal {
        signal(SIGUSR1, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: SIGUSR1, queue: .global())
        source.setEventHandler { self.state.withLock { $0.toggle() } }
        source.activate()
        return source
    }
}
