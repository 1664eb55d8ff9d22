// SIGUSR1: the service responds to everything with 500, until the next one.
import Glibc
import Synchronization

/// Whether the service fails, as another process has requested by a signal.
final class Outage: Sendable {
    private let state = Mutex(false)

    var isOn: Bool { state.withLock { $0 } }

    /// Listens for as long as the caller retains the result.
    func follow() async -> SignalWatch {
        await SignalWatch(SIGUSR1) { self.state.withLock { $0.toggle() } }
    }
}
