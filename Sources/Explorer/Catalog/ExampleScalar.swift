// Example texts and numbers that follow the rules.

import Document
import JSONSchema
import Patterns

enum ExampleScalar {
    /// A text that matches format and pattern, within the length limits.
    static func string(_ rules: ValueRules) -> String {
        if let pattern = rules.pattern { return string(rules, matching: pattern) }
        return plain(rules)
    }

    private static func plain(_ rules: ValueRules) -> String {
        if let format = rules.format?.lowercased(), let check = FormatCheck(rawValue: format), !check.isNumeric {
            return check.example
        }
        return fitted("string", rules)
    }

    private static func string(_ rules: ValueRules, matching source: String) -> String {
        let plain = plain(rules)
        guard let pattern = Pattern(source) else { return plain }
        let made = PatternExample.texts(source, length: rules.minLength ?? 0)
        return ([plain] + made).first { rules.problem(with: $0) == nil && pattern.verdict(on: $0) == .fits } ?? plain
    }

    private static func fitted(_ text: String, _ rules: ValueRules) -> String {
        var text = text
        if let least = rules.minLength, least > text.count {
            text += String(repeating: "x", count: min(least, 1_000) - text.count)
        }
        if let most = rules.maxLength { text = String(text.prefix(max(0, most))) }
        return text
    }

    static func number(_ rules: ValueRules) -> String {
        let isWhole = rules.kinds.first == .integer
        let step = rules.multipleOf.flatMap { Double($0) }.flatMap { $0 > 0 ? $0 : nil } ?? 1
        var value = 0.0
        if let low = rules.minimum, low.value >= 0 && (low.value > 0 || low.isExclusive) {
            value = (low.value / step).rounded(.up) * step
            if low.isExclusive, value <= low.value { value += step }
        }
        if let high = rules.maximum, high.isExclusive ? value >= high.value : value > high.value {
            value = (high.value / step).rounded(.down) * step
            if high.isExclusive, value >= high.value { value -= step }
            // No multiple and no whole number is between the limits; use the midpoint.
            if let low = rules.minimum, !isWhole, value < low.value || low.isExclusive && value <= low.value {
                value = (low.value + high.value) / 2
            }
        }
        // JSON cannot represent infinity, which limits near the range of Double may produce.
        guard value.isFinite else { return rules.minimum?.text ?? rules.maximum?.text ?? "0" }
        return Int(exactly: value).map(String.init) ?? "\(rounded(value, to: rules.multipleOf))"
    }

    /// The nearest number with as many places behind the point as the step has: three times 0.07 is 0.21, but not
    /// in binary.
    private static func rounded(_ value: Double, to step: String?) -> Double {
        guard let step, let point = step.firstIndex(of: "."), step.utf8.allSatisfy({ $0 | 0x20 != UInt8(ascii: "e") }) else {
            return value
        }
        let places = step.distance(from: point, to: step.endIndex) - 1
        let scale = (0..<min(places, 15)).reduce(1.0) { scale, _ in scale * 10 }
        let scaled = (value * scale).rounded()
        return scaled.isFinite ? scaled / scale : value
    }

    /// That many different values where possible: the choices in turn, consecutive numbers, texts with a
    /// number appended. Fewer where there are no more.
    static func variants(of value: String, _ rules: ValueRules, count: Int) -> [String] {
        guard count > 1 else { return [value] }
        if !rules.choices.isEmpty {
            return rules.choices.prefix(count).map { rules.kinds.first == .string ? JSONLiteral.string($0) : $0 }
        }
        if let number = Int(value) {
            let step = rules.multipleOf.flatMap { Int($0) } ?? 1
            var numbers = [number]
            // There are no numbers beyond the range of Int.
            while numbers.count < count, case let (next, isBeyond) = numbers[numbers.count - 1].addingReportingOverflow(step),
                !isBeyond
            {
                numbers.append(next)
            }
            return numbers.map(String.init)
        }
        if value.hasPrefix("\""), value.hasSuffix("\""), rules.format == nil {
            return [value] + (1..<count).map { "\(value.dropLast())\($0 + 1)\"" }
        }
        return [value]
    }
}
