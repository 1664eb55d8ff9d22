// Values that the rules of a schema allow or forbid, as texts: members of `enum`, the ends of ranges and lengths, and what
// lies just beyond them.

import Catalog

/// A value to send, and what is special about it.
struct SampleValue: Sendable, Hashable {
    var text: String
    /// The end of a sentence that begins with the value: `the minimum`, `below the minimum`.
    var reason: String
    /// The keyword of the schema that it is about.
    var keyword: String

    /// The value and its reason, short enough for a line.
    func words(of name: String) -> String {
        let count = text.unicodeScalars.count
        return "\(name)=\(count > 30 ? "(\(count) characters)" : text), \(reason)"
    }
}

enum SampleValues {
    /// The most members of an `enum` that are tried.
    private static let mostChoices = 6
    /// Longer texts do not fit into every URL.
    private static let longest = 1_000
    private static let mostItems = 50
    /// No description knows this word.
    static let unknownWord = "explorer-unknown"

    // MARK: Allowed values

    /// Values that fit the rules, the usual one first, each once.
    /// - Parameter given: the values that the description itself gives.
    static func allowed(by rules: ValueRules, given: [SampleValue] = []) -> [SampleValue] {
        var values = given
        values += rules.choices.prefix(mostChoices).map {
            SampleValue(text: $0, reason: "one of the choices", keyword: "enum")
        }
        let made = ExampleValue.makeText(rules)
        if let made, rules.choices.isEmpty {
            values.append(SampleValue(text: made, reason: "made by its rules", keyword: "type"))
        }
        if rules.kinds.contains(.boolean) {
            values += ["true", "false"].map { SampleValue(text: $0, reason: "a truth value", keyword: "type") }
        }
        values += ends(of: rules) + lengths(of: rules, made)
        var seen: Set<String> = []
        return values.filter { fits($0.text, rules) && seen.insert($0.text).inserted }
    }

    private static func fits(_ text: String, _ rules: ValueRules) -> Bool {
        rules.problem(with: text) == nil && rules.patternDoubt(about: text) == nil
    }

    private static func ends(of rules: ValueRules) -> [SampleValue] {
        var values: [SampleValue] = []
        if let low = rules.minimum {
            let text = low.isExclusive ? number(low.value + 1) : low.text
            values.append(SampleValue(text: text, reason: "the minimum", keyword: "minimum"))
        }
        if let high = rules.maximum {
            let text = high.isExclusive ? number(high.value - 1) : high.text
            values.append(SampleValue(text: text, reason: "the maximum", keyword: "maximum"))
        }
        return values
    }

    private static func lengths(of rules: ValueRules, _ made: String?) -> [SampleValue] {
        var values: [SampleValue] = []
        if rules.isList {
            for (count, reason, keyword) in [
                (rules.minItems, "the fewest items", "minItems"), (rules.maxItems, "the most items", "maxItems"),
            ] {
                guard let count, count > 0, let text = list(of: count, rules) else { continue }
                values.append(SampleValue(text: text, reason: reason, keyword: keyword))
            }
            return values
        }
        if let least = rules.minLength, least > 0 {
            values.append(SampleValue(text: text(of: least), reason: "the shortest text", keyword: "minLength"))
        }
        if let most = rules.maxLength, most > 0, most <= longest {
            values.append(SampleValue(text: text(of: most), reason: "the longest text", keyword: "maxLength"))
        }
        return values
    }

    // MARK: Forbidden values

