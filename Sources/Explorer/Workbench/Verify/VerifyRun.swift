// Performs the decisions of a verification: sends its requests as members of one group, and judges each response where it
// arrives.

import Catalog
import NetLayer
import RequestFiles
import Synchronization

/// Drives one verification to its end.
public struct VerifyRun {
    /// What the driver needs of its surroundings.
    public struct Surroundings: Sendable {
        /// What all requests to an endpoint have, or why it gets none.
        public var target: @Sendable (Int) -> Result<VerifyTarget, VerifyObstacle>
        /// Called with the group's number and the report so far, each time that a request has ended.
        public var onProgress: @Sendable (TaskID, VerifyReport) -> Void = { _, _ in }
        /// Called with the result of each request.
        public var onEnd: @Sendable (TaskID, Result<RawResponse, NetError>) -> Void = { _, _ in }

        public init(_ target: @escaping @Sendable (Int) -> Result<VerifyTarget, VerifyObstacle>) { self.target = target }
    }

    private let client: NetClient
    private let surroundings: Surroundings
    private let group: OpenSeries
    private var machine: VerifyMachine

    /// Opens the row of the group.
    /// - Parameter id: its number, reserved; `nil` takes the next one.
    public init(_ machine: VerifyMachine, _ client: NetClient, as id: TaskID? = nil, _ surroundings: Surroundings) {
        (self.machine, self.client, self.surroundings) = (machine, client, surroundings)
        group = client.openGroup(machine.title, as: id)
    }

    /// Sends all requests. A cancel of the Swift task, or of the group's row, ends it early.
    public mutating func run() async -> VerifyReport {
        let (client, id) = (client, group.id)
        await withTaskCancellationHandler {
            await withTaskGroup(of: (Int, VerifyEnd).self) { tasks in
                perform(machine.begin(), &tasks)
                while let (number, end) = await tasks.next() {
                    if Task.isCancelled || !group.isLive { machine.cancel() }
                    perform(machine.ended(number, end), &tasks)
                    surroundings.onProgress(group.id, machine.report)
                }
            }
        } onCancel: {
            client.cancel(id)
        }
        if Task.isCancelled, !machine.report.isCancelled { machine.cancel() }
        machine.finish()
        let count = machine.report.findings
        group.finish(failure: count == 0 ? nil : "\(count) \(count == 1 ? "finding" : "findings")")
        surroundings.onProgress(group.id, machine.report)
        return machine.report
    }

    private mutating func perform(_ orders: [VerifyMachine.Order], _ tasks: inout TaskGroup<(Int, VerifyEnd)>) {
        var orders = orders[...]
        while let order = orders.popFirst() {
            switch surroundings.target(order.verifyCase.endpoint) {
            case .success(let target):
                let call = VerifyCall(order.verifyCase, target, client)
                group.expect(1)
                let handle = call.dispatch(in: group)
                let onEnd = surroundings.onEnd
                tasks.addTask { (order.number, await call.end(handle, onEnd)) }
            case .failure(let obstacle): orders += machine.ended(order.number, .unsent(obstacle.reason))
            }
        }
    }
}

/// One request of a verification in flight. Its row fails where the response has faults.
private final class VerifyCall: Sendable {
    private let verifyCase: VerifyCase
    private let target: VerifyTarget
    private let client: NetClient
    private let judged = Mutex<VerifyJudgement?>(nil)

    init(_ verifyCase: VerifyCase, _ target: VerifyTarget, _ client: NetClient) {
        (self.verifyCase, self.target, self.client) = (verifyCase, target, client)
    }

    func dispatch(in group: OpenSeries) -> Handle<RawResponse> {
        var endpoint = Endpoint<RawResponse>(target.makePlan(of: verifyCase))
        endpoint.behaviour.acceptsStatus = { $0 < 500 }
        endpoint.behaviour.checkAnswer = { [self] response in
            let judgement = judge(response)
            if let fault = judgement.faults.first { throw VerifyFailure(fault: fault) }
        }
        return group.dispatch(endpoint, on: target.pool)
    }

    func end(
        _ handle: Handle<RawResponse>, _ onEnd: @Sendable (TaskID, Result<RawResponse, NetError>) -> Void
    ) async -> VerifyEnd {
        let result = await Self.result(of: handle)
        onEnd(handle.id, result)
        let row = client.row(of: handle.id)
        let elapsed = row.map { ($0.endedAt ?? client.now) - $0.openedAt } ?? .zero
        if case .failure(let error) = result {
            if error.isCancellation { return .cancelled }
            guard let response = error.response, Self.isJudged(error.kind) else {
                let problem = Failure(error)?.brief ?? error.detail
                switch error.kind {
                case .notAllowed, .badRequest, .badParameters: return .unsent(problem)
                default: return .lost(problem, code: error.exitCode, elapsed: elapsed)
                }
            }
            if judged.withLock({ $0 }) == nil { _ = judge(response) }
        }
        guard let judgement = judged.withLock({ $0 }) else {
            return .lost("there is no response", code: ExitStatus.noResponse, elapsed: elapsed)
        }
        let sent = judgement.faults.isEmpty ? nil : row?.exchanges.first?.request
        return .judged(judgement, request: sent.map { CurlLine.makeCommand($0) } ?? "", elapsed: elapsed)
    }

    /// Whether the response of such an error is that of the server to this request.
    private static func isJudged(_ kind: NetError.Kind) -> Bool {
        switch kind {
        case .status, .validation, .decode, .business: true
        default: false
        }
    }

    private static func result(of handle: Handle<RawResponse>) async -> Result<RawResponse, NetError> {
        do throws(NetError) {
            return .success(try await handle.value)
        } catch {
            return .failure(error)
        }
    }

    private func judge(_ response: RawResponse) -> VerifyJudgement {
        let judgement = VerifyJudge.judge(verifyCase, response)
        judged.withLock { $0 = judgement }
        return judgement
    }
}

/// Why a row with a response has failed.
private struct VerifyFailure: Error, CustomStringConvertible {
    let fault: VerifyFault
    var description: String { fault.words }
}
