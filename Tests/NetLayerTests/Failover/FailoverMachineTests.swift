import TestSupport
import Testing

@testable import NetLayer

/// Where a pool's traffic goes: the deterministic tests of the design note, with their exact numbers.
struct FailoverMachineTests {
    private let good = PoolDriver.good
    private let bad = PoolDriver.bad
    private let refused = ServiceOutcome.failed(.connect)

    private func breakActive(_ driver: inout PoolDriver, with outcome: ServiceOutcome = PoolDriver.bad) {
        for _ in 0..<5 { driver.send(outcome, after: 0) }
    }

    // MARK: Which one is next

    @Test func theNextInDeclaredOrderThatWorks() {
        var driver = PoolDriver(count: 4)
        try? driver.command(.isolate(1))
        breakActive(&driver)
        #expect(driver.active == 2)
        #expect(driver.count { $0.isSwitch(to: 2, .automatic) } == 1)
        breakActive(&driver)
        #expect(driver.active == 3)
    }

    @Test(.rows("HH-S3"))
    func theNextWithWrapping() throws {
        var options = FailoverOptions()
        options.selection = .nextWrapping
        options.failback = .never
        var driver = PoolDriver(options)
        try driver.command(.switchTo(2))
        breakActive(&driver)
        #expect(driver.active == 0)
    }

    @Test(.rows("HH-S3"))
    func afterTheLastByHandComesTheFirst() throws {
        var driver = PoolDriver()
        for expected in [1, 2, 0] {
            try driver.command(.switchNext)
            #expect(driver.active == expected)
        }
        #expect(throws: ServiceError.outOfRange(index: 3, count: 3)) { try driver.command(.switchTo(3)) }
        #expect(throws: ServiceError.outOfRange(index: -1, count: 3)) { try driver.command(.pin(-1, until: nil, soft: false)) }
    }

    @Test(.rows("B-HH-S2"))
    func ofTwoWhoSawTheSameOneSwitches() throws {
        var driver = PoolDriver()
        try driver.command(.switchNext, ifStill: 0)
        #expect(throws: ServiceError.stale(current: 1)) { try driver.command(.switchNext, ifStill: 0) }
        #expect(driver.active == 1)
    }

    @Test func aHundredFailuresAtOnceSwitchOnce() {
        var driver = PoolDriver()
        let picks = (0..<100).map { _ in driver.pick() }
        for pick in picks { driver.record(pick, bad) }
        #expect(driver.switches == 1 && driver.active == 1)
    }

