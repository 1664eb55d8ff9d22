// Finds values by pointer in a text with very large objects: many references into such
// an object must not scan it each time.

/// Resolves JSON pointers (RFC 6901) from the root of a text. Objects with many members are indexed once;
/// small ones are scanned, which costs less than an index.
public struct JSONPointerIndex: Sendable {
    /// Objects with more members than this are indexed; a real description has a handful.
    static let threshold = 256

    private let root: JSONNode
    /// By an object's index in the table: its members' indices by their keys;
    /// of members with the same key the last.
    private var objects: [Int: [String: Int]] = [:]

    /// Finds large objects with one scan of the flat table, and skips each
    /// value that is too small to contain one.
    public init(_ document: JSONDocument) {
        root = document.root
        let storage = document.storage
        var index = 0
        while index < storage.nodes.count {
            let node = storage.nodes[index]
            // A member is at least a key and a value.
            guard Int(node.next) - index > 2 * Self.threshold else {
                index = Int(node.next)
                continue
            }
            if node.kind == .object, node.count > Self.threshold { objects[index] = Self.members(of: index, storage) }
            index += 1
        }
    }

    private static func members(of object: Int, _ storage: JSONStorage) -> [String: Int] {
        let node = JSONNode(storage: storage, index: object)
        var members: [String: Int] = [:]
        members.reserveCapacity(node.count)
        for member in node.entries { members[member.key] = member.value.index }
        return members
    }

    /// The value at a pointer; `nil` when there is none.
    public func findNode(at pointer: String) -> JSONNode? {
        guard !objects.isEmpty else { return root.resolve(pointer: pointer) }
        guard let tokens = JSONPointer.tokens(pointer) else { return nil }
        var node = root
        for token in tokens {
            let child =
                objects[node.index].map { members in members[token].map { JSONNode(storage: node.storage, index: $0) } }
                ?? node.resolve(pointer: JSONPointer.append("", token))
            guard let child else { return nil }
            node = child
        }
        return node
    }
}
