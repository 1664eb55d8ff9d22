// The needs of a file that the user has not agreed to yet: the question, and what is stored after a yes.

/// The needs that are new since the user last agreed to a file.
public struct TrustRequest: Sendable, Hashable {
    /// The file that has the needs.
    public let path: String
    /// The needs that the user has not agreed to yet, in display order.
    public let open: [TrustNeed]
    /// All needs of the file, ``open`` included.
    public let all: [TrustNeed]

    /// - Parameters:
    ///   - path: the file that has the needs.
    ///   - open: the needs that the user has not agreed to yet.
    ///   - all: all needs of the file.
    public init(_ path: String, open: [TrustNeed], all: [TrustNeed]) {
        self.path = path
        self.open = open
        self.all = all
    }
}
