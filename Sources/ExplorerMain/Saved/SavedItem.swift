// A saved request or a chain while it runs: its calls are rows of the task table, its answers are judged before they land.

import ArgumentParser
import Catalog
import Explorer
import NetLayer
import Synchronization

final class SavedItem: Sendable {
    private struct State {
        /// With what earlier steps have captured.
        var expansion: VariableExpansion
        /// Of the first requests; the others have not ended.
        var outcomes: [RunOutcome] = []
        var last: SavedAnswer?
        /// When the call that is in the air began.
        var start: Duration?
    }

    private let runner: SavedRunner
    private let suite: String
    private let requests: [WorkspaceRequest]
    private let isChain: Bool
    private let told: @Sendable (RunOutcome) -> Void
    private let state: Mutex<State>

    /// - Parameter told: hears of each request when it has ended.
    init(_ item: SavedWork.Item, _ runner: SavedRunner, _ told: @escaping @Sendable (RunOutcome) -> Void) {
        switch item {
        case .request(let request): (suite, requests, isChain) = (request.name, [request], false)
        case .chain(let name, let steps): (suite, requests, isChain) = (name, steps, true)
        }
        (self.runner, self.told) = (runner, told)
        state = Mutex(State(expansion: runner.expansion))
    }

    /// What has come of it, and the last answer; nothing where it never began.
    var ended: (outcomes: [RunOutcome], last: SavedAnswer?) { (now.outcomes, now.last) }

    /// Runs it by itself.
    func run() async {
        let (client, request) = (runner.client, requests[0])
        if isChain {
            do throws(ChainFailure) {
                try await client.run(chain, ())
            } catch {
                fail(error.error)
            }
        } else if let endpoint = try? endpoint(of: request) {
            do throws(NetError) {
                try await client.send(endpoint, on: runner.pool(of: request))
            } catch {
                fail(error)
            }
        }
    }

    /// The same as a member of a group.
    var member: GroupMember<Void> {
        let landed: GroupMember<Void>.Landed = { [self] result in
            if case .failure(let error) = result { fail(error) }
        }
        if isChain { return .chain(chain, (), onLanding: landed) }
        do {
            return .call(try endpoint(of: requests[0]), on: runner.pool(of: requests[0]), onLanding: landed)
        } catch {
            // The group has to know.
            return .work(suite) { throw error }
        }
    }

    private var chain: RequestChain<Void, Void> {
        let steps = requests.map { request in
            Step<Void, Void>.call(on: runner.pool(of: request)) { [self] in try endpoint(of: request) }
        }
        return RequestChain(suite, steps.reduce(.value(())) { $0.then($1) })
    }

    /// The call of a request. It fails when its answer is not as expected.
    /// - Throws: why it cannot be made, which has been recorded.
    private func endpoint(of request: WorkspaceRequest) throws -> Endpoint<Void> {
        do {
            var expansion = now.expansion
            var endpoint = Endpoint<Void>(try runner.plan(request, &expansion).0) { _ in }
            endpoint.behaviour.acceptsStatus = { $0 < 400 || request.expects(status: $0) }
            endpoint.behaviour.checkAnswer = { [self] in try judge(request, $0) }
            endpoint.behaviour.hooks = [CallStart { [self] in state.withLock { $0.start = self.runner.client.now } }]
            return endpoint
        } catch {
            var outcome = RunOutcome(suite: suite, name: request.name, state: .failed)
            // What the command line would call its own mistake has been said on standard error.
            outcome.problems = [(error as? VariableError).map { "\($0)" } ?? "it cannot be sent"]
            outcome.code = error is VariableError ? ExitCode.badData.rawValue : ExitCode.usage.rawValue
            record(outcome)
            throw error
        }
    }

    // MARK: What has come of it

    private func judge(_ request: WorkspaceRequest, _ response: RawResponse) throws {
        var (expansion, elapsed) = (now.expansion, elapsed)
        let answer = SavedAnswer(
            status: response.head.status, headers: response.head.headers, body: response.body, elapsed: elapsed)
        let verdict = request.verdict(on: answer, &expansion)
        var outcome = RunOutcome(suite: suite, name: request.name, state: verdict.isGood ? .succeeded : .failed)
        outcome.status = answer.status
        outcome.elapsed = elapsed
        outcome.bytes = answer.body.count
        outcome.problems = (verdict.statusProblem.map { [$0] } ?? []) + verdict.problems
        outcome.code = verdict.problems.isEmpty ? 0 : ExitCode.badData.rawValue
        if verdict.statusProblem != nil { outcome.code = ExitCode(status: answer.status).rawValue }
        state.withLock { ($0.expansion, $0.last) = (expansion, answer) }
        record(outcome)
        if !verdict.isGood { throw NotAsExpected(problems: outcome.problems) }
    }

    /// The request that was in the air has failed, and those behind it are not sent.
    private func fail(_ error: NetError) {
        let now = now
        if now.outcomes.last?.state != .failed, requests.indices.contains(now.outcomes.count) {
            // A group that ends early leaves out what has not begun.
            if error.isCancellation, now.start == nil, now.outcomes.isEmpty { return }
            let request = requests[now.outcomes.count]
            if case .status = error.kind, let response = error.response {
                try? judge(request, response)
            } else {
                var outcome = RunOutcome(suite: suite, name: request.name, state: error.isCancellation ? .cancelled : .failed)
                outcome.elapsed = elapsed
                // What its own group cancelled counts for nothing.
                outcome.code = error.kind == .cancelled(.group) ? 0 : ExitCode(error).rawValue
                outcome.problems = [Failure(error).map { "\($0.title): \($0.detail)" } ?? error.detail]
                record(outcome)
            }
        }
        for request in requests.dropFirst(ended.outcomes.count) {
            record(RunOutcome(suite: suite, name: request.name, state: .skipped))
        }
    }

    private var now: State { state.withLock { $0 } }
    /// Of the call that is in the air.
    private var elapsed: Duration { now.start.map { runner.client.now - $0 } ?? .zero }

    private func record(_ outcome: RunOutcome) {
        state.withLock { state in
            state.outcomes.append(outcome)
            state.start = nil
        }
        told(outcome)
    }
}

/// Tells when a call has its turn.
private struct CallStart: Hooks {
    let begun: @Sendable () -> Void

    func willCall(_ context: CallContext) async throws -> HookVerdict {
        begun()
        return .proceed
    }
}

/// Why a row has failed whose answer came.
private struct NotAsExpected: Error, CustomStringConvertible {
    let problems: [String]
    var description: String { problems.joined(separator: "; ") }
}
