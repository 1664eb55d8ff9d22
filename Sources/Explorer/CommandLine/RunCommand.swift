// `explorer run`: sends several endpoints as a group, without a screen. Each has a line on standard output;
// all other text goes to standard error.

import ArgumentParser
import Catalog
import NetLayer
import RequestFiles
import Workbench

struct RunCommand: AsyncParsableCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Send several requests at once, or saved ones of a workspace, and print the outcome of each.",
        discussion: """
            explorer run openapi.json listItems getItem 'GET /items/7' -p getItem.id=5 --concurrency 2
            explorer run explorer.yaml listItems --repeat 100 --at-once 4 --events
            explorer run explorer.yaml listItems --rate 50/s --for 2s --warm-up 500ms     measures, and prints a report
            explorer run explorer.yaml listItems --repeat 50 --versus 2

            explorer run explorer.yaml checkout smoke --junit report.xml     saved requests, chains and groups, with their expectations
            explorer run explorer.yaml job --until '$.state=done' --every 2 --within 60
            explorer run explorer.yaml checkout --dry-run                    prints the requests

            A -p that names no endpoint sets the parameter for every endpoint that has it. The exit code is that of the worst request. \
            For saved requests -p sets a variable; exit code 65: a response is not as expected.
            """)

    @Argument(help: "A description (a file, a URL, or - for standard input), or a workspace.", completion: .file()) var source:
        String
    @Argument(
        help: "Endpoints of the description, or saved requests, chains and groups of the workspace.",
        completion: ShellCompletion.completionKind(.endpoint))
    var endpoints: [String]
    @Option(
        name: [.customShort("p"), .customLong("param")],
        help: ArgumentHelp("Set a parameter of an endpoint, or of all that have it.", valueName: "[endpoint.]name=value"),
        completion: ShellCompletion.completionKind(.parameter))
    var parameters: [String] = []
    @Option(
        name: [.customLong("concurrency"), .customLong("at-once")],
        help: ArgumentHelp("The most requests of the group at once.", valueName: "n"))
    var concurrency: Int?
    @Option(name: .customLong("repeat"), help: ArgumentHelp("Repeat each request N times.", valueName: "n")) var times = 1
    @Option(
        help: ArgumentHelp("Send them only to this service: its number, from 1, or its name.", valueName: "service"),
        completion: ShellCompletion.completionKind(.service))
    var service: String?
    @Flag(help: "The first failure cancels the rest: --mode fail-fast.") var failFast = false
    @OptionGroup var calls: CallOptions
    @OptionGroup var measuring: MeasureOptions
    @Option(
        help: "text: state, status, milliseconds, bytes, method and path between tabs; json: one array. Measured: a report.")
    var format = Format.text
    @Flag(help: "Show the first response instead of following redirects.") var noFollow = false
    @Flag(help: "Print each task event on standard error, as one JSON object a line.") var events = false
    @Flag(help: "Take directives from standard input, one a line: 'pool=main;to=2;epoch=7'.") var directives = false
    @Flag(help: "Print the requests as they would be sent, secrets masked, and send nothing.") var dryRun = false
    @Option(help: ArgumentHelp("Write a JUnit report for build servers.", valueName: "file"), completion: .file()) var junit:
        String?
    @Option(
        help: ArgumentHelp(
            "Run it again until its last response fulfils this: status=2xx, header:NAME=VALUE, $.path, $.path=VALUE.",
            valueName: "condition"))
    var until: String?
    @Option(help: ArgumentHelp("Seconds between two runs with --until.", valueName: "seconds")) var every = 1.0
    @Option(help: ArgumentHelp("Seconds after which --until gives up.", valueName: "seconds")) var within = 60.0
    @OptionGroup var watching: ContractOption
    @OptionGroup var fitting: FittingOptions
    @OptionGroup var options: NetworkOptions
    var network: NetworkSettings {
        var settings = options.settings
        settings.calls = calls.policies
        return settings
    }

    /// The goal of the group.
    var groupMode: GroupMode { calls.mode ?? (failFast ? .failFast : .collectAll) }

    /// More would be a load test; other tools serve that purpose.
    static let mostRequests = 10_000

    func validate() throws {
        if directives, source == "-" { throw ValidationError("Standard input holds the description or directives, not both.") }
        if failFast, let mode = calls.mode, mode != .failFast {
            throw ValidationError("--fail-fast and --mode \(mode.word) exclude each other.")
        }
        if let concurrency, concurrency < 1 { throw ValidationError("--concurrency takes a number from 1.") }
        guard (0...3_600).contains(every), (0...86_400).contains(within) else {
            throw ValidationError("--every takes seconds from 0 to 3600, --within from 0 to 86400.")
        }
        let most = measuring.isOn ? RunPace.most : Self.mostRequests
        guard (1...most).contains(times), times * endpoints.count <= most else {
            throw ValidationError("--repeat takes a number from 1, and makes at most \(most) requests.")
        }
        if measuring.isOn { try validateMeasuring() }
    }

    func run() async throws {
        let history = CommandHistory()
        let client = try network.openClient(history: history.recorder)
        let interrupts = InterruptHandler()
        // Reports typing errors before anything is loaded.
        let values = try parameters.map(EndpointCall.parseValue)
        let condition = try condition()
        if TypedRequestReader.methods.contains(source) {
            throw Refusal(
                usage: "\(source) is not a description",
                ["run takes endpoints of a description; 'explorer send \(source) URL' sends a request by hand."])
        }
        let chosen = try ChosenSource(source, network)
        let names = try saved(chosen)
        if measuring.isOn { return try await runMeasured(chosen, names, values, client, history, interrupts) }
        if let names {
            return try await runSaved(names, chosen, values, condition, client, history, interrupts)
        }
        try checkGoal(members: endpoints.count * times)
        let (group, api, contracts) = try await group(client, history, chosen, values)
        if network.connection.insecure { StandardError.write("explorer: certificates are not checked (--insecure)") }
        let printer = events ? EventPrinter(client, api.pools) : nil
        let listener = api.source.listen(client, for: api.pool, toInput: directives)
        defer { listener?.stop() }
        let handle = interrupts.start {
            client.start(group, mode: groupMode)
        } cancel: {
            $0.cancel()
        }
        var code = ExitCode.cancelled
        let outcome = await withTaskCancellationHandler {
            try? await handle.value
        } onCancel: {
            handle.cancel()
        }
        if let outcome { code = Self.exitCode(of: outcome) }
        await printer?.finish()
        let snapshot = client.snapshot()
        let rows = (snapshot.ended + snapshot.live).filter { $0.info.parent == handle.id }.sorted { $0.id < $1.id }
        let findings = watching.contract ? Self.findings(outcome, contracts, rows.count) : []
        Output.write(format == .text ? rows.map(Self.formatLine).joined() : Self.formatJSON(rows, findings))
        if Output.lost == nil {
            rows.forEach(Self.explain)
            if watching.contract { report(findings, rows) }
        }
        await history.finish()
        try Output.checkOutput()
        if interrupts.seen {
            StandardError.write("explorer: cancelled")
            throw ExitCode.cancelled
        }
        code = code.watching(findings.compactMap(\.self))
        guard code == .success else { throw code }
    }

    // MARK: Sending

    /// Refuses a goal that this number of members cannot reach.
    /// - Parameter name: the saved request, chain or group that they belong to.
    func checkGoal(of name: String? = nil, members: Int) throws {
        guard let shortage = groupMode.shortage(of: members) else { return }
        throw Refusal(
            usage: "--mode \(shortage)\(name.map { " in '\($0)'" } ?? "")",
            ["Nothing was sent. Write a smaller number, or run more requests in one group."])
    }

    /// The plans of the endpoints, each with its pool.
    /// - Parameter history: marks them; `nil` for requests that are not recorded.
    func makePlans(
        _ history: CommandHistory?, _ api: OpenedSource, _ values: [EndpointCall.Value], service: String?
    ) throws -> [(plan: RequestPlan, pool: ServicePool)] {
        let calls = try endpoints.map { try EndpointCall($0, in: api) }
        if times > 1 || measuring.isOn, let unsafe = calls.first(where: { !$0.summary.method.isSafe }) {
            throw Refusal(
                usage: "\(unsafe.summary.method) may change something each time",
                ["--repeat is for GET, HEAD, OPTIONS and the like."])
        }
        let given = try assign(values, to: calls)
        var isInsecure = false
        let consent = CredentialConsent()
        let requests: [(plan: RequestPlan, pool: ServicePool)] = try zip(calls, given).map { call, values in
            let draft = try call.makeDraft(values.map { ($0.name, .plain($0.value)) })
            var plan = try call.makePlan(draft, network, prefix: call.summary.id + ".", isForced: fitting.force)
            let pool = call.pool
            try api.source.prepare(&plan, on: pool, service: service)
            try consent.applyAgreement(&plan, on: pool, network, mayAsk: !directives)
            if noFollow { plan.followsRedirects = false }
            // A measured run asks the server each time.
            if !measuring.isOn { api.source.applyCaching(to: &plan, of: call.summary) }
            isInsecure = isInsecure || plan.connection.insecure
            return (history?.marked(ListTarget(plan: plan, pool: pool, frame: api.frame)) ?? plan, pool)
        }
        if isInsecure, !network.connection.insecure {
            StandardError.write("explorer: certificates are not checked (the collection or workspace says so)")
        }
        return requests
    }

    /// The group of all requests, and what the description says about the responses of each member.
    private func group(
        _ client: NetClient, _ history: CommandHistory, _ chosen: ChosenSource, _ values: [EndpointCall.Value]
    ) async throws -> (RequestGroup<ContractReport?>, OpenedSource, [Contract?]) {
        let api = try await chosen.openSource(client)
        let requests = try makePlans(history, api, values, service: service)
        let contracts = try endpoints.map { text -> Contract? in
            guard watching.contract else { return nil }
            return try EndpointCall(text, in: api).contract
        }
        let count = requests.count * times
        var group = RequestGroup<ContractReport?>(count == 1 ? "1 request" : "\(count) requests", maxConcurrent: concurrency)
        // The user asked for more requests at once than the limits allow.
        group.ignoresLimits = (concurrency ?? 0) > network.defaults.mostPerHost
        for _ in 0..<times {
            for ((plan, pool), contract) in zip(requests, contracts) {
                var endpoint = Endpoint<ContractReport?>(plan) { ContractFinding($0, contract).report }
                if let rule = api.source.business {
                    endpoint.behaviour.checkAnswer = { answer in try rule.refuse(answer.body) }
                }
                group.add(.call(endpoint, on: pool))
            }
        }
        return (group, api, (0..<times).flatMap { _ in contracts })
    }

    /// The values for each call: those that name it, and unnamed ones that it has a parameter for.
    private func assign(_ values: [EndpointCall.Value], to calls: [EndpointCall]) throws -> [[EndpointCall.Value]] {
        var given = [[EndpointCall.Value]](repeating: [], count: calls.count)
        for value in values {
            // The typed text takes precedence over another endpoint's id.
            let typed = calls.map { Self.length(of: $0.text, in: value.name) }
            let named = typed.contains { $0 > 0 } ? typed : calls.map { Self.length(of: $0.summary.id, in: value.name) }
            // A name may contain a dot, or be the beginning of another: the longest match counts.
            let longest = named.max() ?? 0
            for (index, call) in calls.enumerated()
            where longest > 0 ? named[index] == longest : call.acceptsParameter(value.name) {
                given[index].append((String(value.name.dropFirst(longest)), value.value))
            }
            if longest == 0, !calls.contains(where: { $0.acceptsParameter(value.name) }) {
                throw Refusal(
                    usage: "'\(value.name)' is not a parameter of these endpoints",
                    ["Write -p NAME=VALUE, or -p ENDPOINT.NAME=VALUE for one."])
            }
        }
        return given
    }

    /// The length of the part of a `-p`'s name that selects this endpoint.
    private static func length(of endpoint: String, in name: String) -> Int {
        name.hasPrefix(endpoint + ".") ? endpoint.count + 1 : 0
    }

    // MARK: Output

    /// That of the worst request. Cancellations by the group itself do not count, nor do failures where fewer
    /// successes are enough.
    private static func exitCode(of outcome: GroupOutcome<ContractReport?>) -> ExitCode {
        let codes = outcome.results.map { result -> Int32 in
            switch result {
            case .success: 0
            case .failure(let error): error.kind == .cancelled(.group) ? 0 : error.exitCode
            }
        }
        return ExitCode(ExitStatus.ofGroup(codes, mode: outcome.mode, isGoalReached: outcome.isGoalReached))
    }

    private static func milliseconds(_ row: TaskRow) -> String {
        let tenths = Int(((row.endedAt ?? row.openedAt) - row.openedAt) / .microseconds(100))
        return "\(tenths / 10).\(tenths % 10)"
    }

    private static func formatLine(_ row: TaskRow) -> String {
        let fields = [
            row.state.name, outcome(row), milliseconds(row), String(row.bytesReceived),
            "\(row.info.method) \(row.info.title)",
        ]
        return fields.map { Visible.escape($0).replacing("\t", with: " ").replacing("\n", with: " ") }.joined(separator: "\t")
            + "\n"
    }

    /// The status, or the reason why there is none. A request that the server may have received takes
    /// precedence over the status of an earlier redirect.
    private static func outcome(_ row: TaskRow) -> String {
        if row.isPerhapsReceived { return row.outcomeWords ?? NetError.perhapsReceived }
        if failedAtLogin(row), let kind = row.errorKind { return kind }
        return row.status.map(String.init) ?? row.errorKind ?? "-"
    }

    /// The status is that of the response that required a login.
    private static func failedAtLogin(_ row: TaskRow) -> Bool { row.errorKind.flatMap(AuthFailure.init(rawValue:)) != nil }

    /// Reports why there is no response, or why one failed in spite of its status; an error status
    /// needs no explanation.
    private static func explain(_ row: TaskRow) {
        guard let words = row.outcomeWords, (row.status ?? 0) < 400 || row.isPerhapsReceived || failedAtLogin(row) else { return }
        let reason = row.isPerhapsReceived && !row.reason.isEmpty ? "\(words): \(row.reason)" : row.reason
        StandardError.write("explorer: \(row.info.method) \(row.info.title): \(reason.isEmpty ? words : reason)")
    }

    /// The results of the checks of the last members, as many as there are rows; `nil` for a member without a response.
    private static func findings(
        _ outcome: GroupOutcome<ContractReport?>?, _ contracts: [Contract?], _ count: Int
    ) -> [ContractFinding?] {
        let results = outcome?.results ?? []
        let findings = zip(results, contracts).map { result, contract in ContractFinding(result, contract) }
        return Array(findings.suffix(count))
    }

    private func report(_ findings: [ContractFinding?], _ rows: [TaskRow]) {
        for (row, finding) in zip(rows, findings) {
            guard let finding else { continue }
            if events {
                finding.write(of: row.info.endpoint, row.id, isEvent: true)
            } else {
                finding.writeBriefly("\(row.info.method) \(row.info.title)")
            }
        }
        ContractFinding.writeSummary(findings.compactMap(\.self))
    }

    /// - Parameter findings: of the rows, in their order; empty when nothing was checked.
    private static func formatJSON(_ rows: [TaskRow], _ findings: [ContractFinding?]) -> String {
        let objects = rows.enumerated().map { index, row in
            var members: [(String, JSONText.Value)] = [
                ("task", .number(row.id.description)), ("endpoint", .string(row.info.endpoint)),
                ("method", .string(row.info.method.rawValue)), ("title", .string(row.info.title)),
                ("state", .string(row.state.name)),
            ]
            if let status = row.status { members.append(("status", .number(String(status)))) }
            if row.attempt > 0 { members.append(("attempts", .number(String(row.attempt)))) }
            if !row.service.isEmpty { members.append(("service", .string(row.service))) }
            if let kind = row.errorKind { members.append(("error", .string(kind))) }
            if row.isPerhapsReceived { members.append(("perhaps_received", .bool(true))) }
            if !row.reason.isEmpty { members.append(("reason", .string(row.reason))) }
            members += [("bytes", .number(String(row.bytesReceived))), ("ms", .number(milliseconds(row)))]
            if findings.indices.contains(index), let finding = findings[index] {
                members.append(("contract", ContractJSON.value(finding)))
            }
            return JSONText.object(members)
        }
        return "[\n" + objects.joined(separator: ",\n") + "\n]\n"
    }
}
