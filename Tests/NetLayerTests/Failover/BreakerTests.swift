import TestSupport
import Testing

@testable import NetLayer

/// Open, half-open, closed: how a service that was broken comes back.
struct BreakerTests {
    private let good = PoolDriver.good
    private let bad = PoolDriver.bad

    private func checked() -> FailoverOptions {
        var options = FailoverOptions()
        options.health = HealthCheck(path: "/health")
        return options
    }

    private func tripped(_ options: FailoverOptions, count: Int = 3) -> PoolDriver {
        var driver = PoolDriver(options, count: count)
        for _ in 0..<5 { driver.send(bad, after: 0) }
        return driver
    }

    @Test func oneCheckWhenTheTimeIsOver() {
        var driver = tripped(checked())
        driver.advance(4.999)
        #expect(driver.machine.probes(at: driver.now).isEmpty)
        driver.advance(0.001)
        #expect(driver.machine.nextProbe(at: driver.now) == driver.now)
        let orders = driver.machine.probes(at: driver.now)
        #expect(orders.map(\.service) == [0])
        // Its answer is out: there is one slot.
        driver.advance(100)
        _ = driver.pick()
        #expect(driver.machine.probes(at: driver.now).isEmpty)
    }

    @Test(.rows("B-HH-F9"))
    func withoutAHealthPathOneIdempotentRequestTries() {
        var driver = tripped(FailoverOptions())
        driver.advance(4.999)
        #expect(driver.pick().service == 1)
        driver.advance(0.001)
        #expect(driver.pick(PickRequest(isIdempotent: false)).service == 1)
        let trial = driver.pick()
        #expect(trial.service == 0 && trial.isTrial)
        #expect(driver.pick().service == 1)
        driver.record(trial, .uncounted)
        // It was cancelled: the slot is free again, and nothing is known.
        let second = driver.pick()
        #expect(second.isTrial)
        driver.record(second, bad)
        #expect(!driver.pick().isTrial)
    }

    @Test func aPickForWhichNothingWasSentIsNoRequest() {
        var driver = tripped(FailoverOptions())
        let (sent, recent) = (driver.machine.services[0].leases, driver.machine.services[0].recent)
        driver.advance(5)
        let trial = driver.pick()
        #expect(trial.service == 0 && trial.isTrial)
        driver.machine.takeBack(trial, at: driver.now)
        #expect(driver.machine.services[0].leases == sent && driver.machine.services[0].recent == recent)
        #expect(driver.machine.services[0].inFlight == 0)
        #expect(driver.pick().isTrial, "the next one may test the service")
    }

    @Test func eachFailedTrialDoublesTheTime() {
        var driver = tripped(checked())
        var lengths: [Duration] = []
        for _ in 0..<6 {
            guard case .open(let until) = driver.machine.services[0].breaker.state else { break }
            lengths.append(until - driver.now)
            driver.now = until
            _ = driver.pick()
            driver.probe { $0 != 0 }
        }
        #expect(lengths == [5, 10, 20, 40, 60, 60].map { .seconds($0) })
    }

    @Test(.rows("B-HH-F9"))
    func threeGoodTrialsBringItBack() {
        var driver = tripped(checked())
        let switchedAt = driver.now
        driver.advance(5)
        for _ in 0..<3 {
            #expect(driver.pick().service == 1)
            driver.probe { _ in true }
            driver.advance(2)
        }
        #expect(driver.machine.services[0].breaker.state == .closed)
        // Not before the stand-in has had its ten seconds.
        driver.now = switchedAt + .milliseconds(9_999)
        #expect(driver.pick().service == 1)
        driver.advance(0.001)
        #expect(driver.pick().service == 0)
        #expect(driver.count { $0.isSwitch(to: 0, .failback) } == 1)
    }

