// Performs the decisions of a run machine for commands: sends, checks responses before they land, and
// maintains the rows.

import Catalog
import NetLayer
import Synchronization
import Workbench

/// Drives one run of one name to its end.
struct RunDriver {
    private let maker: SavedPlans
    private let rows: RunRows
    private let onOutcome: (RunOutcome) -> Void
    private var machine: RunMachine
    /// The last response of each item; `nil` if none arrived.
    private var responses: [Int: SavedResponse] = [:]
    private var calls: [RunMachine.Place: Handle<Void>] = [:]

    /// - Parameter told: called with the outcome of each request when it has ended.
    init(_ machine: RunMachine, _ maker: SavedPlans, _ told: @escaping (RunOutcome) -> Void) {
        (self.machine, self.maker, self.onOutcome) = (machine, maker, told)
        rows = RunRows(maker.client)
    }

    /// All outcomes with their exit code, and the last response; `nil` if none arrived.
    mutating func run() async -> (outcomes: [RunOutcome], code: Int32, last: SavedResponse?) {
        if Task.isCancelled { return ([], 0, nil) }
        let rows = rows
        await withTaskCancellationHandler {
            await withTaskGroup(of: (RunMachine.Place, CallResult).self) { group in
                perform(machine.begin(), &group)
                while let (place, exchanged) = await group.next() {
                    calls[place] = nil
                    responses[place.item] = exchanged.answer
                    let left = Task.isCancelled ? machine.cancel() : []
                    perform(left + machine.ended(place, exchanged.ending), &group)
                }
            }
        } onCancel: {
            rows.cancel()
        }
        return (machine.outcomes, machine.exitCode, responses[machine.lastItem])
    }

    private mutating func perform(
        _ actions: [RunMachine.Action], _ group: inout TaskGroup<(RunMachine.Place, CallResult)>
    ) {
        var actions = actions[...]
        let row = { RunRow(0, $0) }
        while let action = actions.popFirst() {
            switch action {
            case .open(let own, let kind, let title, let count, let parent):
                rows.openRow(row(own), kind, title, count: count, in: parent.map(row))
            case .send(let place, let parent):
                do {
                    let call = try SavedCall(machine.request(at: place), after: machine.captured(at: place), maker)
                    let handle = call.dispatch(in: parent.flatMap { rows[row($0)] })
                    calls[place] = handle
                    group.addTask { (place, await call.exchange(handle)) }
                } catch {
                    responses[place.item] = nil
                    actions += machine.ended(place, Self.refusal(error))
                }
            case .skip(let place, let parent):
                let request = machine.request(at: place)
                rows.skipMember(request.name, maker.method(of: request), in: row(parent))
            case .leave(let item, let parent):
                let method = machine.first(of: item).map(maker.method) ?? .get
                rows.skipMember(machine.title(of: item), method, in: row(parent))
            case .cancel(let place): if let id = calls[place]?.id { maker.client.cancel(id, because: .group) }
            case .record(_, let outcome): onOutcome(outcome)
            case .close(let own, let failure): rows.closeRow(row(own), failure: failure)
            case .end: break
            }
        }
    }
}

extension RunDriver {
    /// Why a request is not sent. Reports usage errors at once.
    fileprivate static func refusal(_ error: any Error) -> RunMachine.Ending {
        if let error = error as? VariableError { return .refused("\(error)", code: ExitStatus.badData) }
        if let error = error as? Refusal { StandardError.write(error.failure) }
        return .refused("it cannot be sent", code: ExitStatus.usage)
    }
}

/// The result of one call.
private struct CallResult: Sendable {
    var ending: RunMachine.Ending
    var answer: SavedResponse?
}

/// One saved request in flight. It fails if its response does not meet the expectations.
private final class SavedCall: Sendable {
    private let request: WorkspaceRequest
    private let maker: SavedPlans
    private let plan: RequestPlan
    private let expansion: VariableExpansion
    private let id = Mutex<TaskID?>(nil)
    private let judged = Mutex<(verdict: ResponseVerdict, answer: SavedResponse)?>(nil)

