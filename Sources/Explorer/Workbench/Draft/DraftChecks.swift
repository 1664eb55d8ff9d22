// Checks a draft against its description before anything is sent.

import Catalog
import Document
import NetLayer

/// The values that do not fit, and those that could not be checked.
public struct DraftChecks: Sendable {
    /// A sentence each, without its full stop. It does not repeat values: they may be secret.
    public private(set) var problems: [String] = []
    public private(set) var doubts: [String] = []
    /// Required members of a form body without a value.
    public private(set) var missingMembers: [ParameterField] = []
    /// About a second: no screen waits.
    private static let mostSteps = 20_000_000

    init(_ draft: RequestDraft, _ body: RequestBody, _ operation: Catalog.Operation) {
        missingMembers = draft.members?.missing ?? []
        for (field, text) in draft.fieldTexts + (draft.members?.values ?? []) where !text.isEmpty {
            if let problem = field.rules.problem(with: text) {
                problems.append("\(field.name) \(problem)")
            } else if let doubt = field.rules.patternDoubt(about: text) {
                doubts.append("\(field.name) \(doubt)")
            }
        }
        guard case .bytes(let bytes, let type) = body, MediaType.isJSON(type), !bytes.isEmpty else { return }
        do throws(JSONError) {
            let document = try JSONDocument(bytes)
            guard let schema = operation.body?.sendable.first(where: { $0.contentType == type })?.schema else { return }
            let verdict = schema.check(document.root, steps: Self.mostSteps)
            problems += verdict.mismatches.map(\.description)
            if let doubt = verdict.doubt { doubts.append(doubt) }
        } catch {
            problems.append("the body is not JSON: \(error)")
        }
    }
}

extension RequestDraft {
    /// The value of each parameter, as one text.
    fileprivate var fieldTexts: [(field: ParameterField, text: String)] {
        values.compactMap { value in
            guard case .field(let field, let texts, nil, _) = value else { return nil }
            return (field, field.makeText(ofAll: texts))
        }
    }

    /// Checks the plan against the description; `nil` for an address and for a collection request.
    public func runChecks(of plan: RequestPlan) -> DraftChecks? {
        guard case .operation(_, let operation) = target else { return nil }
        return DraftChecks(self, plan.body, operation)
    }

    /// The required parts that the plan does not have.
    /// - Parameter headers: the headers of every request.
    public func findGaps(in plan: RequestPlan, besides headers: Headers) -> [DraftGap] {
        guard case .operation(_, let operation) = target else { return [] }
        let given = names.union(plan.parameters.map(\.name))
        let missing = operation.parameters.filter { field in
            field.isRequired && !given.contains(field.name) && plan.headers.first(field.name) == nil
                && headers.first(field.name) == nil
        }
        let hasBody = plan.body != .none || plan.parameters.contains { $0.place == .form || $0.place == .json }
        return missing.map(DraftGap.parameter) + (operation.body?.isRequired == true && !hasBody ? [.body] : [])
    }
}
