// One call, made into a request in each of five ways by the code that makes it in the program.

import ArgumentParser
import Canvas
import Catalog
import Document
import Foundation
import History
import NetLayer
import RequestFiles
import TestSupport

@testable import CommandLine
@testable import NetLayer
@testable import Runtime
@testable import Screen
@testable import Workbench
@testable import Workspace

/// A description on the screen and at the command line at once.
struct FiveWays {
    /// What a request may leave out of what it was: see ``saved(_:)`` and ``stored(_:)``.
    struct NotKept: Error {}

    private let description: APIDescription
    private let source: String
    private let base: String
    private let folder: TemporaryFolder
    private let network: NetworkSettings
    private let api: OpenedSource
    private var model: Model
    private let store: HistoryStore
    private let client: NetClient

    init(_ description: APIDescription, source: String, base: String, folder: TemporaryFolder) async throws {
        (self.description, self.source, self.base, self.folder) = (description, source, base, folder)
        network = try await SendCommand.request([source, "x", "--base", base]).network
        let chosen = try ChosenSource(source, network)
        api = chosen.makeOpenedSource(description, note: nil)
        model = Model(size: Size(width: 80, height: 24), source: source, defaults: network.defaults)
        _ = model.update(.source(.described(description, api.pool)))
        store = try HistoryStore.open(path: folder.path("history.sqlite"), now: { 0 }).store
        client = NetClient(
            transport: ScriptedTransport { _ in ScriptedTransport.Step.answer(200) }, generator: network.generator)
    }

    var pool: ServicePool { api.pool }
    var generator: RequestGenerator { network.generator }

    func close() async { await store.close() }

    private func wire(_ plan: RequestPlan) throws -> WireRequest { try network.wireRequest(of: plan, on: api.pool) }

    // MARK: The form

    /// As the screen sends its form.
    mutating func form(_ call: RandomCall) throws -> WireRequest {
        let form = try filledForm(call)
        var expansion = model.expansion
        return try wire(try model.plan(form, of: call.endpoint.index, &expansion))
    }

    private mutating func filledForm(_ call: RandomCall) throws -> RequestForm {
        guard var form = model.newForm(call.endpoint.index) else { throw NotKept() }
        call.fill(&form)
        return form
    }

    // MARK: The command line

    /// As `explorer send` and `explorer export` make it.
    func typed(_ call: RandomCall) async throws -> WireRequest {
        let values = call.parameters.flatMap { value in value.texts.flatMap { ["-p", "\(value.name)=\($0)"] } }
        let arguments = try await SendCommand.request(
            [source, "\(call.endpoint.method) \(call.endpoint.path)", "--base", base, "--force"] + values + call.body.arguments)
        let target = try arguments.target(in: api)
        return try arguments.network.wireRequest(of: target.plan, on: target.pool)
    }

    // MARK: A saved request

    /// The form saved in a workspace, read again, and made into a request as `explorer run` does.
    /// - Throws: ``NotKept`` for a form with a secret, which is not saved.
    mutating func saved(_ call: RandomCall) throws -> WireRequest {
        let form = try filledForm(call)
        let request: WorkspaceRequest
        do throws(FormProblem) {
            request = try form.request(named: "r")
        } catch {
            guard error.text.contains("is a secret") else { throw error }
            throw NotKept()
        }
        let head = "apis:\n  shop:\n    environments: { release: [\"\(base)\"] }\n"
        let path = folder.path("explorer.yaml")
        let bytes = try WorkspaceEdit.apply(.put(request), api: "shop", to: Array(head.utf8), path: path)
        guard let saved = try WorkspaceFile(bytes, path: path).apis.first?.work.request("r") else { throw NotKept() }
        guard case .endpoint(let name) = saved.target else { throw NotKept() }
        let runner = SavedPlans(
            client: client, network: network, source: api.source, api: api, calls: [name: try EndpointCall(name, in: api)],
            expansion: VariableExpansion(VariableScopes()), service: nil, followsRedirects: true, history: nil, consent: nil)
        var expansion = runner.expansion
        return try wire(try runner.makePlan(saved, &expansion))
    }

    // MARK: A line for curl

    /// The line that is exported, read by the reader of `explorer send FILE`.
    func curl(_ wire: WireRequest) throws -> WireRequest {
        let line = CurlLine.makeCommand(wire, revealsSecrets: true)
        if line.contains(CurlLine.bodyFile) { try folder.file(CurlLine.bodyFile, try wire.body.collected()) }
        let read = try ReadRequest(try CurlReader.readCollection(Array(line.utf8), file: "line"), folder: folder.path)
        return try RequestGenerator().request(for: read.plan, on: read.pool.services.first)
    }

    // MARK: The history

