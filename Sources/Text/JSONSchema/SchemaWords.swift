// The sentences of mismatches: what the schema says, and what came. They never repeat the value, which may be
// a secret.

import Document

/// The rules of schemas in words, as ends of sentences. Drafts, bodies and responses use the same words.
public enum RuleWords {
    /// What a value of a type is: `a whole number, such as 42`.
    public static func kind(_ kind: SchemaKind) -> String {
        switch kind {
        case .string: "a text in quotes"
        case .integer: "a whole number, such as 42"
        case .number: "a number, such as 1.5"
        case .boolean: "true or false"
        case .object: "an object"
        case .array: "an array"
        case .null: "null"
        }
    }

    /// `must be one of a, b`.
    /// - Parameter choices: strings without quotes, others as JSON.
    public static func mustBeOneOf(_ choices: [String]) -> String {
        if choices.count == 1 { return "must be \(choices[0])" }
        return "must be one of \(choices.prefix(8).joined(separator: ", "))\(choices.count > 8 ? ", …" : "")"
    }

    /// `must be at least 5`, `must be more than 5`.
    public static func mustBeAtLeast(_ limit: String, isExclusive: Bool) -> String {
        "must be \(isExclusive ? "more than" : "at least") \(limit)"
    }

    /// `must be at most 5`, `must be less than 5`.
    public static func mustBeAtMost(_ limit: String, isExclusive: Bool) -> String {
        "must be \(isExclusive ? "less than" : "at most") \(limit)"
    }

    /// `must be a multiple of 0.5`.
    public static func mustBeMultiple(of step: String) -> String { "must be a multiple of \(step)" }

    /// `must have at least 2 items`.
    public static func mustHaveAtLeast(_ count: Int, _ unit: String) -> String { "must have at least \(units(count, unit))" }

    /// `must have at most 2 items`.
    public static func mustHaveAtMost(_ count: Int, _ unit: String) -> String { "must have at most \(units(count, unit))" }

    /// `1 item`, `2 items`.
    public static func units(_ count: Int, _ unit: String) -> String { count == 1 ? "1 \(unit)" : "\(count) \(unit)s" }

    /// The message shows the pattern: a description has no other text about it.
    public static func mustMatch(_ pattern: String) -> String {
        "must match \(pattern.count > 80 ? "\(pattern.prefix(80))…" : pattern)"
    }

    /// `must have 'name'`.
    public static func mustHave(_ name: String) -> String { "must have \(quoted(name))" }

    /// A name for a message: short, on one line.
    static func quoted(_ text: String) -> String {
        let clean = text.prefix(60).unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: "\u{fffd}" as Unicode.Scalar
            default: scalar
            }
        }
        return "'\(String(String.UnicodeScalarView(clean)))\(text.count > 60 ? "…" : "")'"
    }
}

/// The sentences of one mismatch.
struct SchemaWords {
    let message: String
    let came: String

    init(_ schema: CompiledSchema, _ raw: RawMismatch, _ value: JSONNode?, nearest: [SchemaMismatch], pointer: String) {
        came = value.map(Self.kindWords) ?? ""
        message = Self.message(schema.rules, raw, value, nearest, pointer)
    }

