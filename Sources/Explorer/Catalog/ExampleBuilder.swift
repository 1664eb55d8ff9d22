// Builds an example value: the description's example if it fits, else one made from the rules. The
// work is bounded.

import Document

struct ExampleBuilder {
    private var extent: ExampleBody.Extent
    /// The remaining values of the body. Users do not read more, and nested alternatives may multiply.
    private var rest = 400
    /// The remaining bytes of the body: examples, keys, and the copies of an array's items.
    private var room = 64 << 10
    /// The remaining schemas to open. The first reading of a schema also costs as much as the schema lists.
    private var looks = Self.mostLooks
    private var opened: [SchemaLink.Place: Schema] = [:]
    private var check = BodyCheck()
    /// Whether a required value could not be made.
    private var isBroken = false
    static let mostLooks = 20_000
    private static let deepest = 12
    /// Below this depth, a full body contains only the required members.
    private static let deepestFull = 4

    init(_ extent: ExampleBody.Extent) { self.extent = extent }

    /// The amount of work so far, in schemas.
    var steps: Int { Self.mostLooks - looks }

    /// The whole body.
    mutating func value(at link: SchemaLink, _ alternative: Int?) -> String? {
        openSchema(link).flatMap { value($0.leading(with: alternative), at: link, path: [], only: alternative) }
    }

    /// The schema of a link; `nil` when the budget is spent.
    private mutating func openSchema(_ link: SchemaLink) -> Schema? {
        guard looks > 0 else { return nil }
        looks -= 1
        let place = SchemaLink.Place(link.node)
        if let schema = opened[place] { return schema }
        let schema = link.resolve()
        looks -= schema.properties.count + schema.required.count + schema.alternatives.count
        opened[place] = schema
        return schema
    }

    /// Charges the budget for a text of the body.
    private mutating func spend(_ text: String) -> String {
        room -= text.utf8.count
        return text
    }

    // MARK: Values

    /// A value as JSON; `nil` in a cycle, below the depth limit, or when the budget is spent.
    private mutating func value(
        _ schema: Schema, at link: SchemaLink, path: [SchemaLink.Place], only alternative: Int? = nil
    ) -> String? {
        let place = link.place
        guard rest > 0, room > 0, path.count < Self.deepest, !path.contains(place) else { return nil }
        rest -= 1
        if let given = given(schema, link, alternative) { return spend(given) }
        if let choice = schema.rules.choices.first { return spend(Self.literal(choice, schema.rules.kinds.first)) }
        let path = path + [place]
        let kinds = schema.rules.kinds
        if !schema.properties.isEmpty || !schema.required.isEmpty, kinds.isEmpty || kinds.contains(.object) {
            return object(schema, path)
        }
        if !schema.alternatives.isEmpty { return self.alternative(schema, path) }
        switch kinds.first {
        case .string: return spend(JSONLiteral.string(ExampleScalar.string(schema.rules)))
        case .integer, .number: return ExampleScalar.number(schema.rules)
        case .boolean: return "false"
        case .array: return array(schema, path)
        case .object: return "{}"
        case .null, nil: return "null"
        }
    }

    /// The description's example or default, if it fits: many examples are outdated. Used for objects only in
    /// the usual extent: an example has neither all members nor only the required ones.
    private mutating func given(_ schema: Schema, _ link: SchemaLink, _ alternative: Int?) -> String? {
        for given in [schema.example, schema.defaultValue] {
            guard let given, given.utf8.count <= room, let node = try? JSONDocument(Array(given.utf8)).root,
                extent == .usual || !Self.holdsMembers(node, schema),
                check.problem(in: node, link, alternative: alternative) == nil
            else { continue }
            return given
        }
        return nil
    }

    private static func holdsMembers(_ node: JSONNode, _ schema: Schema) -> Bool {
        switch node.kind {
        case .object: !schema.properties.isEmpty || !schema.alternatives.isEmpty
        case .array: node.elements.contains { $0.kind == .object || $0.kind == .array } || schema.items != nil && node.count == 0
        case .string, .number, .true, .false: false
        // An example that is null shows nothing.
        case .null: true
        }
    }

