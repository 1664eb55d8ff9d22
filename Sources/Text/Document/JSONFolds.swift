// The open containers of a tree, as a value that is small for any tree: a depth, and the exceptions from it.

/// The folded containers. The same folds of the same document always show the same rows.
public struct JSONFolds: Sendable, Hashable {
    /// Containers above this depth are open; the root's depth is 0.
    public private(set) var openDepth: Int
    /// The containers, by their node's number, with the opposite state.
    public private(set) var flipped: Set<Int> = []

    /// All containers down to a depth are open.
    public init(openDepth: Int) { self.openDepth = openDepth }

    /// All containers are open.
    public static let allOpen = JSONFolds(openDepth: .max)

    /// Whether the container `node` at `depth` is open.
    public func isOpen(_ node: Int, depth: Int) -> Bool { (depth < openDepth) != (!flipped.isEmpty && flipped.contains(node)) }

    /// Opens or closes one container.
    public mutating func setOpen(_ node: Int, depth: Int, open: Bool) {
        if (depth < openDepth) == open { flipped.remove(node) } else { flipped.insert(node) }
    }
}
