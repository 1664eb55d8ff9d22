// SIGTERM and SIGINT: the server accepts no more connections, waits in progress end now, and other
// requests get two seconds.
import Dispatch
import Glibc

enum Stopper {
    /// Listens for as long as the caller retains the result.
    /// - Parameter server: the task that serves.
    static func follow(
        naps: WaitRegistry, server: Task<Void, Never>, grace: DispatchTimeInterval = .seconds(2)
    ) async -> [SignalWatch] {
        let stop: @Sendable () -> Void = {
            naps.stop()
            server.cancel()
            DispatchQueue.global().asyncAfter(deadline: .now() + grace) { exit(EXIT_SUCCESS) }
        }
        return await [SignalWatch(SIGTERM, stop), SignalWatch(SIGINT, stop)]
    }
}
