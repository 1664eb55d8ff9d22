// Reads the keywords that say something of one value without other schemas: types, choices, limits, patterns,
// formats.

import Document

extension SchemaCompiler {
    func addAssertions(_ node: JSONNode, to rules: inout SchemaRules) {
        rules.kinds = kinds(node["type"])
        if let constant = node["const"] { rules.choices.append(SchemaRules.Choices(.const, [constant])) }
        if let list = node["enum"], list.kind == .array { rules.choices.append(SchemaRules.Choices(.enum, Array(list.elements))) }
        addNumberRules(node, to: &rules)
        let (minLength, maxLength) = (integer(node["minLength"]), integer(node["maxLength"]))
        let pattern = node["pattern"]?.string.map { SchemaPattern($0) }
        if minLength != nil || maxLength != nil || pattern != nil {
            rules.strings = SchemaRules.StringRules(least: minLength, most: maxLength, pattern: pattern)
        }
        let (minItems, maxItems) = (integer(node["minItems"]), integer(node["maxItems"]))
        let isUnique = node["uniqueItems"]?.bool == true
        if minItems != nil || maxItems != nil || isUnique {
            rules.arrays = SchemaRules.ArrayRules(least: minItems, most: maxItems, isUnique: isUnique)
        }
        addObjectRules(node, to: &rules)
    }

    /// `nil` when all types are allowed: an unknown type allows every value.
    private func kinds(_ type: JSONNode?) -> KindSet? {
        guard let type else { return nil }
        let names = type.kind == .array ? type.elements.map(\.string) : [type.string]
        let known = names.compactMap { $0.flatMap(SchemaKind.init(rawValue:)) }
        return known.count == names.count ? known.reduce(into: []) { $0.formUnion(KindSet($1)) } : nil
    }

    private func addNumberRules(_ node: JSONNode, to rules: inout SchemaRules) {
        var numbers = SchemaRules.NumberRules()
        func add(_ keyword: SchemaKeyword, _ node: JSONNode?) {
            guard let text = node?.number else { return }
            numbers.bounds.append(SchemaRules.Bound(keyword: keyword, limit: JSONNumber(text), text: text))
        }
        // Since 2019 the exclusive limit is a number; before, and in OpenAPI 3.0, it is a remark about the
        // other limit.
        let (low, high) = (node["exclusiveMinimum"], node["exclusiveMaximum"])
        add(low?.bool == true ? .exclusiveMinimum : .minimum, node["minimum"])
        add(high?.bool == true ? .exclusiveMaximum : .maximum, node["maximum"])
        add(.exclusiveMinimum, low)
        add(.exclusiveMaximum, high)
        if let text = node["multipleOf"]?.number, JSONNumber(text).isPositive { numbers.step = (JSONNumber(text), text) }
        if !numbers.bounds.isEmpty || numbers.step != nil { rules.numbers = numbers }
    }

    private func addObjectRules(_ node: JSONNode, to rules: inout SchemaRules) {
        let (least, most) = (integer(node["minProperties"]), integer(node["maxProperties"]))
        let required = node["required"].flatMap(names)
        var dependents: [(key: String, names: PropertyTable)] = []
        var seen: Set<String> = []
        for map in [node["dependentRequired"], node["dependencies"]].compactMap({ $0 }) {
            for member in map.entries {
                guard let names = names(member.value), seen.insert(member.key).inserted else { continue }
                dependents.append((member.key, names))
            }
        }
        guard least != nil || most != nil || required != nil || !dependents.isEmpty else { return }
        rules.objects = SchemaRules.ObjectRules(
            least: least, most: most, required: required,
            dependents: dependents.isEmpty ? nil : PropertyTable(dependents.map(\.key)), dependentNames: dependents.map(\.names))
    }

    /// The texts of a list, each once; `nil` when there are none.
    private func names(_ list: JSONNode) -> PropertyTable? {
        guard list.kind == .array else { return nil }
        var seen: Set<String> = []
        let names = list.elements.compactMap(\.string).filter { seen.insert($0).inserted }
        return names.isEmpty ? nil : PropertyTable(names)
    }

    /// Formats are rules where the program or the dialect says so.
    func addFormat(_ node: JSONNode, _ dialect: SchemaDialect, to rules: inout SchemaRules) {
        guard program.assertsFormats || dialect.vocabularies.contains(.formatAssertion),
            let format = node["format"]?.string.flatMap({ FormatCheck(rawValue: $0.lowercased()) })
        else { return }
        if format.isNumeric {
            rules.numbers = rules.numbers ?? SchemaRules.NumberRules()
            rules.numbers?.format = format
        } else {
            rules.strings = rules.strings ?? SchemaRules.StringRules()
            rules.strings?.format = format
        }
    }
}
