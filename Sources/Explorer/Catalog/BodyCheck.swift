// Checks a JSON body against its schema before it is sent. The check is bounded: a body of a million values
// is checked as far as the budget allows.

import Document
import JSONSchema

/// A fault of a body, and its place.
public struct BodyProblem: Sendable, Hashable, CustomStringConvertible {
    /// A JSON pointer into the body; empty for the whole body.
    public var pointer: String
    /// The offset of the value, in bytes.
    public var offset: Int
    /// The end of a sentence that begins with the pointer: `must be a whole number, such as 42`.
    public var message: String

    /// `/price must be a number, such as 1.5`.
    public var description: String { pointer.isEmpty ? "the body \(message)" : "\(pointer) \(message)" }
}

/// Checks values of a JSON text. At least one alternative of `oneOf` and `anyOf` must fit; `not` and `if`
/// are not checked.
public struct BodyCheck {
    /// The number of values that may still be checked.
    private var rest: Int
    private var opened: [SchemaLink.Place: Schema] = [:]
    private var patterns = PatternCheck()
    private static let deepest = 60

    /// - Parameter values: the budget, in values.
    public init(values: Int = 20_000) { rest = values }

    /// The first problem of a body, in the order of the text; `nil` when there is none.
    public mutating func problem(in root: JSONNode, _ schema: SchemaLink) -> BodyProblem? {
        problem(in: root, schema, pointer: "", depth: 0)
    }

    /// The same with a separate budget, for many values of one description: opened schemas are reused.
    mutating func problem(in root: JSONNode, _ schema: SchemaLink, values: Int) -> BodyProblem? {
        rest = values
        patterns.begin()
        return problem(in: root, schema)
    }

    /// The same, but against one of the schema's ``Schema/alternatives`` only.
    public mutating func problem(in root: JSONNode, _ schema: SchemaLink, alternative: Int?) -> BodyProblem? {
        problem(in: root, openSchema(schema).taking(alternative), pointer: "", depth: 0)
    }

    /// The first part that could not be checked: `/name is not checked against its pattern: that
    /// takes too long`.
    public var doubt: String? {
        patterns.doubt.map { "\($0.pointer.isEmpty ? "the body" : $0.pointer) \($0.message)" }
    }

    private mutating func problem(in node: JSONNode, _ link: SchemaLink, pointer: String, depth: Int) -> BodyProblem? {
        guard rest > 0, depth < Self.deepest else { return nil }
        return problem(in: node, openSchema(link), pointer: pointer, depth: depth)
    }

    private mutating func problem(in node: JSONNode, _ schema: Schema, pointer: String, depth: Int) -> BodyProblem? {
        rest -= 1
        var message = schema.rules.problem(with: node)
        if message == nil, node.kind == .string {
            message = patterns.problem(with: node.displayText, schema.rules, at: pointer)
        }
        if let message { return BodyProblem(pointer: pointer, offset: node.byteRange.lowerBound, message: message) }
        if node.kind == .null, schema.rules.isNullable { return nil }
        switch node.kind {
        case .object: if let problem = members(of: node, schema, pointer, depth) { return problem }
        case .array:
            if let items = schema.items {
                for (index, element) in node.elements.enumerated() {
                    let place = JSONPointer.append(pointer, String(index))
                    if let problem = problem(in: element, items, pointer: place, depth: depth + 1) { return problem }
                    guard rest > 0 else { break }
                }
            }
        case .string, .number, .true, .false, .null: break
        }
        return alternatives(node, schema, pointer, depth)
    }

    private mutating func members(of node: JSONNode, _ schema: Schema, _ pointer: String, _ depth: Int) -> BodyProblem? {
        let known = Dictionary(schema.properties.map { ($0.name, $0.schema) }, uniquingKeysWith: { first, _ in first })
        var keys: Set<String> = []
        for member in node.entries {
            let key = member.key
            keys.insert(key)
            guard let link = known[key] ?? schema.additional else { continue }
            let place = JSONPointer.append(pointer, key)
            if let problem = problem(in: member.value, link, pointer: place, depth: depth + 1) { return problem }
            guard rest > 0 else { return nil }
        }
        for name in schema.required where !keys.contains(name) {
            // A read-only property occurs in responses only, so only responses require it.
            if let link = known[name], openSchema(link).isReadOnly { continue }
            return BodyProblem(
                pointer: pointer, offset: node.byteRange.lowerBound, message: RuleWords.mustHave(name))
        }
        return nil
    }

    private mutating func alternatives(_ node: JSONNode, _ schema: Schema, _ pointer: String, _ depth: Int) -> BodyProblem? {
        guard !schema.alternatives.isEmpty else { return nil }
        if let index = namedAlternative(node, schema) {
            return problem(in: node, schema.alternatives[index], pointer: pointer, depth: depth + 1)
        }
        var first: BodyProblem?
        for link in schema.alternatives {
            guard let problem = problem(in: node, link, pointer: pointer, depth: depth + 1) else { return nil }
            first = first ?? problem
        }
        return schema.alternatives.count == 1
            ? first
            : BodyProblem(
                pointer: pointer, offset: node.byteRange.lowerBound,
                message: "matches none of \(schema.alternatives.count) alternatives; for the first: "
                    + (first.map { $0.pointer == pointer ? "it \($0.message)" : "\($0)" } ?? ""))
    }

    /// The alternative that the value names by its discriminator.
    private func namedAlternative(_ node: JSONNode, _ schema: Schema) -> Int? {
        guard node.kind == .object, let key = schema.discriminator, let name = node[key]?.string else { return nil }
        return schema.discriminatorValues.firstIndex(of: name)
    }

    private mutating func openSchema(_ link: SchemaLink) -> Schema {
        let place = SchemaLink.Place(link.node)
        if let schema = opened[place] { return schema }
        let schema = link.resolve()
        opened[place] = schema
        return schema
    }
}
