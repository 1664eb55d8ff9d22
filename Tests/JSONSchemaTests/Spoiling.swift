// Ways to spoil a value, found by looking at its schema alone: each is forbidden by one keyword at one place, whatever a checker says.

import Document
import Foundation

/// A change of a JSON text that a keyword forbids.
struct Spoiling {
    /// The keyword, or the way in which the value differs.
    enum Kind: CaseIterable {
        case type, required, extra, `enum`, bounds, length, pattern, format, null, arrayForObject, const, itemType
    }

    var kind: Kind
    /// The value that is then wrong.
    var pointer: String
    /// The bytes that are replaced.
    var range: Range<Int>
    var text: String

    func applied(to document: JSONDocument) throws -> JSONDocument {
        var bytes = document.bytes
        bytes.replaceSubrange(range, with: text.utf8)
        return try JSONDocument(bytes)
    }
}

/// Finds them in a value. It follows only what applies to every value: properties, items, parts of allOf, and references inside the
/// description. It knows Swagger 2 and OpenAPI 3.0, where a reference has no siblings.
struct SpoilingFinder {
    /// The root of the description.
    let root: JSONNode
    private var targets: [String: JSONNode] = [:]

    init(_ root: JSONNode) { self.root = root }

    /// A value, and a schema that applies to it.
    private struct Pair {
        var value: JSONNode
        var schema: JSONNode
        var pointer: String
        /// Whether a schema around it allows null, whatever this one says.
        var takesNull = false
    }

    private static let mostPairs = 600
    /// A value of another type, by the type.
    private static let wrong = [
        "string": "5", "integer": "\"x\"", "number": "\"x\"", "boolean": "\"x\"", "array": "\"x\"", "object": "5",
    ]

    mutating func spoilings(of value: JSONNode, _ schema: JSONNode) -> [Spoiling] {
        let pairs = findPairs(value, schema)
        let schemas = Dictionary(grouping: pairs, by: \.pointer).mapValues { $0.map(\.schema) }
        var found: [Spoiling] = []
        for pair in pairs {
            addTypes(pair, to: &found)
            addChoices(pair, to: &found)
            switch pair.value.kind {
            case .object: addMembers(pair, schemas[pair.pointer] ?? [], to: &found)
            case .array: addItem(pair, to: &found)
            case .string: addTexts(pair, to: &found)
            case .number: addNumbers(pair, to: &found)
            case .true, .false, .null: break
            }
        }
        return found
    }

    private mutating func findPairs(_ value: JSONNode, _ schema: JSONNode) -> [Pair] {
        var pairs: [Pair] = []
        var waiting = [Pair(value: value, schema: schema, pointer: "")]
        while var pair = waiting.popLast(), pairs.count < Self.mostPairs {
            pair.schema = resolve(pair.schema)
            guard pair.schema.kind == .object else { continue }
            let isNullable = pair.schema["nullable"]?.bool == true || pair.schema["x-nullable"]?.bool == true
            pair.takesNull = pair.takesNull || isNullable
            pairs.append(pair)
            if let parts = pair.schema["allOf"] {
                for part in parts.elements {
                    waiting.append(Pair(value: pair.value, schema: part, pointer: pair.pointer, takesNull: pair.takesNull))
                }
            }
            if pair.value.kind == .object {
                let others = pair.schema["patternProperties"] == nil ? pair.schema["additionalProperties"] : nil
                for member in pair.value.entries {
                    guard let schema = pair.schema["properties"]?[member.key] ?? others else { continue }
                    let pointer = JSONPointer.append(pair.pointer, member.key)
                    waiting.append(Pair(value: member.value, schema: schema, pointer: pointer))
                }
            }
            if pair.value.kind == .array, let items = pair.schema["items"] {
                for (index, element) in pair.value.elements.prefix(3).enumerated() {
                    waiting.append(Pair(value: element, schema: items, pointer: "\(pair.pointer)/\(index)"))
                }
            }
        }
        return pairs
    }

    private mutating func resolve(_ schema: JSONNode) -> JSONNode {
        var schema = schema
        for _ in 0..<50 {
            guard let reference = schema["$ref"]?.string else { break }
            let known = targets[reference]
            let pointer = reference.dropFirst().removingPercentEncoding ?? ""
            guard let target = known ?? root.resolve(pointer: pointer) else { break }
            targets[reference] = target
            schema = target
        }
        return schema
    }

    // MARK: Ways