    /// Sent to nobody, written into the history, read, and made into a request as `explorer history resend` does.
    /// - Throws: ``NotKept`` for a request with a secret or a file, which are not kept.
    func stored(_ call: RandomCall, _ wire: WireRequest) async throws -> WireRequest {
        let plan = try await typedPlan(call)
        let handle = client.dispatch(Endpoint(plan), on: api.pool)
        let response = try await handle.value
        var secrets = KnownSecrets()
        let landed = HistoryRecorder.LandedCall(
            origin: HistoryOrigin(api: "shop"), context: CallContext(id: handle.id, plan: plan), outcome: .success(response),
            row: client.row(of: handle.id), started: 0)
        let entry = HistoryEntry(EntryFacts(landed), run: "test", hiding: &secrets)
        store.record(entry)
        await store.flush()
        guard let kept = try await store.entry(entry.id) else { throw NotKept() }
        let stored = StoredRequest(kept)
        guard var again = stored.plan, stored.secretFields.isEmpty else {
            guard wire.holdsSecret || wire.isStreamed else { throw StoredRequestLost(why: stored.reasonForAbsence) }
            throw NotKept()
        }
        try network.prepare(&again, on: api.pool, service: api.pool.services.first?.name)
        return try self.wire(again)
    }

    /// Nothing in a request explains why it was not kept.
    struct StoredRequestLost: Error { let why: String }

    /// What ``typed(_:)`` makes its request of.
    func typedPlan(_ call: RandomCall) async throws -> RequestPlan {
        let values = call.parameters.flatMap { value in value.texts.flatMap { ["-p", "\(value.name)=\($0)"] } }
        return try await SendCommand.request(
            [source, "\(call.endpoint.method) \(call.endpoint.path)", "--base", base, "--force"] + values + call.body.arguments
        ).target(in: api).plan
    }
}

extension RandomCall {
    /// Types it into the form of its endpoint.
    func fill(_ form: inout RequestForm) {
        let typed = Dictionary(uniqueKeysWithValues: parameters.map { ($0.name, $0.field) })
        let members = Dictionary(uniqueKeysWithValues: body.members.map { ($0.name, $0.field) })
        for index in form.fields.indices {
            let field = form.fields[index]
            let text: String?
            switch field.role {
            case .parameter: text = typed[field.name]
            case .part(_, let media, _): text = media == form.body?.selected ? members[field.name] : nil
            case .file: if case .file(let path) = body { text = "@" + path } else { text = nil }
            case .own, .credential, .saved, .option: continue
            }
            form.fields[index].input = TextField(text ?? "")
        }
        if form.body?.style == .text {
            form.editBody { area in
                if case .text(let text) = body { area.setText(text) } else { area.setText("") }
            }
        }
    }
}

extension RandomCall.Body {
    /// What stands in the fields of a form.
    var members: [RandomCall.Value] {
        switch self {
        case .none, .text, .file: []
        case .form(let values), .object(let values, _): values
        case .parts(let values, let files): values + files
        }
    }

    /// What is typed for it.
    var arguments: [String] {
        switch self {
        case .none: []
        case .text(let text): ["-d", text]
        case .object(_, let json): ["-d", json]
        case .file(let path): ["-d", "@" + path]
        case .form(let values): Self.fields(values)
        case .parts(let values, let files): Self.fields(values) + files.flatMap { ["-F", "\($0.name)=@\($0.texts[0])"] }
        }
    }

    private static func fields(_ values: [RandomCall.Value]) -> [String] {
        values.flatMap { value in value.texts.flatMap { ["-F", "\(value.name)=\($0)"] } }
    }
}

extension WireRequest {
    /// Something in it is a secret.
    var holdsSecret: Bool {
        isBodySecret || !maskedFields.isEmpty || !url.secretNames.isEmpty || !url.secretTexts.isEmpty
            || headers.fields.contains { $0.value.isSecret } || url.description != url.revealed
            || maskedBody.map { [UInt8]($0) } != (try? body.collected())
    }

    /// Its body is read from files while it is sent.
    var isStreamed: Bool { if case .stream = body { true } else { false } }

    /// What goes out of it, byte for byte: method, URL, header fields, body. Fields of different names may come in any order.
    func onTheWire() throws -> RecordedRequest {
        let fields = headers.fields.enumerated().sorted {
            ($0.element.name.lowercased(), $0.offset) < ($1.element.name.lowercased(), $1.offset)
        }
        let lines = ["\(method) \(url.revealed)"] + fields.map { "\($0.element.name): \($0.element.value.revealed)" }
        return RecordedRequest(head: lines.joined(separator: "\r\n"), body: try body.collected()).withPlainBoundary
    }
}

extension SendCommand {
    /// What `explorer send` makes of its arguments.
    static func request(_ arguments: [String]) async throws -> RequestArguments {
        try await asyncParse(arguments).request
    }
}
