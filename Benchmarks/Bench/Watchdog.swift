// Detects a measure that hangs. It has a thread of its own, because a measure may block all others.

import Dispatch

final class Watchdog {
    private let source: any DispatchSourceTimer

    /// - Parameter hung: called once, on a Dispatch thread, unless ``stop()`` is called first.
    init(_ bound: Duration, hung: @escaping @Sendable () -> Void) {
        source = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "bench.watchdog"))
        source.schedule(deadline: .now() + bound.seconds)
        source.setEventHandler(handler: hung)
        source.resume()
    }

    func stop() { source.cancel() }
}
