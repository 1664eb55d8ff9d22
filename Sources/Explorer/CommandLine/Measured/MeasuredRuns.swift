// Collects the figures of a measured run while it runs.

import NetLayer
import Synchronization
import Workbench

final class MeasuredRuns: Sendable {
    private struct State {
        var runs: [MeasuredRun]
        var codes: Set<Int32> = []
    }

    private let state: Mutex<State>

    /// - Parameter count: the number of requests that take turns.
    init(_ count: Int, pace: RunPace) {
        state = Mutex(State(runs: [MeasuredRun](repeating: MeasuredRun(pace: pace), count: count)))
    }

    /// Counts a member, from any thread.
    func add(_ end: PacedEnd) {
        guard let member = MemberEnd(end.row) else { return }
        state.withLock { state in
            state.runs[end.turn].add(member)
            // A cancellation by the run itself does not count.
            if let error = end.error, error.kind != .cancelled(.group) { state.codes.insert(error.exitCode) }
        }
    }

    /// By turn.
    var all: [MeasuredRun] { state.withLock { $0.runs } }

    /// That of the worst request.
    var exitCode: Int32 { state.withLock { ExitStatus.worst(Array($0.codes)) } }
}
