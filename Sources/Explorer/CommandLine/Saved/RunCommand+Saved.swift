// The part of `explorer run` that runs saved requests, and endpoints with a report, a condition or a dry run.

import ArgumentParser
import Catalog
import NetLayer
import Workbench
import Workspace

extension RunCommand {
    typealias Named = [(name: String, items: [SavedWork.Item])]

    func condition() throws -> ResponseAssertion? {
        guard let until else { return nil }
        do throws(VariableError) {
            return try ResponseAssertion(condition: until)
        } catch {
            throw Refusal(usage: "--until: \(error.message)", [error.hint])
        }
    }

    /// The saved items of the names. `nil` if none of them is saved and a plain group suffices.
    func saved(_ chosen: ChosenSource) throws -> Named? {
        let work = chosen.workspace?.api.work ?? SavedWork()
        let found = endpoints.map { (name: $0, items: work.items($0)) }
        let missing = found.filter { $0.items == nil }.map(\.name)
        if missing.isEmpty { return found.map { ($0.name, $0.items ?? []) } }
        guard missing.count == endpoints.count else {
            throw Refusal(
                usage: "the workspace has no saved request, chain or group '\(missing.joined(separator: "', '"))'",
                ["It has: \(work.names.joined(separator: ", ")).", "Run saved requests and endpoints with two commands."])
        }
        guard dryRun || junit != nil || until != nil else { return nil }
        return [("endpoints", endpoints.map { .request(WorkspaceRequest(name: $0, target: .endpoint($0))) })]
    }

    func runSaved(
        _ names: Named, _ chosen: ChosenSource, _ values: [EndpointCall.Value], _ condition: ResponseAssertion?,
        _ client: NetClient, _ history: CommandHistory, _ interrupts: InterruptHandler
    ) async throws {
        var (names, values) = (names, values)
        if chosen.workspace?.api.work.items(endpoints.first ?? "") == nil {
            // For endpoints the values are parameters.
            names = names.map { ($0.name, $0.items.map { Self.addValues($0, with: values) }) }
            values = []
        }
        let count = names.flatMap(\.items).flatMap(\.requests).count * times
        guard count <= Self.mostRequests else {
            throw Refusal(usage: "that would be \(count) requests", ["More than \(Self.mostRequests) would be a load test."])
        }
        for (name, items) in names { try checkGoal(of: name, members: items.count) }
        let options = SavedWorkRun.Options(
            values: values, atOnce: concurrency, times: times, mode: groupMode, isJSON: format == .json, report: junit,
            isDryRun: dryRun, mayAsk: !directives && CommandContext.hasTerminalInput, condition: condition,
            every: .seconds(every),
            within: .seconds(within), watchesContracts: watching.contract, printsEvents: events)
        let run = try await SavedWorkRun(
            names, chosen, network, client, service: service, followsRedirects: !noFollow, dryRun ? nil : history, options)
        if dryRun { return try run.dryRun() }
        chosen.warnOfInsecure()
        let pool = chosen.ownPool
        let printer = events ? EventPrinter(client, run.runner.api?.pools ?? [pool]) : nil
        let listener = chosen.listen(client, for: run.runner.api?.pool ?? pool, toInput: directives)
        defer { listener?.stop() }
        let work = interrupts.start {
            Task { try await run.run() }
        } cancel: {
            $0.cancel()
        }
        try await work.waitForEnd(printer, history)
    }

    /// Adds the values that name this endpoint, and those that name none.
    private static func addValues(_ item: SavedWork.Item, with values: [EndpointCall.Value]) -> SavedWork.Item {
        guard case .request(var request) = item else { return item }
        for (name, value) in values {
            let own = name.hasPrefix(request.name + ".") ? String(name.dropFirst(request.name.count + 1)) : name
            request.parameters.append(WorkspaceRequest.Value(own, WorkspaceText(literal: value)))
        }
        return .request(request)
    }
}
