// One run of the simulation: the engine's own controller, budget and classifier in virtual time; only clients
// and services are simulated.
//
// A few lines each stand for the parts of NetLayer around them (AttemptLoop, HealthProber): requests
// arrive at random, failed ones continue as `RetryMode` specifies, and health checks run when the
// controller requests them.

import Glibc
import HeapModule
import NetLayer
import Synchronization

struct FailoverRun {
    private struct Request {
        let issued: Duration
        var tried: [Int] = []
        var attempts = 0
        var detours = 0
    }

    private struct Flight {
        var request: Request
        let pick: Pick
        let began: Duration
    }

    private enum Step {
        case arrives
        case leaves(Request)
        case ends(UInt64, AttemptResult)
        case checks
        case checked(ProbeOrder, AttemptResult)
        case heals
    }

    private struct Moment: Comparable {
        let time: Duration
        let number: Int
        let step: Step

        static func == (a: Moment, b: Moment) -> Bool { a.number == b.number }
        static func < (a: Moment, b: Moment) -> Bool { a.time == b.time ? a.number < b.number : a.time < b.time }
    }

    /// The flights that the controller recalls.
    private final class Recalled: Sendable {
        private let numbers = Mutex<[UInt64]>([])

        func add(_ number: UInt64) { numbers.withLock { $0.append(number) } }
        func drain() -> [UInt64] {
            numbers.withLock { numbers in
                defer { numbers = [] }
                return numbers
            }
        }
    }

    private let script: Script
    private let care: RetryMode
    private let controller: FailoverController
    private let health: HealthCheck?
    private let recalled = Recalled()
    private let policy = RetryPolicy.standard
    private var budget = RetryBudget(RetryBudgetRule())
    private var arrivals: SeededNumbers
    private var chance: SeededNumbers
    private var now = Duration.zero
    private var queue = Heap<Moment>()
    private var scheduled = 0
    private var air: [UInt64: Flight] = [:]
    private var nextCheck: Duration?
    private var record: RunRecord

    private init(_ contender: Contender, _ care: RetryMode, _ script: Script, seed: UInt64) {
        self.script = script
        self.care = care
        var options = contender.options
        options.inFlight = care == .once ? .leave : .redispatchIdempotent
        options.seed = seed
        health = options.health
        let services = (1...3).map { Service(name: "api-\($0)", baseURL: URI("http://api-\($0).example.com")) }
        controller = FailoverController(services, options: options)
        // Every policy gets the same requests.
        arrivals = SeededNumbers(seed: seed &* 2)
        chance = SeededNumbers(seed: seed &* 2 &+ 1)
        record = RunRecord(script.outage)
    }

    static func run(_ contender: Contender, _ care: RetryMode, _ script: Script, seed: UInt64) -> RunRecord {
        var run = FailoverRun(contender, care, script, seed: seed)
        run.run()
        return run.record
    }

    private mutating func run() {
        schedule(.arrives, after: nextInterval())
        if !script.outage.isEmpty { schedule(.heals, after: script.outage.upperBound) }
        while let moment = queue.popMin(), moment.time < script.length {
            now = moment.time
            perform(moment.step)
        }
        record.countSwitches(controller.recentEvents(), upTo: .max)
    }

    private mutating func perform(_ step: Step) {
        switch step {
        case .arrives:
            schedule(.arrives, after: nextInterval())
            if care == .retry { budget.deposit(at: now) }
            record.issued(at: now)
            send(Request(issued: now))
        case .leaves(let request): send(request)
        case .ends(let number, let answer): finishFlight(number, answer)
        case .checks:
            nextCheck = nil
            check()
        case .checked(let order, let answer): checked(order, answer)
        case .heals: record.healed(controller.status(at: now), at: now)
        }
    }

    // MARK: Requests

