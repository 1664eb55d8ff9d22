// Calls a handler at each signal of one number, in place of what the signal does by default.
import Dispatch
import Glibc
import Synchronization

final class SignalWatch: Sendable {
    private let source: Mutex<any DispatchSourceSignal>

    /// Returns once the handler is in place: a signal that comes later is not missed.
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
