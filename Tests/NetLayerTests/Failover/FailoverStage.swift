// A client with a pool that fails over, and what its services answer.

import Synchronization
import TestSupport

@testable import NetLayer

/// Services a, b and c of one pool, each with its own script; a clock and a chance that the test owns.
final class FailoverStage: Sendable {
    /// What is answered, by a service's name.
    final class Scripts: Sendable {
        private let known = Mutex<[String: [ScriptedTransport.Step]]>([:])

        subscript(_ name: String) -> [ScriptedTransport.Step]? {
            get { known.withLock { $0[name] } }
            set { known.withLock { $0[name] = newValue } }
        }
    }

    let clock = VirtualClock()
    let pool: ServicePool
    let client: NetClient
    let transport: ScriptedTransport
    private let scripts = Scripts()

    init(
        _ change: (inout FailoverOptions) -> Void = { _ in }, limits: DispatchLimits = DispatchLimits(),
        budget: RetryBudgetRule = RetryBudgetRule()
    ) {
        var options = FailoverOptions()
        change(&options)
        let services = ["a", "b", "c"].map { name in
            Service(
                name: name,
                deployments: [
                    Deployment(.standard, baseURL: URI("http://\(name).test")),
                    Deployment(.test, baseURL: URI("http://\(name).stage.test")),
                ])
        }
        pool = ServicePool(services, id: "main", failover: options)
        transport = ScriptedTransport { [scripts] request in
            let name = request.url.host.map { String($0.prefix(1)) } ?? ""
            return scripts[name] ?? .answer(200, body: Array(name.utf8))
        }
        client = NetClient(transport: transport, limits: limits, retryBudget: budget, time: clock.source, random: Net.half)
    }

    /// Whoever carries out the checks ends when nobody has used the pool for long, and none is under way.
    deinit {
        transport.inFlight.forEach { $0.cancel() }
        clock.advance(by: .seconds(600))
    }

    func set(_ name: String, _ script: [ScriptedTransport.Step]?) { scripts[name] = script }

    var status: PoolStatus { client.status(of: pool) ?? pool.failover!.status(at: clock.now) }

    func body(_ endpoint: Endpoint<RawResponse> = Net.call()) async -> String? {
        try? await String(decoding: client.send(endpoint, on: pool).body, as: UTF8.self)
    }

    static func call(_ method: HTTPMethod = .get, _ change: (inout RequestPlan) -> Void = { _ in }) -> Endpoint<RawResponse> {
        var plan = RequestPlan(id: "call", method: method, path: "/items")
        change(&plan)
        return Endpoint(plan)
    }
}
