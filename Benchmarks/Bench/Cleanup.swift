// Removes the servers and programs that the bench started, also when it is interrupted.

import Dispatch
import Glibc
import Synchronization

final class Cleanup: Sendable {
    static let shared = Cleanup()

    private struct State {
        var last = 0
        var actions: [Int: @Sendable () -> Void] = [:]
        var lastActions: [@Sendable () -> Void] = []
        /// Whether ``run()`` was called.
        var isOver = false
    }

    private let state = Mutex(State())

    /// Adds an action for the end, unless ``done(_:)`` runs it before. After the end it runs at once: a
    /// measure may start one more program while an interrupted bench cleans up.
    /// - Returns: a number for ``done(_:)``.
    func add(_ deed: @escaping @Sendable () -> Void) -> Int {
        let (number, isOver) = state.withLock { state in
            state.last += 1
            if !state.isOver { state.actions[state.last] = deed }
            return (state.last, state.isOver)
        }
        if isOver { deed() }
        return number
    }

    /// Adds an action after all others: the folder of the programs can go only when they have ended.
    func addLast(_ deed: @escaping @Sendable () -> Void) { state.withLock { $0.lastActions.append(deed) } }

    /// Runs one action now.
    func runAction(_ number: Int) {
        let deed = state.withLock { $0.actions.removeValue(forKey: number) }
        deed?()
    }

    /// Whether ``run()`` was called, so the bench is ending.
    var isOver: Bool { state.withLock { $0.isOver } }

    func run() {
        let deeds = state.withLock { state in
            defer { (state.actions, state.lastActions, state.isOver) = ([:], [], true) }
            return state.actions.values + state.lastActions
        }
        deeds.forEach { $0() }
    }

    /// Cleans up and ends the bench on SIGINT, SIGTERM or SIGHUP.
    /// - Returns: the signal sources, which listen for as long as the caller retains them.
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
