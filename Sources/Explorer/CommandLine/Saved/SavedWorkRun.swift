// `explorer run` on a workspace's saved requests, chains and groups: resolves all values first, then
// runs, then reports.

import ArgumentParser
import Catalog
import Foundation
import NetLayer
import Workbench
import Workspace

struct SavedWorkRun: Sendable {
    /// The options of the command line.
    struct Options: Sendable {
        var values: [EndpointCall.Value]
        var atOnce: Int?
        var times: Int
        var mode: GroupMode
        var isJSON: Bool
        var report: String?
        var isDryRun: Bool
        /// The user is at the terminal.
        var mayAsk: Bool
        var condition: ResponseAssertion?
        /// The time between two checks of the condition.
        var every: Duration
        /// The longest time until the condition must hold.
        var within: Duration
        /// Every response is held against its description.
        var watchesContracts = false
        /// Results of these checks are lines of `--events`.
        var printsEvents = false
        /// Not for a measured run: a stored response says nothing about the server. Nor is one what `--until` waits for.
        var usesStored = true
    }

    let names: [(name: String, items: [SavedWork.Item])]
    let options: Options
    let runner: SavedPlans

    // MARK: Before anything is sent

    /// Loads the description if a request needs it, and resolves every value from outside.
    /// - Throws: the exit code, after reporting the error.
    init(
        _ names: [(name: String, items: [SavedWork.Item])], _ source: ChosenSource, _ network: NetworkSettings,
        _ client: NetClient,
        service: String?, followsRedirects: Bool, _ history: CommandHistory?, _ options: Options
    ) async throws {
        self.names = names
        self.options = options
        let requests = names.flatMap(\.items).flatMap(\.requests)
        let needsDescription = requests.contains { if case .endpoint = $0.target { true } else { false } }
        let api = needsDescription ? try await source.openSource(client) : nil
        var calls: [String: EndpointCall] = [:]
        for request in requests {
            guard case .endpoint(let text) = request.target, let api, calls[text] == nil else { continue }
            do throws(Refusal) {
                calls[text] = try EndpointCall(text, in: api)
            } catch {
                guard let file = source.workspace?.file, request.isSaved else { throw error }
                throw error.adding("\(request.name) calls it: \(file.path):\(request.line). Nothing was sent.")
            }
        }
        var expansion = try Self.expansion(source, network, names, options)
        if options.isDryRun {
            // A dry run shows captured values by their names.
            for name in requests.flatMap(\.captures).map(\.name) { expansion.capture(name, .plain("$\(name)")) }
        }
        runner = SavedPlans(
            client: client, network: network, source: source, api: api, calls: calls, expansion: expansion, service: service,
            followsRedirects: followsRedirects, history: history,
            consent: options.isDryRun ? nil : CredentialConsent(), watchesContracts: options.watchesContracts,
            usesStored: options.usesStored && options.condition == nil)
        // Requests by address open no description, which would set up the login.
        if api == nil { source.logIn(client, for: source.ownPool) }
        if options.isDryRun { return }
        try askBeforehand(requests)
    }

    /// The command cannot ask during the run: it asks before about endpoints with servers of their own, and about
    /// requests that a guard may want confirmed.
    private func askBeforehand(_ requests: [WorkspaceRequest]) throws {
        let hasGuards = runner.network.guards.book.hasRules
        for request in requests {
            let isElsewhere = runner.pool(of: request).services.contains { $0.credentialHome != nil }
            guard isElsewhere || hasGuards && !runner.method(of: request).isSafe else { continue }
            var copy = runner.expansion
            // The question names a value that a response will bring by its name.
            if !isElsewhere {
                for name in requests.flatMap(\.captures).map(\.name) { copy.capture(name, .plain("$\(name)")) }
            }
            do {
                _ = try runner.makePlan(request, &copy, mayAsk: options.mayAsk)
            } catch is VariableError where !isElsewhere {
                // The request reports it when its turn comes.
                continue
            }
        }
    }

