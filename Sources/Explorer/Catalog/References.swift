// Follows $ref inside a description and between its files, only where the standard allows a
// reference. Callers ask by position, so a property with the name $ref, or a URL in an example, never
// counts as a reference.

import Document
import NetLayer

/// Follows references (OpenAPI, Reference Object) between the documents of a description.
struct References {
    let documents: DocumentSet

    /// The root of the description itself.
    var root: JSONNode { documents.main.root }

    /// A value and its real place.
    struct Target: Sendable {
        var node: JSONNode
        /// From the root of the document that contains the node.
        var pointer: String
    }

    /// Why a reference has no target.
    struct Failure: Error, Sendable {
        var rule = CheckRule.unresolvedReference
        var message: String
        var hint: String
    }

    /// A longer chain of references counts as a cycle.
    static let longestChain = 100

    /// The value, or the final target of its reference.
    func resolve(_ node: JSONNode, pointer: String) throws(Failure) -> Target {
        var target = Target(node: node, pointer: pointer)
        var steps = 0
        while let reference = Self.reference(in: target.node) {
            steps += 1
            guard steps <= Self.longestChain else {
                throw Failure(
                    rule: .circularReference,
                    message: "the reference \(Wording.quoted(reference)) refers to itself", hint: "refer to a definition")
            }
            target = try follow(reference, from: target.node)
        }
        return target
    }

    /// The text of `$ref` if it is a reference: a string. `$dynamicRef` (3.1) counts too: the target at its
    /// own place is its meaning, except in schemas that override an anchor to extend others.
    static func reference(in node: JSONNode) -> String? {
        guard node.kind == .object else { return nil }
        var found: String?
        for member in node.entries {
            if member.keyEquals("$ref") {
                found = member.value.string
            } else if found == nil, member.keyEquals("$dynamicRef") {
                found = member.value.string
            }
        }
        return found
    }

    /// One step: the target of a reference in `node`.
    func follow(_ reference: String, from node: JSONNode) throws(Failure) -> Target {
        let (file, fragment) = Self.split(reference)
        let place = file.isEmpty ? documents.place(of: node) : try documents.place(of: file, from: node)
        guard let found = target(PercentCoding.decode(fragment), in: place) else {
            throw Failure(
                message: "the reference \(Wording.quoted(reference)) cannot be resolved",
                hint: "check its spelling, or add its target")
        }
        return found
    }

    /// The target of a fragment, which is empty, a pointer or an anchor.
    private func target(_ fragment: String, in place: DocumentSet.Place) -> Target? {
        let part = documents.parts[place.part]
        let resource = place.resource.map { part.anchors.resources[$0] }
        guard fragment.isEmpty || fragment.utf8.first == UInt8(ascii: "/") else {
            return part.anchors.target(of: fragment, in: place.resource)
        }
        // A schema with an address of its own is a separate root, but many descriptions ignore that.
        if let resource, let found = resource.root.resolve(pointer: fragment) {
            return Target(node: found, pointer: resource.pointer + fragment)
        }
        return part.index.findNode(at: fragment).map { Target(node: $0, pointer: fragment) }
    }

    /// Why one step is not possible; `nil` when it is.
    func failure(of reference: String, from node: JSONNode) -> Failure? {
        do throws(Failure) {
            _ = try follow(reference, from: node)
            return nil
        } catch {
            return error
        }
    }

    /// `other.yaml` and `/Pet` of `other.yaml#/Pet`.
    static func split(_ reference: String) -> (file: String, fragment: String) {
        guard let hash = reference.utf8.firstIndex(of: UInt8(ascii: "#")) else { return (reference, "") }
        return (String(reference[..<hash]), String(reference[reference.utf8.index(after: hash)...]))
    }
}
