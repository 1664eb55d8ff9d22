// The rules for schemas, and for values that must fit them.

import Document
import JSONSchema

extension Checker {
    /// The steps are those of one value: alternatives of alternatives multiply. A description may have many slow patterns.
    private static let limits = SchemaLimits(steps: 50_000, mismatches: 20, slowMatches: 100)

    mutating func checkSchema(_ visit: Visit) {
        let node = visit.node
        let types = checkType(visit)
        if types == ["array"], node["items"] == nil, standard < .openAPI31, node["allOf"] == nil {
            report(
                .arrayWithoutItems, node, visit.way, "the array has no 'items'", hint: "add items")
        }
        checkLimits(visit)
        if let pattern = node["pattern"]?.string, let problem = PatternSyntax.problem(in: pattern) {
            report(
                .invalidPattern, node, addStep(visit.way, "pattern"), "the pattern is not a valid regular expression: \(problem)",
                hint: "write it in the syntax of ECMA-262")
        }
        if let values = node["enum"] { checkEnum(values, types, visit) }
        if let value = node["default"] { checkValue(value, node, addStep(visit.way, "default"), .invalidDefault, "default") }
        // The check of the parameter covers a parameter's own example.
        guard visit.kind == .schema else { return }
        if let value = node["example"] { checkValue(value, node, addStep(visit.way, "example"), .invalidExample, "example") }
        if let values = node["examples"], values.kind == .array {
            for (index, value) in values.elements.enumerated() {
                checkValue(value, node, addStep(addStep(visit.way, "examples"), String(index)), .invalidExample, "example")
            }
        }
    }

    /// The names of the types; empty where there are none or they are wrong.
    private mutating func checkType(_ visit: Visit) -> [String] {
        guard let type = visit.node["type"] else { return [] }
        var known: Set<String> = ["string", "number", "integer", "boolean", "object", "array"]
        if standard >= .openAPI31 { known.insert("null") }
        if standard == .swagger2 { known.insert("file") }
        let isList = type.kind == .array && standard >= .openAPI31
        let names = isList ? type.elements.map(\.displayText) : [type.displayText]
        let wrong = names.filter { !known.contains($0) }
        guard let first = wrong.first else { return names }
        let close = Self.others[first] ?? Spelling.closest(to: first, among: known)
        report(
            .invalidSchemaType, visit.node, addStep(visit.way, "type"),
            "\(Wording.quoted(first)) is not a type of \(standard.name)",
            hint: close.map { "perhaps '\($0)' is meant" }
                ?? (first == "null" || type.kind == .array
                    ? "write nullable: true" : "there are \(known.sorted().joined(separator: ", "))")
        )
        return []
    }

    /// Names that programming languages give the types of JSON.
    private static let others = [
        "int": "integer", "int32": "integer", "int64": "integer", "long": "integer", "float": "number", "double": "number",
        "decimal": "number", "bool": "boolean", "str": "string", "text": "string", "date": "string", "date-time": "string",
        "uuid": "string", "list": "array", "map": "object", "dict": "object",
    ]

    private mutating func checkLimits(_ visit: Visit) {
        let pairs = [
            ("minimum", "maximum"), ("minLength", "maxLength"), ("minItems", "maxItems"), ("minProperties", "maxProperties"),
        ]
        for (low, high) in pairs {
            guard let least = visit.node[low]?.double, let most = visit.node[high]?.double, least > most else { continue }
            report(
                .impossibleLimits, visit.node, addStep(visit.way, low), "\(low) is above \(high)", hint: "no value is valid")
        }
    }

    private mutating func checkEnum(_ values: JSONNode, _ types: [String], _ visit: Visit) {
        let way = addStep(visit.way, "enum")
        guard values.kind == .array else {
            report(.wrongType, values, way, "enum is not an array", hint: "it is ignored")
            return
        }
        let isNullable = visit.node["nullable"]?.bool == true || visit.node["x-nullable"]?.bool == true
        var known: Set<String> = []
        for (index, value) in values.elements.enumerated() {
            if !known.insert(value.source).inserted {
                report(
                    .duplicateEnumValue, value, addStep(way, String(index)),
                    "the value \(Wording.quoted(value.displayText)) occurs twice in enum", hint: "remove one")
            }
            guard !types.isEmpty, !(value.kind == .null && isNullable), !types.contains(where: { Self.matchesType(value, $0) })
            else {
                continue
            }
            report(
                .invalidEnum, value, addStep(way, String(index)),
                "the value \(Wording.quoted(value.displayText)) of enum is not of the type \(types.joined(separator: " or "))",
                hint: "put it in quotes or change the type")
        }
    }

    private static func matchesType(_ value: JSONNode, _ type: String) -> Bool {
        switch type {
        case "string", "file": value.kind == .string
        case "integer": value.int != nil || value.number.map(NumberText.isInteger) == true
        case "number": value.kind == .number
        case "boolean": value.bool != nil
        case "array": value.kind == .array
        case "object": value.kind == .object
        default: value.kind == .null
        }
    }

    /// Checks a default or an example against its schema.
    mutating func checkValue(_ value: JSONNode, _ schema: JSONNode, _ way: Int, _ rule: CheckRule, _ what: String) {
        // A file has no value that a description could contain.
        if schema["type"]?.stringEquals("file") == true { return }
        if values == nil { values = SchemaRun(description.schemaProgram, schema, direction: .either, limits: Self.limits) }
        guard let problem = values?.validate(value, against: schema).first else { return }
        let place = problem.pointer.isEmpty ? "it" : problem.pointer
        report(rule, value, way, "the \(what) does not match its schema: \(place) \(problem.message)", hint: "change one of them")
    }

    /// Checks which schema belongs to which value of a discriminator.
    mutating func checkMapping(_ visit: Visit) {
        guard let mapping = visit.node["mapping"] else { return }
        for member in mapping.entries {
            guard let name = member.value.string, Mapping.target(of: name, from: visit.node, references) == nil else { continue }
            report(
                .unresolvedMapping, member.value, addStep(addStep(visit.way, "mapping"), member.key),
                "the mapping names the schema \(Wording.quoted(name)), which is missing", hint: "check its spelling")
        }
    }
}
