// How much a check may do, and what its result says when that was not enough.

/// The limits of the check of one value.
public struct SchemaLimits: Sendable, Hashable {
    /// The number of steps: one for each schema that is held against a value, and for each member and
    /// element.
    public var steps: Int
    /// The number of mismatches that are collected.
    public var mismatches: Int
    /// The number of notes that are collected; none are looked for when it is 0.
    public var notes: Int
    /// The deepest nesting of schemas that are held against values.
    public var depth: Int
    /// The number of slow matches of patterns in all values of a run. After them no pattern is tried any more.
    public var slowMatches: Int

    /// Limits for a value in memory: some seconds at most.
    public init(
        steps: Int = 50_000_000, mismatches: Int = 100, notes: Int = 0, depth: Int = 100_000, slowMatches: Int = 10
    ) {
        (self.steps, self.mismatches, self.notes, self.depth) = (steps, mismatches, notes, depth)
        self.slowMatches = slowMatches
    }
}

/// A limit that ended a check before its end.
public enum SchemaStop: Sendable, Hashable {
    /// All steps are used.
    case steps
    /// More mismatches exist than are collected.
    case mismatches
    /// Values are nested too deep.
    case depth

    /// A sentence about a body that was not checked whole; `nil` where its mismatches say enough.
    public var doubt: String? {
        switch self {
        case .steps: "the body is too large to be checked whole"
        case .depth: "the body is nested too deep to be checked whole"
        case .mismatches: nil
        }
    }
}
