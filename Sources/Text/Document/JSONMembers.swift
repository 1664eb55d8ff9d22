// Iterates over the members of an object and the elements of an array, without an allocation.

/// A member of an object, its key not decoded yet.
public struct JSONMember: Sendable {
    /// The key, as a string node.
    public let name: JSONNode
    /// The value.
    public let value: JSONNode

    /// The key decoded.
    public var key: String { name.string ?? "" }

    /// Whether the key is `text`; compares bytes and allocates nothing.
    public func keyEquals(_ text: String) -> Bool { name.stringEquals(text) }
}

/// The members of an object in the order of the text, duplicates included.
public struct JSONMembers: Sequence, IteratorProtocol, Sendable {
    private let storage: JSONStorage
    private var index: Int
    private let end: Int

    init(_ node: JSONNode) {
        storage = node.storage
        index = node.index + 1
        end = node.kind == .object ? Int(node.flat.next) : 0
    }

    /// The next member; `nil` after the last.
    public mutating func next() -> JSONMember? {
        guard index < end else { return nil }
        let member = JSONMember(
            name: JSONNode(storage: storage, index: index), value: JSONNode(storage: storage, index: index + 1))
        index = Int(storage.nodes[index + 1].next)
        return member
    }
}

/// The elements of an array in the order of the text.
public struct JSONElements: Sequence, IteratorProtocol, Sendable {
    private let storage: JSONStorage
    private var index: Int
    private let end: Int

    init(_ node: JSONNode) {
        storage = node.storage
        index = node.index + 1
        end = node.kind == .array ? Int(node.flat.next) : 0
    }

    /// The next element; `nil` after the last.
    public mutating func next() -> JSONNode? {
        guard index < end else { return nil }
        let element = JSONNode(storage: storage, index: index)
        index = Int(element.flat.next)
        return element
    }
}

extension JSONNode {
    /// The members of an object with undecoded keys; empty for all other values.
    public var entries: JSONMembers { JSONMembers(self) }

    /// The members of an object; empty for all other values.
    public var members: LazyMapSequence<JSONMembers, (key: String, value: JSONNode)> {
        entries.lazy.map { (key: $0.key, value: $0.value) }
    }

    /// The elements of an array; empty for all other values.
    public var elements: JSONElements { JSONElements(self) }
}
