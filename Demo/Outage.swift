// SIGUSR1: the service answers everything with 500, until the next one.
import Glibc
import Synchronization

/// Whether the service fails, as somebody outside has told it to.
final class Outage: Sendable {
    private let state = Mutex(false)

    var isOn: Bool { state.withLock { $0 } }

    /// Listens as long as the caller stores the result.
    func follow() async -> SignalWatch {
        await SignalWatch(SIGUSR1) { self.state.withLock { $0.toggle() } }
    }
}
