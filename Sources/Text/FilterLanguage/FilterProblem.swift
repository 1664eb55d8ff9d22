// Why a filter cannot be used.

/// An error in a filter, for the user.
public struct FilterProblem: Error, Sendable, Hashable {
    /// What is wrong, and what to write instead.
    public let text: String
    /// Where: the number of characters before it. An error at the end has the length of the filter.
    public let offset: Int

    public init(_ text: String, at offset: Int) {
        self.text = text
        self.offset = offset
    }
}
