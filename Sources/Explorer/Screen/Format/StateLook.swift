// The appearance of each task state: glyph, word and style. Never colour alone.

import Canvas
import NetLayer

struct StateLook {
    let glyph: String
    let word: String
    let style: Style

    init(_ state: TaskState) {
        switch state {
        case .queued: (glyph, word, style) = ("·", "queued", .taskQueued)
        case .running: (glyph, word, style) = ("▶", "running", .taskRunning)
        case .retrying: (glyph, word, style) = ("↻", "retrying", .taskRetrying)
        case .succeeded: (glyph, word, style) = ("✓", "succeeded", .taskSucceeded)
        case .failed: (glyph, word, style) = ("✗", "failed", .taskFailed)
        case .timedOut: (glyph, word, style) = ("⧗", "timed out", .taskTimedOut)
        case .cancelled(.skipped): (glyph, word, style) = ("–", "skipped", .taskCancelled)
        case .cancelled: (glyph, word, style) = ("⊘", "cancelled", .taskCancelled)
        case .superseded: (glyph, word, style) = ("⊘", "superseded", .taskSuperseded)
        }
    }
}

extension HTTPMethod {
    var style: Style {
        switch self {
        case .get: .methodGet
        case .post: .methodPost
        case .put: .methodPut
        case .patch: .methodPatch
        case .delete: .methodDelete
        case .head: .methodHead
        case .options: .methodOptions
        default: .methodOther
        }
    }

    /// At most five letters, so that lists line up.
    var short: String {
        switch self {
        case .delete: "DEL"
        case .options: "OPT"
        default: String(rawValue.prefix(5))
        }
    }
}

extension Style {
    static func status(_ status: Int) -> Style {
        switch status {
        case ..<200: .status1xx
        case ..<300: .status2xx
        case ..<400: .status3xx
        case ..<500: .status4xx
        default: .status5xx
        }
    }
}
