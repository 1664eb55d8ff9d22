// An endpoint of a description as the command line names it, and the request that values make of it.

import ArgumentParser
import Canvas
import Catalog
import Foundation
import NetLayer
import Workbench
import Workspace

struct EndpointCall: Sendable {
    /// A parameter's name and what was typed for it.
    typealias Value = (name: String, value: String)

    let summary: EndpointSummary
    /// As it was typed; a real path holds values.
    let text: String
    private let operation: Catalog.Operation
    private let api: OpenedSource

    init(_ text: String, in api: OpenedSource) throws {
        summary = try Self.find(text, in: api)
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

    /// An example of its body.
    /// - Throws: the exit code where there is none; why is said.
    func example(isFull: Bool) throws -> String {
        do throws(ExampleText.Absence) {
            return try ExampleText.make(of: operation, isFull: isFull)
        } catch {
            Complaint.write(Failure(title: "\(summary.id) has no example of a body", detail: error.reason, hint: ""))
            throw ExitCode.badData
        }
    }

    /// Header fields of a saved request that the endpoint has as parameters, under the parameters' names: they are written in their style, as
    /// on the screen.
    func headerValues(
        of request: WorkspaceRequest, _ expansion: inout VariableExpansion
    ) throws(VariableError) -> [(name: String, value: FieldValue)] {
        var values: [(name: String, value: FieldValue)] = []
        for header in request.headers {
            let name = header.name.lowercased()
            guard let field = operation.parameters.first(where: { $0.place == .header && $0.name.lowercased() == name })
            else { continue }
            values.append((field.name, try expansion.expand(header.text)))
        }
        return values
    }

    /// - Parameters:
    ///   - prefix: what stands before a parameter's name in the `-p` that a complaint proposes.
    ///   - isForced: values that do not fit are sent, with a warning.
    ///   - setBody: puts the body in, given what the description says of it, and tells what of a form was given.
    func plan(
        _ values: [Value], _ network: NetworkSettings, prefix: String = "", isForced: Bool,
        setBody: (inout RequestPlan, BodyField) throws -> GivenMembers? = { _, _ in nil }
    ) throws -> (RequestPlan, ServicePool) {
        if let saved = operation.saved {
            for loss in api.description.losses(of: summary.index) { warn("\(loss)") }
            return (try savedPlan(saved, values, network, setBody), pool)
        }
        var plan = RequestPlan(id: summary.id, title: summary.path, method: summary.method, path: summary.path)
        let given = try gathered(values)
        plan.parameters = pathParameters() + given.flatMap(parameters)
        let members = try setBody(&plan, operation.body ?? Self.anyBody("application/json"))
        operation.addAccept(to: &plan)
        operation.hideSecrets(in: &plan)
        try checkRequired(plan, Set(values.map(\.name)), network, prefix)
        let fields = given.compactMap { given in given.field.map { (field: $0, text: $0.text(ofAll: given.texts)) } }
        try SendChecks(fields, members, plan.body, operation).settle(summary.id, isForced: isForced)
        let missing = MissingCredentials(
            operation, plan, on: pool, headers: network.headers, logsIn: api.source.login?.ownFlow != nil)
        if let warning = missing.warning { warn(warning) }
        return (plan, pool)
    }

    /// A body of which nothing but its media type is known.
    private static func anyBody(_ contentType: String) -> BodyField { BodyField(isRequired: false, contentTypes: [contentType]) }

    private func warn(_ text: String) { Complaint.write("explorer: warning: \(summary.id): \(text)") }

    // MARK: Parts

    /// A request of a collection, with these values for its fields and variables.
    private func savedPlan(
        _ saved: SavedRequest, _ values: [Value], _ network: NetworkSettings,
        _ setBody: (inout RequestPlan, BodyField) throws -> GivenMembers?
    ) throws -> RequestPlan {
        var changes = SavedRequest.Changes()
        for (name, value) in values {
            if values.count(where: { $0.name == name }) > 1 { throw givenTwice(name, nil) }
            guard let slot = saved.slot(of: name) else {
                let known = saved.fields.map(\.name).joined(separator: ", ")
                throw Complaint.usage(
                    "\(summary.id) has no field or variable '\(name)'", [known.isEmpty ? "it has none" : "it has: \(known)"])
            }
            changes.texts[slot] = value
        }
        let environment = api.description.environment(for: network.environment)
        var filled = saved.plan(for: summary, changes, in: environment)
        let own = filled.plan.body
        _ = try setBody(&filled.plan, Self.anyBody(saved.mediaType ?? "application/json"))
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

    private static func find(_ text: String, in api: OpenedSource) throws -> EndpointSummary {
        switch api.description.find(text) {
        case .one(let summary): return summary
        case .none(let closest):
            let names = api.source.workspace?.api.work.names ?? []
            let saved = ClosestName.to(text, among: names).map { ["did you mean \($0)?"] } ?? []
            let guesses = saved + closest.map { "did you mean \($0.method) \($0.path) (\($0.id))?" }
            let kind = names.isEmpty ? "endpoint" : "endpoint and no saved request"
            throw Complaint.usage(
                "no \(kind) is called '\(text)'", guesses.isEmpty ? ["'explorer list' shows them all"] : guesses)
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

    /// All that was given under one name.
    private struct Given {
        let name: String
        /// `nil` for the key of a security scheme.
        let field: ParameterField?
        var texts: [String]
    }

    /// Values by their names, in the order of their first ones. Several of one name are a list, and nothing but a list may have several.
    private func gathered(_ values: [Value]) throws -> [Given] {
        var all: [Given] = []
        for (name, value) in values {
            if let known = all.firstIndex(where: { $0.name == name }) {
                guard all[known].field?.takesList == true else { throw givenTwice(name, all[known].field?.type) }
                all[known].texts.append(value)
            } else {
                let field = operation.parameters.first { $0.name == name }
                if field == nil, key(name) == nil { throw unknown(name) }
                all.append(Given(name: name, field: field, texts: [value]))
            }
        }
        return all
    }

    private func givenTwice(_ name: String, _ type: String?) -> ExitCode {
        Complaint.usage("'\(name)' is given twice", ["It takes one value\(type.map { " (\($0))" } ?? ""), not a list."])
    }

    private func unknown(_ name: String) -> ExitCode {
        let title = "\(summary.id) has no parameter '\(name)'"
        let forms = (operation.body?.sendable ?? []).flatMap(\.formMembers)
        if forms.contains(where: { $0.field.name == name }) {
            return Complaint.usage(title, ["\(name) is a part of the body: -F \(name)=…"])
        }
        let known = operation.parameters.map(\.name) + keys.map(\.name)
        var details = [known.isEmpty ? "it takes none" : "it takes: \(known.joined(separator: ", "))"]
        if let close = ClosestName.to(name, among: known) { details.insert("did you mean \(close)?", at: 0) }
        return Complaint.usage(title, details)
    }

    /// What the form would send for such texts. An empty value is sent as one: it was asked for by name.
    private func parameters(_ given: Given) -> [Parameter] {
        if let field = given.field { return field.parameters(forAll: given.texts) }
        guard let place = key(given.name) else { return [] }
        return given.texts.map { Parameter(given.name, .secret(Secret($0)), in: place) }
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
    private func checkRequired(_ plan: RequestPlan, _ typed: Set<String>, _ network: NetworkSettings, _ prefix: String) throws {
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
        write(Failure(title: title, detail: details.joined(separator: "\n"), hint: ""))
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
