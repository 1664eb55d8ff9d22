// The arguments of `send` and `export` for one request.

import ArgumentParser
import Catalog
import Foundation
import NetLayer
import RequestFiles
import Workbench
import Workspace

/// A request, its pool, and the parameters that its endpoint accepts besides the given ones.
struct ListTarget: Sendable {
    var plan: RequestPlan
    let pool: ServicePool
    var known: [PagingDetection.Known] = []
    /// The workspace's rule for its paging.
    var paging: PagingOverride?
    /// The source of the request, for the history's entries.
    var frame = HistoryFrame()
    /// How its response body reports success and failure.
    var business: BusinessCode?
    /// What the description says about its responses; `nil` when it says nothing.
    var contract: Contract?
}

/// The request of the command: an endpoint of a description with its values, or a request by hand.
struct RequestArguments: ParsableArguments {
    @Argument(help: "A description (file, URL, -), a method, or a URL alone for GET.", completion: .file()) var source: String
    @Argument(
        help: "An endpoint of the description, or a URL after a method.", completion: ShellCompletion.completionKind(.endpoint))
    var endpoint: String?
    @Option(
        name: [.customShort("p"), .customLong("param")], help: ArgumentHelp("Set a parameter.", valueName: "name=value"),
        completion: ShellCompletion.completionKind(.parameter))
    var parameters: [String] = []
    @Option(
        name: [.customShort("d"), .customLong("data")],
        help: ArgumentHelp("The body: text, @file, or @- for standard input.", valueName: "body"))
    var data: String?
    @Option(
        name: [.customShort("F"), .customLong("form")],
        help: ArgumentHelp(
            "A part of a multipart body: text, @FILE for a file, <FILE for a file's content as text; with ;type= and ;filename= if needed.",
            valueName: "name=value|name=@file"))
    var form: [String] = []
    @Option(
        help: ArgumentHelp("Send it only to this service: its number, from 1, or its name.", valueName: "service"),
        completion: ShellCompletion.completionKind(.service))
    var service: String?
    @OptionGroup var fitting: FittingOptions
    @OptionGroup var options: NetworkOptions
    var network: NetworkSettings { options.settings }

    func target(_ client: NetClient) async throws -> (RequestPlan, ServicePool) {
        let target = try await makeListTarget(client)
        return (target.plan, target.pool)
    }

    /// The target with the endpoint's paging.
    func makeListTarget(_ client: NetClient) async throws -> ListTarget {
        // Reports typing errors before anything is loaded.
        let values = try parameters.map(EndpointCall.parseValue)
        if let target = try targetByHand(values) { return target }
        return try target(in: try await ChosenSource(source, network).openSource(client))
    }

    /// A request by hand; `nil` if the source is a description.
    private func targetByHand(_ values: [EndpointCall.Value]) throws -> ListTarget? {
        let method = HTTPMethod(rawValue: source.uppercased())
        // A source of that name is a request by hand, not a file.
        let isMethod = TypedRequestReader.methods.contains(method.rawValue)
        guard let endpoint else {
            guard !isMethod, !FileManager.default.fileExists(atPath: source), TypedAddress.isMeant(source) else {
                throw Refusal(
                    usage: isMethod ? "a URL is missing after \(method)" : "an endpoint is missing",
                    [isMethod ? "Write it as: \(method) URL." : "'explorer list \(source)' shows the endpoints."])
            }
            return try target(.get, TypedAddress(source), values)
        }
        let address = TypedAddress(endpoint)
        if isMethod {
            guard URI(address.url).isAbsoluteHTTP else {
                throw Refusal(
                    usage: "'\(endpoint)' is not a URL", ["After a method comes a URL with http:// or https:// and a host."])
            }
            return try target(method, address, values)
        }
        // A custom method differs from a file by its capitals.
        guard source == method.rawValue, method.isValid, URI(endpoint).isAbsoluteHTTP else { return nil }
        return try target(method, address, values)
    }

    private func target(_ method: HTTPMethod, _ address: TypedAddress, _ values: [EndpointCall.Value]) throws -> ListTarget {
        if let note = address.note { StandardError.write("explorer: \(note)") }
        // The title appears in events, so it is the masked URL.
        var draft = RequestDraft(.address(method, address.url))
        (draft.id, draft.title) = ("by hand", URI(address.url).description)
        draft.values = values.map { .parameter(Parameter($0.name, .plain($0.value), in: .query)) }
        try setBody(&draft, BodyField(isRequired: false, contentTypes: ["application/json"]))
        var plan = draft.plan
        if network.api != nil || network.environment != nil || service != nil {
            throw Refusal(usage: "--api, --env and --service are for descriptions", ["A URL is already the whole address."])
        }
        try network.prepare(&plan, on: ServicePool([]), service: nil)
        return ListTarget(plan: plan, pool: ServicePool([]), business: network.business)
    }

    /// The target for an endpoint of an opened description.
    func target(in api: OpenedSource) throws -> ListTarget {
        let call = try EndpointCall(endpoint ?? "", in: api)
        let values = try parameters.map(EndpointCall.parseValue)
        let draft = try call.makeDraft(values.map { ($0.name, .plain($0.value)) }) { try setBody(&$0, $1) }
        var plan = try call.makePlan(draft, network, isForced: fitting.force)
        let pool = call.pool
        try api.source.prepare(&plan, on: pool, service: service)
        return ListTarget(
            plan: plan, pool: pool, known: call.queryParameters, paging: call.paging, frame: api.frame,
            business: api.source.business, contract: call.contract)
    }

    private func setBody(_ draft: inout RequestDraft, _ body: BodyField) throws {
        guard form.isEmpty else {
            if data != nil { throw Refusal(usage: "-d and -F exclude each other", ["Use one of them."]) }
            return try draft.setForm(try FormParts.parseParts(form), body)
        }
        guard let data else { return }
        let bytes: [UInt8]
        do throws(ReadError) {
            bytes =
                data == "@-"
                ? try FileReading.standardInput(CommandContext.io.input)
                : data.hasPrefix("@") ? try FileReading.bytes(String(data.dropFirst()), .anything) : Array(data.utf8)
        } catch {
            throw Refusal(error)
        }
        try draft.setData(bytes, body, isTyped: network.headers.first("Content-Type") != nil)
    }
}
