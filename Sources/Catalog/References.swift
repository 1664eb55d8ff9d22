// Follows $ref inside one description. Only where the standard lets a reference stand: callers ask for it by position, so a property
// that is *named* $ref, or a URL in an example, is never taken for one.

import Document
import NetLayer

/// Follows references (OpenAPI, Reference Object) from one document.
struct References {
    let root: JSONNode

    /// A value and where it really stands.
    struct Target {
        var node: JSONNode
        var pointer: String
    }

    /// Why a reference leads nowhere.
    struct Failure: Error {
        var message: String
        var hint: String
    }

    /// A chain longer than this is a circle.
    private static let longestChain = 100

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
            target = try follow(reference)
        }
        return target
    }

    /// The text of `$ref` where it is one: a string.
    static func reference(in node: JSONNode) -> String? { node.kind == .object ? node["$ref"]?.string : nil }

    func follow(_ reference: String) throws(Failure) -> Target {
        guard reference.utf8.first == UInt8(ascii: "#") else {
            throw Failure(
                message: "the reference \(Wording.quoted(reference)) leads to another file",
                hint: "references to other files are not read; bundle the description into one file")
        }
        let pointer = PercentCoding.decode(String(reference.dropFirst()))
        guard let node = root.at(pointer: pointer) else {
            throw Failure(
                message: "the reference \(Wording.quoted(reference)) leads nowhere",
                hint: "check its spelling, or add what it should lead to")
        }
        return Target(node: node, pointer: pointer)
    }
}
