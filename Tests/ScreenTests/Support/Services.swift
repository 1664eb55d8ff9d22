// A pool of three services as the tests of the services pane show it: its machine decides, as the engine's does, and the screen is told.

import Catalog

@testable import NetLayer
@testable import Screen

/// The failover of three services, driven by hand.
struct Services {
    static let pool = pool(FailoverOptions())

    static func pool(_ options: FailoverOptions, names: [String] = ["api-1", "api-2", "api-3"]) -> ServicePool {
        let services = names.enumerated().map { index, name in
            let release = Deployment(.release, baseURL: URI("https://\(name).shop.example/v1"))
            let test = Deployment(.test, baseURL: URI("http://127.0.0.1:8080/v1"))
            return Service(name: name, deployments: index == names.count - 1 ? [release, test] : [release])
        }
        return ServicePool(services, id: "shop", environment: .release, failover: options)
    }

    private(set) var machine: FailoverMachine
    let names: [String]

    init(_ pool: ServicePool) {
        names = pool.services.map(\.name)
        machine = FailoverMachine(
            pool.failover?.options ?? FailoverOptions(), pool.services.map { ServiceLocation($0.standing(in: pool.environment)) })
    }

    mutating func outcome(_ outcome: ServiceOutcome, after latency: Duration, at now: Duration) {
        guard let pick = machine.pickService(PickRequest(), at: now) else { return }
        machine.record(pick, outcome, latency: latency, at: now)
    }

    mutating func lease(at now: Duration) { _ = machine.pickService(PickRequest(), at: now) }

    /// The health of a service is checked.
    mutating func probe(_ service: Int, _ failure: ServiceFailure?, at now: Duration) throws {
        try machine.command(.probe(service), at: now)
        for order in machine.probes(at: now) where order.service == service {
            machine.probed(
                order, failure.map { .failed($0) } ?? .answered, latency: .milliseconds(3),
                detail: failure == nil ? "" : "no response", at: now)
        }
    }

    mutating func follow(_ directive: Directive, at now: Duration) { _ = machine.follow(directive, wallClock: .zero, at: now) }

    mutating func command(_ command: FailoverCommand, at now: Duration) throws { try machine.command(command, at: now) }

    /// What the rim would post.
    mutating func news(at now: Duration, in environment: Environment = .release) -> [Event] {
        let status = machine.status(names: names, environment: environment, at: now)
        let events = machine.takeEvents().map { $0.standing(in: environment) }
        return (events.isEmpty ? [] : [.services(.decided(events))]) + [.services(.pool(status))]
    }
}

extension Driver {
    /// A screen on the shop with three services.
    init(services pool: ServicePool, width: Int = 80, height: Int = 24) throws {
        self.init(try Shop.description(), pool, width: width, height: height)
        _ = takeEffects()
    }

    mutating func show(_ services: inout Services, in environment: Environment = .release) {
        services.news(at: now, in: environment).forEach { update($0) }
    }

    /// So many outcomes, a moment apart.
    mutating func outcomes(
        _ count: Int, _ outcome: ServiceOutcome, _ latency: Duration = .milliseconds(40), of services: inout Services
    ) {
        for index in 0..<count {
            services.outcome(outcome, after: latency + .milliseconds(index * 7 % 30), at: now)
            wait(.milliseconds(100))
        }
        show(&services)
    }
}
