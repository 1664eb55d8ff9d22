// Checks a value against its rules: a text that was typed, or a value of a JSON body. A message never repeats
// the value: it may be a secret.

import Document
import Patterns

extension ValueRules {
    /// The fault of a text that is typed for a parameter, as the end of a sentence that begins with the
    /// parameter's name: `must be a whole number, such as 42`. `nil` when there is none.
    public func problem(with text: String) -> String? {
        if isNullable, text == "null" { return nil }
        if !choices.isEmpty, !isList { return choices.contains(text) ? nil : Self.oneOf(choices) }
        // If every kind is allowed, a typed value is a string.
        return findProblem(kinds.isEmpty ? [.string] : kinds) { problem(with: text, as: $0) }
    }

    /// The fault of a JSON value, in the same words. Does not check its members, its items and the pattern.
    func problem(with node: JSONNode) -> String? {
        if node.kind == .null {
            return isNullable || kinds.isEmpty || choices.contains("null") ? nil : "must not be null"
        }
        if !choices.isEmpty, node.kind != .array { return choices.contains(node.displayText) ? nil : Self.oneOf(choices) }
        return findProblem(kinds) { problem(with: node, as: $0) }
    }

    /// One of several kinds must fit. The result is the problem of the last kind, the most specific one.
    private func findProblem(_ kinds: [Kind], _ problem: (Kind) -> String?) -> String? {
        var last: String?
        for kind in kinds {
            guard let found = problem(kind) else { return nil }
            last = found
        }
        return last
    }

    private func problem(with text: String, as kind: Kind) -> String? {
        switch kind {
        case .string: return stringProblem(text) ?? patternProblem(text)
        case .integer:
            guard NumberText.isInteger(text) else { return "must be a whole number, such as 42" }
            return numberProblem(text)
        case .number:
            guard NumberText.isNumber(text) else { return "must be a number, such as 1.5" }
            return numberProblem(text)
        case .boolean: return text == "true" || text == "false" ? nil : "must be true or false"
        case .null: return text == "null" ? nil : "must be null"
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

    private func problem(with node: JSONNode, as kind: Kind) -> String? {
        switch (kind, node.kind) {
        case (.string, .string): return stringProblem(node.displayText)
        case (.integer, .number):
            // JSON has no integer type: 1.0 and 1e3 are whole numbers too.
            guard NumberText.isInteger(node.source) || node.int != nil else { return "must be a whole number, such as 42" }
            return numberProblem(node.source)
        case (.number, .number): return numberProblem(node.source)
        case (.boolean, .true), (.boolean, .false), (.object, .object): return nil
        case (.array, .array): return countProblem(node.count)
        case (.string, _): return "must be a text in quotes"
        case (.integer, _): return "must be a whole number, such as 42"
        case (.number, _): return "must be a number, such as 1.5"
        case (.boolean, _): return "must be true or false"
        case (.object, _): return "must be an object"
        case (.array, _): return "must be an array"
        case (.null, _): return "must be null"
        }
    }

    private func stringProblem(_ text: String) -> String? {
        // JSON Schema counts code points.
        if minLength != nil || maxLength != nil {
            let count = text.unicodeScalars.count
            if let minLength, count < minLength { return "must have \(Self.atLeastCount(minLength)), and has \(count)" }
            if let maxLength, count > maxLength { return "must have at most \(Self.characters(maxLength)), and has \(count)" }
        }
        guard let format, let check = FormatCheck(rawValue: format.lowercased()), !check.accepts(text) else { return nil }
        return "must be \(check.words)"
    }

    private func numberProblem(_ text: String) -> String? {
        if let format, let check = FormatCheck(rawValue: format.lowercased()), !check.accepts(text), check.isNumeric {
            return "must be \(check.words)"
        }
        guard let value = Double(text) else { return nil }
        if let minimum, minimum.isExclusive ? value <= minimum.value : value < minimum.value {
            return "must be \(Self.atLeast(minimum))"
        }
        if let maximum, maximum.isExclusive ? value >= maximum.value : value > maximum.value {
            return "must be \(Self.atMost(maximum))"
        }
        if let multipleOf, let step = Double(multipleOf), step > 0 {
            let steps = value / step
            if abs(steps - steps.rounded()) > 1e-9 * max(1, abs(steps)) { return "must be a multiple of \(multipleOf)" }
        }
        return nil
    }

    private func countProblem(_ count: Int) -> String? {
        if let minItems, count < minItems { return "must have at least \(minItems == 1 ? "1 item" : "\(minItems) items")" }
        if let maxItems, count > maxItems { return "must have at most \(maxItems == 1 ? "1 item" : "\(maxItems) items")" }
        return nil
    }

    private static func oneOf(_ choices: [String]) -> String {
        if choices.count == 1 { return "must be \(choices[0])" }
        return "must be one of \(choices.prefix(8).joined(separator: ", "))\(choices.count > 8 ? ", …" : "")"
    }

    private static func characters(_ count: Int) -> String { count == 1 ? "1 character" : "\(count) characters" }
    private static func atLeastCount(_ count: Int) -> String { "at least \(characters(count))" }
}

/// Numbers as texts.
enum NumberText {
    /// An optional minus sign and any number of digits.
    static func isInteger(_ text: String) -> Bool {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        return !digits.isEmpty && digits.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
    }

    /// A decimal number; not hexadecimal, `inf` or `nan`, which Swift would accept.
    static func isNumber(_ text: String) -> Bool {
        Double(text)?.isFinite == true && text.utf8.allSatisfy { "+-.eE0123456789".utf8.contains($0) }
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
