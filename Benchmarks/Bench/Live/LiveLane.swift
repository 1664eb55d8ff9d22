// One path to the three services, at a steady rate: through NetLayer's failover, or through a proxy.

import NetLayer
import Synchronization

final class LiveLane: Sendable {
    /// The result of one request.
    struct Sample: Sendable {
        /// The time since the script began.
        var sentAt: Duration
        var latency: Duration
        /// The service that responded with success; `nil` for a lost request.
        var service: String?
        /// The second copies that were sent for it.
        var copies = 0
    }

    let name: String
    let pool: ServicePool
    private let client: NetClient
    private let plan: RequestPlan
    private let taken = Mutex<[Sample]>([])
    private let waiting = Mutex(0)

    /// The lane through NetLayer's own failover.
    init(services: [UInt16], transport: CurlTransport) {
        name = LiveTable.ours
        var options = FailoverOptions()
        options.health = HealthCheck(path: "/health")
        // As the proxies do: a successful health check ends the open time early.
        options.health?.shortensOpen = true
        pool = ServicePool(
            services.enumerated().map { Service(name: LiveServices.name($0), baseURL: URI("http://127.0.0.1:\($1)")) },
            id: "live",
            failover: options)
        var plan = RequestPlan(
            id: "item", path: "/items/1", timeouts: Timeouts(connect: .seconds(1), total: .seconds(2)))
        plan.policies = CallPolicies(retry: .standard, deadline: .seconds(10))
        self.plan = plan
        client = NetClient(transport: transport, limits: DispatchLimits(total: 2_000, perHost: 2_000))
    }

    /// Through a proxy that does all the work.
    init(_ kind: LiveProxy.Kind, port: UInt16, transport: CurlTransport) {
        name = kind.rawValue
        pool = ServicePool([Service(name: name, baseURL: URI("http://127.0.0.1:\(port)"))])
        plan = RequestPlan(id: "item", path: "/items/1", timeouts: Timeouts(connect: .seconds(1), total: .seconds(10)))
        client = NetClient(transport: transport, limits: DispatchLimits(total: 2_000, perHost: 2_000))
    }

    /// Sends one request; its sample is added when it ends.
    func send(at sentAt: Duration, clock: ContinuousClock) {
        waiting.withLock { $0 += 1 }
        let began = clock.now
        Task.detached { [self] in
            var service: String?
            let call = client.dispatch(Endpoint(plan), on: pool)
            if let answer = try? await call.value, answer.head.status == 200 {
                service = answer.head.headers["X-Service"] ?? ""
            }
            let latency = began.duration(to: clock.now)
            let copies = client.row(of: call.id)?.decisions.count { if case .hedges = $0.decision { true } else { false } } ?? 0
            let sample = Sample(sentAt: sentAt, latency: latency, service: service, copies: copies)
            taken.withLock { $0.append(sample) }
            waiting.withLock { $0 -= 1 }
        }
    }

    /// Whether no request is in flight.
    var isIdle: Bool { waiting.withLock { $0 == 0 } }

    /// In the order of their ends.
    var samples: [Sample] { taken.withLock { $0 } }
}
