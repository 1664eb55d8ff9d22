import TestSupport
import Testing

@testable import NetLayer

/// A service that cannot be reached is blamed only when another one can; without health checks users' requests find that out.
struct FailoverDoubtTests {
    private let refused = ServiceOutcome.failed(.connect)

    /// So many requests, a fifth of a second apart; to whom each went.
    private func send(_ count: Int, _ driver: inout PoolDriver, _ outcome: (Int) -> ServiceOutcome) -> [Int] {
        (0..<count).map { _ in
            driver.advance(0.2)
            let pick = driver.pick()
            driver.record(pick, outcome(pick.service))
            return pick.service
        }
    }

    @Test(.rows("HH-F4"))
    func aLostNetworkIsNobodysFault() {
        var driver = PoolDriver()
        #expect(send(10, &driver) { _ in .answered } == Array(repeating: 0, count: 10))
        #expect(send(6, &driver) { _ in refused } == [0, 0, 0, 0, 0, 1])
        #expect(driver.count { $0 == .offline } == 1)
        // One request a second asks whether the network is there again, of each service in turn.
        let later = send(300, &driver) { _ in refused }
        #expect((35...45).contains(later.count { $0 != 0 }) && Set(later) == [0, 1, 2])
        #expect(driver.switches == 0 && driver.count { $0.isTrip } == 0)
        _ = send(20, &driver) { _ in .answered }
        #expect(driver.count { $0 == .online } == 1)
        #expect(driver.active == 0 && driver.switches == 0 && driver.count { $0.isTrip } == 0)
    }

    @Test func aBrokenServiceIsLeftAsSoonAsAnotherAnswers() {
        var driver = PoolDriver()
        #expect(send(5, &driver) { _ in refused } == [0, 0, 0, 0, 0])
        #expect(driver.switches == 0)
        #expect(send(1, &driver) { $0 == 0 ? refused : .answered } == [1])
        #expect(driver.active == 1 && driver.switches == 1 && driver.count { $0 == .offline } == 0)
        let isTold = driver.events.contains { if case .tripped(service: 0, .consecutive(5), _, _) = $0 { true } else { false } }
        #expect(isTold)
    }

    @Test func anotherThatFailsInAnotherWayAnswersTheQuestionToo() {
        var driver = PoolDriver()
        _ = send(5, &driver) { _ in refused }
        // Silence may be the network's.
        _ = send(1, &driver) { _ in .failed(.timedOut) }
        #expect(driver.active == 0 && driver.switches == 0)
        _ = send(1, &driver) { _ in .failed(.status) }
        #expect(driver.active == 1 && driver.switches == 1)
    }

    @Test func anAnswerThatCountsForNothingAnswersItToo() {
        var driver = PoolDriver()
        _ = send(5, &driver) { _ in refused }
        let pick = driver.pick()
        driver.machine.record(pick, .uncounted, latency: .milliseconds(1), hasAnswered: true, at: driver.now)
        #expect(driver.active == 1 && driver.switches == 1)
    }

    @Test func withChecksTheOneAskedTellsWhoseFaultItIs() {
        for isNetwork in [true, false] {
            var options = FailoverOptions()
            options.health = HealthCheck(path: "/")
            var driver = PoolDriver(options)
            // At once: nobody has answered or failed before.
            let picks = (1...5).map { _ in driver.pick() }
            for pick in picks { driver.record(pick, refused) }
            #expect(driver.switches == 0)
            #expect(driver.probe { _ in !isNetwork } == [1])
            #expect(driver.switches == (isNetwork ? 0 : 1))
            #expect(driver.count { $0 == .offline } == (isNetwork ? 1 : 0))
        }
    }

    @Test func anOldDoubtIsForgotten() {
        var driver = PoolDriver()
        _ = send(5, &driver) { _ in refused }
        driver.advance(11)
        let pick = driver.pick()
        #expect(pick.service == 0)
        driver.record(pick, .answered)
        #expect(driver.switches == 0)
    }

