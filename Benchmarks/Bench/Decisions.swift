// The cost of failover for a request: picking a service and recording its outcome.

import NetLayer

extension Measure {
    static let decisions = Measure(figures: [
        Figure(name: "pick-us", limit: 1, unit: "us", about: "failover: a service picked and its outcome recorded, 3 services"),
        Figure(name: "pick-100", limit: 1.5, unit: "ratio", about: "the same of 100 services", anchor: "of 3 services"),
    ]) { effort in
        let (many, few) = (Decisions(100), Decisions(3))
        let count = effort.choose(200_000, smoke: 2_000)
        let pairs = try await Turns.pairs(effort.rounds) {
            try await Cost.of { many.decide(count) }
        } _: {
            try await Cost.of { few.decide(count) }
        }
        return ["pick-us": pairs.series { $0.b.cpu * 1e6 / Double(count) }, "pick-100": pairs.cpuRatios]
    }
}

/// A pool in use: 8 requests in flight, one of 50 fails, and the first service is broken for the whole time.
private struct Decisions {
    private let controller: FailoverController

    init(_ count: Int) {
        var options = FailoverOptions()
        options.timing.open = .seconds(1 << 30)
        options.timing.openMax = options.timing.open
        controller = FailoverController(
            (0..<count).map { Service(name: "api-\($0)", baseURL: URI("http://api-\($0).example.com")) }, options: options)
        for _ in 0..<5 { request(.status(500), at: .zero) }
    }

    func decide(_ count: Int) {
        var air: [Pick] = []
        for number in 0..<count {
            let now = Duration.milliseconds(number)
            guard let pick = controller.pickService(PickRequest(), in: .standard, at: now) else { continue }
            air.append(pick)
            guard air.count == 8 else { continue }
            for pick in air {
                let brought = OutcomeClassifier.AttemptResult.status(pick.number % 50 == 0 ? 500 : 200)
                controller.record(pick, in: .standard, brought, latency: .milliseconds(20), at: now)
            }
            air.removeAll(keepingCapacity: true)
        }
    }

    private func request(_ brought: OutcomeClassifier.AttemptResult, at now: Duration) {
        guard let pick = controller.pickService(PickRequest(), in: .standard, at: now) else { return }
        controller.record(pick, in: .standard, brought, latency: .milliseconds(20), at: now)
    }
}
