// `explorer services`: checks the health of every service of an API, once or until Ctrl-C.

import ArgumentParser
import NetLayer
import Workbench
import Workspace

struct ServicesCommand: AsyncParsableCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

    static let configuration = CommandConfiguration(
        commandName: "services", abstract: "Check the health of every service of an API.",
        discussion: """
            explorer services explorer.yaml --env release
            explorer services openapi.json --watch --format json

            The check requests the health path of the workspace, or sends HEAD to the base URL: each response except 5xx is healthy. The star marks \
            the service that receives requests.
            Exit codes: 0 a service is healthy, 6 no service is, 7 cancelled, 64 usage, 65 the workspace or description is bad, 66 it cannot be read.
            """)

    @Argument(
        help: "A workspace (explorer.yaml) or a description: a file, a URL, or -; without it, the workspace here.",
        completion: .file())
    var source: String?
    @Flag(help: "Keep checking, and print each change, until Ctrl-C.") var watch = false
    @Option(
        help: ArgumentHelp(
            "Seconds between two checks with --watch. Default: as the workspace says, or 5.",
            valueName: "seconds"))
    var interval: Double?
    @Option(help: "text: a table, then one line for each change; json: one object a line.") var format = Format.text
    @Flag(help: "Take directives from standard input, one a line, with --watch: 'pool=main;to=2;epoch=7'.") var directives = false
    @OptionGroup var options: NetworkOptions
    var network: NetworkSettings { options.settings }

    func validate() throws {
        if directives, !watch { throw ValidationError("--directives needs --watch.") }
        if directives, source == "-" { throw ValidationError("Standard input holds the description or directives, not both.") }
        guard (0.1...3600).contains(interval ?? 5) else { throw ValidationError("--interval takes seconds from 0.1 to 3600.") }
    }

    func run() async throws {
        let client = try network.openClient()
        let interrupts = InterruptHandler()
        let (pool, chosen) = try await openPool(client)
        let work = interrupts.start {
            Task { try await checkServices(pool, client, chosen) }
        } cancel: {
            $0.cancel()
        }
        let result = await withTaskCancellationHandler {
            await work.result
        } onCancel: {
            work.cancel()
        }
        try Output.checkOutput()
        let code = try result.get()
        if interrupts.seen {
            StandardError.write("explorer: cancelled")
            throw ExitCode.cancelled
        }
        guard code == .success else { throw code }
    }

    private func openPool(_ client: NetClient) async throws -> (ServicePool, ChosenSource) {
        guard let source = source ?? WorkspaceFile.here else {
            throw Refusal(usage: "there is no \(WorkspaceFile.name) here", ["Name a workspace or a description."])
        }
        let chosen = try ChosenSource(source, network)
        chosen.warnOfInsecure()
        // A workspace's services can be checked even if its description cannot be loaded.
        var pool = network.base == nil ? chosen.pool : nil
        if pool == nil { pool = try await chosen.openSource(client).pool }
        guard let pool, !pool.services.isEmpty else {
            StandardError.write(
                Failure(
                    title: "\(source) names no services", detail: "The description has no server with a URL.",
                    hint: "Give one with --base."))
            throw ExitCode.badData
        }
        var options = pool.failover?.options ?? FailoverOptions()
        options.health = health(options.health)
        let asked = pool.replacing(services: pool.services, failover: FailoverController(pool.services, options: options))
        // Without failover requests stay with their service, whatever the results.
        if pool.failover == nil, let status = client.status(of: asked) { try client.pin(status.active, in: asked) }
        return (asked, chosen)
    }

    private func health(_ own: HealthCheck?) -> HealthCheck {
        var health = own ?? .ofBase
        // A single check must be enough.
        if !watch { health.fall = 1 }
        health.interval = watch ? interval.map { .seconds($0) } ?? health.interval ?? .seconds(5) : nil
        return health
    }

    private func checkServices(_ pool: ServicePool, _ client: NetClient, _ chosen: ChosenSource) async throws -> ExitCode {
        guard let events = pool.failover?.events() else { return .failure }
        var listener: DirectiveListener?
        defer { listener?.stop() }
        var report = ServicesReport(pool)
        try client.probe(in: pool)
        let keeper = Task { try await keepActive(pool, client) }
        defer { keeper.cancel() }
        var isShown = false
        for await event in events {
            let isNews = report.receive(event)
            if isShown {
                if isNews { printEvent(event, of: pool) }
            } else if report.isComplete {
                printReport(report, client)
                isShown = true
                guard watch else { break }
                // From now on the command prints all events, and so the effect of a directive.
                listener = chosen.listen(client, for: pool, toInput: directives)
            }
        }
        return report.hasHealthyService ? .success : .noResponse
    }

    /// The client stops the checks of an unused pool, but here the user watches it.
    private func keepActive(_ pool: ServicePool, _ client: NetClient) async throws {
        while watch {
            try await Task.sleep(for: .seconds(30))
            try client.attend(to: pool)
        }
    }

    private func printReport(_ report: ServicesReport, _ client: NetClient) {
        guard let status = client.status(of: report.pool) else { return }
        Output.write(format == .text ? report.formatTable(status) : report.formatJSON(status, at: client.now))
    }

    private func printEvent(_ event: FailoverEvent, of pool: ServicePool) {
        let line =
            format == .text
            ? Visible.escape(FailoverLines.formatLine(event, of: pool)) : JSONText.object(FailoverLines.members(event, of: pool))
        Output.write(line + "\n")
    }
}

extension HealthCheck {
    /// The check of a service without a health path: any response except a server error is good.
    fileprivate static var ofBase: HealthCheck {
        var health = HealthCheck(path: "")
        health.method = .head
        health.statuses = 100...499
        health.timeout = .seconds(5)
        return health
    }
}
