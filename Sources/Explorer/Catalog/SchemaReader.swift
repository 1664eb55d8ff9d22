// Reads of a schema what a form field needs: a type in words, choices, an example. Never the whole schema.

import Document

/// Reads schemas (OpenAPI 3.0 Schema Object, JSON Schema 2020-12 in 3.1).
struct SchemaReader {
    let references: References
    /// Nested arrays, alternatives and compositions are followed so far; circles end here too.
    private static let deepest = 6
    /// A field is described by at most so many schemas: a few that refer to each other many times over would take for ever.
    private static let most = 64

    /// A schema with what it is composed of: its own keys first, then those of `allOf`, then of the only alternative that is not null.
    struct View {
        var nodes: [JSONNode] = []
        var failure: References.Failure?

        subscript(key: String) -> JSONNode? {
            for node in nodes { if let value = node[key] { return value } }
            return nil
        }
    }

    func view(_ schema: JSONNode?) -> View {
        var view = View()
        if let schema { collect(schema, into: &view, depth: 0) }
        return view
    }

    private func collect(_ schema: JSONNode, into view: inout View, depth: Int) {
        guard depth < Self.deepest, view.nodes.count < Self.most else { return }
        do throws(References.Failure) {
            let target = try references.resolve(schema, pointer: "").node
            // In 3.1 other keys may stand beside a reference.
            if !target.isSame(as: schema) { view.nodes.append(schema) }
            // What is there already says nothing new, and nor do its parts.
            guard !view.nodes.contains(where: { $0.isSame(as: target) }) else { return }
            view.nodes.append(target)
            if let parts = target["allOf"] {
                for part in parts.elements { collect(part, into: &view, depth: depth + 1) }
            }
            if let alternatives = target["anyOf"] ?? target["oneOf"] {
                let real = alternatives.elements.filter { $0["type"]?.stringEquals("null") != true }
                if real.count == 1 { collect(real[0], into: &view, depth: depth + 1) }
            }
        } catch {
            view.failure = view.failure ?? error
        }
    }

    /// The type in words; beside another one, null is left out.
    func typeName(_ view: View, depth: Int = 0) -> String {
        if let type = view["type"] {
            let all = type.kind == .array ? type.elements.compactMap(\.string) : type.string.map { [$0] } ?? []
            // A parameter is text: null cannot be typed into a field.
            let names = all.count > 1 ? all.filter { $0 != "null" } : all
            if !names.isEmpty { return names.map { $0 == "array" ? arrayName(view, depth) : $0 }.joined(separator: " or ") }
        }
        if let alternatives = view["anyOf"] ?? view["oneOf"], alternatives.count > 1, depth < Self.deepest {
            var names: [String] = []
            for element in alternatives.elements.prefix(Self.most) {
                // Alternatives of alternatives are not a word that helps in a field.
                let name = depth == 0 ? typeName(self.view(element), depth: Self.deepest) : "any"
                if name != "null", !names.contains(name) { names.append(name) }
            }
            return names.joined(separator: " or ")
        }
        if let value = view["const"] ?? view["enum"]?[0] { return Self.typeName(of: value) }
        if view["items"] != nil { return arrayName(view, depth) }
        return view["properties"] != nil || view["additionalProperties"] != nil ? "object" : "any"
    }

    private func arrayName(_ view: View, _ depth: Int) -> String {
        guard depth < Self.deepest, let items = view["items"], items.kind == .object else { return "array" }
        let name = typeName(self.view(items), depth: depth + 1)
        return name == "any" ? "array" : "array of \(name)"
    }

    private static func typeName(of value: JSONNode) -> String {
        switch value.kind {
        case .string: "string"
        case .number:
            value.source.utf8.allSatisfy { $0 != UInt8(ascii: ".") && $0 | 0x20 != UInt8(ascii: "e") } ? "integer" : "number"
        case .true, .false: "boolean"
        case .null: "null"
        case .object: "object"
        case .array: "array"
        }
    }

    /// The values that are allowed, of the items for an array; empty when all are.
    func choices(_ schema: View) -> [String] {
        if let constant = schema["const"] { return [constant.displayText] }
        if let values = schema["enum"] { return values.elements.filter { $0.kind != .null }.map(\.displayText) }
        if let items = schema["items"] { return view(items)["enum"].map { $0.elements.map(\.displayText) } ?? [] }
        // 3.1 writes documented choices as alternatives of one constant each.
        guard let alternatives = schema["oneOf"] ?? schema["anyOf"] else { return [] }
        let constants = alternatives.elements.compactMap { $0["const"]?.displayText }
        return constants.count == alternatives.count ? constants : []
    }

    /// `example` (3.0), or the first of `examples` (3.1, an array).
    func example(_ view: View) -> JSONNode? { view["example"] ?? view["examples"]?[0] }
}
