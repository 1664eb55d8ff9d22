// The commands that open the screen, or print its tables: open, demo, keys, settings, themes. No file outside
// this folder knows the screen.

import ArgumentParser
import Canvas
import Foundation
import NetLayer
import Runtime
import Screen
import Workbench
import Workspace

struct ScreenOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A built-in theme (\(BuiltInThemes.names.joined(separator: ", "))), one of yours, or a file.", valueName: "name"))
    var theme: String?

    @Option(help: ArgumentHelp("Write one line a frame to this file: milliseconds, bytes, events.", valueName: "file"))
    var trace: String?

    @Flag(help: "Reader mode: print lines for a screen reader in place of the screen.") var reader = false

    var looks: ScreenProgram.Looks { ScreenProgram.Looks(theme: theme, trace: trace, usesReader: reader) }
}

struct OpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open the screen on a description or a workspace; without one, on explorer.yaml here, else offer what to open.",
        shouldDisplay: false)

    @Argument(help: "A description: a file, a URL, or - for standard input.", completion: .file()) var source: String?
    @OptionGroup var options: NetworkOptions
    var network: NetworkSettings { options.settings }
    @OptionGroup var screen: ScreenOptions

    @MainActor
    func run() async throws {
        guard let source = source ?? WorkspaceFile.here else { return try await openStart() }
        try await openSource(source)
    }

    @MainActor
    func openSource(_ source: String, typedAhead: [Event] = []) async throws {
        try Self.requireFile(source)
        // The command can ask the user at the terminal.
        if WorkspaceFile.workspacePath(of: source) != nil { try ScreenProgram.requireTerminal(input: STDIN_FILENO) }
        let chosen = try ChosenSource.all(source, network, consent: .asked)
        let isInput = chosen[0].place == .standardInput
        try ScreenProgram.requireTerminal(input: isInput ? nil : STDIN_FILENO)
        let apis = chosen.map { ExploredAPI($0, sendSource: isInput ? nil : sendSource(source, of: $0, among: chosen.count)) }
        let program = try ScreenProgram(apis, network, screen.looks, CommandContext.environment, records: true)
        let recent = RecentSources(Paths(environment: CommandContext.environment))
        for (number, chosen) in chosen.enumerated() {
            let reader = SourceReader(chosen)
            let lasting = chosen.workspace.map { Source.file($0.file.path) } ?? chosen.place
            let name = apis.count > 1 ? chosen.workspace?.api.name : nil
            program.load(number, from: chosen.place, workspace: chosen.workspace?.file.path) {
                [history = program.history] client, remoteReferences throws(LoadError) in
                let opened = try await reader.readSource(client, remoteReferences: remoteReferences)
                history?.setFrame(opened.frame, of: name)
                recent?.note(lasting)
                return opened
            }
        }
        program.receive(typedAhead)
        try await Self.runScreen(program)
    }
}

extension OpenCommand {
    /// Runs the screen to its end.
    /// - Throws: its exit code.
    @MainActor
    static func runScreen(_ program: ScreenProgram) async throws {
        let code = await program.run()
        guard code == 0 else { throw ExitCode(code) }
    }

    /// The words of a line of `explorer send` that opens the same source; `nil` when it would take more options
    /// than these.
    private func sendSource(_ source: String, of chosen: ChosenSource, among count: Int) -> [String]? {
        guard network.headers.fields.isEmpty, network.connection == ConnectionOptions() else { return nil }
        let api = network.api ?? (count > 1 ? chosen.workspace?.api.name : nil)
        return [source] + (network.base.map { ["--base", $0] } ?? []) + (api.map { ["--api", $0] } ?? [])
    }

