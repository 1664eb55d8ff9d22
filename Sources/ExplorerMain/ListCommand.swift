// `explorer list`: the endpoints of a description, for scripts.

import ArgumentParser
import Catalog
import Explorer
import Foundation
import NetLayer

struct ListCommand: AsyncParsableCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Print the endpoints of a description, one a line.")

    @Argument(help: "A description: a file, a URL, or - for standard input.", completion: .file()) var source: String
    @Option(help: "text: method, path, id and summary between tabs; json: one array.") var format = Format.text
    @Flag(help: "Webhooks and callbacks too: requests that the API sends, and that a client does not.") var all = false
    @OptionGroup var network: NetworkOptions

    func run() async throws {
        let interrupts = Interrupts()
        defer { withExtendedLifetime(interrupts) {} }
        let description = try await Loading.description(source, network)
        // What of a collection is read in another way, `explorer import` tells.
        let told = description.isCollection ? description.warnings.filter { $0.severity == .error } : description.warnings
        for warning in told { Complaint.write("\(source): \(warning)") }
        let incoming = all ? description.incomingCalls() : []
        Output.write(
            format == .text
                ? Self.text(description.endpoints) + Self.text(incoming)
                : Self.json(Self.rows(description.endpoints) + Self.rows(incoming)))
    }

    private static func text(_ endpoints: [EndpointSummary]) -> String {
        endpoints.map { Self.line("\($0.method)", $0.path, $0.id, $0.summary) }.joined()
    }

    /// Their place names what they are, so that they are not taken for endpoints.
    private static func text(_ calls: [IncomingCall]) -> String {
        calls.map { Self.line("\($0.method)", "\($0.kind.rawValue) \($0.name)", $0.id, $0.summary) }.joined()
    }

    /// The tabs between fields are the only ones.
    private static func line(_ fields: String...) -> String {
        fields.map { field in
            let text = Visible.text(field)
            // Hardly any has one, and looking for it as a text takes longer than reading the description.
            guard text.utf8.contains(where: { $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\n") }) else { return text }
            return text.replacing("\t", with: " ").replacing("\n", with: " ")
        }.joined(separator: "\t") + "\n"
    }

    private static func json(_ rows: [String]) -> String { "[\n" + rows.joined(separator: ",\n") + "\n]\n" }

    private static func rows(_ calls: [IncomingCall]) -> [String] {
        calls.map { call in
            JSONText.object([
                ("kind", .string(call.kind.rawValue)), ("method", .string(call.method.rawValue)), ("name", .string(call.name)),
                ("id", .string(call.id)), ("summary", .string(call.summary)), ("pointer", .string(call.pointer)),
            ])
        }
    }

    private static func rows(_ endpoints: [EndpointSummary]) -> [String] {
        endpoints.map { endpoint in
            JSONText.object([
                ("method", .string(endpoint.method.rawValue)), ("path", .string(endpoint.path)), ("id", .string(endpoint.id)),
                ("summary", .string(endpoint.summary)), ("tags", .array(endpoint.tags.map(JSONText.Value.string))),
                ("deprecated", .bool(endpoint.isDeprecated)),
            ])
        }
    }
}
