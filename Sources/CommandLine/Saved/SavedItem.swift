// A saved request or a chain while it runs: its calls are rows of the task table, its answers are judged before they land.

import ArgumentParser
import Catalog
import NetLayer
import Synchronization
import Workbench

final class SavedItem: Sendable {
    private struct State {
        /// With what earlier steps have captured.
        var expansion: VariableExpansion
        /// Of each request, once it has ended.
        var outcomes: [RunOutcome?]
        /// Of the request that was sent last; `nil` where there was none.
        var last: SavedAnswer?
        /// The call that is in the air.
        var call: (id: TaskID, start: Duration)?
    }

    private let runner: SavedRunner
    private let suite: String
    private let requests: [WorkspaceRequest]
    private let isChain: Bool
    private let told: @Sendable (RunOutcome) -> Void
    private let state: Mutex<State>
    /// Ends when the group has told how its member has landed.
    private let landing = AsyncStream<Void>.makeStream()

    /// - Parameter told: hears of each request when it has ended.
    init(_ item: SavedWork.Item, _ runner: SavedRunner, _ told: @escaping @Sendable (RunOutcome) -> Void) {
        switch item {
        case .request(let request): (suite, requests, isChain) = (request.name, [request], false)
        case .chain(let name, let steps): (suite, requests, isChain) = (name, steps, true)
        }
        (self.runner, self.told) = (runner, told)
        state = Mutex(State(expansion: runner.expansion, outcomes: Array(repeating: nil, count: requests.count)))
    }

    /// What has come of it, and the last answer; nothing where it never began.
    var ended: (outcomes: [RunOutcome], last: SavedAnswer?) { (now.outcomes.compactMap(\.self), now.last) }

    /// Runs it by itself.
    func run() async {
        if isChain {
            do throws(ChainFailure) {
                try await runner.client.run(chain, ())
            } catch {
                fail(error.error)
            }
        } else if let endpoint = try? endpoint(of: 0) {
            do throws(NetError) {
                try await runner.client.send(endpoint, on: runner.pool(of: requests[0]))
            } catch {
                fail(error)
            }
        }
    }

    /// The same as a member of a group; ``landed()`` waits until it has ended.
    var member: GroupMember<Void> {
        let onLanding: GroupMember<Void>.Landed = { [self] result in
            if case .failure(let error) = result { fail(error) }
            landing.continuation.finish()
        }
        if isChain { return .chain(chain, (), onLanding: onLanding) }
        do {
            return .call(try endpoint(of: 0), on: runner.pool(of: requests[0]), onLanding: onLanding)
        } catch {
            // The group has to know.
            return .work(suite, onLanding: onLanding) { throw error }
        }
    }

    /// A group that is cancelled does not wait for its members, and whoever reports does, cancelled or not.
    func landed() async {
        await Task { for await _ in landing.stream {} }.value
    }

    private var chain: RequestChain<Void, Void> {
        let steps = requests.indices.map { index in
            Step<Void, Void>.call(on: runner.pool(of: requests[index])) { [self] in try endpoint(of: index) }
        }
        return RequestChain(suite, steps.reduce(.value(())) { $0.then($1) })
    }

    /// The call of a request. It fails when its answer is not as expected.
    /// - Throws: why it cannot be made, which has been recorded.
    private func endpoint(of index: Int) throws -> Endpoint<Void> {
        let request = requests[index]
        do {
            var expansion = now.expansion
            var endpoint = Endpoint<Void>(try runner.plan(request, &expansion)) { _ in }
            endpoint.behaviour.acceptsStatus = { $0 < 400 || request.expects(status: $0) }
            endpoint.behaviour.checkAnswer = { [self] in try judge(index, $0) }
            endpoint.behaviour.hooks = [
                CallStart { [self] id in state.withLock { $0.call = (id, self.runner.client.now) } }
            ]
            return endpoint
        } catch {
            // What the command line would call its own mistake has been said on standard error.
            record(index, .failed) { outcome in
                outcome.problems = [(error as? VariableError).map { "\($0)" } ?? "it cannot be sent"]
                outcome.code = error is VariableError ? ExitCode.badData.rawValue : ExitCode.usage.rawValue
            }
            throw error
        }
    }

