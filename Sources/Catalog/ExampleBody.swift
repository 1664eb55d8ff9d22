// Makes a body to begin with from a schema: what is required, then what has an example or a default. Circles are cut, and so is work.

import Document

/// Makes example values.
public enum ExampleBody {
    /// Pretty JSON that fits the schema as far as its checks go; what only answers have is left out.
    public static func json(_ schema: SchemaLink) -> String {
        var builder = ExampleBuilder()
        let source = builder.value(at: schema) ?? "null"
        return JSONPretty.lines(Array(source.utf8)).map { String(decoding: $0.bytes, as: UTF8.self) } ?? source
    }

    /// What stands in the fields of a form body: the same value, member by member; a string without quotes, anything else as JSON.
    public static func text(_ schema: SchemaLink) -> String {
        var builder = ExampleBuilder()
        guard let source = builder.value(at: schema), let node = try? JSONDocument(Array(source.utf8)).root
        else { return "" }
        return node.displayText
    }
}

private struct ExampleBuilder {
    /// Values in one body; more than that nobody reads, and alternatives of alternatives may multiply.
    private var rest = 400
    /// Bytes in one body: examples, keys, and the copies of an array's items.
    private var room = 64 << 10
    /// Schemas that may be looked at; one that is read for the first time costs as much as it lists.
    private var looks = 20_000
    private var opened: [SchemaLink.Place: Schema] = [:]
    private var check = BodyCheck()
    private static let deepest = 12

    mutating func value(at link: SchemaLink) -> String? { open(link).flatMap { value($0, at: link, path: []) } }

    /// What stands at a link; `nil` when enough has been looked at.
    private mutating func open(_ link: SchemaLink) -> Schema? {
        guard looks > 0 else { return nil }
        looks -= 1
        let place = SchemaLink.Place(link.node)
        if let schema = opened[place] { return schema }
        let schema = link.open()
        looks -= schema.properties.count + schema.required.count + schema.alternatives.count
        opened[place] = schema
        return schema
    }

    /// A text that goes into the body.
    private mutating func spend(_ text: String) -> String {
        room -= text.utf8.count
        return text
    }

    /// A value as JSON; `nil` where the way leads in a circle or too far down.
    mutating func value(_ schema: Schema, at link: SchemaLink, path: [SchemaLink.Place]) -> String? {
        let place = link.place
        guard rest > 0, room > 0, path.count < Self.deepest, !path.contains(place) else { return nil }
        rest -= 1
        // What the description gives is taken when it fits: many an example has grown old.
        for given in [schema.example, schema.defaultValue] {
            if let given, given.utf8.count <= room, let node = try? JSONDocument(Array(given.utf8)).root,
                check.problem(in: node, link) == nil
            {
                return spend(given)
            }
        }
        if let choice = schema.rules.choices.first { return spend(literal(choice, schema.rules.kinds.first)) }
        let path = path + [place]
        let kinds = schema.rules.kinds
        if !schema.properties.isEmpty || !schema.required.isEmpty, kinds.isEmpty || kinds.contains(.object) {
            return object(schema, path)
        }
        if let first = schema.alternatives.first { return alternative(schema, first, path) }
        switch schema.rules.kinds.first {
        case .string: return spend(JSONLiteral.string(string(schema.rules)))
        case .integer, .number: return number(schema.rules)
        case .boolean: return "false"
        case .array: return array(schema, path)
        case .object: return "{}"
        case .null, nil: return "null"
        }
    }

    private func literal(_ choice: String, _ kind: ValueRules.Kind?) -> String {
        switch kind {
        case .integer, .number, .boolean, .object, .array: return choice
        case .null, .string: return JSONLiteral.string(choice)
        case nil: return (try? JSONDocument(Array(choice.utf8))) != nil ? choice : JSONLiteral.string(choice)
        }
    }

    private mutating func alternative(_ schema: Schema, _ link: SchemaLink, _ path: [SchemaLink.Place]) -> String? {
        for (index, link) in schema.alternatives.enumerated() {
            guard let opened = open(link) else { return nil }
            guard let value = value(opened, at: link, path: path) else { continue }
            guard let key = schema.discriminator, schema.discriminatorValues.indices.contains(index), value.hasPrefix("{"),
                opened.properties.first(where: { $0.name == key }).flatMap({ open($0.schema) })?.rules.choices.isEmpty != false
            else { return value }
            return Self.setting(key, JSONLiteral.string(schema.discriminatorValues[index]), in: value)
        }
        return nil
    }

