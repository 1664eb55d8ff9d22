// What the tests of retries, deadlines and hedges share: answers in turn, a chance that is known, and calls with policies.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

extension Net {
    static let backup = Service(name: "backup", baseURL: URI("http://backup.test/v1"))
    static let pair = ServicePool([service, backup])

    /// Answers the first request with the first script and so on, the last one again and again.
    static func inTurn(_ scripts: [[ScriptedTransport.Step]]) -> ScriptedTransport {
        let turn = Mutex(0)
        return ScriptedTransport { _ in
            turn.withLock { turn in
                defer { turn += 1 }
                return scripts[min(turn, scripts.count - 1)]
            }
        }
    }

    /// Every draw is half of its span.
    static let half = RandomSource { 1 << 63 }

    static let hang: [ScriptedTransport.Step] = [.enter(.sending), .enter(.waiting)]

    static func fail(_ kind: NetError.Kind) -> [ScriptedTransport.Step] { [.fail(TransferFailure(kind, "as told"))] }

    static func retrying(_ path: String = "/items", _ change: (inout RequestPlan) -> Void = { _ in }) -> Endpoint<RawResponse> {
        Endpoint(
            plan(path) { plan in
                plan.policies.retry = .standard
                change(&plan)
            })
    }
}

/// A client on a clock and a chance that the test owns.
struct RetryStage {
    let clock = VirtualClock()
    let client: NetClient

    init(
        _ transport: some Transport, limits: DispatchLimits = DispatchLimits(), budget: RetryBudgetRule = RetryBudgetRule(),
        policies: CallPolicies = CallPolicies(), wallClock: Duration = .zero
    ) {
        client = NetClient(
            transport: transport, limits: limits, policies: policies, retryBudget: budget, time: clock.source, random: Net.half,
            wallClock: { wallClock })
    }

    /// Somebody sleeps until exactly these moments.
    func sleeps(until deadlines: Duration...) async -> Bool { await eventually { clock.deadlines == deadlines } }

    func state(_ id: TaskID) -> TaskState? { client.row(id)?.state }
}

extension TaskRow {
    /// The attempts that its exchanges belong to.
    var attempts: [Int] { exchanges.map(\.attempt) }
    var services: [String] { exchanges.map(\.service) }
    var statuses: [Int?] { exchanges.map { $0.head?.status } }
}
