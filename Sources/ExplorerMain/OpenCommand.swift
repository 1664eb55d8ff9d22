// `explorer [SOURCE]` and `explorer demo`: the screen.

import ArgumentParser
import Explorer
import Foundation
import NetLayer
import Runtime
import Workspace

struct ScreenOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A built-in theme (\(BuiltInThemes.names.joined(separator: ", "))), one of yours, or a file.", valueName: "name"))
    var theme: String?

    @Option(help: ArgumentHelp("Write a line a frame to this file: milliseconds, bytes, events.", valueName: "file"))
    var trace: String?
}

struct OpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open the screen on a description or a workspace; without one, on explorer.yaml here, else on the demo.",
        shouldDisplay: false)

    @Argument(help: "A description: a file, a URL, or - for standard input.", completion: .file()) var source: String?
    @OptionGroup var network: NetworkOptions
    @OptionGroup var screen: ScreenOptions

    @MainActor
    func run() async throws {
        guard let source = source ?? WorkspaceFile.here else {
            return try await DemoCommand.openScreen(network, screen, basePort: 0)
        }
        try Self.requireFile(source)
        // Somebody sits there and can be asked.
        if WorkspaceFile.path(of: source) != nil { try ScreenProgram.requireTerminal(input: STDIN_FILENO) }
        let chosen = try ChosenSource(source, network, consent: .asked)
        let place = chosen.place
        try ScreenProgram.requireTerminal(input: place == .standardInput ? nil : STDIN_FILENO)
        let program = try ScreenProgram(
            name: place.description, subject: chosen.subject, network, screen, directives: chosen.directives,
            frame: chosen.frame(), workspace: chosen.workspace)
        let opening = Opening(chosen, network)
        program.load(from: place, workspace: chosen.workspace?.file.path) {
            [history = program.history] client, remoteReferences throws(LoadError) in
            let (outcome, frame) = try await opening.read(client, remoteReferences: remoteReferences)
            history?.use(frame)
            return outcome
        }
        try await program.run()
    }
}

extension OpenCommand {
    /// What is not there is said before a screen opens on it.
    private static func requireFile(_ source: String) throws {
        guard case .file(let path) = Source(source) else { return }
        do throws(ReadError) { try FileReading.requireThere(path) } catch { throw Complaint.unreadable(error) }
    }
}

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Open the screen on the built-in demo: three services of one API on loopback.")

    @Flag(help: "Only serve: print a base URL a line, then 'ready'; end with Ctrl-C.") var serve = false
    @Option(help: ArgumentHelp("Port of the first service; the others take the next ones. 0: any free port.", valueName: "n"))
    var port: Int = 0
    @OptionGroup var network: NetworkOptions
    @OptionGroup var screen: ScreenOptions

    func validate() throws {
        guard (0...65_533).contains(port) else { throw ValidationError("--port takes a number from 0 to 65533.") }
        guard network.api == nil else { throw ValidationError("--api is for workspaces: the demo is one API.") }
        guard !serve || network.env == nil && network.failover == nil else {
            throw ValidationError("--env and --failover are for the screen: with --serve nothing is sent.")
        }
    }

    @MainActor
    func run() async throws {
        guard serve else { return try await Self.openScreen(network, screen, basePort: port) }
        // Before anything is started, so that no signal is lost or kills us before the services are stopped.
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
        let interrupts = Interrupts { continuation.finish() }
        let services = try await DemoServices.start(basePort: port)
        defer { services.stop() }
        Output.write(services.urls.map { $0 + "\n" }.joined() + "ready\n")
        services.whenEnded { continuation.finish() }
        for await _ in signals {}
        guard interrupts.seen else {
            Complaint.write("explorer: the demo's services have ended by themselves")
            throw ExitCode.failure
        }
    }

    @MainActor
    static func openScreen(_ network: NetworkOptions, _ screen: ScreenOptions, basePort: Int) async throws {
        let environment = try Self.environment(network)
        try ScreenProgram.requireTerminal(input: STDIN_FILENO)
        let services = try await DemoServices.start(basePort: basePort)
        defer { services.stop() }
        let program = try ScreenProgram(name: "the demo", network, screen, demo: services)
        let place = Source.url(URI(services.urls[0] + "/openapi.json"))
        program.load(from: place) { client, _ throws(LoadError) in
            let description = try await DescriptionLoader.load(place, client: client)
            let pool = network.service.map { ServicePool([$0]) } ?? Self.pool(services.urls, in: environment)
            return DescriptionReading.Outcome(description: description, pool: network.equipped(pool))
        }
        try await program.run()
    }

    /// The one that was asked for: the demo has two.
    private static func environment(_ network: NetworkOptions) throws -> NetLayer.Environment {
        let known = [NetLayer.Environment.release, .test]
        guard network.api == nil else { throw Complaint.usage("--api is for workspaces", ["The demo is one API."]) }
        guard let name = network.env else { return .release }
        guard let environment = known.first(where: { $0.rawValue == name }) else {
            throw Complaint.usage(
                "the demo has no environment '\(name)'", ["It has: \(known.map(\.rawValue).joined(separator: ", "))."])
        }
        return environment
    }

    /// The services in their order, and the last one alone in an environment for tests.
    private static func pool(_ urls: [String], in environment: NetLayer.Environment) -> ServicePool {
        let services = urls.enumerated().map { index, url in
            let stages: [NetLayer.Environment] = index == urls.count - 1 ? [.release, .test] : [.release]
            return Service(name: "api-\(index + 1)", deployments: stages.map { Deployment($0, baseURL: URI(url)) })
        }
        var options = FailoverOptions()
        // On loopback who does not answer soon never will: a service that somebody froze is left while its requests wait.
        options.health = HealthCheck(path: "/health")
        options.health?.interval = .seconds(1)
        options.health?.timeout = .milliseconds(500)
        return ServicePool(services, id: "demo", environment: environment, failover: options)
    }
}
