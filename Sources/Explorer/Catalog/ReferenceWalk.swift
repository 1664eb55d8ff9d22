// Finds the places of a document where a reference may be, without knowledge of every object of the standard.

import Document
import NetLayer

/// Walks over a document by position. Skips data: examples, defaults, choices, extensions. Where keys are
/// names (of properties, of paths), the name `$ref` is only a name.
enum ReferenceWalk {
    /// Calls `body` with every object that contains a reference, and the reference.
    /// - Parameters:
    ///   - mappings: whether to include the values of discriminators' mappings that can only be references.
    ///   - body: receives the object, its pointer from the root, and the text of its `$ref`.
    static func forEach(
        in document: JSONDocument, mappings: Bool = false, _ body: (JSONNode, _ pointer: () -> String, String) -> Void
    ) {
        visitObjects(document) { node, token, trail in
            if let reference = References.reference(in: node) {
                body(node, { trail.pointer }, reference)
            } else if mappings, token == "discriminator", let mapping = node["mapping"] {
                for text in mapping.entries.compactMap(\.value.string) where Mapping.isReference(text) {
                    body(node, { trail.pointer }, text)
                }
            }
        }
    }

    /// Calls `body` with every object that may be an object of the standard, outer objects first.
    static func forEachObject(in document: JSONDocument, _ body: (JSONNode, _ pointer: () -> String) -> Void) {
        visitObjects(document) { node, _, trail in body(node, { trail.pointer }) }
    }

    /// The references below a value that is not a map of names, without the value's own reference. Pointers
    /// start at the value.
    static func forEach(below root: JSONNode, _ body: (JSONNode, _ pointer: () -> String, String) -> Void) {
        visitObjects(below: root) { node, _, trail in
            if let reference = References.reference(in: node) { body(node, { trail.pointer }, reference) }
        }
    }

    private static func visitObjects(_ document: JSONDocument, _ body: (JSONNode, _ token: String, Trail) -> Void) {
        // A whole file may be a reference.
        if document.root.kind == .object { body(document.root, "", Trail()) }
        visitObjects(below: document.root, body)
    }

    private static func visitObjects(below root: JSONNode, _ body: (JSONNode, _ token: String, Trail) -> Void) {
        var trail = Trail()
        trail.enter(root, keysAreNames: false, token: "")
        while let child = trail.nextChild() {
            guard child.node.kind == .object || child.node.kind == .array else { continue }
            trail.enter(child.node, keysAreNames: child.keysAreNames, token: child.token)
            if child.node.kind == .object, !child.keysAreNames { body(child.node, child.token, trail) }
        }
    }

    /// Whether a reference of the document leads to another file that may be read. A fast test: most
    /// descriptions are one file, and apparent references to the network are often examples.
    /// - Parameter forNetwork: whether the document is from the network, so that it may refer
    ///   to others there.
    static func mayLeave(_ document: JSONDocument, forNetwork: Bool) -> Bool {
        func leaves(_ value: JSONNode) -> Bool {
            guard let text = value.string, text.utf8.first != UInt8(ascii: "#") else { return false }
            return forNetwork || !URI(text).isAbsoluteHTTP
        }
        return document.values(behind: "$ref").contains(where: leaves)
            || document.values(behind: "mapping").contains { mapping in
                mapping.entries.contains { $0.value.string.map(Mapping.isReference) == true && leaves($0.value) }
            }
    }

    /// The path from the root to the current value of the walk. A loop: the walk does not recurse on input.
    private struct Trail {
        private struct Level {
            var members: JSONMembers
            var elements: JSONElements
            var index = 0
            var isArray: Bool
            var keysAreNames: Bool
            var token: String
        }

        private var levels: [Level] = []

        mutating func enter(_ node: JSONNode, keysAreNames: Bool, token: String) {
            levels.append(
                Level(
                    members: node.entries, elements: node.elements, isArray: node.kind == .array, keysAreNames: keysAreNames,
                    token: token))
        }

        /// Built in place: a path of ten thousand steps is not copied at every step.
        var pointer: String { levels.dropFirst().reduce(into: "") { $0 += "/" + JSONPointer.escape($1.token) } }

        mutating func nextChild() -> (node: JSONNode, keysAreNames: Bool, token: String)? {
            while let last = levels.indices.last {
                if levels[last].isArray {
                    if let element = levels[last].elements.next() {
                        defer { levels[last].index += 1 }
                        return (element, false, String(levels[last].index))
                    }
                } else if let member = levels[last].members.next() {
                    let key = member.key
                    if levels[last].keysAreNames { return (member.value, false, key) }
                    if isData(key, member.value) { continue }
                    return (member.value, ReferenceWalk.nameMaps.contains(key) && member.value.kind == .object, key)
                } else {
                    levels.removeLast()
                    continue
                }
                levels.removeLast()
            }
            return nil
        }

        private func isData(_ key: String, _ value: JSONNode) -> Bool {
            ReferenceWalk.data.contains(key) || key.hasPrefix("x-") || (key == "examples" && value.kind == .array)
        }
    }

    private static let data: Set<String> = [
        "example", "default", "enum", "const", "value", "mapping", "dataValue", "serializedValue",
    ]

    private static let nameMaps: Set<String> = [
        "paths", "webhooks", "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "schemas",
        "responses",
        "parameters", "examples", "requestBodies", "headers", "securitySchemes", "links", "callbacks", "pathItems", "content",
        "variables", "encoding", "mediaTypes", "securityDefinitions", "additionalOperations",
    ]
}
