// Which containers of a tree are open, as a value that is small however large the tree: a depth, and the exceptions from it.

/// What is folded and what is not. The same folds of the same document always show the same rows.
public struct JSONFolds: Sendable, Hashable {
    /// Containers less deep than this are open; the root's depth is 0.
    public private(set) var openDepth: Int
    /// The containers, by their node's number, that are the other way round.
    public private(set) var flipped: Set<Int> = []

    /// Everything open down to a depth.
    public init(openDepth: Int) { self.openDepth = openDepth }

    /// Everything open.
    public static let allOpen = JSONFolds(openDepth: .max)

    /// Whether the container `node`, so deep, is open.
    public func isOpen(_ node: Int, depth: Int) -> Bool { (depth < openDepth) != (!flipped.isEmpty && flipped.contains(node)) }

    /// Opens or closes one container.
    public mutating func set(_ node: Int, depth: Int, open: Bool) {
        if (depth < openDepth) == open { flipped.remove(node) } else { flipped.insert(node) }
    }
}
