// The expected shape of a JSON response: a small value instead of a schema.

import Document

/// The expected kind of JSON at each place.
///
///     let shape: JSONShape = ["id": .number, "tags": .list(.string), "owner": .optional(["name": .string])]
public indirect enum JSONShape: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    case any
    case string, number, bool
    /// An array whose elements all have that shape.
    case list(JSONShape)
    /// An object with at least these members.
    case object([String: JSONShape])
    /// Absent, `null`, or of that shape.
    case optional(JSONShape)

    public init(dictionaryLiteral elements: (String, JSONShape)...) {
        self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
    }

    /// The first place with another shape, members sorted by name; `nil` when the
    /// body has the expected shape.
    public func mismatch(in body: [UInt8]) -> Mismatch? {
        do throws(JSONError) {
            return mismatch(in: try JSONDocument(body).root, at: "")
        } catch {
            return Mismatch(pointer: "", expected: name, found: "not JSON: \(error)")
        }
    }

    /// Where a response differs from its shape.
    public struct Mismatch: Error, Sendable, Hashable, CustomStringConvertible {
        /// RFC 6901; empty is the root.
        public var pointer: String
        /// What is expected there, in words.
        public var expected: String
        /// What was found there, in words.
        public var found: String

        /// A sentence for users.
        public var description: String { "\(pointer.isEmpty ? "the body" : pointer) should be \(expected) and is \(found)" }
    }

    /// Recurses as deep as the shape, which the program's author wrote, not as deep as the body.
    private func mismatch(in node: JSONNode, at pointer: String) -> Mismatch? {
        let differs = Mismatch(pointer: pointer, expected: name, found: Self.describe(node.kind))
        switch (self, node.kind) {
        case (.any, _), (.string, .string), (.number, .number), (.bool, .true), (.bool, .false), (.optional, .null): return nil
        case (.optional(let shape), _): return shape.mismatch(in: node, at: pointer)
        case (.list(.any), .array): return nil
        case (.list(let shape), .array):
            for (place, element) in node.elements.enumerated() {
                if let found = shape.mismatch(in: element, at: JSONPointer.append(pointer, String(place))) { return found }
            }
            return nil
        case (.object(let members), .object):
            for (key, shape) in members.sorted(by: { $0.key < $1.key }) {
                let place = JSONPointer.append(pointer, key)
                if let value = node[key] {
                    if let found = shape.mismatch(in: value, at: place) { return found }
                } else if case .optional = shape {
                    continue
                } else {
                    return Mismatch(pointer: place, expected: shape.name, found: "missing")
                }
            }
            return nil
        case (.string, _), (.number, _), (.bool, _), (.list, _), (.object, _): return differs
        }
    }

    private var name: String {
        switch self {
        case .any: "anything"
        case .string: "a string"
        case .number: "a number"
        case .bool: "true or false"
        case .list: "an array"
        case .object: "an object"
        case .optional(let shape): shape.name
        }
    }

    private static func describe(_ kind: JSONNode.Kind) -> String {
        switch kind {
        case .string: "a string"
        case .number: "a number"
        case .true, .false: "true or false"
        case .null: "null"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