    /// Values that break the rules, each in one way.
    static func forbidden(by rules: ValueRules) -> [SampleValue] {
        var values: [SampleValue] = []
        func add(_ text: String?, _ reason: String, _ keyword: String) {
            guard let text, rules.problem(with: text) != nil, !values.contains(where: { $0.text == text }) else { return }
            values.append(SampleValue(text: text, reason: reason, keyword: keyword))
        }
        guard rules.choices.isEmpty, rules.items.first?.choices.isEmpty != false else {
            add(unknownWord, "none of the choices", "enum")
            return values
        }
        // Every text of a parameter is a string.
        let kinds = rules.isList ? rules.items.first?.kinds ?? [] : rules.kinds
        if !kinds.isEmpty, !kinds.contains(.string) { add(unknownWord, "of another type", "type") }
        if let low = rules.minimum {
            add(
                low.isExclusive ? low.text : number(low.value - 1), "below the minimum",
                low.isExclusive ? "exclusiveMinimum" : "minimum")
        }
        if let high = rules.maximum {
            add(
                high.isExclusive ? high.text : number(high.value + 1), "above the maximum",
                high.isExclusive ? "exclusiveMaximum" : "maximum")
        }
        add(noMultiple(of: rules), "not a multiple", "multipleOf")
        if rules.isList {
            if let least = rules.minItems, least > 1 { add(list(of: least - 1, rules), "too few items", "minItems") }
            if let most = rules.maxItems, most < mostItems { add(list(of: most + 1, rules), "too many items", "maxItems") }
            return values
        }
        if let least = rules.minLength, least > 0 { add(text(of: least - 1), "too short", "minLength") }
        if let most = rules.maxLength, most < longest { add(text(of: most + 1), "too long", "maxLength") }
        add(noMatch(of: rules), "against the pattern", "pattern")
        return values
    }

    /// A text that only the pattern forbids, where such a text is found.
    private static func noMatch(of rules: ValueRules) -> String? {
        guard let pattern = rules.pattern else { return nil }
        var only = ValueRules()
        (only.kinds, only.pattern) = (rules.kinds, pattern)
        let least = rules.minLength ?? 1
        return ["!", "0", "a", "~"].map { String(repeating: $0, count: min(max(least, 1), longest)) }
            .first { only.problem(with: $0) != nil }
    }

    /// A number that only `multipleOf` forbids.
    private static func noMultiple(of rules: ValueRules) -> String? {
        guard let step = rules.multipleOf, let size = Double(step),
            let start = ExampleValue.makeText(rules).flatMap({ Double($0) })
        else { return nil }
        var only = ValueRules()
        (only.kinds, only.multipleOf) = (rules.kinds, step)
        return [start + 1, start + size / 2].map(number).first { only.problem(with: $0) != nil }
    }

    // MARK: Texts

    private static func text(of count: Int) -> String { String(repeating: "x", count: count) }

    private static func list(of count: Int, _ rules: ValueRules) -> String? {
        guard count <= mostItems else { return nil }
        var longer = rules
        (longer.minItems, longer.maxItems) = (count, nil)
        return count == 0 ? nil : ExampleValue.makeText(longer)
    }

    private static func number(_ value: Double) -> String { Int(exactly: value).map(String.init) ?? "\(value)" }
}

extension ParameterField {
    /// Values that the description allows, the usual one first.
    var allowedValues: [SampleValue] {
        let given = [(example, "its example"), (defaultValue, "its default")].compactMap { text, reason in
            text.map { SampleValue(text: $0, reason: reason, keyword: "schema") }
        }
        // An empty field is not sent.
        return SampleValues.allowed(by: rules, given: given).filter { !$0.text.isEmpty }
    }

    /// Values that the description forbids.
    var forbiddenValues: [SampleValue] {
        SampleValues.forbidden(by: rules).filter { value in
            switch place {
            // Such a text makes another path.
            case .path: !value.text.isEmpty && !value.text.contains { "/.".contains($0) }
            case .query: true
            // The list of cookies, and a field without a value, would be read otherwise.
            case .header, .cookie, .querystring: !value.text.isEmpty && !value.text.contains { ",; ".contains($0) }
            }
        }
    }

    /// Whether the request may choose its value. OpenAPI leaves these header fields to the client.
    var isFree: Bool {
        place != .header || !["accept", "content-type", "authorization"].contains(name.lowercased())
    }
}