    private static func literal(_ choice: String, _ kind: ValueRules.Kind?) -> String {
        switch kind {
        case .integer, .number, .boolean, .object, .array: return choice
        case .null, .string: return JSONLiteral.string(choice)
        case nil: return (try? JSONDocument(Array(choice.utf8))) != nil ? choice : JSONLiteral.string(choice)
        }
    }

    private mutating func alternative(_ schema: Schema, _ path: [SchemaLink.Place]) -> String? {
        for (index, link) in schema.alternatives.enumerated() {
            guard let opened = openSchema(link) else { return nil }
            guard let value = makeExclusiveValue(opened, at: link, of: schema, index, path) else { continue }
            guard let key = schema.discriminator, schema.discriminatorValues.indices.contains(index), value.hasPrefix("{"),
                opened.properties.first(where: { $0.name == key }).flatMap({ openSchema($0.schema) })?.rules.choices.isEmpty
                    != false
            else { return value }
            return Self.setting(key, JSONLiteral.string(schema.discriminatorValues[index]), in: value)
        }
        return nil
    }

    /// A value that fits this alternative and, where only one may fit, no other. If the usual members fit
    /// several alternatives, tries all members.
    private mutating func makeExclusiveValue(
        _ opened: Schema, at link: SchemaLink, of schema: Schema, _ index: Int, _ path: [SchemaLink.Place]
    ) -> String? {
        guard let made = value(opened, at: link, path: path) else { return nil }
        guard schema.isExclusive, extent != .full, fitsAnother(made, schema, index) else { return made }
        let usual = extent
        extent = .full
        defer { extent = usual }
        guard let more = value(opened, at: link, path: path), !fitsAnother(more, schema, index) else { return made }
        return more
    }

    private mutating func fitsAnother(_ text: String, _ schema: Schema, _ index: Int) -> Bool {
        guard let node = try? JSONDocument(Array(text.utf8)).root else { return false }
        return schema.alternatives.indices.contains { $0 != index && check.problem(in: node, schema.alternatives[$0]) == nil }
    }

    // MARK: Objects and arrays

    private mutating func object(_ schema: Schema, _ path: [SchemaLink.Place]) -> String? {
        var properties = schema.properties
        var required = schema.required
        // Alternatives beside properties often only add required members.
        var needed = Set(required)
        var known = Dictionary(properties.map { ($0.name, $0.schema) }, uniquingKeysWith: { first, _ in first })
        if let alternative = schema.alternatives.first.flatMap({ openSchema($0) }) {
            required += alternative.required.filter { needed.insert($0).inserted }
            for extra in alternative.properties
            where known.updateValue(known[extra.name] ?? extra.schema, forKey: extra.name) == nil {
                properties.append(extra)
            }
            if schema.isExclusive { properties.removeAll { isOfAnother($0.name, schema, alternative) } }
        }
        var members: [(String, String)] = []
        for name in required where room > 0 {
            guard let link = known[name] else {
                members.append((spend(name), "null"))
                continue
            }
            let opened = openSchema(link)
            guard opened?.isReadOnly != true else { continue }
            // A cycle of required members never ends: show an empty object.
            let made = opened.flatMap { value($0, at: link, path: path) }
            if made == nil, opened?.rules.isNullable != true { isBroken = true }
            members.append((spend(name), made ?? (opened?.rules.isNullable == true ? "null" : "{}")))
        }
        members += optional(properties.filter { !needed.contains($0.name) }, path)
        if extent == .usual, members.isEmpty, path.count <= 2 { members = envelope(properties, path) }
        if let key = schema.discriminator, let value = schema.discriminatorValues.first, !schema.alternatives.isEmpty,
            let index = members.firstIndex(where: { $0.0 == key })
        {
            members[index].1 = JSONLiteral.string(value)
        }
        return "{" + members.map { "\(JSONLiteral.string($0.0)): \($0.1)" }.joined(separator: ", ") + "}"
    }

