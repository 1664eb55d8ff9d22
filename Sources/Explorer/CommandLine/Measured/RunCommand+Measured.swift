// The part of `explorer run` that measures: it sends requests at a pace, and reports their times.

import ArgumentParser
import Catalog
import NetLayer
import Workbench
import Workspace

extension RunCommand {
    /// A request that is measured.
    private struct Target {
        var title: String
        var plan: RequestPlan
        var pool: ServicePool
        /// Error statuses that a saved request expects.
        var expects: @Sendable (Int) -> Bool = { _ in false }
    }

    func validateMeasuring() throws {
        guard groupMode == .collectAll else {
            throw ValidationError("A measured run takes every response: leave out --mode and --fail-fast.")
        }
        guard until == nil, junit == nil, !dryRun, !watching.contract else {
            throw ValidationError("A measured run has no --until, --junit, --contract and --dry-run: leave them out.")
        }
        guard times > 1 || measuring.length != nil || measuring.versus != nil else {
            throw ValidationError("How many requests are measured? Add --repeat N, or --for TIME.")
        }
        guard measuring.versus == nil || endpoints.count == 1 else {
            throw ValidationError("--versus compares one request: name one.")
        }
    }

    func runMeasured(
        _ chosen: ChosenSource, _ names: Named?, _ values: [EndpointCall.Value], _ client: NetClient, _ history: CommandHistory,
        _ interrupts: InterruptHandler
    ) async throws {
        let opened = try await findTargets(chosen, names, values, client)
        let api = opened.api
        var targets = opened.targets
        if let versus = measuring.versus {
            targets = try await makeTurns(of: targets, versus, names, values, client)
            // A second copy could go to the other side.
            for index in targets.indices where calls.hedge == nil { targets[index].plan.policies.hedge = .never }
        }
        let pace = makePace(turns: targets.count)
        if let excess = pace.excess { throw Refusal(usage: excess, ["Nothing was sent. Choose a lower rate or a shorter time."]) }
        if network.connection.insecure { StandardError.write("explorer: certificates are not checked (--insecure)") }
        let printer = events ? EventPrinter(client, api?.pools ?? targets.map(\.pool)) : nil
        let listener = chosen.listen(client, for: api?.pool ?? chosen.ownPool, toInput: directives)
        defer { listener?.stop() }
        let runs = MeasuredRuns(targets.count, pace: pace)
        let title = pace.title(of: targets.map(\.title).joined(separator: ", "))
        let requests = targets.map { target in
            PacedRequest(target.title, on: target.pool) { Self.endpoint(of: target, chosen.business) }
        }
        let handle = interrupts.start {
            client.startPaced(title, requests, at: pace) { runs.add($0) }
        } cancel: {
            $0.cancel()
        }
        await withTaskCancellationHandler {
            await handle.waitForEnd()
        } onCancel: {
            handle.cancel()
        }
        await printer?.finish()
        let results = zip(targets, runs.all).map { (name: $0.title, run: $1) }
        let isComparison = measuring.versus != nil
        Output.write(
            format == .text
                ? MeasuredText.format(title, results, isComparison: isComparison)
                : MeasuredJSON.format(results, isComparison: isComparison))
        await history.finish()
        try Output.checkOutput()
        if interrupts.seen {
            StandardError.write("explorer: cancelled")
            throw ExitCode.cancelled
        }
        let code = ExitCode(runs.exitCode)
        guard code == .success else { throw code }
    }

    // MARK: Parts

    private func makePace(turns: Int) -> RunPace {
        let usualCount = measuring.length == nil ? RunPace.usualTurns : nil
        // The members of a comparison must not disturb each other.
        let usual = measuring.versus != nil ? 1 : network.defaults.mostPerHost
        return RunPace(
            rate: measuring.rate, each: times > 1 ? times : usualCount, turns: turns, length: measuring.length,
            warmUp: measuring.warmUp, atOnce: concurrency, usual: usual)
    }