    private static func message(
        _ rules: SchemaRules, _ raw: RawMismatch, _ value: JSONNode?, _ nearest: [SchemaMismatch], _ pointer: String
    ) -> String {
        switch raw.keyword {
        case .type: typeWords(rules.kinds ?? [], value)
        case .enum, .const:
            RuleWords.mustBeOneOf(rules.choices.first { $0.keyword == raw.keyword }?.values.map(\.displayText) ?? [])
        case .minimum, .exclusiveMinimum:
            RuleWords.mustBeAtLeast(bound(rules, raw.keyword), isExclusive: raw.keyword == .exclusiveMinimum)
        case .maximum, .exclusiveMaximum:
            RuleWords.mustBeAtMost(bound(rules, raw.keyword), isExclusive: raw.keyword == .exclusiveMaximum)
        case .multipleOf: RuleWords.mustBeMultiple(of: rules.numbers?.step?.text ?? "")
        case .minLength: RuleWords.mustHaveAtLeast(rules.strings?.least ?? 0, "character") + ", and has \(raw.detail)"
        case .maxLength: RuleWords.mustHaveAtMost(rules.strings?.most ?? 0, "character") + ", and has \(raw.detail)"
        case .pattern: RuleWords.mustMatch(rules.strings?.pattern?.source ?? "")
        case .format: "must be \((value?.kind == .number ? rules.numbers?.format : rules.strings?.format)?.words ?? "")"
        case .minItems: RuleWords.mustHaveAtLeast(rules.arrays?.least ?? 0, "item")
        case .maxItems: RuleWords.mustHaveAtMost(rules.arrays?.most ?? 0, "item")
        case .uniqueItems: "must not have equal items"
        case .minProperties: RuleWords.mustHaveAtLeast(rules.objects?.least ?? 0, "member")
        case .maxProperties: RuleWords.mustHaveAtMost(rules.objects?.most ?? 0, "member")
        case .required: RuleWords.mustHave(rules.objects?.required?.names[raw.detail] ?? "")
        case .dependentRequired: dependentWords(rules.objects, raw)
        case .readOnly: "must not be sent: it is read-only"
        case .writeOnly: "must not be returned: it is write-only"
        case .not: "must not fit the schema under 'not'"
        case .anyOf, .oneOf: alternativeWords(rules, raw, value, nearest, pointer)
        case .contains: "must have an item that fits 'contains'"
        case .minContains:
            RuleWords.mustHaveAtLeast(contained(rules)?.least ?? 0, "item") + " of 'contains', and has \(raw.detail)"
        case .maxContains: RuleWords.mustHaveAtMost(contained(rules)?.most ?? 0, "item") + " of 'contains', and has \(raw.detail)"
        case .additionalProperties, .unevaluatedProperties: "is not allowed: the schema has no such property"
        case .items, .prefixItems, .unevaluatedItems: "is not allowed: the list must end before it"
        case .propertyNames: "is not allowed"
        case .allOf, .properties, .patternProperties, .dependentSchemas, .then, .otherwise, .reference, .dynamicReference,
            .never:
            "is not allowed: no value fits its schema"
        }
    }

    private static func typeWords(_ kinds: KindSet, _ value: JSONNode?) -> String {
        if value?.kind == .null, !kinds.isEmpty { return "must not be null" }
        var names = kinds.kinds
        // Every whole number is a number.
        if kinds.contains(.number) { names.removeAll { $0 == .integer } }
        return "must be \(names.map(RuleWords.kind).joined(separator: " or "))"
    }

    private static func bound(_ rules: SchemaRules, _ keyword: SchemaKeyword) -> String {
        rules.numbers?.bounds.first { $0.keyword == keyword }?.text ?? ""
    }

    private static func dependentWords(_ rules: SchemaRules.ObjectRules?, _ raw: RawMismatch) -> String {
        guard let rules, let dependents = rules.dependents else { return "" }
        return RuleWords.mustHave(rules.dependentNames[raw.other].names[raw.detail])
            + ", because it has \(RuleWords.quoted(dependents.names[raw.other]))"
    }

    private static func contained(_ rules: SchemaRules) -> ContainsRules? {
        for case .contains(let rules) in rules.applicators { return rules }
        return nil
    }

    private static func alternativeWords(
        _ rules: SchemaRules, _ raw: RawMismatch, _ value: JSONNode?, _ nearest: [SchemaMismatch], _ pointer: String
    ) -> String {
        for case .alternatives(let rules) in rules.applicators where rules.keyword == raw.keyword {
            let count = rules.branches.count
            if raw.detail > 0 { return "matches \(raw.detail) of \(count) alternatives, and must match one alone" }
            let start = "matches none of \(count) alternatives"
            if let (key, branches) = rules.discriminator, value?.kind == .object {
                return "\(start): \(key.names[0]) \(RuleWords.mustBeOneOf(branches.keys.sorted()))"
            }
            guard let first = nearest.first, rules.names.indices.contains(raw.branch) else { return start }
            let reason = first.pointer == pointer ? "it \(first.message)" : first.description
            return "\(start); the nearest is \(RuleWords.quoted(rules.names[raw.branch])): \(reason)"
        }
        return ""
    }

    /// What a value is, without the value.
    private static func kindWords(_ value: JSONNode) -> String {
        switch value.kind {
        case .object: value.count == 0 ? "an empty object" : "an object with \(RuleWords.units(value.count, "member"))"
        case .array: value.count == 0 ? "an empty array" : "an array with \(RuleWords.units(value.count, "item"))"
        case .string: "a text of \(RuleWords.units(value.string?.unicodeScalars.count ?? 0, "character"))"
        case .number: value.int == nil ? "a number" : "a whole number"
        case .true, .false: "a boolean"
        case .null: "null"
        }
    }
}