    @Test func aBadTrialAfterTwoGoodOnesOpensItAgain() {
        var driver = tripped(checked())
        driver.advance(5)
        for isGood in [true, true, false] {
            _ = driver.pick()
            driver.probe { _ in isGood }
            driver.advance(2)
        }
        driver.advance(3)
        #expect(driver.pick().service == 1)
        guard case .open = driver.machine.services[0].breaker.state else {
            Issue.record("it is \(driver.machine.services[0].breaker.state)")
            return
        }
    }

    @Test func aHealthyTimeTakesADoublingBack() {
        var breaker = Breaker(.breaker(), BreakerTiming())
        var now = Duration.zero
        func open(at now: Duration) -> Duration { breaker.trip(at: now) - now }
        func heal(at now: Duration) { for _ in 0..<4 { _ = breaker.recordTrial(true, at: now) } }
        #expect(open(at: now) == .seconds(5))
        heal(at: now)
        #expect(open(at: now) == .seconds(10))
        heal(at: now)
        now += .seconds(59)
        #expect(open(at: now) == .seconds(20))
        heal(at: now)
        now += .seconds(120)
        #expect(open(at: now) == .seconds(10))
        heal(at: now)
        now += .seconds(10_000)
        #expect(!breaker.isRecent(at: now))
        #expect(open(at: now) == .seconds(5))
    }

    @Test(.rows("B-HH-F6"))
    func lateFailuresAreNotChargedToTheNext() {
        var driver = PoolDriver()
        let flying = (0..<8).map { _ in driver.pick() }
        for pick in flying.prefix(5) { driver.record(pick, bad) }
        #expect(driver.active == 1)
        for pick in flying.suffix(3) { driver.record(pick, bad) }
        #expect(driver.switches == 1)
        #expect(driver.machine.services[1].breaker.counts(at: driver.now) == OutcomeCounts())
    }

    @Test func workingServicesAreAskedToo() {
        var options = checked()
        options.health?.interval = .seconds(5)
        options.health?.fall = 3
        var driver = PoolDriver(options)
        // The first checks are planned when the pool is first used.
        _ = driver.pick()
        var asked = 0
        for _ in 0..<400 where driver.switches == 0 {
            driver.advance(0.1)
            _ = driver.pick()
            asked += driver.probe { $0 != 0 }.count { $0 == 0 }
        }
        #expect(driver.active == 1 && asked == 3)
        #expect((13.0...17.0).contains(driver.now / .seconds(1)))
        #expect(driver.count { if case .tripped(0, .healthCheck(3), _, _) = $0 { true } else { false } } == 1)
    }

    @Test func anUnusedPoolIsNotAsked() throws {
        var driver = tripped(checked())
        let pending = driver.machine.services[0].inFlight
        #expect(pending == 0)
        driver.advance(61)
        #expect(driver.machine.nextProbe(at: driver.now) == nil)
        #expect(driver.machine.probes(at: driver.now).isEmpty)
        // A request, or a wish, wakes it.
        try driver.command(.probe(0))
        #expect(driver.machine.probes(at: driver.now).map(\.service) == [0])
    }

    @Test func aGoodCheckMayShortenTheTime() {
        var options = checked()
        for shortens in [false, true] {
            options.health?.shortensOpen = shortens
            var driver = tripped(options)
            driver.advance(1)
            try? driver.command(.probe(0))
            driver.probe { _ in true }
            #expect(driver.machine.services[0].breaker.state.name == (shortens ? "half_open" : "open"))
        }
    }

    @Test func aServiceWhoseCheckIsBelievedIsAskedAllTheTime() {
        var options = checked()
        options.health?.shortensOpen = true
        var driver = tripped(options)
        var asked: [Double] = []
        let start = driver.now
        for _ in 0..<90 {
            driver.advance(0.1)
            _ = driver.pick()
            let lives = driver.now - start >= .seconds(3)
            if driver.probe({ $0 != 0 || lives }).contains(0) {
                asked.append(((driver.now - start) / .seconds(1) * 10).rounded() / 10)
            }
        }
        // Bad, and then good three times: closed long before its time.
        #expect(asked == [2, 4, 6, 8])
        #expect(driver.machine.services[0].breaker.state == .closed)
    }
}
