import TestSupport
import Testing

@testable import NetLayer

/// Wishes that meet what the pool was about to do, and services that nothing can be sent to.
struct FailoverWishTests {
    private func healed(_ options: FailoverOptions) -> PoolDriver {
        var driver = PoolDriver(options)
        for _ in 1...5 { driver.send(PoolDriver.bad) }
        driver.advance(5)
        // Trials bring it back; the others' answers change nothing.
        for _ in 1...10 { driver.send(PoolDriver.good) }
        return driver
    }

    @Test func whoStaysByHandEndsTheCanary() throws {
        var options = FailoverOptions()
        options.failback = .automatic(minDwell: .seconds(10), canary: .seconds(10))
        var driver = healed(options)
        driver.advance(10)
        driver.send(PoolDriver.good)
        #expect(driver.count { $0 == .canary(service: 0) } == 1 && driver.active == 1)
        try driver.command(.switchTo(1))
        driver.advance(60)
        for _ in 1...50 { #expect(driver.send(PoolDriver.good) == 1) }
        // Released, it begins anew.
        try driver.command(.release(1))
        #expect(driver.count { $0 == .canary(service: 0) } == 2)
    }

    @Test func anAdviceForTheOneInUseEndsTheCanaryToo() {
        var options = FailoverOptions()
        options.failback = .automatic(minDwell: .seconds(10), canary: .seconds(10))
        var driver = healed(options)
        driver.advance(10)
        driver.send(PoolDriver.good)
        #expect(driver.follow(Directive(pool: "", target: .index(1), epoch: 1, mode: .advise)) == nil)
        driver.advance(60)
        for _ in 1...50 { #expect(driver.send(PoolDriver.good) == 1) }
    }

    @Test func aSwitchByHandOutlivesTheFailureOfAnotherService() throws {
        var driver = PoolDriver()
        try driver.command(.switchTo(1))
        for _ in 1...5 { driver.record(driver.pick(PickRequest(named: 2)), PoolDriver.bad) }
        driver.advance(600)
        // Some of them try the failed service again.
        for _ in 1...20 { driver.send(PoolDriver.good) }
        #expect(driver.active == 1)
    }

    @Test func whoBreaksAgainIsOfferedNoMore() {
        var options = FailoverOptions()
        options.failback = .manual
        options.health = HealthCheck(path: "/")
        options.health?.interval = .seconds(5)
        var driver = PoolDriver(options)
        func live(_ seconds: Int, _ isGood: (Int) -> Bool) {
            for _ in 0..<seconds {
                driver.advance(1)
                driver.send(driver.active == 0 && !isGood(0) ? PoolDriver.bad : PoolDriver.good)
                driver.probe(isGood)
            }
        }
        live(6) { $0 != 0 }
        live(20) { _ in true }
        #expect(driver.active == 1 && driver.machine.offeredFailback == 0)
        live(30) { $0 != 0 }
        #expect(driver.machine.offeredFailback == nil)
        live(80) { _ in true }
        #expect(driver.machine.offeredFailback == 0)
        #expect(driver.count { $0 == .failbackReady(service: 0) } == 2)
    }

    @Test func nothingIsSentToWhatHasNoAddress() throws {
        var driver = PoolDriver(places: [.remote, .nowhere, .remote])
        for wish in [FailoverCommand.switchTo(1), .pin(1, until: nil, soft: false)] {
            #expect(throws: ServiceError.noAddress(index: 1)) { try driver.command(wish) }
        }
        #expect(driver.follow(Directive(pool: "", target: .index(1), epoch: 1)) == .noAddress(index: 1))
        #expect(driver.active == 0 && driver.switches == 0)
        try driver.command(.switchNext)
        #expect(driver.active == 2 && driver.switches == 1)
        try driver.command(.switchNext)
        #expect(driver.active == 0 && driver.switches == 2)
        // Not by a retry either, whatever else is broken.
        for _ in 1...20 { driver.send(PoolDriver.bad) }
        for tried in [[0], [2], [0, 2]] { #expect(driver.pick(PickRequest(tried: tried)).service != 1) }
    }

    @Test func isolatingEndsWhatHeldTheTrafficThere() throws {
        var driver = PoolDriver()
        try driver.command(.pin(0, until: nil, soft: false))
        try driver.command(.isolate(0))
        #expect(driver.active == 1 && driver.pick().service == 1)
        #expect(driver.count { $0 == .unpinned(service: 0) } == 1)
        #expect(driver.follow(Directive(pool: "", target: .index(2), epoch: 1)) == nil)
        try driver.command(.isolate(2))
        #expect(driver.pick().service == 1)
        #expect(driver.count { $0 == .directiveEnded(service: 2, because: "it is isolated") } == 1)
    }

    @Test func aDirectiveNeverEndsInSilence() throws {
        var driver = PoolDriver()
        #expect(driver.follow(Directive(pool: "", target: .index(2), epoch: 1)) == nil)
        #expect(driver.follow(Directive(pool: "", target: .index(1), epoch: 2, mode: .advise)) == nil)
        #expect(driver.count { if case .directiveEnded(2, _) = $0 { true } else { false } } == 1)
        #expect(driver.follow(Directive(pool: "", target: .index(2), epoch: 3)) == nil)
        try driver.command(.switchTo(0))
        #expect(driver.count { if case .directiveEnded(2, _) = $0 { true } else { false } } == 2)
    }

    /// One bad check is enough for this pool, and the cable is out: the first that fails is not to blame before another was asked.
    @Test(arguments: [true, false]) func aCheckAloneIsNoProofAgainstAService(_ isNetwork: Bool) {
        var options = FailoverOptions()
        options.health = HealthCheck(path: "/")
        options.health?.fall = 1
        options.health?.interval = .seconds(5)
        var driver = PoolDriver(options)
        _ = driver.pick()
        driver.advance(6)
        let orders = driver.machine.probes(at: driver.now)
        #expect(orders.map(\.service) == [0, 1, 2])
        for order in orders {
            let isGood = !isNetwork && order.service != 0
            driver.machine.probed(
                order, isGood ? .answered : .failed(.connect), latency: .milliseconds(1), detail: "", at: driver.now)
        }
        #expect(driver.switches == (isNetwork ? 0 : 1))
        #expect((driver.machine.offlineSince != nil) == isNetwork)
        #expect(driver.machine.services.count { !$0.breaker.state.isClosed } == (isNetwork ? 0 : 1))
    }
}