    private mutating func object(_ schema: Schema, _ path: [SchemaLink.Place]) -> String? {
        var properties = schema.properties
        var required = schema.required
        // Alternatives beside properties say what else is required, often nothing but that.
        var needed = Set(required)
        var known = Dictionary(properties.map { ($0.name, $0.schema) }, uniquingKeysWith: { first, _ in first })
        if let alternative = schema.alternatives.first.flatMap({ open($0) }) {
            required += alternative.required.filter { needed.insert($0).inserted }
            for extra in alternative.properties
            where known.updateValue(known[extra.name] ?? extra.schema, forKey: extra.name) == nil {
                properties.append(extra)
            }
        }
        var members: [(String, String)] = []
        for name in required where room > 0 {
            guard let link = known[name] else {
                members.append((spend(name), "null"))
                continue
            }
            let opened = open(link)
            guard opened?.isReadOnly != true else { continue }
            // A circle of what must be there has no end: an empty hand is all there is to show.
            let made = opened.flatMap { value($0, at: link, path: path) }
            members.append((spend(name), made ?? (opened?.rules.isNullable == true ? "null" : "{}")))
        }
        for property in properties where !needed.contains(property.name) && rest > 0 {
            guard let opened = open(property.schema) else { break }
            guard opened.example != nil || opened.defaultValue != nil, !opened.isReadOnly, !opened.isDeprecated else { continue }
            if let value = value(opened, at: property.schema, path: path), value != "null" {
                members.append((spend(property.name), value))
            }
        }
        if members.isEmpty, path.count <= 2 { members = envelope(properties, path) }
        if let key = schema.discriminator, let value = schema.discriminatorValues.first, !schema.alternatives.isEmpty,
            let index = members.firstIndex(where: { $0.0 == key })
        {
            members[index].1 = JSONLiteral.string(value)
        }
        return "{" + members.map { "\(JSONLiteral.string($0.0)): \($0.1)" }.joined(separator: ", ") + "}"
    }

    /// Where nothing is required and nothing has an example, the objects inside may have both: `{"data": {…}}`.
    private mutating func envelope(_ properties: [Schema.Property], _ path: [SchemaLink.Place]) -> [(String, String)] {
        var members: [(String, String)] = []
        for property in properties where rest > 0 {
            guard let opened = open(property.schema) else { break }
            guard !opened.isReadOnly, !opened.isDeprecated, !opened.properties.isEmpty else { continue }
            guard let value = value(opened, at: property.schema, path: path), value != "{}", value != "null" else { continue }
            members.append((spend(property.name), value))
        }
        return members
    }

    private mutating func array(_ schema: Schema, _ path: [SchemaLink.Place]) -> String? {
        let count = min(max(schema.rules.minItems ?? 0, schema.rules.maxItems == 0 ? 0 : 1), 16)
        guard count > 0, let items = schema.items, let opened = open(items) else { return "[]" }
        let before = rest
        guard let value = value(opened, at: items, path: path) else { return "[]" }
        // Copies of copies multiply, so each is paid for like the first; what does not fit into the budget is left out.
        let cost = max(before - rest, 1)
        let copies = max(0, min(count - 1, rest / cost, room / (value.utf8.count + 2)))
        rest -= copies * cost
        room -= copies * (value.utf8.count + 2)
        return "[" + Array(repeating: value, count: copies + 1).joined(separator: ", ") + "]"
    }

    private func string(_ rules: ValueRules) -> String {
        if let format = rules.format?.lowercased(), let check = FormatCheck(rawValue: format), !check.isNumeric {
            return check.example
        }
        var text = "string"
        if let least = rules.minLength, least > text.count {
            text += String(repeating: "x", count: min(least, 1_000) - text.count)
        }
        if let most = rules.maxLength { text = String(text.prefix(max(0, most))) }
        return text
    }

    private func number(_ rules: ValueRules) -> String {
        let isWhole = rules.kinds.first == .integer
        let step = rules.multipleOf.flatMap { Double($0) }.flatMap { $0 > 0 ? $0 : nil } ?? 1
        var value = 0.0
        if let low = rules.minimum, low.value >= 0 && (low.value > 0 || low.isExclusive) {
            value = (low.value / step).rounded(.up) * step
            if low.isExclusive, value <= low.value { value += step }
        }
        if let high = rules.maximum, high.isExclusive ? value >= high.value : value > high.value {
            value = (high.value / step).rounded(.down) * step
            if high.isExclusive, value >= high.value { value -= step }
            // No multiple and no whole number fits between the limits; halfway does.
            if let low = rules.minimum, !isWhole, value < low.value || low.isExclusive && value <= low.value {
                value = (low.value + high.value) / 2
            }
        }
        // Limits at the edge of what a number holds: JSON has no word for infinity.
        guard value.isFinite else { return rules.minimum?.text ?? rules.maximum?.text ?? "0" }
        return Int(exactly: value).map(String.init) ?? "\(value)"
    }

    /// An object with one member more, or another value for it.
    private static func setting(_ key: String, _ value: String, in object: String) -> String {
        guard let root = try? JSONDocument(Array(object.utf8)).root, root.kind == .object else { return object }
        let others = root.entries.filter { !$0.keyEquals(key) }.map { "\($0.name.source): \($0.value.source)" }
        return "{" + (["\(JSONLiteral.string(key)): \(value)"] + others).joined(separator: ", ") + "}"
    }
}
