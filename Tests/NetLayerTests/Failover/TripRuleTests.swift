import TestSupport
import Testing

@testable import NetLayer

/// When each policy says that a service is broken: the exact numbers of the design note.
struct TripRuleTests {
    private let good = PoolDriver.good
    private let failed = ServiceOutcome.failed(.timedOut)

    private func classic(after successes: Int, limit: Int = 4_000) -> Int? {
        var driver = PoolDriver(.classic)
        for _ in 0..<successes { driver.send(good) }
        return driver.sendsUntilSwitch(failed, limit: limit)
    }

    @Test(.rows("HH-F1", "HH-F3", "HH-F7", "B-HH-F2"), arguments: [(36, 4), (90, 10), (360, 40)])
    func theClassicRuleFires(successes: Int, failures: Int) { #expect(classic(after: successes) == failures) }

    @Test(.rows("B-HH-F1"), arguments: [0, 10, 35, 100, 1_000])
    func theClassicRuleMisses(successes: Int) { #expect(classic(after: successes) == nil) }

    @Test(.rows("B-HH-F1"))
    func theClassicRuleFiresAfterSoManySuccessesAsTheNoteSays() {
        #expect((0...400).count { classic(after: $0, limit: 500) != nil } == 41)
    }

    @Test(.rows("B-HH-F3"))
    func theClassicRuleLeavesAServerThatHasRecovered() {
        var driver = PoolDriver(.classic)
        for _ in 0..<6 { driver.send(failed) }
        #expect(driver.sendsUntilSwitch(good, limit: 100) == 54)
        // The mended rule looks at failures only.
        driver = PoolDriver(FailoverOptions(policy: .errorRate()))
        for _ in 0..<6 { driver.send(failed) }
        #expect(driver.sendsUntilSwitch(good, limit: 400) == nil)
    }

    @Test(.rows("HH-F5"))
    func aSwitchResetsTheClassicCountersAndNothingElseDoes() throws {
        var driver = PoolDriver(.classic)
        for _ in 0..<36 { driver.send(good) }
        driver.advance(1_000_000)
        for _ in 0..<4 { driver.send(failed) }
        #expect(driver.active == 1)
        for _ in 0..<9 { driver.send(good) }
        driver.send(failed)
        #expect(driver.active == 1, "1 of 10 since the switch; 5 of 50 if the counters had stayed")
        for _ in 0..<27 { driver.send(good) }
        #expect(driver.sendsUntilSwitch(failed, limit: 10) == 3)
        #expect(driver.active == 2)
        for _ in 0..<35 { driver.send(good) }
        try driver.command(.switchTo(0))
        for _ in 0..<36 { driver.send(good) }
        #expect(driver.sendsUntilSwitch(failed, limit: 10) == 4)
    }

    @Test(.rows("HH-F5"))
    func aPushedSwitchIsOneSwitchAndTheClassicRuleGoesOn() {
        var driver = PoolDriver(.classic)
        for _ in 0..<36 { driver.send(good) }
        // An advice switches nothing, so it resets nothing.
        #expect(driver.follow(Directive(pool: "", target: .index(2), epoch: 1, mode: .advise)) == nil)
        #expect(driver.sendsUntilSwitch(failed, limit: 10) == 4)
        #expect(driver.active == 1)
        for _ in 0..<35 { driver.send(good) }
        #expect(driver.follow(Directive(pool: "", target: .index(2), epoch: 2, expires: .seconds(9_000))) == nil)
        #expect(driver.active == 2 && driver.machine.forced == nil)
        for _ in 0..<36 { driver.send(good) }
        #expect(driver.sendsUntilSwitch(failed, limit: 10) == 4)
        #expect(driver.active == 0)
    }

    @Test(.rows("HH-F5"))
    func thePinKeepsTheServiceAndTheClassicCounters() throws {
        var driver = PoolDriver(.classic)
        try driver.command(.pin(0, until: nil, soft: false))
        for _ in 0..<36 { driver.send(good) }
        #expect(driver.sendsUntilSwitch(failed, limit: 4) == nil)
        #expect(driver.count { $0.isTrip } == 1, "the rule fires all the same")
        #expect(driver.follow(Directive(pool: "", target: .index(2), epoch: 1)) == nil)
        #expect(driver.active == 0)
        try driver.command(.unpin)
        for _ in 0..<9 { driver.send(good) }
        #expect(driver.sendsUntilSwitch(failed, limit: 10) == 1, "5 of 50: no switch, so no reset")
    }

    @Test(.rows("HH-F2", "B-HH-F7"))
    func theClassicRuleCountsThreeCodes() {
        for failure in ServiceFailure.allCases {
            var driver = PoolDriver(.classic)
            for _ in 0..<36 { driver.send(good) }
            let counts = driver.sendsUntilSwitch(.failed(failure), limit: 10) == 4
            #expect(counts == [.timedOut, .connect, .cut].contains(failure), "\(failure)")
            // The mended rule counts each, unless it is asked for HH's three.
            // Nobody asks here whether it is our own network's.
            var options = FailoverOptions(policy: .errorRate())
            options.guardsOffline = false
            driver = PoolDriver(options)
            #expect(driver.sendsUntilSwitch(.failed(failure), limit: 100) == 40, "\(failure)")
            options.policy = .errorRate(codes: .classic)
            driver = PoolDriver(options)
            #expect((driver.sendsUntilSwitch(.failed(failure), limit: 100) == 40) == counts, "\(failure)")
        }
    }

    @Test(.rows("HH-F1", "B-HH-F8", "B-HH-F5"))
    func whatIsCancelledThinsTheClassicRateAndNotTheMendedOne() {
        var driver = PoolDriver(.classic)
        for _ in 0..<36 { driver.send(good) }
        // Still in the air, or cancelled: in the total all the same.
        let waiting = driver.pick()
        driver.record(driver.pick(), .uncounted)
        #expect(driver.sendsUntilSwitch(failed, limit: 100) == nil)
        driver.record(waiting, .uncounted)
        driver = PoolDriver(FailoverOptions(policy: .errorRate()))
        for _ in 0..<36 { driver.send(good) }
        for _ in 0..<1_000 { driver.record(driver.pick(), .uncounted) }
        #expect(driver.sendsUntilSwitch(failed, limit: 100) == 4)
    }

    /// A request in flight counts: if only its end counted, the first would switch after 4 failures, the second never.
    @Test(.rows("HH-F1")) func aRequestCountsBeforeItEnds() {
        var driver = PoolDriver(.classic)
        for _ in 0..<36 { driver.send(good) }
        _ = driver.pick()
        #expect(driver.sendsUntilSwitch(failed, limit: 100) == nil)
        driver = PoolDriver(.classic)
        for _ in 0..<27 { driver.send(good) }
        for _ in 0..<9 { _ = driver.pick() }
        #expect(driver.sendsUntilSwitch(failed, limit: 100) == 4)
    }

    @Test(.rows("HH-F7", "B-HH-F1"), arguments: [(0, 40), (10, 30), (35, 5), (36, 4), (100, 12), (1_000, 112)])
    func theRuleAsItWasMeant(successes: Int, failures: Int) {
        var driver = PoolDriver(FailoverOptions(policy: .errorRate()))
        for _ in 0..<successes { driver.send(good) }
        // Days later they count as before: the rule is for the whole run.
        driver.advance(1_000_000)
        #expect(driver.sendsUntilSwitch(failed, limit: 4_000) == failures)
    }

    @Test(.rows("B-HH-F4"), arguments: [(0, 40), (36, 4), (1_000, 4), (100_000, 4)])
    func overTheLastFortyALongLifeHidesNothing(successes: Int, failures: Int) {
        var driver = PoolDriver(FailoverOptions(policy: .errorRate(span: .last(40))))
        for _ in 0..<successes { driver.send(good) }
        #expect(driver.sendsUntilSwitch(failed, limit: 4_000) == failures)
    }

    @Test func aSuccessNeverTripsTheMendedRule() {
        var driver = PoolDriver(FailoverOptions(policy: .errorRate(span: .last(40))))
        for _ in 0..<39 { driver.send(failed) }
        #expect(driver.sendsUntilSwitch(good, limit: 200) == nil)
    }

    /// `Int.max` says never, and of a failure's weight: at once.
    @Test func numbersWithoutALimitAreNeverReached() {
        var breaker = BreakerRule()
        breaker.consecutive = .max
        breaker.percent = .max
        breaker.slowPercent = .max
        breaker.slowCall = .zero
        let policies: [FailoverPolicy] = [.errorRate(minimum: 1, percent: .max), .consecutive(.max), .breaker(breaker)]
        for policy in policies {
            var driver = PoolDriver(FailoverOptions(policy: policy))
            #expect(driver.sendsUntilSwitch(failed, limit: 100) == nil, "\(policy)")
            #expect(driver.sendsUntilSwitch(good, limit: 100) == nil, "\(policy)")
        }
        for policy in [FailoverPolicy.errorRate(), .breaker()] {
            var driver = PoolDriver(FailoverOptions(policy: policy))
            #expect(driver.sendsUntilSwitch(.failed(.timedOut, weight: .max), limit: 10) == 1, "\(policy)")
        }
    }

    @Test func aRunIsBrokenByASuccess() {
        var driver = PoolDriver(FailoverOptions(policy: .consecutive()))
        for isGood in [false, false, false, false, true, false, false, false, false] { driver.send(isGood ? good : failed) }
        #expect(driver.switches == 0)
        driver.send(failed)
        #expect(driver.switches == 1)
        #expect(driver.count { if case .tripped(0, .consecutive(5), _, _) = $0 { true } else { false } } == 1)
    }

    @Test func halfOfTheLastTripsAtTheEleventh() {
        var driver = PoolDriver()
        for number in 1...10 {
            driver.send(number % 2 == 1 ? failed : good, after: 1)
            #expect(driver.switches == 0)
        }
        driver.send(failed, after: 1)
        #expect(driver.switches == 1)
        #expect(
            driver.count {
                if case .tripped(0, .rate(OutcomeCounts(total: 11, failed: 6)), _, _) = $0 { true } else { false }
            } == 1)
    }

    @Test(arguments: [(31.0, 0), (29.0, 1)])
    func failuresAgeOut(seconds: Double, switches: Int) {
        var driver = PoolDriver()
        for _ in 0..<4 { driver.send(failed) }
        driver.send(failed, after: seconds)
        #expect(driver.switches == switches)
    }

    @Test func aRunBreaksAtAnyHour() {
        var driver = PoolDriver(FailoverOptions(policy: .consecutive()))
        driver.now = .seconds(10_000)
        for _ in 0..<4 { driver.send(.failed(.timedOut), after: 7) }
        #expect(driver.switches == 0)
        driver.send(.failed(.timedOut), after: 7)
        #expect(driver.switches == 1)
    }

    @Test func theWindowForgetsSliceBySlice() {
        var window = OutcomeWindow(.time(.seconds(30)))
        for second in 0..<30 { window.record(OutcomeCounts(total: 1, failed: second % 2), at: .seconds(second)) }
        #expect(window.counts(at: .milliseconds(29_999)) == OutcomeCounts(total: 30, failed: 15))
        #expect(window.counts(at: .seconds(30)) == OutcomeCounts(total: 29, failed: 15))
        #expect(window.counts(at: .seconds(31)) == OutcomeCounts(total: 28, failed: 14))
        // A clock that runs backwards changes nothing.
        #expect(window.counts(at: .seconds(3)) == OutcomeCounts(total: 28, failed: 14))
        #expect(window.counts(at: .seconds(1_000)) == OutcomeCounts())
    }

    @Test func slowAnswersBreakToo() {
        var rule = BreakerRule()
        rule.slowCall = .seconds(1)
        rule.slowPercent = 60
        var driver = PoolDriver(FailoverOptions(policy: .breaker(rule)))
        for _ in 0..<4 { driver.send(good, latency: .seconds(1)) }
        for _ in 0..<5 { driver.send(good, latency: .milliseconds(1_001)) }
        #expect(driver.switches == 0)
        driver.send(good, latency: .milliseconds(1_001))
        #expect(
            driver.count { if case .tripped(0, .slow(OutcomeCounts(total: 10, slow: 6)), _, _) = $0 { true } else { false } } == 1
        )
    }

    @Test func aFailureCountsItsWeight() {
        var driver = PoolDriver(FailoverOptions(policy: .consecutive(6)))
        driver.send(.failed(.status, weight: 3))
        driver.send(.failed(.status, weight: 0))
        #expect(driver.switches == 0)
        driver.send(.failed(.status, weight: 3))
        #expect(driver.switches == 1)
    }
}