    private static func endpoint(of target: Target, _ business: BusinessCode?) -> Endpoint<Void> {
        var endpoint = Endpoint<Void>(target.plan) { _ in }
        endpoint.behaviour.acceptsStatus = { $0 < 400 || target.expects($0) }
        if let business { endpoint.behaviour.checkAnswer = { answer in try business.refuse(answer.body) } }
        return endpoint
    }

    /// The requests that the user named.
    private func findTargets(
        _ chosen: ChosenSource, _ names: Named?, _ values: [EndpointCall.Value], _ client: NetClient
    ) async throws -> (targets: [Target], api: OpenedSource?) {
        guard let names else {
            let api = try await chosen.openSource(client)
            // A measured run would displace everything else in the history.
            let plans = try makePlans(nil, api, values, service: service)
            return (plans.map { Target(title: "\($0.method) \($0.title)", plan: $0, pool: $1) }, api)
        }
        for (name, items) in names {
            guard items.count == 1, case .request? = items.first else {
                throw Refusal(usage: "'\(name)' is a chain or a group", ["A measured run sends single requests: name these."])
            }
        }
        let options = SavedWorkRun.Options(
            values: values, atOnce: nil, times: 1, mode: .collectAll, isJSON: false, report: nil, isDryRun: false,
            mayAsk: !directives && CommandContext.hasTerminalInput, condition: nil, every: .zero, within: .zero, usesStored: false
        )
        let work = try await SavedWorkRun(
            names, chosen, network, client, service: service, followsRedirects: !noFollow, nil, options)
        chosen.warnOfInsecure()
        let requests = names.flatMap(\.items).flatMap(\.requests)
        let targets = try requests.map { request in
            var expansion = work.runner.expansion
            let plan = try work.runner.makePlan(request, &expansion)
            return Target(
                title: request.name, plan: plan, pool: work.runner.pool(of: request), expects: { request.expects(status: $0) })
        }
        return (targets, work.runner.api)
    }

    /// The request as the user named it, and the same one to another service or environment.
    private func makeTurns(
        of targets: [Target], _ versus: String, _ names: Named?, _ values: [EndpointCall.Value], _ client: NetClient
    ) async throws -> [Target] {
        guard let first = targets.first else { return targets }
        let services = first.pool.services.map(\.name)
        let number = Int(versus).flatMap { services.indices.contains($0 - 1) ? services[$0 - 1] : nil }
        if let name = services.first(where: { $0 == versus }) ?? number {
            let usual = services.indices.contains(first.pool.active) ? services[first.pool.active] : name
            let own = first.plan.destination.service ?? usual
            guard own != name else {
                let others = services.filter { $0 != name }.joined(separator: ", ")
                throw Refusal(
                    usage: "--versus \(name) would compare it with itself",
                    [others.isEmpty ? "There is no other service." : "Choose the first one with --service: \(others)."])
            }
            return [own, name].map { service in
                var target = first
                target.plan.destination.service = service
                target.title = "\(first.title) on \(service)"
                return target
            }
        }
        let environments = Set(first.pool.services.flatMap(\.deployments).map(\.environment.rawValue))
        guard environments.contains(versus) else {
            let known = (services + environments.sorted()).joined(separator: ", ")
            throw Refusal(
                usage: "'\(versus)' is neither a service nor an environment",
                [known.isEmpty ? "The request has no services." : "It has: \(known)."])
        }
        let own = first.pool.environment.rawValue
        guard own != versus else {
            throw Refusal(usage: "--versus \(versus) would compare it with itself", ["Choose the first one with --env."])
        }
        var other = network
        other.environment = versus
        // Its variables and its secrets may have other values.
        let second = try await findTargets(try ChosenSource(source, other), names, values, client).targets
        return zip([first] + second.prefix(1), [own, versus]).map { target, environment in
            var target = target
            target.title = "\(target.title) in \(environment)"
            return target
        }
    }
}
