// The pattern of a value's rules, and the texts that it cannot be checked against.

import JSONSchema
import Patterns

extension ValueRules {
    /// Whether the pattern is a regular expression that can be run. Other patterns are shown
    /// and never checked.
    public var isPatternKnown: Bool { pattern.map { Pattern($0) != nil } ?? true }

    /// Why a text is not checked against the pattern; `nil` when it is checked, or there is no pattern.
    public func patternDoubt(about text: String) -> String? {
        guard let pattern, !text.isEmpty, kinds.isEmpty || kinds.contains(.string), choices.isEmpty else { return nil }
        switch Pattern(pattern)?.verdict(on: text) {
        case .fits, .fails: return nil
        case .gaveUp: return "is not checked against its pattern: the check takes too long"
        case nil: return "is not checked against its pattern: it is not a valid regular expression"
        }
    }

    func patternProblem(_ text: String) -> String? {
        guard let pattern, Pattern(pattern)?.verdict(on: text) == .fails else { return nil }
        return RuleWords.mustMatch(pattern)
    }
}