    /// Reports a missing file before a screen opens on it.
    static func requireFile(_ source: String) throws(Refusal) {
        guard case .file(let path) = Source(WorkspaceFile.workspacePath(of: source) ?? source),
            !CollectionReading.isCollection(folder: path)
        else { return }
        do throws(ReadError) { try FileReading.requireThere(path) } catch { throw Refusal(error) }
    }
}

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Open the screen on the built-in demo: three services of one API on loopback.")

    @Flag(help: "Only serve: print one base URL a line, then 'ready'; end with Ctrl-C.") var serve = false
    @Option(help: ArgumentHelp("Port of the first service; the others take the next ones. 0: any free port.", valueName: "n"))
    var port: Int = 0
    @OptionGroup var options: NetworkOptions
    var network: NetworkSettings { options.settings }
    @OptionGroup var screen: ScreenOptions

    func validate() throws {
        guard (0...65_533).contains(port) else { throw ValidationError("--port takes a number from 0 to 65533.") }
        guard network.api == nil else { throw ValidationError("--api is for workspaces: the demo has one API.") }
        guard !serve || network.environment == nil && network.failsOver == nil && network.log == nil else {
            throw ValidationError("--env, --failover and --log are for the screen: --serve sends nothing.")
        }
    }

    @MainActor
    func run() async throws {
        guard serve else { return try await Self.openScreen(network, screen, basePort: port) }
        // Before any service starts, so that every signal stops the services before the program ends.
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
        let interrupts = InterruptHandler { continuation.finish() }
        let services = try await DemoServices.start(basePort: port, CommandContext.environment)
        defer { services.stop() }
        Output.write(services.urls.map { $0 + "\n" }.joined() + "ready\n")
        services.whenEnded { continuation.finish() }
        for await _ in signals {}
        guard interrupts.seen else {
            StandardError.write("explorer: the demo's services stopped unexpectedly")
            throw ExitCode.failure
        }
    }

    @MainActor
    static func openScreen(
        _ network: NetworkSettings, _ screen: ScreenOptions, basePort: Int, typedAhead: [Event] = []
    ) async throws {
        let environment = try Self.environment(network)
        try ScreenProgram.requireTerminal(input: STDIN_FILENO)
        let services = try await DemoServices.start(basePort: basePort, CommandContext.environment)
        defer { services.stop() }
        let program = try ScreenProgram(
            [ExploredAPI("the demo")], network, screen.looks, CommandContext.environment, demo: services, records: false)
        let place = Source.url(URI(services.urls[0] + "/openapi.json"))
        let source = ChosenSource(place, network, variables: CommandContext.environment)
        program.load(from: place) { client, _ throws(LoadError) in
            let description = try await DescriptionLoader.load(place, client: client)
            let pool = network.service.map { ServicePool([$0]) } ?? Self.makePool(services.urls, in: environment)
            return OpenedSource(description, network.equipped(pool), from: source)
        }
        program.receive(typedAhead)
        try await OpenCommand.runScreen(program)
    }

    /// The environment that the user asked for: the demo has two.
    private static func environment(_ network: NetworkSettings) throws -> NetLayer.Environment {
        let known = [NetLayer.Environment.release, .test]
        guard network.api == nil else { throw Refusal(usage: "--api is for workspaces", ["The demo has one API."]) }
        guard let name = network.environment else { return .release }
        guard let environment = known.first(where: { $0.rawValue == name }) else {
            throw Refusal(
                usage: "the demo has no environment '\(name)'", ["It has: \(known.map(\.rawValue).joined(separator: ", "))."])
        }
        return environment
    }

    /// The services in their order; the last one also alone in an environment for tests.
    private static func makePool(_ urls: [String], in environment: NetLayer.Environment) -> ServicePool {
        let services = urls.enumerated().map { index, url in
            let stages: [NetLayer.Environment] = index == urls.count - 1 ? [.release, .test] : [.release]
            return Service(name: "api-\(index + 1)", deployments: stages.map { Deployment($0, baseURL: URI(url)) })
        }
        var options = FailoverOptions()
        // On loopback a service that does not respond soon never will: requests leave a frozen
        // service while they wait.
        options.health = HealthCheck(path: "/health")
        options.health?.interval = .seconds(1)
        options.health?.timeout = .milliseconds(500)
        return ServicePool(services, id: "demo", environment: environment, failover: options)
    }
}

struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Print the keys in effect, and the errors in your keymap file.",
        discussion: "'explorer paths' names your keymap file; 'explorer keys --template' prints one to start from.")

    @Flag(help: "Print the default keys as a Markdown page.") var markdown = false
    @Flag(help: "Print a keymap file to start from: all commands with their keys, in comments.") var template = false

    func run() throws {
        if markdown { return Output.write(KeyReference.markdown()) }
        if template { return Output.write(Keymap.template) }
        let (keymap, problems) = KeymapFile.load(CommandContext.environment)
        Output.write(KeyReference.text(keymap))
        problems.forEach { StandardError.write($0) }
        if !problems.isEmpty { throw ExitCode.badFiles }
    }
}

struct SettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings", abstract: "Print the settings in effect, and the errors in your settings file.",
        discussion: "'explorer paths' names your settings file; 'explorer settings --template' prints one to start from.")

    @Flag(help: "Print a settings file to start from: all settings with their values, in comments.") var template = false

    func run() throws {
        if template { return Output.write(Settings.template) }
        let (settings, problems) = SettingsFile.load(CommandContext.environment)
        Output.write(settings.listing)
        problems.forEach { StandardError.write($0) }
        if !problems.isEmpty { throw ExitCode.badFiles }
    }
}

struct ThemesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "themes", abstract: "Print the available themes and the errors in yours, or one theme's file.",
        discussion:
            "A theme of your own: 'explorer themes dark > FILE', where FILE ends in .theme in the folder that 'explorer paths' names."
    )

    @Argument(help: "Print this theme's file.") var name: String?

    func run() throws {
        let themes = ThemeFiles(CommandContext.environment)
        if let name {
            let source = try themes.source(name)
            // A file gets the theme unchanged, as the start of a new one.
            return Output.write(CommandContext.hasTerminalOutput ? Visible.escape(source) : source)
        }
        let chosen = themes.wish(nil, settings: SettingsFile.load(CommandContext.environment).settings)
        let width = themes.choices.map { TextWidth.measure(Printable.visible($0.name)) }.max() ?? 0
        var isBad = false
        for choice in themes.choices {
            let mark = choice.name == chosen ? "* " : "  "
            Output.write(
                mark + TextWidth.pad(Printable.visible(choice.name), width) + "  " + Printable.visible(choice.place) + "\n")
        }
        for choice in themes.choices {
            switch themes.load(choice.name) {
            case .success(let theme):
                theme.problems.forEach { StandardError.write($0) }
                isBad = isBad || !theme.problems.isEmpty
            case .failure(let error):
                StandardError.write("\(error.path): \(error.message)")
                isBad = true
            }
        }
        if isBad { throw ExitCode.badFiles }
    }
}

extension ExitCode {
    /// The user's own files have errors; their valid parts were used.
    fileprivate static let badFiles = ExitCode(65)
}
