// What an answer is to the saved request that it is for: as expected or not, and what it brings for others.

import NetLayer

/// What came of a saved request.
public struct AnswerVerdict: Sendable {
    /// Why the status alone makes it a failure; `nil` where it does not, or where the request says itself which statuses are good.
    public var statusProblem: String?
    /// Each expectation and each capture, in the order of the request.
    public var checks: [AnswerCheck] = []
    /// What was captured.
    public var captured: [String: FieldValue] = [:]

    /// - Parameters:
    ///   - statusProblem: why the status alone makes it a failure.
    ///   - checks: what came of each expectation and capture.
    ///   - captured: what was captured.
    public init(statusProblem: String? = nil, checks: [AnswerCheck] = [], captured: [String: FieldValue] = [:]) {
        (self.statusProblem, self.checks, self.captured) = (statusProblem, checks, captured)
    }

    /// What is not as expected, and what could not be captured.
    public var problems: [String] { checks.compactMap(\.problem) }

    /// Why it is not good, the status first.
    public var reasons: [String] { (statusProblem.map { [$0] } ?? []) + problems }

    /// ``checks``, and before them the status where it alone makes a failure.
    public var allChecks: [AnswerCheck] {
        (statusProblem.map { [AnswerCheck("status is below 400", problem: $0)] } ?? []) + checks
    }

    /// Everything is as expected.
    public var isGood: Bool { reasons.isEmpty }
}

extension WorkspaceRequest {
    /// Holds an answer against what is expected of it, and takes from it what is to be captured.
    /// - Parameters:
    ///   - business: how the body says success and failure.
    ///   - expansion: what references in expectations stand for; it gets what is captured.
    public func verdict(
        on answer: SavedAnswer, business: BusinessCode? = nil, _ expansion: inout VariableExpansion
    ) -> AnswerVerdict {
        var verdict = AnswerVerdict()
        if let check = business.flatMap(answer.check) { verdict.checks.append(check) }
        // Who says which statuses are good has said it of all.
        if answer.status >= 400, !expectsStatus { verdict.statusProblem = "the server answered \(answer.status)" }
        do throws(VariableError) {
            for assertion in assertions { verdict.checks.append(try assertion.checked(on: answer, &expansion)) }
            for capture in verdict.statusProblem == nil ? captures : [] {
                let value = try capture.value(in: answer)
                expansion.capture(capture.name, value)
                verdict.captured[capture.name] = value
                verdict.checks.append(AnswerCheck("captures \(capture.name)", found: "\(value)"))
            }
        } catch {
            verdict.checks.append(AnswerCheck("every value is known", problem: "\(error)"))
        }
        return verdict
    }
}
