// The result of one expectation: the expected value, the value found, and the problem.

import Document
import NetLayer

/// The result of one expectation, or of one capture.
public struct ResponseCheck: Sendable, Hashable {
    /// The expectation in words: `$.price is 13`.
    public var expected: String
    /// The response's value, masked where it is secret; empty when there is none.
    public var found: String
    /// The problem, in one sentence; `nil` when the expectation holds.
    public var problem: String?

    /// - Parameters:
    ///   - expected: the expectation in words.
    ///   - found: the response's value.
    ///   - problem: the problem; `nil` when the expectation holds.
    public init(_ expected: String, found: String = "", problem: String? = nil) {
        (self.expected, self.found, self.problem) = (expected, found, problem)
    }

    /// Whether the expectation holds.
    public var isGood: Bool { problem == nil }
}

extension ResponseAssertion {
    /// Checks the expectation on a response.
    /// - Throws: ``VariableError`` for a variable that it needs.
    func checked(on answer: SavedResponse, _ expansion: inout VariableExpansion) throws(VariableError) -> ResponseCheck {
        let expected = try expected(&expansion)
        let problem = try problem(in: answer, &expansion)
        return ResponseCheck(
            expected, found: found(in: answer, expansion),
            problem: problem.map { line > 0 ? "\($0) (line \(line))" : $0 })
    }

    private func expected(_ expansion: inout VariableExpansion) throws(VariableError) -> String {
        switch check {
        case .statuses(let ranges): return "status is \(Self.describeStatuses(ranges))"
        case .atMost(let limit): return "takes at most \(Self.milliseconds(limit))"
        case .equals(let text): return "\(subjectName) is \(Self.shown(try expansion.expand(text, escaping: .json)))"
        case .contains(let text): return "\(subjectName) contains \(Self.shown(try expansion.expand(text)))"
        case .matches(let source): return "\(subjectName) matches \(source)"
        case .exists(let wanted): return "\(subjectName) \(wanted ? "exists" : "does not exist")"
        case .count(let count): return "\(subjectName) has \(count) \(count == 1 ? "element" : "elements")"
        case .asDescribed: return "\(subjectName) is as described"
        }
    }

    /// The checked value, masked for display.
    private func found(in answer: SavedResponse, _ expansion: VariableExpansion) -> String {
        switch subject {
        case .status: return String(answer.status)
        case .time: return Self.milliseconds(answer.elapsed)
        case .contract: return answer.contract?.summary ?? ""
        case .header, .json:
            guard let values = values(in: answer) else { return "" }
            if case .count = check { return String(Self.count(of: values)) }
            return values.first.map { shown($0, answer, expansion) } ?? ""
        }
    }
}
