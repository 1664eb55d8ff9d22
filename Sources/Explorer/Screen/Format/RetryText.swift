// The texts for a task that waits for its next attempt.

import NetLayer

enum RetryText {
    /// For the table: the number of the attempt, its time, and the reason.
    static func short(_ notice: RetryNotice, at now: Duration, _ motion: Motion) -> String {
        "\(notice.attempt)/\(notice.limit) in \(motion.remaining(notice.due - now)) · \(notice.reason)"
    }

    /// For the trace, as a sentence.
    static func long(_ notice: RetryNotice, at now: Duration, _ motion: Motion) -> String {
        "attempt \(notice.attempt) of \(notice.limit) in \(motion.remaining(notice.due - now)): \(notice.reason)"
    }
}
