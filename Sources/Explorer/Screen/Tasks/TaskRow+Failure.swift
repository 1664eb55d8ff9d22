// Which tasks count as failures.

import NetLayer

extension TaskRow {
    /// The task failed or timed out. Groups and chains do not count; their members do. Nor does a description
    /// that is not found at a guessed address.
    var isFailure: Bool {
        switch state {
        case .failed, .timedOut: info.tag != .description && !info.kind.hasMembers
        case .queued, .running, .retrying, .succeeded, .cancelled, .superseded: false
        }
    }
}
