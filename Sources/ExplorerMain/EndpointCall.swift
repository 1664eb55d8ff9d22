// An endpoint of a description as the command line names it, and the request that values make of it.

import ArgumentParser
import Catalog
import Explorer
import Foundation
import NetLayer
import Workspace

struct EndpointCall: Sendable {
    /// A parameter's name and what was typed for it.
    typealias Value = (name: String, value: String)

    let summary: EndpointSummary
    /// As it was typed; a real path holds values.
    let text: String
    private let operation: Catalog.Operation
    private let api: OpenedAPI

    init(_ text: String, in api: OpenedAPI) throws {
        summary = try Self.find(text, in: api.description)
        guard let operation = api.description.operation(summary.index) else {
            throw Complaint.usage("\(summary.id) cannot be decoded", [])
        }
        self.text = text
        self.operation = operation
        self.api = api
    }

    /// What the endpoint takes in the query, and where each begins to count.
    var queryParameters: [PagingDetection.Known] { operation.pagingParameters }

    /// Where it is sent.
    var pool: ServicePool { operation.saved == nil ? api.pool(of: operation) : api.pool }

    /// How the workspace says that its list is paged.
    var paging: PagingOverride? { api.description.paging.rule(for: summary) }

    func has(_ parameter: String) -> Bool {
        operation.parameters.contains { $0.name == parameter } || key(parameter) != nil
            || operation.saved?.slot(of: parameter) != nil
    }

    /// - Parameter setBody: puts the body in, given the content type that the description prefers.
    /// - Parameter prefix: what stands before a parameter's name in the `-p` that a complaint proposes.
    func plan(
        _ values: [Value], _ network: NetworkOptions, prefix: String = "",
        setBody: (inout RequestPlan, _ contentType: String) throws -> Void = { _, _ in }
    ) throws -> (RequestPlan, ServicePool) {
        if let saved = operation.saved {
            for loss in api.description.losses(of: summary.index) { warn("\(loss)") }
            return (try savedPlan(saved, values, network, setBody), pool)
        }
        var plan = RequestPlan(id: summary.id, title: summary.path, method: summary.method, path: summary.path)
        plan.parameters = pathParameters() + (try values.flatMap(parameters))
        try setBody(&plan, operation.body.map { $0.sendable[$0.preferred].contentType } ?? "application/json")
        operation.hideSecrets(in: &plan)
        try checkRequired(plan, Set(values.map(\.name)), network, prefix)
        SendChecks.warn(values, plan.body, operation)
        let missing = MissingCredentials(
            operation, plan, on: pool, headers: network.headers, logsIn: api.source.login?.grant == .clientCredentials)
        if let warning = missing.warning { warn(warning) }
        return (plan, pool)
    }

    private func warn(_ text: String) { Complaint.write("explorer: warning: \(summary.id): \(text)") }

    // MARK: Parts

    /// A request of a collection, with these values for its fields and variables.
    private func savedPlan(
        _ saved: SavedRequest, _ values: [Value], _ network: NetworkOptions,
        _ setBody: (inout RequestPlan, _ contentType: String) throws -> Void
    ) throws -> RequestPlan {
        var changes = SavedRequest.Changes()
        for (name, value) in values {
            guard let slot = saved.slot(of: name) else {
                let known = saved.fields.map(\.name).joined(separator: ", ")
                throw Complaint.usage(
                    "\(summary.id) has no field or variable '\(name)'", [known.isEmpty ? "it has none" : "it has: \(known)"])
            }
            changes.texts[slot] = value
        }
        let environment = api.description.environment(for: network.env)
        var filled = saved.plan(for: summary, changes, in: environment)
        let own = filled.plan.body
        try setBody(&filled.plan, saved.mediaType ?? "application/json")
        // What the user gives instead is his own.
        if filled.plan.body != own { filled.plan.bounds = nil }
        if let refusal = filled.plan.refusal {
            Complaint.write(Failure(title: "\(summary.id) is not sent", detail: refusal, hint: ""))
            throw ExitCode.badData
        }
        guard filled.missing.isEmpty else {
            throw Complaint.usage(
                "\(summary.id) needs more",
                filled.missing.map { "{{\($0)}} has no value\(environment.map { " in \($0)" } ?? ""): -p \($0)=…" })
        }
        var values = DynamicValues(now: Date().timeIntervalSince1970, chance: SystemRandomNumberGenerator())
        values.fill(&filled.plan)
        return filled.plan
    }

