// `explorer check`: all problems of a description, for people and for CI.

import ArgumentParser
import Canvas
import Catalog
import Foundation
import NetLayer
import Workbench
import Workspace

struct CheckCommand: AsyncParsableCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Print the problems of a description, with their places.",
        discussion: """
            An error is a part that could not be read, or that programs read differently; a warning is a part that needed an assumption or
            may surprise users; a note is information for the author. Each has the name of its rule: docs/CHECK.md lists them.
            Exit codes: 0 no errors (warnings and notes do not count), 65 errors or no description at all, 66 it cannot be read.
            """)

    @Argument(help: "A description (a file, a URL, or - for standard input), or a workspace.", completion: .file()) var source:
        String
    @Option(help: "text: one problem a line, then a summary; json: one object.") var format = Format.text
    @OptionGroup var options: NetworkOptions
    var network: NetworkSettings { options.settings }

    func run() async throws {
        let interrupts = InterruptHandler()
        defer { withExtendedLifetime(interrupts) {} }
        let chosen = try ChosenSource(source, network, consent: .unneeded)
        if let (_, api) = chosen.workspace, api.description == nil {
            // The workspace itself has no errors. It names no description, so the command does not ask
            // its services for one.
            Output.write(format == .text ? Self.summary(source, "workspace", saved: api.work) : Self.formatJSON())
            return
        }
        let client = try network.openClient()
        let description: APIDescription
        do throws(LoadError) {
            let loaded = try await chosen.loadDescription(client)
            if let note = loaded.note { StandardError.write("explorer: \(note)") }
            description = loaded.description
        } catch {
            if format == .json { Output.write(Self.formatJSON(error)) }
            if format == .text || error.refusal == nil { StandardError.write(error.failure) }
            throw ExitCode(error.exitCode)
        }
        // A workspace names its servers itself.
        let problems = description.check().filter { chosen.pool == nil || $0.rule != .noServer }
        Output.write(
            format == .text
                ? formatText(description, problems, saved: chosen.workspace?.api.work) : Self.formatJSON(description, problems))
        guard !problems.contains(where: { $0.severity == .error }) else { throw ExitCode(65) }
    }

    private func formatText(_ description: APIDescription, _ problems: [Catalog.Warning], saved: SavedWork?) -> String {
        // One problem a line: a line break in a name becomes visible, because it would begin
        // a line of its own.
        let lines = problems.map { Printable.visible("\($0.severity.rawValue): \($0) [\($0.rule.rawValue)]") + "\n" }.joined()
        let saved = saved.map { ", " + Self.counts($0) } ?? ""
        let counts =
            [Self.count(description.endpoints.count, "endpoint")]
            + Catalog.Warning.Severity.allCases.map { severity in
                Self.count(problems.count { $0.severity == severity }, severity.rawValue)
            }
        return lines + Printable.visible("\(source): \(description.format), \(counts.joined(separator: ", "))\(saved)") + "\n"
    }

    private static func summary(_ source: String, _ kind: String, saved: SavedWork) -> String {
        Printable.visible("\(source): \(kind), \(counts(saved))") + "\n"
    }

    private static func counts(_ saved: SavedWork) -> String {
        [(saved.requests.count, "saved request"), (saved.chains.count, "chain"), (saved.groups.count, "group")]
            .map { count($0.0, $0.1) }.joined(separator: ", ")
    }

    private static func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }

    private static func formatJSON(_ description: APIDescription, _ problems: [Catalog.Warning]) -> String {
        JSONText.object([
            ("standard", .string(description.standard)), ("endpoints", .number("\(description.endpoints.count)")),
            ("problems", .array(problems.map(value))),
        ]) + "\n"
    }

    /// The result without problems and without endpoints.
    private static func formatJSON() -> String {
        JSONText.object([("standard", .null), ("endpoints", .number("0")), ("problems", .array([]))]) + "\n"
    }

    private static func value(_ problem: Catalog.Warning) -> JSONText.Value {
        .object([
            ("severity", .string(problem.severity.rawValue)), ("rule", .string(problem.rule.rawValue)),
            ("file", problem.file.map { .string($0) } ?? .null),
            ("pointer", .string(problem.pointer)), ("line", problem.line.map { .number("\($0)") } ?? .null),
            ("message", .string(problem.message)), ("hint", .string(problem.hint)),
        ])
    }

    /// An error in the same form: one problem, and no endpoints.
    private static func formatJSON(_ error: LoadError) -> String {
        JSONText.object([("standard", .null), ("endpoints", .number("0")), ("problems", .array([value(error.problem)]))]) + "\n"
    }
}