    private mutating func send(_ request: Request) {
        guard let pick = controller.pickService(PickRequest(tried: request.tried), in: .standard, at: now) else { return }
        var request = request
        request.attempts += 1
        if record.generation != pick.generation { record.countSwitches(controller.recentEvents(), upTo: pick.generation) }
        record.sent(pick, isFirst: request.tried.isEmpty, issued: request.issued, at: now)
        air[pick.number] = Flight(request: request, pick: pick, began: now)
        controller.registerInFlight(pick, in: .standard) { [recalled] in recalled.add(pick.number) }
        let answer = answer(of: pick.service)
        schedule(.ends(pick.number, answer), after: answer.latency)
        if nextCheck == nil { check() }
    }

    private mutating func finishFlight(_ number: UInt64, _ answer: AttemptResult) {
        guard let flight = air.removeValue(forKey: number) else { return }
        let outcome = controller.record(flight.pick, in: .standard, answer.brought, latency: answer.latency, at: now)
        if case .failed = outcome {
            handleFailure(flight)
            check()
        } else {
            record.succeeded(issued: flight.request.issued, at: now)
        }
        callBack()
    }

    private mutating func handleFailure(_ flight: Flight) {
        var request = flight.request
        request.tried.append(flight.pick.service)
        if flight.pick.isTrial { return detour(request) }
        guard care == .retry, request.attempts - request.detours < policy.attempts else {
            return record.lost(issued: request.issued)
        }
        let ceiling = policy.ceiling(retry: request.attempts - 1)
        let delay = controller.hasAnother(than: request.tried, in: .standard) ? .zero : ceiling * chance.fraction()
        guard budget.withdraw(at: now) else { return record.lost(issued: request.issued) }
        schedule(.leaves(request), after: delay)
    }

    private mutating func callBack() {
        for number in recalled.drain() {
            guard air[number] != nil, budget.withdraw(at: now), let flight = air.removeValue(forKey: number) else { continue }
            controller.record(flight.pick, in: .standard, nil, latency: now - flight.began, at: now)
            var request = flight.request
            request.tried.append(flight.pick.service)
            detour(request)
        }
    }

    /// Sends the request to another service at once, at most once for each other service.
    private mutating func detour(_ request: Request) {
        guard request.detours < controller.names.count - 1 else { return record.lost(issued: request.issued) }
        var request = request
        request.detours += 1
        send(request)
    }

    // MARK: Health checks

    private mutating func check() {
        guard health != nil, let (due, next) = controller.probes(in: .standard, at: now) else { return }
        for order in due {
            record.probed(order.service, at: now)
            var answer = answer(of: order.service)
            answer.latency = min(answer.latency, health?.timeout ?? .zero)
            schedule(.checked(order, answer), after: answer.latency)
        }
        guard nextCheck.map({ next < $0 }) ?? true else { return }
        nextCheck = next
        schedule(.checks, after: max(.zero, next - now))
    }

    private mutating func checked(_ order: ProbeOrder, _ answer: AttemptResult) {
        var outcome = OutcomeClassifier().outcome(answer.brought)
        // A health check that takes longer fails with its timeout.
        if outcome == .answered, answer.latency == health?.timeout { outcome = .failed(.timedOut) }
        controller.probed(order, in: .standard, outcome, latency: answer.latency, detail: "", at: now)
        check()
        callBack()
    }

    // MARK: Parts

    private mutating func answer(of service: Int) -> AttemptResult {
        if let fault = script.fault(of: service, at: now) { return fault.answer }
        if script.noise > 0, chance.fraction() < script.noise { return .cut }
        return AttemptResult(brought: .status(200), latency: .milliseconds(20) + .milliseconds(40) * chance.fraction())
    }

    /// The time until the next request: a Poisson process.
    private mutating func nextInterval() -> Duration { .seconds(-log(1 - arrivals.fraction()) / script.rate) }

    private mutating func schedule(_ step: Step, after delay: Duration) {
        scheduled += 1
        queue.insert(Moment(time: now + delay, number: scheduled, step: step))
    }
}
