// An endpoint of a description as the command line names it, and the request made from its values.

import Canvas
import Catalog
import Foundation
import NetLayer
import Workbench
import Workspace

struct EndpointCall: Sendable {
    /// A parameter's name and its typed value.
    typealias Value = (name: String, value: String)

    let summary: EndpointSummary
    /// The typed text; a real path contains values.
    let text: String
    private let operation: Catalog.Operation
    private let api: OpenedSource

    init(_ text: String, in api: OpenedSource) throws(Refusal) {
        summary = try Self.findEndpoint(text, in: api)
        guard let operation = api.description.operation(summary.index) else {
            throw Refusal(usage: "\(summary.id) cannot be decoded")
        }
        self.text = text
        self.operation = operation
        self.api = api
    }

    /// The endpoint's query parameters, and the first number of each.
    var queryParameters: [PagingDetection.Known] { operation.pagingParameters }

    /// The pool of the endpoint.
    var pool: ServicePool { operation.saved == nil ? api.pool(of: operation) : api.pool }

    /// What the description says about its responses; `nil` when it says nothing.
    var contract: Contract? { api.contracts.contract(of: summary.id) }

    /// The workspace's rule for the paging of this list.
    var paging: PagingOverride? { api.description.paging.rule(for: summary) }

    func acceptsParameter(_ parameter: String) -> Bool { operation.acceptsValue(parameter) }

    /// An example of the endpoint's body.
    /// - Throws: a ``Refusal`` if it has none.
    func makeExample(isFull: Bool) throws(Refusal) -> String {
        do throws(ExampleText.Absence) {
            return try ExampleText.makeExample(of: operation, isFull: isFull)
        } catch {
            throw Refusal(
                Failure(title: "\(summary.id) has no example body", detail: error.reason, hint: ""),
                exitCode: ExitStatus.badData)
        }
    }

    /// Header fields of a saved request that the endpoint declares as parameters, under the parameters'
    /// names: they are written in the parameters' style, as on the screen.
    func headerValues(
        of request: WorkspaceRequest, _ expansion: inout VariableExpansion
    ) throws(VariableError) -> [RequestDraft.Given] {
        var values: [RequestDraft.Given] = []
        for header in request.headers {
            let name = header.name.lowercased()
            guard let field = operation.parameters.first(where: { $0.place == .header && $0.name.lowercased() == name })
            else { continue }
            values.append((field.name, try expansion.expand(header.text)))
        }
        return values
    }

    /// A draft with these values and a body.
    /// - Parameter fill: sets the body, from the description's body field.
    func makeDraft(
        _ values: [RequestDraft.Given], _ fill: (inout RequestDraft, BodyField) throws -> Void = { _, _ in }
    ) throws -> RequestDraft {
        var draft = RequestDraft(target)
        do {
            if let slash = text.firstIndex(of: "/") { draft.setPathValues(String(text[slash...])) }
            try draft.setValues(values)
            try fill(&draft, operation.bodyField)
        } catch let error as DraftProblem {
            throw error.refusal(of: summary.id, isCollected: operation.saved != nil)
        }
        return draft
    }

    /// The plan of a draft of this endpoint, if it is complete. Reports values that do not fit.
    /// - Parameters:
    ///   - prefix: the text before a parameter's name in the `-p` that a message proposes.
    ///   - isForced: sends values that do not fit, with a warning.
    func makePlan(
        _ draft: RequestDraft, _ network: NetworkSettings, prefix: String = "", isForced: Bool
    ) throws(Refusal) -> RequestPlan {
        var (plan, missingVariables) = draft.planAndMissing
        if operation.saved != nil {
            try checkCollected(plan, missingVariables)
            var values = DynamicValues(now: Date().timeIntervalSince1970, chance: SystemRandomNumberGenerator())
            values.resolveVariables(&plan)
            return plan
        }
        let gaps = draft.findGaps(in: plan, besides: network.headers)
        if !gaps.isEmpty {
            throw Refusal(usage: "\(summary.id): required values are missing", gaps.map { $0.describe(prefix: prefix) })
        }
        try draft.runChecks(of: plan)?.enforce(summary.id, isForced: isForced)
        let missing = MissingCredentials(
            operation, plan, on: pool, headers: network.headers, login: api.source.login, signing: api.source.signing)
        if let warning = missing.warning { writeWarning(warning) }
        return plan
    }

    private func writeWarning(_ text: String) { StandardError.write("explorer: warning: \(summary.id): \(text)") }

    // MARK: Parts

    /// The environment of the collection.
    private var environment: String? { api.description.environment(for: api.source.settings.environment) }

    private var target: RequestDraft.Target {
        operation.saved.map { .collected(summary, $0, environment: environment) } ?? .operation(summary, operation)
    }

    private func checkCollected(_ plan: RequestPlan, _ missing: [String]) throws(Refusal) {
        for loss in api.description.losses(of: summary.index) { writeWarning("\(loss)") }
        if let refusal = plan.refusal {
            throw Refusal(Failure(title: "\(summary.id) is not sent", detail: refusal, hint: ""), exitCode: ExitStatus.badData)
        }
        guard missing.isEmpty else {
            throw Refusal(
                usage: "\(summary.id): required values are missing",
                missing.map { "{{\($0)}} has no value\(environment.map { " in \($0)" } ?? ""): -p \($0)=…" })
        }
    }

    private static func findEndpoint(_ text: String, in api: OpenedSource) throws(Refusal) -> EndpointSummary {
        switch api.description.findEndpoint(text) {
        case .one(let summary): return summary
        case .none(let closest):
            let names = api.source.workspace?.api.work.names ?? []
            let saved = ClosestName.match(text, among: names).map { ["did you mean \($0)?"] } ?? []
            let guesses = saved + closest.map { "did you mean \($0.method) \($0.path) (\($0.id))?" }
            let kind = names.isEmpty ? "endpoint" : "endpoint and no saved request"
            throw Refusal(
                usage: "no \(kind) is called '\(text)'", guesses.isEmpty ? ["'explorer list' shows all endpoints"] : guesses)
        case .many(let several):
            throw Refusal(
                usage: "'\(text)' matches several endpoints", several.prefix(8).map { "\($0.method) \($0.path) (\($0.id))" })
        }
    }
}

extension EndpointCall {
    /// The name and the value of a `-p`. The error does not repeat the typed text: it may be secret.
    static func parseValue(_ text: String) throws(Refusal) -> Value {
        guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
            throw Refusal(usage: "a -p has no name", ["Write it as -p NAME=VALUE."])
        }
        return (String(text[..<equals]), String(text[text.index(after: equals)...]))
    }
}
