// Makes a value of a parameter from its rules, as a user would type it.

/// Makes example values of parameters.
public enum ExampleValue {
    /// The most items of a list.
    private static let mostItems = 16

    /// A text that fits the rules as far as it can be checked; `nil` for an object, and for a list of lists.
    public static func makeText(_ rules: ValueRules) -> String? {
        guard rules.isList else { return makeItem(rules) }
        let items = rules.items.first ?? ValueRules()
        guard let item = items.isList ? nil : makeItem(items) else { return nil }
        let count = min(max(rules.minItems ?? 1, 1), mostItems)
        guard rules.hasUniqueItems, count > 1 else {
            return Array(repeating: item, count: count).joined(separator: ",")
        }
        if !items.choices.isEmpty { return items.choices.prefix(count).joined(separator: ",") }
        let numbers = Int(item).map { first in (0..<count).map { "\(first &+ $0)" } }
        return (numbers ?? (1...count).map { "\(item)\($0)" }).joined(separator: ",")
    }

    private static func makeItem(_ rules: ValueRules) -> String? {
        if let choice = rules.choices.first { return choice }
        switch rules.kinds.first {
        case .string, nil: return ExampleScalar.string(rules)
        // Many lists begin with the number 1.
        case .integer where rules.problem(with: "1") == nil: return "1"
        case .integer, .number: return ExampleScalar.number(rules)
        case .boolean: return "true"
        case .null: return "null"
        case .object, .array: return nil
        }
    }
}
