// Commands that print and end: list, keys, themes, paths.

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
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Print the keys that count now, and what is wrong with your keymap file.",
        discussion: "Your keymap file: 'explorer paths' says where; 'explorer keys --template' prints one to start from.")

    @Flag(help: "The keys that the program brings along, as a Markdown page.") var markdown = false
    @Flag(help: "A keymap file to start from: all commands with their keys, in comments.") var template = false

    func run() throws {
        if markdown { return Output.write(KeyReference.markdown()) }
        if template { return Output.write(Keymap.template) }
        let (keymap, problems) = KeymapFile.load(ProcessInfo.processInfo.environment)
        Output.write(KeyReference.text(keymap))
        problems.forEach { Complaint.write($0) }
        if !problems.isEmpty { throw ExitCode.badFiles }
    }
}

struct ThemesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "themes", abstract: "Print the themes there are and what is wrong with yours, or one theme's file.",
        discussion:
            "A theme of your own: 'explorer themes dark > FILE', where FILE ends in .theme in the folder that 'explorer paths' names."
    )

    @Argument(help: "Print this theme's file.") var name: String?

    func run() throws {
        let themes = ThemeFiles(ProcessInfo.processInfo.environment)
        if let name { return Output.write(try themes.source(name)) }
        let chosen = themes.wish(nil)
        let width = themes.choices.map { TextWidth.of(Visible.text($0.name)) }.max() ?? 0
        var isBad = false
        for choice in themes.choices {
            let mark = choice.name == chosen ? "* " : "  "
            Output.write(mark + TextWidth.pad(Visible.text(choice.name), width) + "  " + Visible.text(choice.place) + "\n")
        }
        for choice in themes.choices {
            switch themes.load(choice.name) {
            case .success(let theme):
                theme.problems.forEach { Complaint.write($0) }
                isBad = isBad || !theme.problems.isEmpty
            case .failure(let error):
                Complaint.write("\(error.path): \(error.message)")
                isBad = true
            }
        }
        if isBad { throw ExitCode.badFiles }
    }
}

struct PathsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "paths", abstract: "Print where the program's own files live.")

    func run() {
        let paths = Paths(environment: ProcessInfo.processInfo.environment).listed
        Output.write(paths.map { TextWidth.pad($0.name, 8) + $0.path + "\n" }.joined())
    }
}

extension ExitCode {
    /// The user's own files have mistakes; what can be used of them was.
    fileprivate static let badFiles = ExitCode(65)
}
