// What a call is for, in the program's own words.

/// Names the part of a program that a call belongs to, so that its calls are counted (``ActivityCounter``) and cancelled together.
public struct CallTag: Sendable, Hashable {
    /// A screen, a view, a job.
    public var scope: String
    /// What a spinner says while it runs (BA-18).
    public var message: String

    /// A scope, and what its spinner says; empty says nothing.
    public init(_ scope: String, message: String = "") {
        self.scope = scope
        self.message = message
    }
}
