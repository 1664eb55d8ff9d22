// What an answer is to the saved request that it is for: as expected or not, and what it brings for others.

import NetLayer

/// What came of a saved request.
public struct AnswerVerdict: Sendable {
    /// Why the status alone makes it a failure; `nil` where it does not, or where the request says itself which statuses are good.
    public var statusProblem: String?
    /// What is not as expected, and what could not be captured.
    public var problems: [String] = []
    /// What was captured.
    public var captured: [String: FieldValue] = [:]

    /// - Parameters:
    ///   - statusProblem: why the status alone makes it a failure.
    ///   - problems: what is not as expected.
    ///   - captured: what was captured.
    public init(statusProblem: String? = nil, problems: [String] = [], captured: [String: FieldValue] = [:]) {
        (self.statusProblem, self.problems, self.captured) = (statusProblem, problems, captured)
    }

    /// Why it is not good, the status first.
    public var reasons: [String] { (statusProblem.map { [$0] } ?? []) + problems }

    /// Everything is as expected.
    public var isGood: Bool { reasons.isEmpty }
}

extension WorkspaceRequest {
    /// Holds an answer against what is expected of it, and takes from it what is to be captured.
    /// - Parameter expansion: what references in expectations stand for; it gets what is captured.
    public func verdict(on answer: SavedAnswer, _ expansion: inout VariableExpansion) -> AnswerVerdict {
        var verdict = AnswerVerdict()
        // Who says which statuses are good has said it of all.
        if answer.status >= 400, !expectsStatus { verdict.statusProblem = "the server answered \(answer.status)" }
        do throws(VariableError) {
            for assertion in assertions {
                guard let problem = try assertion.problem(in: answer, &expansion) else { continue }
                verdict.problems.append(assertion.line > 0 ? "\(problem) (line \(assertion.line))" : problem)
            }
            for capture in verdict.statusProblem == nil ? captures : [] {
                let value = try capture.value(in: answer)
                expansion.capture(capture.name, value)
                verdict.captured[capture.name] = value
            }
        } catch {
            verdict.problems.append("\(error)")
        }
        return verdict
    }
}