    @Test(arguments: [ServiceOutcome.answered, .failed(.status), .failed(.cut)])
    func whateverComesFromARemoteServiceEndsAnOutage(_ outcome: ServiceOutcome) {
        var driver = PoolDriver()
        _ = send(6, &driver) { _ in refused }
        #expect(driver.count { $0 == .offline } == 1)
        _ = send(1, &driver) { _ in .failed(.timedOut) }
        #expect(driver.count { $0 == .online } == 0)
        _ = send(1, &driver) { _ in outcome }
        #expect(driver.count { $0 == .online } == 1)
    }

    @Test func writesAloneFindOutToo() {
        var driver = PoolDriver()
        let post = PickRequest(isIdempotent: false)
        var asked: Set<Int> = []
        for number in 0..<60 where driver.count({ $0 == .online }) == 0 {
            driver.advance(0.2)
            let pick = driver.pick(post)
            asked.insert(pick.service)
            driver.record(pick, number > 10 && pick.service == 2 ? .answered : refused)
        }
        #expect(driver.count { $0 == .offline } == 1 && driver.count { $0 == .online } == 1)
        #expect(asked == [0, 1, 2])
    }

    @Test func aServiceOnThisMachineSaysNothingOfTheNetwork() {
        var driver = PoolDriver(places: [.remote, .remote, .here])
        _ = send(6, &driver) { _ in refused }
        #expect(driver.count { $0 == .offline } == 1)
        driver.record(driver.pick(PickRequest(named: 2)), .answered)
        #expect(driver.count { $0 == .online } == 0)
        var local = PoolDriver(places: [.here, .here])
        _ = local.pick(PickRequest(isNetworkGone: true))
        #expect(local.count { $0 == .offline } == 0)
    }

    @Test func whoHasJustHeardFromAnotherDoesNotAsk() {
        var driver = PoolDriver()
        for number in 1...5 {
            driver.send(refused, after: 0.2)
            #expect(driver.switches == (number == 5 ? 1 : 0))
            driver.record(driver.pick(PickRequest(tried: [0])), .answered)
        }
    }

    @Test func anAnswerOfItsOwnEndsTheDoubt() {
        var driver = PoolDriver()
        let slow = driver.pick()
        _ = send(5, &driver) { _ in refused }
        let asked = driver.pick()
        #expect(asked.service == 1)
        driver.record(slow, .answered)
        #expect(driver.pick().service == 0)
        driver.record(asked, .answered)
        #expect(driver.switches == 0)
    }

    @Test func aFlowLeavesAServiceInDoubt() {
        var driver = PoolDriver()
        _ = send(5, &driver) { _ in refused }
        #expect(driver.pick(PickRequest(sticky: 0)).service == 1)
        #expect(driver.pick(PickRequest(named: 0)).service == 0)
    }

    @Test func whoIsAskedAndSaysNothingLeavesItInDoubt() {
        var driver = PoolDriver()
        _ = send(5, &driver) { _ in refused }
        driver.record(driver.pick(), .uncounted)
        #expect(driver.switches == 0 && driver.pick().service == 1)
    }

    @Test func whereNothingMaySwitchNobodyIsAsked() throws {
        var dry = FailoverOptions()
        dry.enforce = 0
        for options in [dry, FailoverOptions(policy: .manual)] {
            var driver = PoolDriver(options)
            #expect(Set(send(20, &driver) { _ in refused }) == [0])
            #expect(driver.count { $0.isWouldTrip } > 0 && driver.switches == 0)
        }
        var pinned = PoolDriver()
        try pinned.command(.pin(0, until: nil, soft: false))
        #expect(Set(send(20, &pinned) { _ in refused }) == [0])
    }

    @Test func aHandThatChoosesItEndsTheDoubt() throws {
        var driver = PoolDriver()
        _ = send(5, &driver) { _ in refused }
        try driver.command(.switchTo(0))
        #expect(driver.pick().service == 0)
    }

    @Test func twoOfThreeThatAreDeadAreFoundOutWithoutRetry() {
        var driver = PoolDriver()
        _ = send(10, &driver) { _ in .answered }
        let sent = send(60, &driver) { $0 == 2 ? .answered : refused }
        #expect(driver.active == 2)
        // The others are only tried.
        #expect(sent.suffix(20).count { $0 == 2 } >= 17)
    }
}
