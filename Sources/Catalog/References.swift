// Follows $ref inside a description and between its files. Only where the standard lets a reference stand: callers ask for it by
// position, so a property that is *named* $ref, or a URL in an example, is never taken for one.

import Document
import NetLayer

/// Follows references (OpenAPI, Reference Object) between the documents of a description.
struct References {
    let documents: DocumentSet

    /// The root of the description itself.
    var root: JSONNode { documents.main.root }

    /// A value and where it really stands.
    struct Target {
        var node: JSONNode
        /// From the root of the document that the node belongs to.
        var pointer: String
    }

    /// Why a reference leads nowhere.
    struct Failure: Error, Sendable {
        var message: String
        var hint: String
    }

    /// A chain longer than this is a circle.
    static let longestChain = 100

    /// What stands here, or what the reference here leads to at last.
    func resolve(_ node: JSONNode, pointer: String) throws(Failure) -> Target {
        var target = Target(node: node, pointer: pointer)
        var steps = 0
        while let reference = Self.reference(in: target.node) {
            steps += 1
            guard steps <= Self.longestChain else {
                throw Failure(
                    message: "the reference \(Wording.quoted(reference)) leads back to itself", hint: "point it at a definition")
            }
            target = try follow(reference, from: target.node)
        }
        return target
    }

    /// The text of `$ref` where it is one: a string.
    static func reference(in node: JSONNode) -> String? { node.kind == .object ? node["$ref"]?.string : nil }

    /// One step: what a reference that stands in `node` names.
    func follow(_ reference: String, from node: JSONNode) throws(Failure) -> Target {
        let (file, fragment) = Self.split(reference)
        let part = file.isEmpty ? documents.part(of: node) : try documents.part(of: file, from: node)
        let pointer = PercentCoding.decode(fragment)
        guard let found = part.index.node(at: pointer) else {
            throw Failure(
                message: "the reference \(Wording.quoted(reference)) leads nowhere",
                hint: "check its spelling, or add what it should lead to")
        }
        return Target(node: found, pointer: pointer)
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
