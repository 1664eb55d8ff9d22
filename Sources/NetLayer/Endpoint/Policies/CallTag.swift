// The purpose of a call, in the program's own terms.

/// Names the part of a program that a call belongs to, so that its calls are counted
/// (``ActivityCounter``) and cancelled together.
public struct CallTag: Sendable, Hashable {
    /// A screen, a view, a job.
    public var scope: String
    /// The text that a spinner shows while the call runs.
    public var message: String

    /// A scope, and its spinner's text; an empty text shows none.
    public init(_ scope: String, message: String = "") {
        self.scope = scope
        self.message = message
    }
}
