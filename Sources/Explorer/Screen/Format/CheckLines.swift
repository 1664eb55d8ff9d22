// The Checks tab: the saved request's expectations of its response, and the results.

import Canvas
import Catalog

enum CheckLines {
    static func lines(_ model: Model) -> [StyledLine] {
        guard let checks = model.result.answer?.checks else { return [] }
        return checks.flatMap(lines)
    }

    /// `✗ 1 of 2 checks failed`; `nil` when no check has failed.
    static func summary(_ answer: Answer) -> String? {
        let failed = answer.checks.count { !$0.isGood }
        guard failed > 0 else { return nil }
        let count = answer.checks.count
        return "✗ \(failed) of \(count) \(count == 1 ? "check" : "checks") failed"
    }

    private static func lines(_ check: ResponseCheck) -> [StyledLine] {
        guard let problem = check.problem else {
            return [StyledLine([("✓ ", .taskSucceeded), (check.expected, .text), (found(check), .muted)])]
        }
        return [
            StyledLine([("✗ ", .taskFailed), (check.expected, .text), (found(check), .error)]),
            StyledLine("  " + problem, .error),
        ]
    }

    private static func found(_ check: ResponseCheck) -> String { check.found.isEmpty ? "" : "  found \(check.found)" }
}
