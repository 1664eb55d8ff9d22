// `explorer verify`: holds a running API against its description, and reports the drift of the whole API.

import ArgumentParser
import Catalog
import NetLayer
import Workbench

struct VerifyCommand: AsyncParsableCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Send what a description allows, and report each response that is not as described.",
        discussion: """
            explorer verify openapi.json                       safe requests only: GET, HEAD, OPTIONS, TRACE, QUERY
            explorer verify openapi.json --negative            also what the description forbids: it must be refused with 4xx
            explorer verify openapi.json --unsafe --base http://localhost:8080
            explorer verify openapi.json --endpoint listItems --junit drift.xml

            Lists are read first: single resources are requested by the ids that responses name. A missing resource whose id no response \
            has named is no finding. Requests are made from the description alone, and the same options send the same requests.
            Exit code 65: findings.
            """)

    @Argument(help: "A description (a file, a URL, or - for standard input), or a workspace.", completion: .file()) var source:
        String
    @Flag(
        name: .customLong("negative"),
        help: "Also send what the description forbids: the server must refuse it with 4xx.")
    var isNegative = false
    @Flag(
        name: .customLong("unsafe"),
        help: "Also send requests that may change something. They create, change and delete: use it on a test server.")
    var isUnsafe = false
    @Option(
        help: ArgumentHelp("Verify only this endpoint. Repeat it for several.", valueName: "id"),
        completion: ShellCompletion.completionKind(.endpoint))
    var endpoint: [String] = []
    @Option(help: ArgumentHelp("The most requests in all.", valueName: "n")) var limit = VerifyPlan.usualMost
    @Option(help: ArgumentHelp("The most requests at once.", valueName: "n")) var atOnce = VerifyMachine.usualAtOnce
    @Option(help: ArgumentHelp("Draw other values: each number draws its own.", valueName: "n")) var seed: UInt64 = 1
    @Option(help: "text: a report by endpoint; json: one object.") var format = Format.text
    @Option(help: ArgumentHelp("Write a JUnit report for build servers.", valueName: "file"), completion: .file()) var junit:
        String?
    @OptionGroup var options: NetworkOptions
    var network: NetworkSettings { options.settings }

    /// More would be a load test.
    private static let mostRequests = 100_000

    func validate() throws {
        guard (1...Self.mostRequests).contains(limit) else {
            throw ValidationError("--limit takes a number from 1 to \(Self.mostRequests).")
        }
        guard (1...1_000).contains(atOnce) else { throw ValidationError("--at-once takes a number from 1 to 1000.") }
    }

    func run() async throws {
        let network = network
        let history = CommandHistory()
        let client = try network.openClient(history: history.recorder)
        let interrupts = InterruptHandler()
        let api = try await ChosenSource(source, network).openSource(client)
        if network.connection.insecure { StandardError.write("explorer: certificates are not checked (--insecure)") }
        let plan = try makePlan(api, network)
        let verification = Verification(
            machine: VerifyMachine(plan, atOnce: atOnce), targets: try makeTargets(plan, api, network, history), client: client,
            isJSON: format == .json, junit: junit)
        let work = interrupts.start {
            Task { try await verification.run() }
        } cancel: {
            $0.cancel()
        }
        try await work.waitForEnd(nil, history)
    }

    private func makePlan(_ api: OpenedSource, _ network: NetworkSettings) throws -> VerifyPlan {
        let described = api.description.ownEndpoints
        guard !described.isEmpty else {
            throw Refusal(usage: "\(source) describes no endpoints", ["verify needs a description: OpenAPI or Swagger."])
        }
        var wish = VerifyPlan.Options()
        (wish.isNegative, wish.isUnsafe, wish.most, wish.seed) = (isNegative, isUnsafe, limit, seed)
        wish.commonHeaders = Set(network.headers.fields.map { $0.name.lowercased() })
        guard !endpoint.isEmpty else { return VerifyPlan(api.description, wish) }
        let chosen = try endpoint.map { text in
            let summary = try EndpointCall(text, in: api).summary
            guard described.contains(summary.index) else {
                throw Refusal(usage: "\(summary.id) is a saved request", ["verify takes endpoints of the description."])
            }
            return summary.index
        }
        return VerifyPlan(api.description, endpoints: chosen, wish)
    }

    /// What all requests to an endpoint have. Asks the user beforehand: nothing can be asked while requests run.
    private func makeTargets(
        _ plan: VerifyPlan, _ api: OpenedSource, _ network: NetworkSettings, _ history: CommandHistory
    ) throws -> [Int: VerifyTarget] {
        let consent = CredentialConsent()
        var targets: [Int: VerifyTarget] = [:]
        for sample in plan.samples {
            guard let operation = api.description.operation(sample.endpoint) else { continue }
            let pool = api.pool(of: operation)
            var own = RequestDraft(.operation(api.description.endpoints[sample.endpoint], operation)).plan
            try api.source.prepare(&own, on: pool, service: nil)
            var target = VerifyTarget(plan: history.marked(ListTarget(plan: own, pool: pool, frame: api.frame)), pool: pool)
            // The agreement to the usual request holds for the others to its endpoint.
            var usual = target.makePlan(of: sample)
            try consent.applyAgreement(&usual, on: pool, network, as: usual.id)
            target.plan.agreements = usual.agreements
            target.plan.credentialScope.agreed = usual.credentialScope.agreed
            targets[sample.endpoint] = target
        }
        return targets
    }
}

/// The work of the command: sends the requests, and reports.
private struct Verification: Sendable {
    let machine: VerifyMachine
    let targets: [Int: VerifyTarget]
    let client: NetClient
    let isJSON: Bool
    /// The file of the JUnit report.
    let junit: String?

    func run() async throws -> ExitCode {
        // Before anything is sent: a run whose report cannot be written is useless.
        let file = try Output.openFile(junit)
        defer { file?.discard() }
        var run = VerifyRun(
            machine, client,
            VerifyRun.Surroundings { [targets] endpoint in
                guard let target = targets[endpoint] else { return .failure(VerifyObstacle("no request to it can be made")) }
                return .success(target)
            })
        let report = await run.run()
        Output.write(isJSON ? VerifyJSON.format(report) : Self.formatText(report))
        if let file {
            if let code = Output.finish(file, with: JUnitText.makeReport(report.outcomes)) { return code }
        }
        if report.sent == 0, !report.isCancelled { StandardError.write("explorer: nothing was verified") }
        return ExitCode(report.exitCode)
    }

    private static func formatText(_ report: VerifyReport) -> String {
        let lines = VerifyText.lines(report).map { line in
            switch line {
            case .title(let text): text
            case .fault(let text): "  - \(text)"
            case .detail(let label, let text):
                "      " + label + String(repeating: " ", count: max(1, VerifyText.labelWidth - label.count)) + text
            case .note(let text): "  \(text)"
            case .empty: ""
            }
        }
        return lines.map(Visible.escape).joined(separator: "\n") + "\n"
    }
}
