// Drives a failover machine: time moves by hand, requests are picked and recorded in one breath or apart.

@testable import NetLayer

struct PoolDriver {
    var machine: FailoverMachine
    var now = Duration.seconds(1)
    /// What somebody who knows says to who carries out the checks.
    var isNetworkGone = false
    private(set) var events: [FailoverEvent.Kind] = []

    init(_ options: FailoverOptions = FailoverOptions(), count: Int = 3) {
        self.init(options, places: [ServiceLocation](repeating: .remote, count: count))
    }

    init(_ options: FailoverOptions = FailoverOptions(), places: [ServiceLocation]) {
        machine = FailoverMachine(options, places)
    }

    static let good = ServiceOutcome.answered
    static let bad = ServiceOutcome.failed(.status)

    var active: Int { machine.active }
    var switches: Int { Int(machine.generation) }

    mutating func advance(_ seconds: Double) { now += .milliseconds(Int64((seconds * 1_000).rounded())) }

    mutating func pick(_ request: PickRequest = PickRequest()) -> Pick {
        defer { drain() }
        return machine.pickService(request, at: now) ?? Pick(service: -1, generation: 0, epoch: 0)
    }

    mutating func record(_ pick: Pick, _ outcome: ServiceOutcome, latency: Duration = .milliseconds(10)) {
        machine.record(pick, outcome, latency: latency, at: now)
        drain()
    }

    /// One request; returns the service that it went to.
    @discardableResult
    mutating func send(_ outcome: ServiceOutcome, latency: Duration = .milliseconds(10), after seconds: Double = 0.001) -> Int {
        advance(seconds)
        let pick = pick()
        record(pick, outcome, latency: latency)
        return pick.service
    }

    /// Requests until the machine switches; how many it took, `nil` for none in `limit`.
    mutating func sendsUntilSwitch(_ outcome: ServiceOutcome, limit: Int) -> Int? {
        let before = machine.generation
        for number in 1...limit {
            send(outcome)
            if machine.generation != before { return number }
        }
        return nil
    }

    mutating func command(_ command: FailoverCommand, ifStill seen: UInt64? = nil) throws(ServiceError) {
        defer { drain() }
        try machine.command(command, ifStill: seen, at: now)
    }

    /// The services whose checks are due now, each answered.
    @discardableResult
    mutating func probe(_ isGood: (Int) -> Bool) -> [Int] {
        let orders = machine.probes(at: now, isNetworkGone: isNetworkGone)
        for order in orders {
            machine.probed(
                order, isGood(order.service) ? .answered : .failed(.connect), latency: .milliseconds(1), detail: "", at: now)
        }
        drain()
        return orders.map(\.service)
    }

    mutating func follow(_ directive: Directive, wallClock: Duration = .seconds(1_000)) -> DirectiveRefusal? {
        defer { drain() }
        return machine.follow(directive, wallClock: wallClock, at: now)
    }

    func count(_ matches: (FailoverEvent.Kind) -> Bool) -> Int { events.count(where: matches) }

    private mutating func drain() { events += machine.takeEvents().map(\.kind) }
}

extension FailoverEvent.Kind {
    var isSwitch: Bool { if case .switched = self { true } else { false } }
    var isTrip: Bool { if case .tripped = self { true } else { false } }
    var isWouldTrip: Bool { if case .wouldTrip = self { true } else { false } }
    var isFlapping: Bool { if case .flapping = self { true } else { false } }

    func isSwitch(to service: Int, _ cause: SwitchCause) -> Bool {
        if case .switched(_, service, cause, _) = self { true } else { false }
    }
}
