// Records a command's requests in the history, where that is allowed.

import Foundation
import History
import NetLayer
import Synchronization
import Workbench
import Workspace

/// Records the requests of a command without a screen.
struct CommandHistory: Sendable {
    /// `nil` where nothing is recorded.
    let recorder: HistoryRecorder?
    /// The response body that is printed as it arrives.
    let body = StreamedBody()

    init() {
        // The history reports trouble from a queue, and task-local values do not reach a queue.
        let error = CommandContext.io.error
        recorder = HistoryRecorder(Paths(environment: CommandContext.environment)) {
            StandardError.write("explorer: \($0)", to: error)
        }
    }

    /// The target's plan, marked so that its calls are recorded where that is allowed.
    func marked(_ target: ListTarget, isStreamed: Bool = false) -> RequestPlan {
        guard let recorder else { return target.plan }
        recorder.setFrame(target.frame)
        return recorder.marked(target.plan, on: target.pool, isStreamed: isStreamed)
    }

    /// Writes the recorded entries.
    func finish() async { await recorder?.finish(streamed: body.whole) }
}

/// Buffers a streamed body, up to the size that may be stored.
final class StreamedBody: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var size = 0
        var type: String?
        var hasBegun = false
        var isWhole = false
    }

    private let state = Mutex(State())
    private let limit = HistoryLimits().body

    func begin(_ head: ResponseHead) {
        state.withLock { state in
            state.hasBegun = true
            state.type = head.headers["Content-Type"]
        }
    }

    func append(_ piece: [UInt8]) {
        state.withLock { state in
            state.size += piece.count
            if state.size <= limit { state.bytes += piece } else { state.bytes = [] }
        }
    }

    func finish() { state.withLock { $0.isWhole = true } }

    /// The body so far. For a truncated body only its size: half a secret at its end would not be recognized.
    var whole: HistoryBody? {
        state.withLock { state in
            guard state.hasBegun else { return nil }
            guard state.isWhole else { return HistoryBody(absent: .notGiven, size: state.size, contentType: state.type) }
            guard state.size <= limit else { return HistoryBody(absent: .tooLarge, size: state.size, contentType: state.type) }
            return HistoryBody(state.bytes, contentType: state.type)
        }
    }
}