    private static func expansion(
        _ source: ChosenSource, _ network: NetworkSettings, _ names: [(name: String, items: [SavedWork.Item])], _ options: Options
    ) throws -> VariableExpansion {
        let environment = network.environment.map { NetLayer.Environment(rawValue: $0) }
        let scopes = source.workspace?.api.variables(in: environment) ?? VariableScopes()
        var expansion = VariableExpansion(scopes)
        let requests = names.flatMap(\.items).flatMap(\.requests)
        let captured = Set(requests.flatMap(\.captures).map(\.name))
        for (name, value) in options.values {
            guard scopes[name] != nil || captured.contains(name) else {
                let known = Set(scopes.names).union(captured).sorted().joined(separator: ", ")
                throw Refusal(
                    usage: "'\(name)' is not a variable of the workspace", [known.isEmpty ? "It has none." : "It has: \(known)."])
            }
            expansion.answer(name, .plain(value))
        }
        try askForValues(&expansion, names, options)
        do throws(VariableError) {
            var references: Set<ExternalReference> = []
            for item in names.flatMap(\.items) {
                // A captured value is visible to later steps of the same item only.
                var captured: Set<String> = []
                for request in item.requests {
                    references.formUnion(try request.references(expansion, captured: &captured))
                }
            }
            if let outside = source.workspace?.file.externalValues {
                expansion.externalValues = try outside.values(of: references)
            }
        } catch {
            let line = error.line.map { ":\($0)" } ?? ""
            let place = source.workspace.map { "\($0.file.path)\(line): " } ?? ""
            StandardError.write(ErrorBlock("\(place)\(error.message)", at: ["Nothing was sent."], next: [error.hint]))
            throw ExitCode.badData
        }
        return expansion
    }

    /// Asks once a run for all variables without a value, except those that a step captures
    /// before they are needed.
    private static func askForValues(
        _ expansion: inout VariableExpansion, _ names: [(name: String, items: [SavedWork.Item])], _ options: Options
    ) throws {
        for item in names.flatMap(\.items) {
            var later: Set<String> = []
            for request in item.requests {
                for (name, prompt) in expansion.prompts(of: request.texts) where !later.contains(name) {
                    if options.isDryRun {
                        // A dry run shows the value by its name instead of asking.
                        if !prompt.hasDefault { expansion.capture(name, .plain("$\(name)")) }
                    } else if options.mayAsk {
                        let fallback = prompt.hasDefault ? expansion.fallback(name) : nil
                        guard let answer = try TerminalQuestion.readAnswer(prompt, fallback) else { continue }
                        expansion.answer(name, .plain(answer))
                    } else if !prompt.hasDefault {
                        StandardError.write(
                            ErrorBlock(
                                "\(name) needs a value", at: ["Nothing was sent."], next: ["give it with -p \(name)=VALUE"]))
                        throw ExitCode.badData
                    }
                }
                later.formUnion(request.captures.map(\.name))
            }
        }
    }

    // MARK: Running

    /// Prints the requests without sending them.
    func dryRun() throws {
        for (_, items) in names {
            for item in items {
                var expansion = runner.expansion
                for request in item.requests {
                    do {
                        let plan = try runner.makePlan(request, &expansion)
                        try DryRun.write(plan, runner.pool(of: request), runner.network, runner.client, title: request.name)
                    } catch let error as VariableError {
                        throw Refusal(usage: "\(request.name): \(error.message)", [error.hint])
                    }
                }
            }
        }
    }

    /// Runs all requests as often as the options say, and reports.
    func run() async throws -> ExitCode {
        // Before anything is sent: a run whose report cannot be written is useless.
        let report = try Output.openFile(options.report)
        defer { report?.discard() }
        var outcomes: [RunOutcome] = []
        var codes: [Int32] = []
        var isGood = options.condition == nil
        let deadline = runner.client.now + options.within
        for round in 1...(options.condition == nil ? options.times : .max) {
            let isText = !options.isJSON
            let ended = await runAll { outcome in
                if isText { Self.reportOutcome(outcome) }
                if options.watchesContracts { reportContract(outcome) }
            }
            outcomes = options.condition == nil ? outcomes + ended.outcomes : ended.outcomes
            codes = options.condition == nil ? codes + ended.codes : ended.codes
            if Task.isCancelled { break }
            // A request that cannot be sent now cannot be sent later either; the reason is already reported.
            if outcomes.contains(where: { $0.code == ExitCode.usage.rawValue }) { break }
            if let condition = options.condition {
                if let why = problem(condition, ended.last) {
                    let isLast = options.times > 1 && round == options.times
                    guard !isLast, runner.client.now + options.every <= deadline else {
                        StandardError.write(
                            "explorer: --until was not true \(isLast ? "in \(round) runs" : "in time"): \(why)")
                        break
                    }
                    guard (try? await Task.sleep(for: options.every)) != nil else { break }
                    continue
                }
                isGood = true
                break
            }
            if options.mode == .failFast, outcomes.contains(where: { $0.state == .failed }) { break }
        }
        if options.isJSON { Output.write(Self.formatJSON(outcomes, withContracts: options.watchesContracts)) }
        let findings = options.watchesContracts ? outcomes.compactMap(Self.finding) : []
        ContractFinding.writeSummary(findings)
        if let report {
            if let code = Output.finish(report, with: JUnitText.makeReport(outcomes)) { return code }
        }
        if Task.isCancelled { return .cancelled }
        let code = ExitCode(ExitStatus.worst(codes))
        return code == .success && !isGood ? .badData : code.watching(findings)
    }

