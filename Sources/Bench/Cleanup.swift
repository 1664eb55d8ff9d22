// What must not outlive the bench: servers and programs that it started, also when it is interrupted.

import Dispatch
import Glibc
import Synchronization

final class Cleanup: Sendable {
    static let shared = Cleanup()

    private struct State {
        var last = 0
        var deeds: [Int: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())

    /// Remembers what is to be done at the end, unless it is done before.
    /// - Returns: a number for ``done(_:)``.
    func add(_ deed: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.last += 1
            state.deeds[state.last] = deed
            return state.last
        }
    }

    /// Does one thing now.
    func done(_ number: Int) {
        let deed = state.withLock { $0.deeds.removeValue(forKey: number) }
        deed?()
    }

    func run() {
        let deeds = state.withLock { state in
            defer { state.deeds = [:] }
            return state.deeds.values.map { $0 }
        }
        deeds.forEach { $0() }
    }

    /// Cleans up and ends the bench when somebody asks it to end.
    /// - Returns: what listens for that, as long as it is kept.
    func runOnSignals() -> [any DispatchSourceSignal] {
        [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                self.run()
                exit(128 + number)
            }
            source.resume()
            return source
        }
    }
}
