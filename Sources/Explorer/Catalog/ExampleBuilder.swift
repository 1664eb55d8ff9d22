// Builds an example value: the description's example if it fits, else one made from the rules. The
// work is bounded.

import Document
import JSONSchema

struct ExampleBuilder {
    private var extent: ExampleBody.Extent
    /// The remaining values of the body. Users do not read more, and nested alternatives may multiply.
    private var rest = 400
    /// The remaining bytes of the body: examples, keys, and the copies of an array's items.
    private var room = 64 << 10
    /// The remaining schemas to open. The first reading of a schema also costs as much as the schema lists.
    private var looks = Self.mostLooks
    private var opened: [SchemaLink.Place: Schema] = [:]
    /// Checks values against the schemas of the body; made for the first value.
    private var run: SchemaRun?
    /// The remaining steps of all checks. Without any, every value counts as right.
    private var checks = 500_000
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
        guard let schema = openSchema(link) else { return nil }
        let isChosen = alternative.map { schema.alternatives.indices.contains($0) } ?? false
        return value(schema.leading(with: alternative), at: link, path: [], isChosen: isChosen)
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

    // MARK: Checks

    /// The steps of the check of one value.
    private static let limits = SchemaLimits(steps: 50_000)

    private mutating func startRun(for link: SchemaLink) {
        if run == nil { run = SchemaRun(link.program, link.written, direction: .request, limits: Self.limits) }
    }

    private mutating func fits(_ text: String, _ link: SchemaLink) -> Bool {
        guard let document = try? JSONDocument(Array(text.utf8)) else { return false }
        guard checks > 0 else { return true }
        startRun(for: link)
        let fits = run?.fits(document.root, link.written) ?? true
        checks -= run?.steps ?? 0
        return fits
    }

    /// The example as a request can have it; `nil` when it does not fit.
    private mutating func requestText(of example: String, _ link: SchemaLink) -> String? {
        guard checks > 0 else { return example }
        startRun(for: link)
        let text = run?.requestText(of: example, link.written)
        checks -= run?.steps ?? 0
        return text
    }

    /// Charges the budget for a text of the body.
    private mutating func spend(_ text: String) -> String {
        room -= text.utf8.count
        return text
    }

    // MARK: Values

    /// A value as JSON; `nil` in a cycle, below the depth limit, or when the budget is spent.
    /// - Parameter isChosen: whether the user wants the first alternative.
    private mutating func value(
        _ schema: Schema, at link: SchemaLink, path: [SchemaLink.Place], isChosen: Bool = false
    ) -> String? {
        let place = link.place
        guard rest > 0, room > 0, path.count < Self.deepest, !path.contains(place) else { return nil }
        rest -= 1
        if let given = given(schema, link, isChosen: isChosen) { return spend(given) }
        if let choice = schema.rules.choices.first { return spend(Self.literal(choice, schema.rules.kinds.first)) }
        let path = path + [place]
        let kinds = schema.rules.kinds
        if !schema.properties.isEmpty || !schema.required.isEmpty, kinds.isEmpty || kinds.contains(.object) {
            if schema.alternatives.isEmpty { return object(schema, nil, path) }
            return firstThatFits(schema, at: link, isChosen: isChosen) { $0.object(schema, $1, path) }
        }
        if !schema.alternatives.isEmpty {
            return firstThatFits(schema, at: link, isChosen: isChosen) { $0.alternative(schema, $1, path) }
        }
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
    private mutating func given(_ schema: Schema, _ link: SchemaLink, isChosen: Bool) -> String? {
        for given in [schema.example, schema.defaultValue] {
            guard let given, given.utf8.count <= room, let node = try? JSONDocument(Array(given.utf8)).root,
                extent == .usual || !Self.holdsMembers(node, schema), let text = requestText(of: given, link)
            else { continue }
            if isChosen, let chosen = schema.alternatives.first, !fits(text, chosen) { continue }
            return text
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

    /// Of the values that the alternatives make, the first one that fits the schema: only one alternative of `oneOf` may fit, and
    /// other keywords may forbid some. Where the usual members do not fit, tries all members. Where no value fits, the first one.
    /// - Parameters:
    ///   - isChosen: whether only the first alternative counts, if it makes a value.
    ///   - make: makes the value of the alternative with an index.
    private mutating func firstThatFits(
        _ schema: Schema, at link: SchemaLink, isChosen: Bool, _ make: (inout ExampleBuilder, Int) -> String?
    ) -> String? {
        var first: (text: String, isBroken: Bool)?
        let begun = rest
        for index in schema.alternatives.indices {
            let wasBroken = isBroken
            guard let made = make(&self, index) else { continue }
            if fits(made, link) { return made }
            let isMadeBroken = isBroken
            let usual = extent
            if usual != .full {
                extent = .full
                let more = make(&self, index)
                extent = usual
                if let more, fits(more, link) { return more }
            }
            isBroken = isMadeBroken
            if isChosen { return made }
            first = first ?? (text: made, isBroken: isMadeBroken)
            // What does not fit takes from the same budget as the rest of the body.
            guard rest > begun / 2 else { break }
            isBroken = wasBroken
        }
        if let first { isBroken = first.isBroken }
        return first?.text
    }

    private mutating func alternative(_ schema: Schema, _ index: Int, _ path: [SchemaLink.Place]) -> String? {
        let link = schema.alternatives[index]
        guard let opened = openSchema(link), let value = value(opened, at: link, path: path) else { return nil }
        guard let key = schema.discriminator, schema.discriminatorValues.indices.contains(index), value.hasPrefix("{"),
            opened.properties.first(where: { $0.name == key }).flatMap({ openSchema($0.schema) })?.rules.choices.isEmpty
                != false
        else { return value }
        return Self.setting(key, JSONLiteral.string(schema.discriminatorValues[index]), in: value)
    }

    // MARK: Objects and arrays

    /// - Parameter index: the alternative whose members the object has beside its own; `nil` where there are none.
    private mutating func object(_ schema: Schema, _ index: Int?, _ path: [SchemaLink.Place]) -> String? {
        var properties = schema.properties
        var required = schema.required
        // Alternatives beside properties often only add required members.
        var needed = Set(required)
        var known = Dictionary(properties.map { ($0.name, $0.schema) }, uniquingKeysWith: { first, _ in first })
        if let index, let alternative = openSchema(schema.alternatives[index]) {
            required += alternative.required.filter { needed.insert($0).inserted }
            for extra in alternative.properties
            where known.updateValue(known[extra.name] ?? extra.schema, forKey: extra.name) == nil {
                properties.append(extra)
            }
            if schema.isExclusive { properties.removeAll { isOfAnother($0.name, schema, index, alternative) } }
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
        if let key = schema.discriminator, let index, schema.discriminatorValues.indices.contains(index),
            let place = members.firstIndex(where: { $0.0 == key })
        {
            members[place].1 = JSONLiteral.string(schema.discriminatorValues[index])
        }
        return "{" + members.map { "\(JSONLiteral.string($0.0)): \($0.1)" }.joined(separator: ", ") + "}"
    }

    /// Whether another alternative requires the member, and neither the schema nor the chosen one does.
    private mutating func isOfAnother(_ name: String, _ schema: Schema, _ index: Int, _ chosen: Schema) -> Bool {
        guard !schema.required.contains(name), !chosen.required.contains(name) else { return false }
        for (place, link) in schema.alternatives.enumerated() where place != index {
            if openSchema(link)?.required.contains(name) == true { return true }
        }
        return false
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
