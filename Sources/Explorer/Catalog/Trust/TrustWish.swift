// What a file wants that the user has not agreed to: what is asked, and what is remembered after a yes.

/// Needs that are new since the user agreed to a file last.
public struct TrustWish: Sendable, Hashable {
    /// The file that wants it.
    public let path: String
    /// What nobody has agreed to yet, in the order in which it is shown.
    public let open: [TrustNeed]
    /// Everything that the file wants, ``open`` included.
    public let all: [TrustNeed]

    /// - Parameters:
    ///   - path: the file that wants it.
    ///   - open: what nobody has agreed to yet.
    ///   - all: everything that the file wants.
    public init(_ path: String, open: [TrustNeed], all: [TrustNeed]) {
        self.path = path
        self.open = open
        self.all = all
    }
}