    private func replacing(_ kind: Spoiling.Kind, _ pair: Pair, with text: String, at place: String = "") -> Spoiling {
        Spoiling(kind: kind, pointer: pair.pointer + place, range: pair.value.byteRange, text: text)
    }

    private func addTypes(_ pair: Pair, to found: inout [Spoiling]) {
        guard let type = pair.schema["type"]?.string, let other = Self.wrong[type] else { return }
        found.append(replacing(.type, pair, with: other))
        if type == "object" { found.append(replacing(.arrayForObject, pair, with: "[]")) }
        let choices = pair.schema["enum"]?.elements.map(\.kind) ?? []
        if !pair.takesNull, !choices.contains(.null) { found.append(replacing(.null, pair, with: "null")) }
    }

    private func addChoices(_ pair: Pair, to found: inout [Spoiling]) {
        let choices = pair.schema["enum"]?.elements.map(\.string) ?? []
        guard !choices.isEmpty, choices.allSatisfy({ $0 != nil && $0 != "zz-none" }) else { return }
        found.append(replacing(choices.count == 1 ? .const : .enum, pair, with: "\"zz-none\""))
    }

    private mutating func addMembers(_ pair: Pair, _ schemas: [JSONNode], to found: inout [Spoiling]) {
        let names = pair.schema["required"]?.elements.compactMap(\.string) ?? []
        for name in names where pair.value[name] != nil && !hasDirection(name, schemas) {
            let others = pair.value.entries.filter { !$0.keyEquals(name) }.map { "\($0.name.source): \($0.value.source)" }
            found.append(replacing(.required, pair, with: "{\(others.joined(separator: ", "))}"))
        }
        if pair.schema["additionalProperties"]?.bool == false, pair.schema["patternProperties"] == nil {
            let own = pair.value.entries.map { "\($0.name.source): \($0.value.source)" }
            let text = "{\((own + ["\"zz-unknown\": 1"]).joined(separator: ", "))}"
            found.append(replacing(.extra, pair, with: text, at: "/zz-unknown"))
        }
    }

    /// Whether requests or responses alone have a property: it need not be there.
    private mutating func hasDirection(_ name: String, _ schemas: [JSONNode]) -> Bool {
        var waiting = schemas.compactMap { $0["properties"]?[name] }
        var count = 0
        while let next = waiting.popLast(), count < 50 {
            count += 1
            let schema = resolve(next)
            if schema["readOnly"]?.bool == true || schema["writeOnly"]?.bool == true { return true }
            if let parts = schema["allOf"] { waiting += parts.elements }
        }
        return false
    }

    private mutating func addItem(_ pair: Pair, to found: inout [Spoiling]) {
        guard let items = pair.schema["items"], let type = resolve(items)["type"]?.string, let other = Self.wrong[type] else {
            return
        }
        let all = pair.value.elements.map(\.source) + [other]
        found.append(
            replacing(.itemType, pair, with: "[\(all.joined(separator: ", "))]", at: "/\(pair.value.count)"))
    }

    private func addTexts(_ pair: Pair, to found: inout [Spoiling]) {
        if let least = pair.schema["minLength"]?.int, least > 0 {
            found.append(replacing(.length, pair, with: "\"\""))
        } else if let most = pair.schema["maxLength"]?.int, most < 5_000 {
            found.append(replacing(.length, pair, with: "\"\(String(repeating: "x", count: most + 1))\""))
        }
        if let source = pair.schema["pattern"]?.string, let pattern = try? NSRegularExpression(pattern: source) {
            let other = ["~ ~", "☃", ""].first {
                pattern.firstMatch(in: $0, range: NSRange(location: 0, length: $0.utf16.count)) == nil
            }
            if let other { found.append(replacing(.pattern, pair, with: "\"\(other)\"")) }
        }
        let formats = ["date", "date-time", "uuid", "email", "ipv4", "ipv6", "uri"]
        if let format = pair.schema["format"]?.string, formats.contains(format) {
            found.append(replacing(.format, pair, with: "\"no such text\""))
        }
    }

    private func addNumbers(_ pair: Pair, to found: inout [Spoiling]) {
        if let least = pair.schema["minimum"]?.double, abs(least) < 1e15 {
            found.append(replacing(.bounds, pair, with: "\(Int(least.rounded(.down)) - 1)"))
        } else if let most = pair.schema["maximum"]?.double, abs(most) < 1e15 {
            found.append(replacing(.bounds, pair, with: "\(Int(most.rounded(.up)) + 1)"))
        }
        if pair.schema["format"]?.string == "int32" { found.append(replacing(.format, pair, with: "3000000000")) }
    }
}
