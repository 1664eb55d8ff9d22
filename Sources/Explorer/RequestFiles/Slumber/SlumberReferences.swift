// `$ref` in a slumber collection: an object that has the members of another one,
// and its own, which override them.

import Document

/// Resolves members through references.
struct SlumberReferences {
    private let root: JSONNode
    /// By reference: the object that it names, the one that this names in turn, and so
    /// on; empty for a broken reference.
    private var chains: [String: [JSONNode]] = [:]
    /// How many members may still be read through references: this bounds the work for
    /// many references to a large object.
    private var budget = 200_000
    private static let hops = 16

    /// Whether some references were not followed, because there are too many.
    var isExhausted: Bool { budget <= 0 }

    init(_ root: JSONNode) { self.root = root }

    /// All members, with those of the referenced object first. The object's own members replace them.
    mutating func members(_ node: JSONNode) -> [JSONMember] {
        let chain = chain(from: node)
        guard !chain.isEmpty else { return Array(node.entries) }
        var order: [String] = []
        var found: [String: JSONMember] = [:]
        for object in chain.reversed() + [node] {
            budget -= object.count
            guard budget > 0 else { return Array(node.entries) }
            for member in object.entries where !member.keyEquals("$ref") {
                if found.updateValue(member, forKey: member.key) == nil { order.append(member.key) }
            }
        }
        return order.compactMap { found[$0] }
    }

    /// The objects that an object's `$ref` leads to, in this file.
    private mutating func chain(from node: JSONNode) -> [JSONNode] {
        guard let first = node["$ref"]?.string else { return [] }
        if let known = chains[first] { return known }
        var chain: [JSONNode] = []
        var reference: String? = first
        while let next = reference, chain.count < Self.hops, next.hasPrefix("#"),
            let object = root.resolve(pointer: String(next.dropFirst())), object.kind == .object
        {
            chain.append(object)
            reference = object["$ref"]?.string
        }
        chains[first] = chain
        return chain
    }

    /// The reference of an object, if it names no object in the file.
    mutating func broken(_ node: JSONNode) -> String? {
        guard let reference = node["$ref"]?.string, chain(from: node).isEmpty else { return nil }
        return reference
    }
}