    /// - Parameter captured: the values that earlier steps have captured.
    /// - Throws: ``VariableError``, or a ``Refusal``.
    init(_ request: WorkspaceRequest, after captured: [String: FieldValue], _ maker: SavedPlans) throws {
        (self.request, self.maker) = (request, maker)
        var expansion = maker.expansion
        for (name, value) in captured { expansion.capture(name, value) }
        plan = try maker.makePlan(request, &expansion)
        self.expansion = expansion
    }

    func dispatch(in series: OpenSeries?) -> Handle<Void> {
        var endpoint = Endpoint<Void>(plan) { _ in }
        endpoint.behaviour.acceptsStatus = { [request] in $0 < 400 || request.expects(status: $0) }
        endpoint.behaviour.checkAnswer = { [self] response in
            let verdict = judge(response)
            if !verdict.isGood { throw UnexpectedResponse(reasons: verdict.reasons) }
        }
        let pool = maker.pool(of: request)
        let handle = series?.dispatch(endpoint, on: pool) ?? maker.client.dispatch(endpoint, on: pool)
        id.withLock { $0 = handle.id }
        return handle
    }

    func exchange(_ handle: Handle<Void>) async -> CallResult {
        let result = await withTaskCancellationHandler {
            await Self.result(of: handle)
        } onCancel: {
            handle.cancel()
        }
        guard case .failure(let error) = result else { return exchanged }
        if case .status = error.kind, let response = error.response { _ = judge(response) }
        // A call that is cancelled after the check of its response keeps the verdict.
        guard judged.withLock({ $0 }) == nil else { return exchanged }
        let problem = Failure(error)?.brief ?? error.detail
        // A cancellation by the call's own group does not count.
        let code = error.kind == .cancelled(.group) ? 0 : error.exitCode
        return CallResult(
            ending: error.isCancellation
                ? .cancelled(problem, code: code, elapsed: elapsed, bytes: received)
                : .failed(problem, code: code, elapsed: elapsed, bytes: received))
    }

    private static func result(of handle: Handle<Void>) async -> Result<Void, NetError> {
        do throws(NetError) {
            return .success(try await handle.value)
        } catch {
            return .failure(error)
        }
    }

    private var exchanged: CallResult {
        guard let (verdict, answer) = judged.withLock({ $0 }) else {
            return CallResult(ending: .failed("there is no response", code: ExitStatus.noResponse, elapsed: elapsed))
        }
        return CallResult(
            ending: .judged(verdict, status: answer.status, bytes: received, elapsed: answer.elapsed), answer: answer)
    }

    private func judge(_ response: RawResponse) -> ResponseVerdict {
        var answer = SavedResponse(
            status: response.head.status, headers: response.head.headers, body: response.body, elapsed: elapsed,
            sent: row?.requests ?? [])
        if maker.watchesContracts || request.expectsContract, let contract = maker.contract(of: request) {
            answer.hold(against: contract)
        }
        var expansion = expansion
        let verdict = request.verdict(on: answer, business: maker.source.business, &expansion)
        // Before the call ends: the history and the log then have this response.
        maker.learn(Set(verdict.captured.values.compactMap { if case .secret(let secret) = $0 { secret } else { nil } }))
        judged.withLock { $0 = (verdict, answer) }
        return verdict
    }

    private var row: TaskRow? { id.withLock { $0 }.flatMap { maker.client.row(of: $0) } }
    private var elapsed: Duration { row.map { ($0.endedAt ?? maker.client.now) - $0.openedAt } ?? .zero }
    private var received: Int { Int(clamping: row?.bytesReceived ?? 0) }
}

/// Why a row with a response has failed.
private struct UnexpectedResponse: Error, CustomStringConvertible {
    let reasons: [String]
    var description: String { reasons.joined(separator: "; ") }
}
