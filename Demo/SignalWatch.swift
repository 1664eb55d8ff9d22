// Calls a handler at each signal of one number, instead of the signal's default action.
import Dispatch
import Glibc
import Synchronization

final class SignalWatch: Sendable {
    private let source: Mutex<any DispatchSourceSignal>

    /// Returns once the handler is installed: no later signal is missed.
    init(_ number: CInt, _ handler: @escaping @Sendable () -> Void) async {
        source = Mutex(DispatchSource.makeSignalSource(signal: number, queue: .global()))
        await withCheckedContinuation { continuation in
            source.withLock { source in
                source.setEventHandler(handler: handler)
                source.setRegistrationHandler { continuation.resume() }
                source.activate()
            }
        }
    }

    func cancel() { source.withLock { $0.cancel() } }
}
