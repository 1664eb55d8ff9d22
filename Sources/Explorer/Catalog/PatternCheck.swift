// Checks texts against the patterns of a description, and reports the texts that it could not check.

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

/// The patterns of a body, or of several bodies in turn. Each pattern is compiled once. The number of checked
/// texts is limited: one text is cheap, ten thousand are not.
struct PatternCheck {
    /// The most texts to check in one body, and in all bodies of one check.
    private static let (mostInOne, mostInAll) = (1_000, 10_000)
    private var rest = Self.mostInOne
    private var restOfAll = Self.mostInAll
    private var known: [String: Pattern?] = [:]
    /// The first text that could not be checked: its pointer, and the reason.
    private(set) var doubt: (pointer: String, message: String)?

    /// Begins another body, with a full budget of its own, within what is left of the budget of all bodies.
    mutating func begin() { rest = Self.mostInOne }

    private mutating func spend(_ texts: Int) {
        rest -= texts
        restOfAll -= texts
    }

    mutating func problem(with text: String, _ rules: ValueRules, at pointer: String) -> String? {
        guard let source = rules.pattern, rules.choices.isEmpty else { return nil }
        let pattern: Pattern?
        if let found = known[source] {
            pattern = found
        } else {
            pattern = Pattern(source)
            known[source] = .some(pattern)
        }
        guard let pattern else {
            doubt = doubt ?? (pointer, "is not checked against its pattern: it is not a valid regular expression")
            return nil
        }
        guard rest > 0, restOfAll > 0 else {
            doubt = doubt ?? (pointer, "is not checked against its pattern: there are too many of them")
            return nil
        }
        spend(1)
        switch pattern.verdict(on: text) {
        case .fits: return nil
        case .fails: return RuleWords.mustMatch(source)
        case .gaveUp:
            doubt = doubt ?? (pointer, "is not checked against its pattern: the check takes too long")
            // A slow pattern is likely to be slow again.
            spend(100)
            return nil
        }
    }
}