    // MARK: What has come of it

    private func judge(_ index: Int, _ response: RawResponse) throws {
        var expansion = now.expansion
        let sent = now.call.flatMap { runner.client.row(of: $0.id)?.requests } ?? []
        let answer = SavedAnswer(
            status: response.head.status, headers: response.head.headers, body: response.body, elapsed: elapsed, sent: sent)
        let verdict = requests[index].verdict(on: answer, business: runner.source.business, &expansion)
        record(index, verdict.isGood ? .succeeded : .failed, answer, expansion) { outcome in
            outcome.status = answer.status
            outcome.elapsed = answer.elapsed
            outcome.bytes = answer.body.count
            outcome.problems = verdict.reasons
            outcome.code = verdict.problems.isEmpty ? 0 : ExitCode.badData.rawValue
            if verdict.statusProblem != nil { outcome.code = ExitCode(status: answer.status).rawValue }
        }
        if !verdict.isGood { throw NotAsExpected(reasons: verdict.reasons) }
    }

    /// The first request that has not ended has failed, unless what went before it has, and those behind it are not sent.
    private func fail(_ error: NetError) {
        let now = now
        if let index = now.outcomes.firstIndex(of: nil), !now.outcomes.contains(where: { $0?.state == .failed }) {
            let isOpen = now.call != nil
            // A group that ends early leaves out what has not begun.
            if error.isCancellation, !isOpen, index == 0 { return }
            if case .status = error.kind, let response = error.response {
                try? judge(index, response)
            } else if !error.isCancellation || isOpen {
                let elapsed = elapsed
                record(index, error.isCancellation ? .cancelled : .failed) { outcome in
                    outcome.elapsed = elapsed
                    // What its own group cancelled counts for nothing.
                    outcome.code = error.kind == .cancelled(.group) ? 0 : ExitCode(error).rawValue
                    outcome.problems = [Failure(error).map { "\($0.title): \($0.detail)" } ?? error.detail]
                }
            }
        }
        for index in requests.indices { record(index, .skipped) }
    }

    private var now: State { state.withLock { $0 } }
    /// Of the call that is in the air.
    private var elapsed: Duration { now.call.map { runner.client.now - $0.start } ?? .zero }

    /// Says how a request has ended. Who comes first has said it: a call may be cancelled while its answer is looked at.
    /// - Parameters:
    ///   - answer: `nil` where there is none.
    ///   - expansion: what the next ones are sent with; `nil`: as before.
    private func record(
        _ index: Int, _ end: RunOutcome.State, _ answer: SavedAnswer? = nil, _ expansion: VariableExpansion? = nil,
        _ fill: (inout RunOutcome) -> Void = { _ in }
    ) {
        var outcome = RunOutcome(suite: suite, name: requests[index].name, state: end)
        fill(&outcome)
        let isFirst = state.withLock { state in
            guard state.outcomes[index] == nil else { return false }
            state.outcomes[index] = outcome
            if end == .skipped { return true }
            (state.last, state.call) = (answer, nil)
            if let expansion { state.expansion = expansion }
            return true
        }
        if isFirst { told(outcome) }
    }
}

/// Tells when a call has its turn.
private struct CallStart: Hooks {
    let begun: @Sendable (TaskID) -> Void

    func willCall(_ context: CallContext) async throws -> HookVerdict {
        begun(context.id)
        return .proceed
    }
}

/// Why a row has failed whose answer came.
private struct NotAsExpected: Error, CustomStringConvertible {
    let reasons: [String]
    var description: String { reasons.joined(separator: "; ") }
}
