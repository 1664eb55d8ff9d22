// What a task that waits to be tried again says of it.

import NetLayer

enum RetryText {
    /// For the table: which attempt comes, and when, and why.
    static func short(_ notice: RetryNotice, at now: Duration) -> String {
        "\(notice.attempt)/\(notice.limit) in \(Quantity.duration(max(.zero, notice.due - now))) · \(notice.reason)"
    }

    /// For the trace, as a sentence.
    static func long(_ notice: RetryNotice, at now: Duration) -> String {
        "attempt \(notice.attempt) of \(notice.limit) in \(Quantity.duration(max(.zero, notice.due - now))), because: \(notice.reason)"
    }
}
