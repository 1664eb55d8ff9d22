// Checks a text that was typed against the rules of its value. A message never repeats the text: it may be
// a secret.

import Document
import JSONSchema

extension ValueRules {
    /// The fault of a text that is typed for a parameter, as the end of a sentence that begins with the
    /// parameter's name: `must be a whole number, such as 42`. `nil` when there is none.
    public func problem(with text: String) -> String? {
        if isNullable, text == "null" { return nil }
        if !choices.isEmpty, !isList { return choices.contains(text) ? nil : RuleWords.mustBeOneOf(choices) }
        // One of several kinds must fit. The result is the problem of the last kind, the most specific one.
        var last: String?
        // If every kind is allowed, a typed value is a string.
        for kind in kinds.isEmpty ? [.string] : kinds {
            guard let found = problem(with: text, as: kind) else { return nil }
            last = found
        }
        return last
    }

    private func problem(with text: String, as kind: Kind) -> String? {
        switch kind {
        case .string: return stringProblem(text) ?? patternProblem(text)
        case .integer:
            guard NumberText.isInteger(text) else { return Self.mustBe(.integer) }
            return numberProblem(text)
        case .number:
            guard NumberText.isNumber(text) else { return Self.mustBe(.number) }
            return numberProblem(text)
        case .boolean: return text == "true" || text == "false" ? nil : Self.mustBe(.boolean)
        case .null: return text == "null" ? nil : Self.mustBe(.null)
        case .object:
            let isObject = (try? JSONDocument(Array(text.utf8)))?.root.kind == .object
            return isObject ? nil : "must be a JSON object, such as {\"name\": 1}"
        case .array:
            let parts = ListText.items(text)
            if let problem = countProblem(parts.count) { return problem }
            guard let rules = items.first else { return nil }
            for (index, part) in parts.enumerated() {
                if let problem = rules.problem(with: part) { return parts.count == 1 ? problem : "item \(index + 1) \(problem)" }
            }
            return nil
        }
    }

    private static func mustBe(_ kind: Kind) -> String { "must be \(RuleWords.kind(kind))" }

    private func stringProblem(_ text: String) -> String? {
        // JSON Schema counts code points.
        if minLength != nil || maxLength != nil {
            let count = text.unicodeScalars.count
            if let minLength, count < minLength {
                return RuleWords.mustHaveAtLeast(minLength, "character") + ", and has \(count)"
            }
            if let maxLength, count > maxLength { return RuleWords.mustHaveAtMost(maxLength, "character") + ", and has \(count)" }
        }
        guard let format, let check = FormatCheck(rawValue: format.lowercased()), !check.accepts(text) else { return nil }
        return "must be \(check.words)"
    }

    private func numberProblem(_ text: String) -> String? {
        if let format, let check = FormatCheck(rawValue: format.lowercased()), !check.accepts(text), check.isNumeric {
            return "must be \(check.words)"
        }
        // JSON has no plus sign; users type one.
        let value = JSONNumber(text.hasPrefix("+") ? String(text.dropFirst()) : text)
        if let minimum, value < JSONNumber(minimum.text) || minimum.isExclusive && value == JSONNumber(minimum.text) {
            return RuleWords.mustBeAtLeast(minimum.text, isExclusive: minimum.isExclusive)
        }
        if let maximum, value > JSONNumber(maximum.text) || maximum.isExclusive && value == JSONNumber(maximum.text) {
            return RuleWords.mustBeAtMost(maximum.text, isExclusive: maximum.isExclusive)
        }
        if let multipleOf, JSONNumber(multipleOf).isPositive, !value.isMultiple(of: JSONNumber(multipleOf)) {
            return RuleWords.mustBeMultiple(of: multipleOf)
        }
        return nil
    }

    private func countProblem(_ count: Int) -> String? {
        if let minItems, count < minItems { return RuleWords.mustHaveAtLeast(minItems, "item") }
        if let maxItems, count > maxItems { return RuleWords.mustHaveAtMost(maxItems, "item") }
        return nil
    }
}

/// Lists as one line of text.
enum ListText {
    /// The items of a line: those of a JSON array, else the texts between commas.
    static func items(_ text: String) -> [String] {
        if text.utf8.first == UInt8(ascii: "["), let array = try? JSONDocument(Array(text.utf8)).root, array.kind == .array {
            return array.elements.map(\.displayText)
        }
        return text.split(separator: ",", omittingEmptySubsequences: false).map(Wording.folded)
    }
}

extension Wording {
    fileprivate static func folded(_ part: Substring) -> String { folded(String(part)) }
}
