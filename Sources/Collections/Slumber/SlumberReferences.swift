// `$ref` in a slumber collection: an object that has the members of another one, and its own before them.

import Document

/// Finds members through references.
struct SlumberReferences {
    private let root: JSONNode
    private var targets: [String: JSONNode?] = [:]
    /// How many members may still be looked at behind references: many references to a large object must end.
    private var budget = 200_000
    private static let hops = 16

    /// Some references were not followed, because there are too many.
    var isExhausted: Bool { budget <= 0 }

    init(_ root: JSONNode) { self.root = root }

    /// All members, those of the referenced object first; the object's own replace them.
    mutating func members(_ node: JSONNode) -> [JSONMember] {
        var chain = [node]
        while chain.count < Self.hops, let last = chain.last, let next = target(of: last) { chain.append(next) }
        guard chain.count > 1 else { return Array(node.entries) }
        var order: [String] = []
        var found: [String: JSONMember] = [:]
        for object in chain.reversed() {
            budget -= object.count
            guard budget > 0 else { return Array(node.entries) }
            for member in object.entries where !member.keyEquals("$ref") {
                if found.updateValue(member, forKey: member.key) == nil { order.append(member.key) }
            }
        }
        return order.compactMap { found[$0] }
    }

    /// The object that an object's `$ref` names, in this file.
    private mutating func target(of node: JSONNode) -> JSONNode? {
        guard let reference = node["$ref"]?.string, reference.hasPrefix("#") else { return nil }
        if let known = targets[reference] { return known }
        let target = root.at(pointer: String(reference.dropFirst())).flatMap { $0.kind == .object ? $0 : nil }
        targets[reference] = .some(target)
        return target
    }

    /// Why a reference is not followed: the file has no such object.
    mutating func broken(_ node: JSONNode) -> String? {
        guard let reference = node["$ref"]?.string, target(of: node) == nil else { return nil }
        return reference
    }
}
