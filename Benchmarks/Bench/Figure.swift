// A figure: the name of a number, its unit, its anchor and its limit.

/// One number and what it may be at most, or must be at least.
struct Figure: Sendable {
    let name: String
    /// `nil` is for information only.
    var limit: Double?
    /// `ratio`, or what is counted.
    let unit: String
    /// The limit is a lower one.
    var atLeast = false
    /// What the number is, in a few words.
    let about: String
    /// What a ratio divides by. It is measured on the same machine, in turns with the subject.
    var anchor: String?

    var summary: String { anchor.map { "\(about) / \($0)" } ?? about }

    /// Whether a number is finite and keeps the limit.
    func accepts(_ value: Double) -> Bool {
        guard value.isFinite else { return false }
        return limit.map { atLeast ? value >= $0 : value <= $0 } ?? true
    }
}

/// Why there is no number.
enum Obstacle: Error {
    /// Something that this machine does not have: the row is skipped, visibly.
    case absent(String)
    /// It should have worked: the row fails.
    case broken(String)
}
