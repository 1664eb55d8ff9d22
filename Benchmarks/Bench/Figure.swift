// A figure: the name of a number, its unit, its anchor and its limit.

/// One number with its upper or lower limit.
struct Figure: Sendable {
    let name: String
    /// `nil` for information only.
    var limit: Double?
    /// `ratio`, or the unit of the number.
    let unit: String
    /// The limit is a lower bound.
    var atLeast = false
    /// A description of the number in a few words.
    let about: String
    /// The divisor of a ratio. It is measured on the same machine, alternating with the subject.
    var anchor: String?

    var summary: String { anchor.map { "\(about) / \($0)" } ?? about }

    /// Whether a number is finite and within the limit.
    func accepts(_ value: Double) -> Bool {
        guard value.isFinite else { return false }
        return limit.map { atLeast ? value >= $0 : value <= $0 } ?? true
    }
}

/// Why there is no number.
enum MeasurementError: Error {
    /// This machine lacks something: the row is skipped, visibly.
    case absent(String)
    /// The measure should have worked: the row fails.
    case broken(String)
}
