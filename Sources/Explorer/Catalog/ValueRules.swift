// The rules of a schema for a single value, and their limits in words.

import Document
import JSONSchema

/// The rules of a schema for a value: kind, choices, format, limits, pattern.
public struct ValueRules: Sendable, Hashable {
    /// A JSON type; integers are distinct from other numbers.
    public typealias Kind = SchemaKind

    /// An end of a range of numbers.
    public struct Limit: Sendable, Hashable {
        /// As written in the description.
        public var text: String
        /// The nearest double.
        public var value: Double
        /// Whether the limit itself is excluded.
        public var isExclusive: Bool
    }

    /// The allowed kinds without null; empty when all are allowed.
    public var kinds: [Kind] = []
    /// Whether `null` is allowed.
    public var isNullable = false
    /// The schema's `format`, such as `date-time`.
    public var format: String?
    /// The values of `enum` or `const`, strings without quotes, others as JSON; empty when all are allowed.
    public var choices: [String] = []
    /// The lower end.
    public var minimum: Limit?
    /// The upper end.
    public var maximum: Limit?
    /// The number that a number must be a multiple of, as written.
    public var multipleOf: String?
    /// The least number of characters of a string.
    public var minLength: Int?
    /// The greatest number of characters of a string.
    public var maxLength: Int?
    /// The least number of items of an array.
    public var minItems: Int?
    /// The greatest number of items of an array.
    public var maxItems: Int?
    /// Whether the items of an array must be distinct.
    public var hasUniqueItems = false
    /// The regular expression that a string should match, as written.
    public var pattern: String?
    /// The rules for an array's items: one element, or none when there are no rules.
    public var items: [ValueRules] = []

    /// Rules that allow everything.
    public init() {}

    /// Whether only an array is allowed.
    public var isList: Bool { kinds == [.array] }

    /// The limits in words, such as `1–100` or `at most 5 characters`; empty when there are none.
    public var limits: [String] {
        var parts: [String] = []
        switch (minimum, maximum) {
        case (let low?, let high?) where !low.isExclusive && !high.isExclusive: parts.append("\(low.text)–\(high.text)")
        default: parts += [minimum.map(Self.atLeast), maximum.map(Self.atMost)].compactMap { $0 }
        }
        if let multipleOf { parts.append("a multiple of \(multipleOf)") }
        parts += Self.count(minLength, maxLength, "character")
        parts += Self.count(minItems, maxItems, "item")
        return parts
    }

    static func atLeast(_ limit: Limit) -> String { limit.isExclusive ? "more than \(limit.text)" : "at least \(limit.text)" }
    static func atMost(_ limit: Limit) -> String { limit.isExclusive ? "less than \(limit.text)" : "at most \(limit.text)" }

    private static func count(_ least: Int?, _ most: Int?, _ unit: String) -> [String] {
        func units(_ number: Int) -> String { number == 1 ? "1 \(unit)" : "\(number) \(unit)s" }
        switch (least.flatMap { $0 > 0 ? $0 : nil }, most) {
        case (nil, nil): return []
        case (let least?, nil): return ["at least \(units(least))"]
        case (nil, let most?): return ["at most \(units(most))"]
        case (let least?, let most?): return [least == most ? "exactly \(units(least))" : "\(least)–\(units(most))"]
        }
    }
}
