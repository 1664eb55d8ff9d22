// The running programs that the bench has started, so that none outlives it.

import Glibc
import Synchronization

final class Children: Sendable {
    static let shared = Children()

    private struct State {
        var running: Set<pid_t> = []
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Starts a program and records it in one step: an interrupted bench could end between the two.
    /// - Throws: an error also after ``endAll()``.
    func start(_ spawn: () throws -> pid_t) throws -> pid_t {
        try state.withLock { state in
            guard !state.isClosed else { throw MeasurementError.broken("the bench ends") }
            let pid = try spawn()
            state.running.insert(pid)
            return pid
        }
    }

    /// Removes a program that has ended and whose status was read.
    func forget(_ pid: pid_t) { state.withLock { _ = $0.running.remove(pid) } }

    /// Ends all running programs and rejects new ones. Each has a second: a server must end its own children.
    func endAll() {
        let pids = state.withLock { state in
            state.isClosed = true
            return state.running
        }
        pids.forEach { kill($0, SIGTERM) }
        for pid in pids {
            for _ in 0..<100 where waitpid(pid, nil, WNOHANG) == 0 { usleep(10_000) }
            kill(pid, SIGKILL)
            Child.wait(pid)
        }
    }
}
