// Reads the parts of a schema that a form field needs: a type in words, choices, an example. Never
// the whole schema.

import Document
import JSONSchema

/// Reads schemas (OpenAPI 3.0 Schema Object, JSON Schema 2020-12 in 3.1).
struct SchemaReader {
    let references: References
    /// Checks values against the schemas of the description.
    let program: SchemaProgram
    /// The deepest nesting of arrays, alternatives and compositions that is followed; cycles end here too.
    private static let deepest = 6
    /// The most schemas that describe a field: a few schemas with many references to each other would
    /// take too long.
    private static let most = 64

    /// A schema and the schemas it is composed of: its own keys first, then those of `allOf`, then those of
    /// the only alternative that is not null.
    struct View {
        var nodes: [JSONNode] = []
        var failure: References.Failure?

        subscript(key: String) -> JSONNode? {
            for node in nodes { if let value = node[key] { return value } }
            return nil
        }
    }

    func makeView(_ schema: JSONNode?) -> View {
        var view = View()
        if let schema { collect(schema, into: &view, depth: 0) }
        return view
    }

    private func collect(_ schema: JSONNode, into view: inout View, depth: Int) {
        guard depth < Self.deepest, view.nodes.count < Self.most else { return }
        do throws(References.Failure) {
            let target = try references.resolve(schema, pointer: "").node
            // Since 3.1, a reference may have other keys beside it.
            if !target.isSame(as: schema) { view.nodes.append(schema) }
            // A schema that is already part of the view adds nothing new, nor do its parts.
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

    /// The type in words; null is left out beside another type.
    func typeName(_ view: View, depth: Int = 0) -> String {
        if let type = view["type"] {
            let all = type.kind == .array ? type.elements.compactMap(\.string) : type.string.map { [$0] } ?? []
            // A parameter is text: a field cannot contain null.
            let names = all.count > 1 ? all.filter { $0 != "null" } : all
            if !names.isEmpty { return names.map { $0 == "array" ? arrayName(view, depth) : $0 }.joined(separator: " or ") }
        }
        if let alternatives = view["anyOf"] ?? view["oneOf"], alternatives.count > 1, depth < Self.deepest {
            var names: [String] = []
            for element in alternatives.elements.prefix(Self.most) {
                // The types of nested alternatives do not help in a field.
                let name = depth == 0 ? typeName(self.makeView(element), depth: Self.deepest) : "any"
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
        let name = typeName(self.makeView(items), depth: depth + 1)
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

    /// The allowed values, for an array those of its items; empty when all are allowed.
    func choices(_ schema: View) -> [String] {
        if let constant = schema["const"] { return [constant.displayText] }
        if let values = schema["enum"] { return values.elements.filter { $0.kind != .null }.map(\.displayText) }
        if let items = schema["items"] { return makeView(items)["enum"].map { $0.elements.map(\.displayText) } ?? [] }
        // 3.1 writes documented choices as alternatives with one constant each.
        guard let alternatives = schema["oneOf"] ?? schema["anyOf"] else { return [] }
        let constants = alternatives.elements.compactMap { $0["const"]?.displayText }
        return constants.count == alternatives.count ? constants : []
    }

    /// `example` (3.0), or the first of `examples` (3.1, an array).
    func example(_ view: View) -> JSONNode? { view["example"] ?? view["examples"]?[0] }
}
