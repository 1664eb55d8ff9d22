// Opens a schema: combines its own keys with those of `allOf` and of references.

import Document

extension SchemaReader {
    /// Users do not read longer lists, and a foreign description may have millions of members.
    private static let mostProperties = 2_000

    func schema(_ node: JSONNode) -> Schema {
        let view = makeView(node)
        let (alternatives, isExclusive) = alternatives(view)
        let discriminator = view["discriminator"]?["propertyName"]?.string
        let required = required(view)
        return Schema(
            name: SchemaLink(node, self).name, type: typeName(view), title: view["title"]?.string.map(Wording.folded) ?? "",
            details: view["description"]?.string ?? "", rules: rules(view),
            isReadOnly: view["readOnly"]?.bool == true, isWriteOnly: view["writeOnly"]?.bool == true,
            isDeprecated: view["deprecated"]?.bool == true, defaultValue: view["default"]?.source,
            example: example(view)?.source, properties: properties(view, Set(required)), required: required,
            items: view["items"].flatMap(makeLink), additional: view["additionalProperties"].flatMap(makeLink),
            alternatives: alternatives, isExclusive: isExclusive, discriminator: discriminator,
            discriminatorValues: discriminator == nil ? [] : discriminatorValues(view, alternatives),
            problem: view.failure?.message)
    }

    /// The rules for a value that a form field needs.
    func rules(_ view: View, depth: Int = 0) -> ValueRules {
        var rules = ValueRules()
        (rules.kinds, rules.isNullable) = kinds(view)
        rules.format = view["format"]?.string ?? (holdsBytes(view) ? "binary" : nil)
        rules.choices = rules.isList ? [] : ownChoices(view)
        rules.minimum = limit(view, "minimum", "exclusiveMinimum")
        rules.maximum = limit(view, "maximum", "exclusiveMaximum")
        rules.multipleOf = view["multipleOf"]?.number
        (rules.minLength, rules.maxLength) = (view["minLength"]?.int, view["maxLength"]?.int)
        (rules.minItems, rules.maxItems) = (view["minItems"]?.int, view["maxItems"]?.int)
        rules.hasUniqueItems = view["uniqueItems"]?.bool == true
        rules.pattern = view["pattern"]?.string
        if rules.isList, depth < 4, let items = view["items"] {
            rules.items = [self.rules(self.makeView(items), depth: depth + 1)]
        }
        return rules
    }

    /// Whether the value is a file as OpenAPI 3.1 describes it: a string with a media type and without
    /// a text encoding.
    private func holdsBytes(_ view: View) -> Bool {
        guard let type = view["contentMediaType"]?.string, view["contentEncoding"] == nil else { return false }
        return MediaField(contentType: type).isBinary
    }

    private func makeLink(_ node: JSONNode) -> SchemaLink? { node.kind == .object ? SchemaLink(node, self) : nil }

    /// The kinds without null, and whether null is allowed.
    private func kinds(_ view: View) -> ([ValueRules.Kind], Bool) {
        var kinds: [ValueRules.Kind] = []
        var isNullable = view["nullable"]?.bool == true
        if let type = view["type"] {
            let names = type.kind == .array ? type.elements.compactMap(\.string) : [type.string].compactMap { $0 }
            isNullable = isNullable || names.contains("null")
            let known = names.compactMap(ValueRules.Kind.init(rawValue:))
            // An unknown type allows every value.
            kinds = known.count == names.count ? known.filter { $0 != .null } : []
        } else if view["items"] != nil {
            kinds = [.array]
        } else if view["properties"] != nil || view["additionalProperties"]?.kind == .object {
            kinds = [.object]
        }
        for node in view.nodes {
            guard let alternatives = node["anyOf"] ?? node["oneOf"] else { continue }
            isNullable = isNullable || alternatives.elements.contains { $0["type"]?.stringEquals("null") == true }
        }
        return (kinds, isNullable)
    }

    /// The choices of the value itself, never of its items.
    private func ownChoices(_ view: View) -> [String] {
        view["enum"] == nil && view["const"] == nil && view["items"] != nil ? [] : choices(view)
    }

    private func limit(_ view: View, _ key: String, _ exclusiveKey: String) -> ValueRules.Limit? {
        let exclusive = view[exclusiveKey]
        // 3.1 has the limit itself here; 3.0 has true or false.
        if let text = exclusive?.number, let value = Double(text) {
            return ValueRules.Limit(text: text, value: value, isExclusive: true)
        }
        guard let text = view[key]?.number, let value = Double(text) else { return nil }
        return ValueRules.Limit(text: text, value: value, isExclusive: exclusive?.bool == true)
    }

    private func required(_ view: View) -> [String] {
        var seen: Set<String> = []
        return view.nodes.flatMap { $0["required"]?.elements.compactMap(\.string) ?? [] }.filter { seen.insert($0).inserted }
    }

    private func properties(_ view: View, _ required: Set<String>) -> [Schema.Property] {
        var properties: [Schema.Property] = []
        var seen: Set<String> = []
        for node in view.nodes {
            guard let members = node["properties"] else { continue }
            for member in members.entries where properties.count < Self.mostProperties {
                let name = member.key
                guard seen.insert(name).inserted else { continue }
                properties.append(
                    Schema.Property(name: name, isRequired: required.contains(name), schema: SchemaLink(member.value, self)))
            }
        }
        return properties
    }

    private func alternatives(_ view: View) -> ([SchemaLink], isExclusive: Bool) {
        for node in view.nodes {
            guard let all = node["oneOf"] ?? node["anyOf"], all.kind == .array else { continue }
            let real = all.elements.filter { $0.kind == .object && $0["type"]?.stringEquals("null") != true }
            // A single alternative is already part of the view; alternatives of constants are choices.
            if real.count > 1, !real.allSatisfy({ $0["const"] != nil }) {
                return (real.map { SchemaLink($0, self) }, node["oneOf"] != nil)
            }
        }
        return ([], false)
    }

    /// Builds the lookup tables once: a mapping may be as long as the list of alternatives.
    private func discriminatorValues(_ view: View, _ alternatives: [SchemaLink]) -> [String] {
        var keys: [String] = []
        // The first entry of each counts.
        var byText: [String: Int] = [:]
        var byPlace: [SchemaLink.Place: Int] = [:]
        if let mapping = view["discriminator"]?["mapping"] {
            for member in mapping.members {
                guard let text = member.value.string else { continue }
                if byText.updateValue(byText[text] ?? keys.count, forKey: text) == nil,
                    // One schema may be named in several ways: from here, from another file, by an anchor.
                    let place = Mapping.target(of: text, from: mapping, references).map(SchemaLink.Place.init),
                    byPlace[place] == nil
                {
                    byPlace[place] = keys.count
                }
                keys.append(member.key)
            }
        }
        return alternatives.map { link in
            let name = link.name
            let texts = [References.reference(in: link.node), name].compactMap { $0 }
            let found = texts.compactMap { byText[$0] } + [byPlace[link.place]].compactMap { $0 }
            return found.min().map { keys[$0] } ?? name ?? ""
        }
    }
}
