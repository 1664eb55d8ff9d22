// SIGTERM and SIGINT: the server takes no more connections, waits in progress end now, and stragglers get two seconds.
import Dispatch
import Glibc

enum Stopper {
    /// Listens as long as the caller stores the result.
    /// - Parameter server: the task that serves.
    static func follow(
        naps: Naps, server: Task<Void, Never>, grace: DispatchTimeInterval = .seconds(2)
    ) async -> [SignalWatch] {
        let stop: @Sendable () -> Void = {
            naps.stop()
            server.cancel()
            DispatchQueue.global().asyncAfter(deadline: .now() + grace) { exit(EXIT_SUCCESS) }
        }
        return await [SignalWatch(SIGTERM, stop), SignalWatch(SIGINT, stop)]
    }
}
