// `explorer import`: reports what the program reads of another program's file, and writes a
// workspace that uses it.

import ArgumentParser
import Canvas
import Catalog
import Foundation
import NetLayer
import Workbench
import Workspace

struct ImportCommand: AsyncParsableCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

    /// How the import treats the part that a warning names.
    private enum Part: String, CaseIterable {
        case skipped, unsupported, assumed

        init(_ warning: Catalog.Warning) {
            self = warning.severity == .error ? .skipped : warning.rule == .importUnsupported ? .unsupported : .assumed
        }
    }

    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Print which parts of a request file can be read, and write a workspace for it.",
        discussion: """
            explorer import shop.postman_collection.json                    the parts that are read or not, and where
            explorer import requests/ -o explorer.yaml                      also writes a workspace beside it

            It reads Postman 2.0 and 2.1, Insomnia, Bruno, .http and .rest, HAR, curl lines, ATAC, slumber, folders of them, and OpenAPI.
            It also reads environments beside a collection. The workspace refers to the file, which stays unchanged.
            Exit codes: 0 read, 65 it cannot be read, or parts of it were skipped, 66 there is no such file, 74 the workspace cannot be written.
            """)

    @Argument(help: "A file, a folder, or a URL.", completion: .file()) var source: String
    @Option(name: [.customShort("o"), .customLong("output")], help: ArgumentHelp("Write a workspace.", valueName: "file"))
    var output: String?
    @Flag(help: "Overwrite an existing workspace.") var force = false
    @Option(help: "text: one part a line, then a summary; json: one object.") var format = Format.text
    @OptionGroup var options: NetworkOptions
    var network: NetworkSettings { options.settings }

    func run() async throws {
        let interrupts = InterruptHandler()
        defer { withExtendedLifetime(interrupts) {} }
        let chosen = try ChosenSource(source, network)
        let client = try network.openClient()
        let api: OpenedSource
        do throws(LoadError) {
            api = try await chosen.openSource(client)
        } catch {
            if format == .json { Output.write(Self.formatJSON(error)) }
            StandardError.write(error.failure)
            throw ExitCode(error.exitCode)
        }
        let parts = api.description.warnings
        // Before any output: the report must not announce a file that cannot be written.
        let workspace = try output.map {
            try (path: $0, text: WorkspaceTemplate.makeText(at: $0, source, api, network, overwrites: force))
        }
        Output.write(format == .text ? formatText(api.description, parts) : formatJSON(api.description, parts))
        if let workspace {
            try Output.write(workspace.text, toFile: workspace.path)
            StandardError.write("explorer: wrote \(workspace.path); open it with: explorer \(workspace.path)")
        }
        guard !parts.contains(where: { Part($0) == .skipped }) else { throw ExitCode.badData }
    }

    private func formatText(_ description: APIDescription, _ parts: [Catalog.Warning]) -> String {
        // One part a line: a line break in a name becomes visible, because it would begin a line of its own.
        let lines = parts.map { Printable.visible("\(Part($0).rawValue): \($0)") + "\n" }.joined()
        let counts = Part.allCases.map { part in "\(parts.count { Part($0) == part }) \(part.rawValue)" }
        let read = description.endpoints.count
        return lines
            + Printable.visible(
                "\(source): \(description.format), \(read) request\(read == 1 ? "" : "s") read, \(counts.joined(separator: ", "))"
            ) + "\n"
    }

    private func formatJSON(_ description: APIDescription, _ parts: [Catalog.Warning]) -> String {
        JSONText.object([
            ("format", .string(description.format)), ("requests", .number("\(description.endpoints.count)")),
            ("environments", .array(description.environments.map(JSONText.Value.string))),
            (
                "parts",
                .array(
                    parts.map { Self.value($0, Part($0)) })
            ),
        ]) + "\n"
    }

    private static func value(_ part: Catalog.Warning, _ kind: Part) -> JSONText.Value {
        .object([
            ("kind", .string(kind.rawValue)), ("file", part.file.map { .string($0) } ?? .null),
            ("pointer", .string(part.pointer)),
            ("line", part.line.map { .number("\($0)") } ?? .null), ("message", .string(part.message)),
            ("hint", .string(part.hint)),
        ])
    }

    /// An error, in the form of the report.
    private static func formatJSON(_ error: LoadError) -> String {
        JSONText.object([
            ("format", .null), ("requests", .number("0")), ("environments", .array([])),
            ("parts", .array([value(error.problem, .skipped)])),
        ]) + "\n"
    }
}
