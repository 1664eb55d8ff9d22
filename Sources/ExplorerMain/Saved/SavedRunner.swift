// Runs saved requests: each after its variables have their values, steps of a chain one after another, members of a group at once.

import ArgumentParser
import Catalog
import Explorer
import Foundation
import NetLayer
import Workspace

struct SavedRunner: Sendable {
    let client: NetClient
    let network: NetworkOptions
    let source: ChosenSource
    /// `nil` where no request needs the description.
    let api: OpenedAPI?
    /// Everything from outside that is needed has been brought.
    let expansion: VariableExpansion
    let service: String?
    let followsRedirects: Bool
    /// `nil` where nothing is sent.
    let history: CommandHistory?
    /// Requests and chains of a group that run at once.
    let atOnce: Int
    let failsFast: Bool

    /// Runs what names stand for, in their order. The next one waits for the one before.
    /// - Parameter told: hears of each request when it has ended.
    func run(
        _ names: [(name: String, items: [SavedWork.Item])], _ told: @escaping @Sendable (RunOutcome) -> Void
    ) async -> (outcomes: [RunOutcome], last: SavedAnswer?) {
        var outcomes: [RunOutcome] = []
        var last: SavedAnswer?
        for (_, items) in names {
            let ended = await run(items, told)
            outcomes += ended.outcomes
            last = ended.last
            if Task.isCancelled || failsFast && outcomes.contains(where: { $0.state == .failed }) { break }
        }
        return (outcomes, last)
    }

    /// Members of a group in the order of the file, whichever ends first.
    private func run(
        _ items: [SavedWork.Item], _ told: @escaping @Sendable (RunOutcome) -> Void
    ) async -> (outcomes: [RunOutcome], last: SavedAnswer?) {
        await withTaskGroup(of: (Int, [RunOutcome], SavedAnswer?).self) { group in
            var results: [Int: ([RunOutcome], SavedAnswer?)] = [:]
            var next = 0
            func start() {
                guard next < items.count else { return }
                let (index, item) = (next, items[next])
                next += 1
                group.addTask {
                    let ended = await self.run(item, told)
                    return (index, ended.outcomes, ended.last)
                }
            }
            for _ in 0..<max(1, atOnce) { start() }
            while let (index, outcomes, last) = await group.next() {
                results[index] = (outcomes, last)
                if failsFast, outcomes.contains(where: { $0.state == .failed }) {
                    next = items.count
                    group.cancelAll()
                }
                start()
            }
            let ordered = results.sorted { $0.key < $1.key }.map(\.value)
            return (ordered.flatMap(\.0), ordered.last?.1)
        }
    }

    private func run(
        _ item: SavedWork.Item, _ told: @Sendable (RunOutcome) -> Void
    ) async -> (outcomes: [RunOutcome], last: SavedAnswer?) {
        let (suite, requests) =
            switch item {
            case .request(let request): (request.name, [request])
            case .chain(let name, let steps): (name, steps)
            }
        var expansion = expansion
        var outcomes: [RunOutcome] = []
        var last: SavedAnswer?
        for request in requests {
            if let before = outcomes.last, before.state != .succeeded {
                outcomes.append(RunOutcome(suite: suite, name: request.name, state: .skipped))
            } else {
                let ended = await send(request, suite, &expansion)
                outcomes.append(ended.outcome)
                last = ended.answer
            }
            outcomes.last.map(told)
        }
        return (outcomes, last)
    }

    private func send(
        _ request: WorkspaceRequest, _ suite: String, _ expansion: inout VariableExpansion
    ) async -> (outcome: RunOutcome, answer: SavedAnswer?) {
        var outcome = RunOutcome(suite: suite, name: request.name, state: .failed)
        let (plan, pool): (RequestPlan, ServicePool)
        do {
            (plan, pool) = try self.plan(request, &expansion)
        } catch {
            // What the command line would call its own mistake has been said on standard error.
            outcome.problems = [(error as? VariableError).map { "\($0)" } ?? "it cannot be sent"]
            outcome.code = error is VariableError ? ExitCode.badData.rawValue : ExitCode.usage.rawValue
            return (outcome, nil)
        }
        let start = client.now
        let response: RawResponse
        do throws(NetError) {
            response = try await client.send(Endpoint(plan), on: pool)
        } catch {
            outcome.elapsed = client.now - start
            guard case .status = error.kind, let answer = error.response else {
                if case .cancelled = error.kind { outcome.state = .cancelled }
                outcome.code = outcome.state == .cancelled ? ExitCode.cancelled.rawValue : ExitCode(error).rawValue
                outcome.problems = [Failure(error).map { "\($0.title): \($0.detail)" } ?? error.detail]
                return (outcome, nil)
            }
            response = answer
        }
        outcome.elapsed = client.now - start
        let answer = SavedAnswer(
            status: response.head.status, headers: response.head.headers, body: response.body, elapsed: outcome.elapsed)
        judge(request, answer, &expansion, &outcome)
        return (outcome, answer)
    }

    private func judge(
        _ request: WorkspaceRequest, _ answer: SavedAnswer, _ expansion: inout VariableExpansion, _ outcome: inout RunOutcome
    ) {
        let verdict = request.verdict(on: answer, &expansion)
        outcome.status = answer.status
        outcome.bytes = answer.body.count
        outcome.problems = (verdict.statusProblem.map { [$0] } ?? []) + verdict.problems
        outcome.code = verdict.problems.isEmpty ? 0 : ExitCode.badData.rawValue
        if verdict.statusProblem != nil { outcome.code = ExitCode(status: answer.status).rawValue }
        outcome.state = verdict.isGood ? .succeeded : .failed
    }

    // MARK: What is sent

    /// - Throws: ``VariableError``, or the exit code of what has been said.
    func plan(_ request: WorkspaceRequest, _ expansion: inout VariableExpansion) throws -> (RequestPlan, ServicePool) {
        var (plan, pool): (RequestPlan, ServicePool)
        switch request.target {
        case .address:
            guard let own = try request.plan(&expansion) else { throw ExitCode.usage }
            pool = source.ownPool(network)
            plan = recorded(own, pool)
        case .endpoint(let text):
            guard let api else { throw ExitCode.usage }
            let values = try request.values(&expansion)
            var inner = expansion
            (plan, pool) = try EndpointCall(text, in: api).plan(
                values.map { ($0.name, $0.value.revealed) }, network, prefix: request.name + "."
            ) { plan, type in try request.finish(&plan, mediaType: type, &inner) }
            for (name, value) in values where value.isSecret { plan.hide(name) }
            // The endpoint may be one that nothing is kept of.
            plan = recorded(plan, pool)
            plan.id = request.name
        }
        try network.prepare(&plan, on: pool, service: service)
        if !followsRedirects { plan.followsRedirects = false }
        request.applyPolicies(to: &plan)
        // Found again wherever an answer says them.
        plan.maskedTexts.formUnion(expansion.secrets)
        return (plan, pool)
    }

    private func recorded(_ plan: RequestPlan, _ pool: ServicePool) -> RequestPlan {
        history?.marked(ListTarget(plan: plan, pool: pool, frame: api?.frame ?? source.frame())) ?? plan
    }
}

extension RequestPlan {
    /// Makes the values of a parameter secret, whatever the names are that its style gives them.
    fileprivate mutating func hide(_ name: String) {
        for index in parameters.indices where parameters[index].name == name || parameters[index].name.hasPrefix(name + "[") {
            parameters[index].value = .secret(Secret(parameters[index].value.revealed))
        }
    }
}
