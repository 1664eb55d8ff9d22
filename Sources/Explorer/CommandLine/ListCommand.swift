// `explorer list`: the endpoints of a description, for scripts.

import ArgumentParser
import Catalog
import Foundation
import NetLayer
import Workbench
import Workspace

struct ListCommand: AsyncParsableCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Print the endpoints of a description, one a line; for a workspace also its saved requests.")

    @Argument(help: "A description (a file, a URL, or - for standard input), or a workspace.", completion: .file()) var source:
        String
    @Option(help: "text: method, path, id and summary between tabs; json: one array.") var format = Format.text
    @Flag(help: "Webhooks and callbacks too: requests that the API sends, not the client.") var all = false
    @OptionGroup var options: NetworkOptions
    var network: NetworkSettings { options.settings }

    func run() async throws {
        let interrupts = InterruptHandler()
        defer { withExtendedLifetime(interrupts) {} }
        let chosen = try ChosenSource(source, network, consent: .unneeded)
        let saved = chosen.workspace?.api.work ?? SavedWork()
        // A workspace without a description consists of its saved requests.
        let isDescribed = chosen.workspace.map { $0.api.description != nil || saved.requests.isEmpty } ?? true
        let description =
            isDescribed
            ? try await chosen.openSource(network.openClient()).description : APIDescription.undescribed(source)
        // `explorer import` reports the parts of a collection that are read in another way. A workspace names
        // its servers itself.
        let reported = description.warnings.filter { warning in
            description.isCollection ? warning.severity == .error : chosen.pool == nil || warning.rule != .noServer
        }
        for warning in reported { StandardError.write("\(source): \(warning)") }
        let incoming = all ? description.incomingCalls() : []
        Output.write(
            format == .text
                ? Self.formatText(saved) + Self.formatText(description.endpoints) + Self.formatText(incoming)
                : Self.formatJSON(Self.formatRows(saved) + Self.formatRows(description.endpoints) + Self.formatRows(incoming)))
    }

    private static func formatText(_ endpoints: [EndpointSummary]) -> String {
        endpoints.map { Self.formatLine("\($0.method)", $0.path, $0.id, $0.summary) }.joined()
    }

    /// The saved names that `explorer run` accepts.
    private static func formatText(_ saved: SavedWork) -> String {
        saved.requests.map { request in
            let (method, place) = request.target.parts
            return Self.formatLine(method, place, request.name, "saved request")
        }.joined()
            + saved.chains.map { Self.formatLine("CHAIN", $0.members.joined(separator: " → "), $0.name, "saved chain") }.joined()
            + saved.groups.map { Self.formatLine("GROUP", $0.members.joined(separator: ", "), $0.name, "saved group") }.joined()
    }

    private static func formatRows(_ saved: SavedWork) -> [String] {
        func formatRow(_ series: WorkspaceSeries, _ kind: String) -> String {
            JSONText.object([
                ("kind", .string(kind)), ("id", .string(series.name)),
                ("members", .array(series.members.map(JSONText.Value.string))), ("line", .number("\(series.line)")),
            ])
        }
        let requests = saved.requests.map { request in
            let (method, place) = request.target.parts
            return JSONText.object([
                ("kind", .string("request")), ("method", .string(method)), ("target", .string(place)),
                ("id", .string(request.name)),
                ("line", .number("\(request.line)")),
            ])
        }
        return requests + saved.chains.map { formatRow($0, "chain") } + saved.groups.map { formatRow($0, "group") }
    }

    /// The place begins with the kind of call, so that it does not look like an endpoint.
    private static func formatText(_ calls: [IncomingCall]) -> String {
        calls.map { Self.formatLine("\($0.method)", "\($0.kind.rawValue) \($0.name)", $0.id, $0.summary) }.joined()
    }

    /// Only the separators are tabs.
    private static func formatLine(_ fields: String...) -> String {
        fields.map { field in
            let text = Visible.escape(field)
            // Few fields have a tab, and a search in the text takes longer than reading the description.
            guard text.utf8.contains(where: { $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\n") }) else { return text }
            return text.replacing("\t", with: " ").replacing("\n", with: " ")
        }.joined(separator: "\t") + "\n"
    }

    private static func formatJSON(_ rows: [String]) -> String { "[\n" + rows.joined(separator: ",\n") + "\n]\n" }

    private static func formatRows(_ calls: [IncomingCall]) -> [String] {
        calls.map { call in
            JSONText.object([
                ("kind", .string(call.kind.rawValue)), ("method", .string(call.method.rawValue)), ("name", .string(call.name)),
                ("id", .string(call.id)), ("summary", .string(call.summary)), ("pointer", .string(call.pointer)),
            ])
        }
    }

    private static func formatRows(_ endpoints: [EndpointSummary]) -> [String] {
        endpoints.map { endpoint in
            JSONText.object([
                ("method", .string(endpoint.method.rawValue)), ("path", .string(endpoint.path)), ("id", .string(endpoint.id)),
                ("summary", .string(endpoint.summary)), ("tags", .array(endpoint.tags.map(JSONText.Value.string))),
                ("deprecated", .bool(endpoint.isDeprecated)),
            ])
        }
    }
}

extension WorkspaceRequest.Target {
    /// The method, if it is given, and the target. References stay as they are written.
    fileprivate var parts: (method: String, place: String) {
        switch self {
        case .endpoint(let id): ("-", id)
        case .address(let method, let url): (method.rawValue, url.source)
        }
    }
}