    private static func find(_ text: String, in description: APIDescription) throws -> EndpointSummary {
        switch description.find(text) {
        case .one(let summary): return summary
        case .none(let closest):
            throw Complaint.usage(
                "no endpoint is called '\(text)'",
                closest.isEmpty
                    ? ["'explorer list' shows them all"] : closest.map { "did you mean \($0.method) \($0.path) (\($0.id))?" })
        case .many(let several):
            throw Complaint.usage(
                "'\(text)' is several endpoints", several.prefix(8).map { "\($0.method) \($0.path) (\($0.id))" })
        }
    }

    /// The values of a real path: `GET /items/5` for the template `/items/{id}`.
    private func pathParameters() -> [Parameter] {
        guard let slash = text.firstIndex(of: "/"), let values = summary.pathValues(in: String(text[slash...])) else { return [] }
        return values.sorted { $0.key < $1.key }.filter { $0.value != "{\($0.key)}" }.map {
            Parameter($0.key, .plain($0.value), in: .path)
        }
    }

    /// What the form would send for such a text. An empty value is sent as one: it was asked for by name.
    private func parameters(_ value: Value) throws -> [Parameter] {
        guard let field = operation.parameters.first(where: { $0.name == value.name }) else {
            if let place = key(value.name) { return [Parameter(value.name, .secret(Secret(value.value)), in: place)] }
            let known = (operation.parameters.map(\.name) + keys.map(\.name)).joined(separator: ", ")
            throw Complaint.usage(
                "\(summary.id) has no parameter '\(value.name)'", [known.isEmpty ? "it takes none" : "it takes: \(known)"])
        }
        return field.parameters(for: value.value)
    }

    /// The keys that its security schemes ask for.
    private var keys: [(name: String, place: Parameter.Place)] {
        operation.security.schemes.compactMap { scheme in
            guard case .apiKey(let name, let place) = scheme.kind else { return nil }
            return Parameter.Place(rawValue: place.rawValue).map { (name, $0) }
        }
    }

    private func key(_ name: String) -> Parameter.Place? { keys.first { $0.name == name }?.place }

    /// - Parameter typed: names of parameters; what is sent for one may be named otherwise.
    private func checkRequired(_ plan: RequestPlan, _ typed: Set<String>, _ network: NetworkOptions, _ prefix: String) throws {
        let given = typed.union(plan.parameters.map(\.name))
        let missing = operation.parameters.filter { field in
            field.isRequired && !given.contains(field.name) && plan.headers.first(field.name) == nil
                && network.headers.first(field.name) == nil
        }
        var complaints = missing.map { "\($0.name) (\($0.place.rawValue), \($0.type)): -p \(prefix)\($0.name)=…" }
        if operation.body?.isRequired == true, plan.body == .none, !plan.parameters.contains(where: { $0.place == .form }) {
            complaints.append("body: -d BODY, or its parts by -F")
        }
        if !complaints.isEmpty { throw Complaint.usage("\(summary.id) needs more", complaints) }
    }
}

extension Complaint {
    /// Says what is wrong with the command line, and is what to throw then.
    static func usage(_ title: String, _ details: [String]) -> ExitCode {
        write(Failure(title: title, detail: details.joined(separator: "\n  "), hint: ""))
        return .usage
    }

    /// Says which file cannot be read, and is what to throw then.
    static func unreadable(_ error: ReadError) -> ExitCode {
        write(Failure(title: "\(error.path) cannot be read", detail: error.message, hint: error.hint))
        return .cannotRead
    }

    /// The two sides of a `-p`. What was typed is not repeated: it may be a secret.
    static func pair(_ text: String) throws -> EndpointCall.Value {
        guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
            throw usage("a -p is not NAME=VALUE", ["It has no name before an equals sign."])
        }
        return (String(text[..<equals]), String(text[text.index(after: equals)...]))
    }
}
