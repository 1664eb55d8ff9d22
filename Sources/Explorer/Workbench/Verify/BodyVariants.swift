// Variants of a JSON body: each differs from it in one value, and the schema allows or forbids it.

import Catalog
import Document

/// A JSON body, and what is special about it.
struct BodyVariant: Sendable {
    var json: String
    /// `/price=0, below the minimum`.
    var name: String
    /// The rule that it breaks; `nil` for a body that fits.
    var rule: RulePlace?
}

struct BodyVariants {
    private let rules: DescribedRules
    private let schema: SchemaLink
    private let document: JSONDocument
    /// The most values of the body that are varied, and the deepest of them.
    private static let (mostValues, deepest) = (40, 4)

    /// `nil` for a body that is not JSON.
    init?(of body: String, _ schema: SchemaLink, _ rules: DescribedRules) {
        guard let document = try? JSONDocument(Array(body.utf8)) else { return nil }
        (self.document, self.schema, self.rules) = (document, schema, rules)
    }

    /// A value of the body with its schema.
    private struct Place {
        var node: JSONNode
        var schema: Schema
        var pointer: String
        var depth: Int
    }

    /// The values of the body that have a schema, the outer ones first.
    private var places: [Place] {
        var places = [Place(node: document.root, schema: schema.resolve(), pointer: "", depth: 0)]
        var next = 0
        while next < places.count, places.count < Self.mostValues {
            let place = places[next]
            next += 1
            guard place.depth < Self.deepest else { continue }
            for property in place.schema.properties {
                guard let node = place.node[property.name] else { continue }
                let pointer = JSONPointer.append(place.pointer, property.name)
                places.append(Place(node: node, schema: property.schema.resolve(), pointer: pointer, depth: place.depth + 1))
            }
            if let items = place.schema.items, let first = place.node.elements.first(where: { _ in true }) {
                let pointer = JSONPointer.append(place.pointer, "0")
                places.append(Place(node: first, schema: items.resolve(), pointer: pointer, depth: place.depth + 1))
            }
        }
        return places
    }

    // MARK: Variants

    /// Bodies that fit, with the special values that the schema allows.
    var allowed: [BodyVariant] { emptyLists + specialValues }

    /// The lists of the body, each without elements.
    private var emptyLists: [BodyVariant] {
        places.filter { $0.node.kind == .array && $0.node.count > 0 && !$0.schema.isReadOnly }.compactMap { place in
            let body = replacing(place.node, with: "[]")
            guard rules.mismatch(inBody: body, schema) == nil else { return nil }
            return BodyVariant(json: body, name: "\(Self.name(place.pointer)) without elements")
        }
    }

    private var specialValues: [BodyVariant] {
        places.filter { $0.schema.properties.isEmpty && $0.schema.items == nil && !$0.schema.isReadOnly }.flatMap { place in
            SampleValues.allowed(by: place.schema.rules).compactMap { value -> BodyVariant? in
                let text = Self.json(value.text, place.schema.rules)
                guard text != place.node.source else { return nil }
                let body = replacing(place.node, with: text)
                guard rules.mismatch(inBody: body, schema) == nil else { return nil }
                return BodyVariant(json: body, name: value.words(of: Self.name(place.pointer)))
            }
        }
    }

    /// Bodies that the schema forbids, each with its rule.
    var forbidden: [BodyVariant] {
        places.filter { !$0.schema.isReadOnly }.flatMap { place in
            (missing(from: place) + replaced(place) + added(to: place)).compactMap { variant -> BodyVariant? in
                guard let mismatch = rules.mismatch(inBody: variant.json, schema) else { return nil }
                var variant = variant
                variant.rule = RulePlace(mismatch)
                return variant
            }
        }
    }

    private func missing(from place: Place) -> [BodyVariant] {
        guard place.node.kind == .object else { return [] }
        return place.schema.required.filter { place.node[$0] != nil }.map { name in
            let members = place.node.entries.filter { !$0.keyEquals(name) }.map { "\($0.name.source): \($0.value.source)" }
            let body = replacing(place.node, with: "{" + members.joined(separator: ", ") + "}")
            return BodyVariant(json: body, name: "\(Self.name(JSONPointer.append(place.pointer, name))) is missing")
        }
    }

    private func added(to place: Place) -> [BodyVariant] {
        guard place.node.kind == .object, !place.schema.properties.isEmpty else { return [] }
        let key = "explorerUnknown"
        let members = place.node.entries.map { "\($0.name.source): \($0.value.source)" } + ["\"\(key)\": true"]
        let body = replacing(place.node, with: "{" + members.joined(separator: ", ") + "}")
        return [BodyVariant(json: body, name: "\(Self.name(JSONPointer.append(place.pointer, key))) is unknown")]
    }

    private func replaced(_ place: Place) -> [BodyVariant] {
        let rules = place.schema.rules
        var variants: [BodyVariant] = []
        if !rules.kinds.isEmpty, let other = Self.otherType(than: rules) {
            variants.append(
                BodyVariant(json: replacing(place.node, with: other), name: "\(Self.name(place.pointer)) of another type"))
        }
        // A list of values has no text as in a parameter.
        guard place.schema.items == nil, place.schema.properties.isEmpty else { return variants }
        for value in SampleValues.forbidden(by: rules) where value.keyword != "type" {
            let body = replacing(place.node, with: Self.json(value.text, rules))
            variants.append(BodyVariant(json: body, name: value.words(of: Self.name(place.pointer))))
        }
        return variants
    }

    /// A JSON value of a type that the rules do not allow.
    private static func otherType(than rules: ValueRules) -> String? {
        let texts = [
            (rules.kinds.contains(.string), "\"\(SampleValues.unknownWord)\""), (rules.kinds.contains(.object), "{}"),
            (rules.kinds.contains(.array), "[]"), (rules.kinds.contains(.boolean), "true"),
        ]
        return texts.first { !$0.0 }?.1
    }

    // MARK: Texts

    private func replacing(_ node: JSONNode, with text: String) -> String {
        var bytes = document.bytes
        bytes.replaceSubrange(node.byteRange, with: Array(text.utf8))
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func name(_ pointer: String) -> String { pointer.isEmpty ? "the body" : pointer }

    /// A text as the JSON value that the rules ask for.
    private static func json(_ text: String, _ rules: ValueRules) -> String {
        let isText = rules.kinds.isEmpty || rules.kinds.contains(.string)
        return isText || (try? JSONDocument(Array(text.utf8))) == nil ? JSONLiteral.string(text) : text
    }
}