    /// The usual number of requests and chains of a group that run at the same time.
    private static let usualAtOnce = 8

    /// Runs the names in their order. Each waits for the one before.
    private func runAll(
        _ told: @escaping (RunOutcome) -> Void
    ) async -> (outcomes: [RunOutcome], codes: [Int32], last: SavedResponse?) {
        var outcomes: [RunOutcome] = []
        var codes: [Int32] = []
        var last: SavedResponse?
        for (name, items) in names {
            let machine = RunMachine(name, items, atOnce: options.atOnce ?? Self.usualAtOnce, mode: options.mode)
            var driver = RunDriver(machine, runner, told)
            let ended = await driver.run()
            outcomes += ended.outcomes
            codes.append(ended.code)
            last = ended.last
            if Task.isCancelled || options.mode == .failFast && outcomes.contains(where: { $0.state == .failed }) { break }
        }
        return (outcomes, codes, last)
    }

    /// Why the condition does not hold; `nil` when it does.
    private func problem(_ condition: ResponseAssertion, _ answer: SavedResponse?) -> String? {
        guard let answer else { return "there was no response" }
        var expansion = runner.expansion
        do throws(VariableError) {
            return try condition.problem(in: answer, &expansion)
        } catch {
            return "\(error)"
        }
    }

    // MARK: Output

    private static func name(of outcome: RunOutcome) -> String {
        outcome.suite == outcome.name ? outcome.name : "\(outcome.suite) › \(outcome.name)"
    }

    /// The result of the check of a response; `nil` for a request without a response.
    private static func finding(_ outcome: RunOutcome) -> ContractFinding? {
        outcome.status == nil ? nil : ContractFinding(report: outcome.contract)
    }

    private func reportContract(_ outcome: RunOutcome) {
        guard let finding = Self.finding(outcome) else { return }
        if options.printsEvents {
            finding.write(of: outcome.name, isEvent: true)
        } else {
            finding.writeBriefly(Self.name(of: outcome))
        }
    }

    private static func reportOutcome(_ outcome: RunOutcome) {
        let name = name(of: outcome)
        let fields = [
            outcome.state.rawValue, outcome.status.map(String.init) ?? "-", outcome.milliseconds, String(outcome.bytes), name,
        ]
        let line = fields.map { Visible.escape($0).replacing("\t", with: " ").replacing("\n", with: " ") }.joined(separator: "\t")
        Output.write(line + "\n")
        for problem in outcome.problems where outcome.state == .failed { StandardError.write("explorer: \(name): \(problem)") }
    }

    /// - Parameter withContracts: every response was checked, not only those whose requests expect that.
    private static func formatJSON(_ outcomes: [RunOutcome], withContracts: Bool) -> String {
        let objects = outcomes.map { outcome in
            var members: [(String, JSONText.Value)] = [
                ("suite", .string(outcome.suite)), ("name", .string(outcome.name)), ("state", .string(outcome.state.rawValue)),
            ]
            if let status = outcome.status { members.append(("status", .number(String(status)))) }
            members += [
                ("ms", .number(outcome.milliseconds)), ("bytes", .number(String(outcome.bytes))),
                ("problems", .array(outcome.problems.map(JSONText.Value.string))),
            ]
            if withContracts || outcome.contract != nil, let finding = finding(outcome) {
                members.append(("contract", ContractJSON.value(finding)))
            }
            return JSONText.object(members)
        }
        return "[\n" + objects.joined(separator: ",\n") + "\n]\n"
    }
}