    /// Whether another alternative requires the member, and neither the schema nor the chosen one does.
    private mutating func isOfAnother(_ name: String, _ schema: Schema, _ chosen: Schema) -> Bool {
        guard !schema.required.contains(name), !chosen.required.contains(name) else { return false }
        return schema.alternatives.dropFirst().contains { openSchema($0)?.required.contains(name) == true }
    }

    private mutating func optional(_ properties: [Schema.Property], _ path: [SchemaLink.Place]) -> [(String, String)] {
        var members: [(String, String)] = []
        switch extent {
        case .minimal: break
        case .usual:
            for property in properties where rest > 0 {
                guard let opened = openSchema(property.schema) else { break }
                guard opened.example != nil || opened.defaultValue != nil, !opened.isReadOnly, !opened.isDeprecated else {
                    continue
                }
                if let value = value(opened, at: property.schema, path: path), value != "null" {
                    members.append((spend(property.name), value))
                }
            }
        case .full:
            guard path.count <= Self.deepestFull else { break }
            for (index, property) in properties.enumerated() where rest > 0 {
                guard let opened = openSchema(property.schema) else { break }
                guard !opened.isReadOnly else { continue }
                // The first member must not use up the budget of the last one.
                if let value = makeCompleteValue(opened, at: property.schema, path: path, share: properties.count - index) {
                    members.append((spend(property.name), value))
                }
            }
        }
        return members
    }

    /// A complete value, made with its share of the remaining budget; `nil` where there is none.
    private mutating func makeCompleteValue(_ schema: Schema, at link: SchemaLink, path: [SchemaLink.Place], share: Int)
        -> String?
    {
        let (before, wasBroken) = (rest, isBroken)
        rest = max(rest / share, min(rest, 8))
        isBroken = false
        let given = rest
        let value = value(schema, at: link, path: path)
        rest = before - (given - rest)
        defer { isBroken = wasBroken }
        return isBroken ? nil : value
    }

    /// If no member is required or has an example, the inner objects may have such members: `{"data": {…}}`.
    private mutating func envelope(_ properties: [Schema.Property], _ path: [SchemaLink.Place]) -> [(String, String)] {
        var members: [(String, String)] = []
        for property in properties where rest > 0 {
            guard let opened = openSchema(property.schema) else { break }
            guard !opened.isReadOnly, !opened.isDeprecated, !opened.properties.isEmpty else { continue }
            guard let value = value(opened, at: property.schema, path: path), value != "{}", value != "null" else { continue }
            members.append((spend(property.name), value))
        }
        return members
    }

    private mutating func array(_ schema: Schema, _ path: [SchemaLink.Place]) -> String? {
        let count = min(max(schema.rules.minItems ?? 0, schema.rules.maxItems == 0 ? 0 : 1), 16)
        guard count > 0, let items = schema.items, let opened = openSchema(items) else { return "[]" }
        let before = rest
        guard let value = value(opened, at: items, path: path) else {
            if schema.rules.minItems ?? 0 > 0 { isBroken = true }
            return "[]"
        }
        // Nested copies multiply, so each copy costs as much as the first item. Copies beyond the budget
        // are left out.
        let cost = max(before - rest, 1)
        let copies = max(0, min(count - 1, rest / cost, room / (value.utf8.count + 2)))
        rest -= copies * cost
        room -= copies * (value.utf8.count + 2)
        let all =
            schema.rules.hasUniqueItems
            ? ExampleScalar.variants(of: value, opened.rules, count: copies + 1) : Array(repeating: value, count: copies + 1)
        return "[" + all.joined(separator: ", ") + "]"
    }

    /// The object with a member added or replaced.
    private static func setting(_ key: String, _ value: String, in object: String) -> String {
        guard let root = try? JSONDocument(Array(object.utf8)).root, root.kind == .object else { return object }
        let others = root.entries.filter { !$0.keyEquals(key) }.map { "\($0.name.source): \($0.value.source)" }
        return "{" + (["\(JSONLiteral.string(key)): \(value)"] + others).joined(separator: ", ") + "}"
    }
}