    @Test func noServiceAndOne() {
        var none = FailoverMachine(FailoverOptions(), [])
        #expect(none.pickService(PickRequest(), at: .zero) == nil)
        #expect(none.probes(at: .seconds(1)).isEmpty)
        var one = PoolDriver(count: 1)
        for _ in 0..<50 { #expect(one.send(refused, after: 1) == 0) }
        #expect(one.switches == 0 && one.count { $0 == .panic } == 1 && one.count { $0 == .offline } == 0)
        // It was asked all the time: the first answer is believed, three close it.
        for _ in 0..<3 { one.send(good, after: 1) }
        #expect(one.machine.services[0].breaker.state == .closed)
    }

    // MARK: Panic

    @Test(.rows("B-HH-F9"))
    func whereAllAreBrokenRequestsAreSentAllTheSame() {
        var options = FailoverOptions()
        options.health = HealthCheck(path: "/")
        var driver = PoolDriver(options)
        for _ in 0..<15 { driver.send(bad, after: 0.1) }
        #expect(driver.count { $0 == .panic } == 1)
        // The one that is tried first again: the first that broke.
        #expect(driver.active == 0)
        #expect(driver.count { $0.isSwitch(to: 0, .panic) } == 1)
        let pick = driver.pick()
        #expect(pick.isPanic)
        driver.record(pick, bad)
        // Whoever answers ends it.
        driver.advance(5)
        for _ in 0..<3 { driver.send(good) }
        #expect(driver.machine.services[0].breaker.state == .closed)
        #expect(!driver.pick().isPanic)
    }

    // MARK: Our own network

    @Test(.rows("HH-F4"))
    func whenNobodyCanBeReachedNobodyIsBlamed() {
        var driver = PoolDriver()
        for service in [0, 1, 2] {
            driver.record(driver.pick(PickRequest(named: service)), refused)
            driver.advance(0.5)
        }
        for _ in 0..<100 { driver.send(refused, after: 0.1) }
        #expect(driver.switches == 0)
        #expect(driver.count { $0 == .offline } == 1)
        #expect(driver.machine.services.allSatisfy { $0.breaker.state.isClosed })
        driver.send(good)
        #expect(driver.count { $0 == .online } == 1)
    }

    @Test(.rows("HH-F4"))
    func theNextServicesCheckTellsABrokenServiceFromABrokenNetwork() {
        var options = FailoverOptions()
        options.health = HealthCheck(path: "/")
        for isNetwork in [true, false] {
            var driver = PoolDriver(options)
            for _ in 0..<60 {
                driver.advance(0.2)
                let pick = driver.pick()
                driver.record(pick, isNetwork || pick.service == 0 ? refused : good)
                driver.probe { isNetwork ? false : $0 != 0 }
            }
            #expect(driver.count { $0 == .offline } == (isNetwork ? 1 : 0))
            #expect(driver.count { $0.isSwitch } == (isNetwork ? 0 : 1))
        }
    }

    @Test func whoeverKnowsMaySayIt() throws {
        var driver = PoolDriver()
        _ = driver.pick(PickRequest(isNetworkGone: true))
        #expect(driver.count { $0 == .offline } == 1)
        for _ in 0..<20 { driver.record(driver.pick(PickRequest(isNetworkGone: true)), .failed(.connect)) }
        #expect(driver.switches == 0)
        breakActive(&driver)
        #expect(driver.count { $0 == .online } == 1)
        #expect(driver.switches == 1)
    }

    @Test func offlineEverybodyIsAskedEachSecond() throws {
        var options = FailoverOptions()
        options.health = HealthCheck(path: "/")
        var driver = PoolDriver(options)
        driver.isNetworkGone = true
        _ = driver.pick(PickRequest(isNetworkGone: true))
        var asked = 0
        for _ in 0..<100 {
            driver.advance(0.1)
            asked += driver.probe { _ in false }.count
        }
        #expect((24...33).contains(asked))
        // The first good answer ends it.
        driver.advance(1.2)
        driver.probe { $0 == 2 }
        #expect(driver.count { $0 == .online } == 1)
    }

    @Test func twoDeadServicesOfThreeAreNoDeadNetwork() {
        var driver = PoolDriver()
        var lost = 0
        for _ in 0..<40 {
            driver.advance(0.2)
            var tried: [Int] = []
            for _ in 0..<3 {
                let pick = driver.pick(PickRequest(tried: tried))
                driver.record(pick, pick.service == 2 ? good : refused)
                tried.append(pick.service)
                if pick.service == 2 { break }
            }
            lost += tried.last == 2 ? 0 : 1
        }
        #expect(lost == 0 && driver.active == 2)
    }

    // MARK: Hands and signals

    @Test func aHardPinStaysAndASoftOneYields() throws {
        for isSoft in [false, true] {
            var driver = PoolDriver()
            try driver.command(.pin(1, until: nil, soft: isSoft))
            #expect(driver.active == 1)
            breakActive(&driver)
            #expect(driver.active == (isSoft ? 0 : 1))
            // Another try of the same call stays on what is pinned, too.
            #expect(driver.pick(PickRequest(tried: [1])).service == (isSoft ? 0 : 1))
            try driver.command(.release(1))
            #expect(driver.count { $0 == .released(service: 1) } == 1)
            #expect(driver.machine.pin == nil)
        }
    }

    @Test func aPinEndsByItself() throws {
        var driver = PoolDriver()
        try driver.command(.pin(2, until: driver.now + .seconds(30), soft: false))
        driver.advance(29.999)
        #expect(driver.pick().service == 2)
        driver.advance(0.001)
        #expect(driver.pick().service == 0)
        #expect(driver.count { $0 == .unpinned(service: 2) } == 1)
    }

    @Test func whatIsSwitchedByHandStaysUntilItBreaks() throws {
        var driver = PoolDriver()
        try driver.command(.switchTo(1))
        driver.send(good, after: 1_000)
        #expect(driver.active == 1)
        breakActive(&driver)
        #expect(driver.active == 0)
    }

    @Test func anIsolatedServiceGetsNothing() throws {
        var driver = PoolDriver()
        try driver.command(.isolate(0))
        #expect(driver.active == 1)
        for _ in 0..<20 { #expect(driver.send(good, after: 10) == 1) }
        try driver.command(.release(0))
        #expect(driver.send(good, after: 10) == 0)
    }

    @Test(.rows("HH-F6", "B-HH-F10"))
    func aSignalSwitchesAndClearsInOneStep() {
        var driver = PoolDriver()
        for _ in 0..<4 { driver.send(bad) }
        #expect(driver.follow(Directive(pool: "", target: .index(2), epoch: 5)) == nil)
        #expect(driver.active == 2 && driver.switches == 1)
        #expect(driver.machine.services.indices.allSatisfy { driver.machine.services[$0].breaker.isClear(at: driver.now) })
        #expect(driver.follow(Directive(pool: "", target: .index(1), epoch: 4)) == .oldEpoch(last: 5))
        #expect(driver.follow(Directive(pool: "", target: .index(1), epoch: 5)) == .oldEpoch(last: 5))
        #expect(driver.follow(Directive(pool: "", target: .index(1), epoch: 6, expires: .seconds(1_000))) == .expired)
        #expect(driver.active == 2 && driver.switches == 1)
    }

    @Test(.rows("HH-S4", "B-HH-S4"))
    func anIndexBeyondTheLastWrapsOnlyWhereThatIsMeant() {
        var driver = PoolDriver()
        #expect(driver.follow(Directive(pool: "", target: .index(7), epoch: 1)) == .outOfRange(index: 7, count: 3))
        #expect(
            driver.follow(Directive(pool: "", target: .index(-1), epoch: 1, wrapsIndex: true)) == .outOfRange(index: -1, count: 3)
        )
        #expect(driver.follow(Directive(pool: "", target: .index(7), epoch: 1, wrapsIndex: true)) == nil)
        #expect(driver.active == 1)
    }

    @Test func aSignalEndsWhenItsTimeIsOverOrItsServiceIsDead() {
        var driver = PoolDriver()
        _ = driver.follow(Directive(pool: "", target: .index(2), epoch: 1, expires: .seconds(1_060)))
        driver.send(good, after: 59)
        #expect(driver.active == 2)
        driver.send(good, after: 1)
        #expect(driver.active == 0)
        _ = driver.follow(Directive(pool: "", target: .index(1), epoch: 2))
        driver.send(bad)
        driver.send(bad)
        #expect(driver.active == 1)
        driver.send(bad)
        driver.advance(10)
        #expect(driver.pick().service == 0)
        #expect(driver.count { if case .directiveEnded(1, _) = $0 { true } else { false } } == 1)
    }

    @Test func anAdviceOnlyComesFirst() {
        var driver = PoolDriver()
        _ = driver.follow(Directive(pool: "", target: .index(2), epoch: 1, mode: .advise))
        driver.send(good, after: 10)
        #expect(driver.active == 2)
        breakActive(&driver)
        #expect(driver.active == 0)
    }

    // MARK: Calm

    @Test func aServiceThatComesAndGoesIsNotFollowed() {
        var options = FailoverOptions()
        options.health = HealthCheck(path: "/")
        var driver = PoolDriver(options)
        let start = driver.now
        for _ in 0..<600 {
            driver.advance(0.2)
            let isDead = Int((driver.now - start) / .seconds(10)) % 2 == 0
            let pick = driver.pick()
            driver.record(pick, pick.service == 0 && isDead ? bad : good)
            driver.probe { $0 != 0 || !isDead }
        }
        #expect((1...3).contains(driver.count { $0.isSwitch }))
        #expect(driver.count { $0.isFlapping } >= 1)
    }

    private func isFrozen(_ event: FailoverEvent.Kind) -> Bool { if case .frozen = event { true } else { false } }

    /// One that has switched too often.
    private func frozen() -> PoolDriver {
        var options = FailoverOptions()
        options.timing.open = .milliseconds(100)
        options.timing.openMax = .milliseconds(100)
        options.timing.rise = 1
        options.failback = .automatic(minDwell: .milliseconds(100))
        var driver = PoolDriver(options)
        for _ in 0..<200 where driver.count(isFrozen) == 0 { driver.send(driver.active == 0 ? bad : good, after: 0.05) }
        return driver
    }

    @Test func tooManySwitchesStopFailback() {
        var driver = frozen()
        #expect(driver.switches == 7)
        // For a minute nothing falls back, although the first one works.
        if driver.active == 0 { breakActive(&driver) }
        let switches = driver.switches
        for _ in 0..<50 { driver.send(good, after: 1) }
        #expect(driver.switches == switches)
        for _ in 0..<20 { driver.send(good, after: 1) }
        #expect(driver.active == 0)
    }

    /// Its requests go from one service to the next while all are dead: that is no flapping.
    @Test(arguments: [10, 30, 120], [false, true]) func aPoolThatWasDeadReturnsToItsFirstService(
        _ seconds: Int, _ isChecked: Bool
    ) {
        var options = FailoverOptions()
        options.guardsOffline = false
        if isChecked {
            options.health = HealthCheck(path: "/health")
            options.health?.interval = .seconds(1)
            options.health?.shortensOpen = true
        }
        var driver = PoolDriver(options)
        func live(_ seconds: Int, dead: Set<Int>) {
            for _ in 0..<(seconds * 20) {
                driver.advance(0.05)
                driver.probe { !dead.contains($0) }
                var request = PickRequest()
                request.isIdempotent = true
                let pick = driver.pick(request)
                driver.record(pick, dead.contains(pick.service) ? .failed(.connect) : good)
            }
        }
        live(5, dead: [])
        live(10, dead: [0])
        live(30, dead: [])
        #expect(driver.active == 0)
        live(seconds, dead: [0, 1, 2])
        #expect(driver.count(isFrozen) == 0)
        live(80, dead: [])
        #expect(driver.active == 0)
        #expect(driver.count(isFrozen) == 0)
    }

    @Test func onlyAsManySwitchesAgainStopFailbackForLonger() {
        var driver = frozen()
        let switches = driver.switches
        breakActive(&driver)
        #expect(driver.switches == switches + 1 && driver.count(isFrozen) == 1)
    }

    @Test func aDryRunTellsAndDoesNot() {
        var options = FailoverOptions()
        options.enforce = 0
        for policy in [FailoverPolicy.breaker(), .manual] {
            options.policy = policy
            if policy == .manual { options.enforce = 100 }
            var driver = PoolDriver(options)
            for _ in 0..<10 { driver.send(bad) }
            #expect(driver.switches == 0)
            #expect(driver.count { $0.isWouldTrip } == 2 && driver.count { $0.isTrip } == 0)
        }
    }

    @Test func aPartialDryRunDrawsBySeed() {
        var options = FailoverOptions()
        options.enforce = 30
        options.failback = .never
        options.seed = 7
        var trips = 0
        var dry = 0
        for seed in 0..<200 {
            options.seed = UInt64(seed)
            var driver = PoolDriver(options)
            breakActive(&driver)
            trips += driver.count { $0.isTrip }
            dry += driver.count { $0.isWouldTrip }
        }
        #expect(trips + dry == 200 && (40...80).contains(trips))
    }

    // MARK: Back again

    @Test func aShareThatGrowsGoesToTheHealedOne() throws {
        var options = FailoverOptions()
        options.health = HealthCheck(path: "/")
        options.failback = .automatic(minDwell: .seconds(10), canary: .seconds(10))
        var driver = PoolDriver(options)
        breakActive(&driver)
        var early = 0
        var late = 0
        var begun = Duration.zero
        for step in 0..<400 where driver.active == 1 {
            driver.advance(0.1)
            driver.probe { _ in true }
            let pick = driver.pick()
            driver.record(pick, good)
            if pick.service == 0 { if step < 150 { early += 1 } else { late += 1 } }
            guard begun == .zero, driver.count({ $0 == .canary(service: 0) }) == 1 else { continue }
            begun = driver.now
            // Whatever else happens then is no reason to hurry.
            try driver.command(.isolate(2))
        }
        #expect(driver.active == 0 && driver.switches == 2)
        #expect(driver.now - begun == .seconds(10), "it gets all of them when its time is over")
        #expect(early > 0 && late > early)
        #expect(driver.count { $0 == .canary(service: 0) } == 1)
    }

    @Test func somebodyIsAskedOnce() {
        var options = FailoverOptions()
        options.failback = .manual
        var driver = PoolDriver(options)
        breakActive(&driver)
        for _ in 0..<50 { driver.send(good, after: 1) }
        #expect(driver.active == 1)
        #expect(driver.count { $0 == .failbackReady(service: 0) } == 1)
    }

    @Test(.rows("B-HH-F9"))
    func orNeverAsTheSourceDoes() {
        var options = FailoverOptions()
        options.failback = .never
        var driver = PoolDriver(options)
        breakActive(&driver)
        for _ in 0..<100 { driver.send(good, after: 1) }
        #expect(driver.active == 1 && driver.machine.services[0].breaker.state == .closed)
    }

    // MARK: What a request asks for

    @Test func whatWasTriedIsNotTriedAgain() {
        var driver = PoolDriver()
        #expect(driver.pick(PickRequest(tried: [0])).service == 1)
        #expect(driver.pick(PickRequest(tried: [0, 1])).service == 2)
        #expect(driver.pick(PickRequest(tried: [0, 1, 2])).service == 0)
        // Better the one that works once more than one that is known to be dead.
        for service in [1, 2] { for _ in 0..<5 { driver.record(driver.pick(PickRequest(named: service)), bad) } }
        #expect(driver.pick(PickRequest(tried: [0])).service == 0)
    }

    @Test func aFlowStaysOnItsServiceWhileThatWorks() throws {
        var driver = PoolDriver()
        try driver.command(.switchTo(1))
        #expect(driver.pick(PickRequest(sticky: 0)).service == 0)
        try driver.command(.isolate(0))
        #expect(driver.pick(PickRequest(sticky: 0)).service == 1)
        #expect(driver.pick(PickRequest(sticky: 9)).service == 1)
    }

    @Test func aServiceWithoutAnAddressHereIsNeverChosen() {
        var machine = FailoverMachine(FailoverOptions(), [.nowhere, .remote])
        #expect(machine.pickService(PickRequest(), at: .zero)?.service == 1)
    }
}

extension FailoverMachine {
    var inFlight: Int { services.reduce(0) { $0 + $1.inFlight } }
}

extension Breaker {
    var isSane: Bool { rule.isSane }

    func isClear(at now: Duration) -> Bool {
        var copy = self
        return copy.counts(at: now) == OutcomeCounts()
    }
}
