// Commands that print and end: list, keys, paths.

import ArgumentParser
import Canvas
import Catalog
import Explorer
import Foundation
import NetLayer
import Runtime
import Workspace

struct ListCommand: AsyncParsableCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Print the endpoints of a description, one a line.")

    @Argument(help: "A description: a file, a URL, or - for standard input.") var source: String
    @Option(help: "text: method, path, id and summary between tabs; json: one array.") var format = Format.text
    @OptionGroup var network: NetworkOptions

    func run() async throws {
        let interrupts = Interrupts { _exit(ExitCode.cancelled.rawValue) }
        defer { withExtendedLifetime(interrupts) {} }
        let description = try await Loading.description(source, network)
        for warning in description.warnings { Complaint.write("\(source): \(warning.text)") }
        Output.write(format == .text ? Self.text(description.endpoints) : Self.json(description.endpoints))
    }

    private static func text(_ endpoints: [EndpointSummary]) -> String {
        endpoints.map { "\($0.method)\t\(Visible.text($0.path))\t\(Visible.text($0.id))\t\(Visible.text($0.summary))\n" }.joined()
    }

    private static func json(_ endpoints: [EndpointSummary]) -> String {
        let rows = endpoints.map { endpoint in
            JSONText.object([
                ("method", .string(endpoint.method.rawValue)), ("path", .string(endpoint.path)), ("id", .string(endpoint.id)),
                ("summary", .string(endpoint.summary)), ("tags", .array(endpoint.tags.map(JSONText.Value.string))),
                ("deprecated", .bool(endpoint.isDeprecated)),
            ])
        }
        return "[\n" + rows.joined(separator: ",\n") + "\n]\n"
    }
}

struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "keys", abstract: "Print the keys and what they do.")

    @Flag(help: "As a Markdown page.") var markdown = false

    func run() { Output.write(markdown ? KeyReference.markdown() : KeyReference.text()) }
}

struct PathsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "paths", abstract: "Print where the program's own files live.")

    func run() {
        let paths = Paths(environment: ProcessInfo.processInfo.environment).listed
        Output.write(paths.map { TextWidth.pad($0.name, 8) + $0.path + "\n" }.joined())
    }
}
