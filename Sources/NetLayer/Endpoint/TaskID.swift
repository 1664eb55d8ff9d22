// The numbers of tasks, and of the scopes that own tasks.

/// A task's number. The client assigns it before the work starts, and never uses it again.
public struct TaskID: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Rises with every task of a client.
    public let number: UInt64

    /// The task with that number, as a person or a file names it.
    public init(_ number: UInt64) { self.number = number }

    public static func < (a: TaskID, b: TaskID) -> Bool { a.number < b.number }
    public var description: String { String(number) }
}

/// The number of a scope: never reused during the life of a client.
public struct ScopeID: Sendable, Hashable {
    let number: UInt64
}
