import Foundation
import TestSupport
import Testing

@testable import NetLayer

/// Random lives of a pool: what must hold whatever happens, and that the same inputs give the same decisions.
struct FailoverPropertyTests {
    static let steps = Thoroughness.count(2_000, nightly: 100_000, variable: "EXPLORER_PROPERTY_STEPS")

    @Test(arguments: 0..<100)
    func whateverHappens(seed: UInt64) throws {
        var life = PoolLife(seed: seed)
        while life.inputs < Self.steps {
            life.step()
            // A plain `if`: what is expected a million times a second is not to be described each time.
            if let fault = life.fault { throw Unlawful(text: "seed \(seed), after \(life.inputs) inputs: \(fault)") }
        }
        life.landAll()
        #expect(life.machine.services.allSatisfy { $0.inFlight == 0 && $0.breaker.isSane })
        #expect(life.machine.services.reduce(0) { $0 + $1.leases } == life.picks)
    }

    @Test(arguments: 0..<20)
    func theSameInputsGiveTheSameDecisions(seed: UInt64) {
        var life = PoolLife(seed: seed, keeps: true)
        for _ in 0..<5_000 { life.step() }
        var again = PoolLife(seed: seed).machine
        for (input, time) in life.journal { again.feed(input, at: time) }
        #expect(again.takeEvents() == life.events)
        #expect(!life.events.isEmpty)
    }
}

private struct Unlawful: Error {
    var text: String
}

/// A pool to which anything happens.
private struct PoolLife {
    var machine: FailoverMachine
    private(set) var inputs = 0
    private(set) var picks: UInt64 = 0
    private var hasSwitchedTwice = false
    private(set) var journal: [(FailoverInput, Duration)] = []
    private(set) var events: [FailoverEvent] = []
    private let keeps: Bool
    private var random: SplitMix64
    private var now = Duration.zero
    private var flying: [Pick] = []
    private var probing: [ProbeOrder] = []
    /// The services that are dead at the moment.
    private var dead: Set<Int> = []
    private var epoch: UInt64 = 0

    init(seed: UInt64, keeps: Bool = false) {
        random = SplitMix64(seed: seed)
        self.keeps = keeps
        var options = FailoverOptions()
        options.seed = seed
        let policies: [FailoverPolicy] = [
            .breaker(), .consecutive(3), .errorRate(span: .last(40)), .errorRate(span: .time(.seconds(10))), .classic, .manual,
        ]
        options.policy = policies[Int(seed) % policies.count]
        if seed % 2 == 0 { options.health = HealthCheck(path: "/") }
        if seed % 4 == 0 { options.health?.interval = .seconds(5) }
        if seed % 3 == 0 { options.failback = .automatic(minDwell: .seconds(2), canary: .seconds(5)) }
        if seed % 5 == 0 { options.enforce = 50 }
        if seed % 7 == 0 { options.selection = .nextWrapping }
        var places = [ServiceLocation](repeating: seed % 11 == 0 ? .here : .remote, count: 1 + Int(seed) % 5)
        if seed % 6 == 5, places.count > 2 { places[1] = .nowhere }
        machine = FailoverMachine(options, places)
    }

    /// What does not hold and must.
    var fault: String? {
        if hasSwitchedTwice { return "two switches for one input" }
        if machine.inFlight != flying.count { return "\(machine.inFlight) in flight, \(flying.count) leases out" }
        if !machine.services.allSatisfy({ $0.breaker.isSane }) { return "counters below zero" }
        if machine.services[machine.active].isAbsent { return "service \(machine.active) has no address and is in use" }
        let isChosen = machine.pin != nil || machine.forced != nil || machine.isPanicking || machine.offlineSince != nil
        guard case .open = machine.services[machine.active].breaker.state, !isChosen, !machine.isClassic else { return nil }
        return "service \(machine.active) is open and in use: \(machine.services.map(\.breaker.state))"
    }

    mutating func step() {
        now += .milliseconds(Int64.random(in: 0...200, using: &random))
        switch Int.random(in: 0..<1_000, using: &random) {
        case ..<450: pick()
        case ..<900: land()
        case ..<950: probe()
        case ..<960: now += .seconds(Int64.random(in: 0...120, using: &random))
        case ..<980: turnOver()
        case ..<995: command()
        default: direct()
        }
    }

    mutating func landAll() { while !flying.isEmpty { land() } }

    private mutating func pick() {
        guard flying.count < 50 else { return land() }
        var request = PickRequest(isIdempotent: .random(using: &random))
        if Int.random(in: 0..<10, using: &random) == 0 { request.tried = [Int.random(in: 0..<5, using: &random)] }
        if Int.random(in: 0..<20, using: &random) == 0 { request.sticky = Int.random(in: 0..<5, using: &random) }
        request.isNetworkGone = Int.random(in: 0..<200, using: &random) == 0
        if case .pick(let pick?) = tell(.pick(request)) {
            flying.append(pick)
            picks += 1
        }
    }

    private mutating func land() {
        guard !flying.isEmpty else { return }
        let pick = flying.remove(at: Int.random(in: 0..<flying.count, using: &random))
        let chance = Int.random(in: 0..<100, using: &random)
        var outcome =
            dead.contains(pick.service)
            ? ServiceOutcome.failed(ServiceFailure.allCases.randomElement(using: &random)!) : .answered
        if chance < 3 { outcome = .failed(.status) }
        if chance > 96 { outcome = .uncounted }
        tell(.record(pick, outcome, latency: .milliseconds(Int64.random(in: 1...2_000, using: &random))))
    }

    private mutating func probe() {
        if case .probes(let orders) = tell(.probes) { probing += orders }
        guard !probing.isEmpty else { return }
        let order = probing.removeFirst()
        tell(.probed(order, dead.contains(order.service) ? .failed(.connect) : .answered, latency: .milliseconds(1)))
    }

    private mutating func turnOver() {
        let service = Int.random(in: 0..<machine.services.count, using: &random)
        if dead.remove(service) == nil { dead.insert(service) }
    }

    private mutating func command() {
        let service = Int.random(in: -1...machine.services.count, using: &random)
        let until: Duration? = .random(using: &random) ? now + .seconds(20) : nil
        let commands: [FailoverCommand] = [
            .switchTo(service), .switchNext, .pin(service, until: until, soft: .random(using: &random)), .unpin,
            .isolate(service),
            .release(service), .release(0), .probe(nil), .attend,
        ]
        tell(.command(commands.randomElement(using: &random)!, ifStill: .random(using: &random) ? machine.generation : nil))
    }

    private mutating func direct() {
        epoch += UInt64.random(in: 0...2, using: &random)
        tell(
            .directive(
                Directive(
                    pool: "", target: .index(Int.random(in: 0...6, using: &random)), epoch: epoch, expires: .seconds(1_030),
                    mode: .random(using: &random) ? .advise : .force, wrapsIndex: .random(using: &random)),
                wallClock: .seconds(1_000)))
    }

    @discardableResult
    private mutating func tell(_ input: FailoverInput) -> FailoverMachine.Output {
        inputs += 1
        if keeps { journal.append((input, now)) }
        let generation = machine.generation
        let output = machine.feed(input, at: now)
        if machine.generation > generation + 1 { hasSwitchedTwice = true }
        let news = machine.takeEvents()
        if keeps { events += news }
        return output
    }
}
