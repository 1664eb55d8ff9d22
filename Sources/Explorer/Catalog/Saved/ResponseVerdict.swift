// The result of a saved request's response: whether it is as expected, and the values it provides
// to other requests.

import NetLayer

/// The result of a saved request.
public struct ResponseVerdict: Sendable {
    /// Why the status alone is a failure; `nil` when it is not, or when the request itself lists
    /// the good statuses.
    public var statusProblem: String?
    /// Each expectation and each capture, in the order of the request.
    public var checks: [ResponseCheck] = []
    /// The captured values, by variable.
    public var captured: [String: FieldValue] = [:]
    /// The response as it was held against its description; `nil` when it was not.
    public var contract: ContractReport?

    /// - Parameters:
    ///   - statusProblem: why the status alone is a failure.
    ///   - checks: the results of the expectations and captures.
    ///   - captured: the captured values.
    public init(statusProblem: String? = nil, checks: [ResponseCheck] = [], captured: [String: FieldValue] = [:]) {
        (self.statusProblem, self.checks, self.captured) = (statusProblem, checks, captured)
    }

    /// The expectations that failed, and the captures that failed.
    public var problems: [String] { checks.compactMap(\.problem) }

    /// Why the result is not good, the status first.
    public var reasons: [String] { (statusProblem.map { [$0] } ?? []) + problems }

    /// ``checks``, preceded by the status if it alone is a failure.
    public var allChecks: [ResponseCheck] {
        (statusProblem.map { [ResponseCheck("status is below 400", problem: $0)] } ?? []) + checks
    }

    /// Whether everything is as expected.
    public var isGood: Bool { reasons.isEmpty }
}

extension WorkspaceRequest {
    /// Checks a response against the request's expectations, and captures its values.
    /// - Parameters:
    ///   - answer: held against its contract, if the request expects that (``expectsContract``).
    ///   - business: how the body reports success and failure.
    ///   - expansion: resolves references in expectations; the captured values are added to it.
    public func verdict(
        on answer: SavedResponse, business: BusinessCode? = nil, _ expansion: inout VariableExpansion
    ) -> ResponseVerdict {
        var verdict = ResponseVerdict()
        verdict.contract = answer.contract
        if let check = business.flatMap(answer.check) { verdict.checks.append(check) }
        // A request that lists good statuses decides about all statuses.
        if answer.status >= 400, !expectsStatus { verdict.statusProblem = "the server answered \(answer.status)" }
        do throws(VariableError) {
            for assertion in assertions { verdict.checks.append(try assertion.checked(on: answer, &expansion)) }
            for capture in verdict.statusProblem == nil ? captures : [] {
                let value = try capture.value(in: answer)
                expansion.capture(capture.name, value)
                verdict.captured[capture.name] = value
                verdict.checks.append(ResponseCheck("captures \(capture.name)", found: "\(value)"))
            }
        } catch {
            verdict.checks.append(ResponseCheck("every value is known", problem: "\(error)"))
        }
        return verdict
    }
}
