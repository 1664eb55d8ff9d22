// The services pane and all that is told of failover: wishes go out with the state they rest on, decisions are said once.

import Canvas
import Testing

@testable import NetLayer
@testable import Screen

@Suite struct ServicesTests {
    private static func driver(_ options: FailoverOptions = FailoverOptions(), width: Int = 120) throws -> (Driver, Services) {
        let pool = Services.pool(options)
        var driver = try Driver(services: pool, width: width, height: 40)
        var services = Services(pool)
        driver.show(&services)
        return (driver, services)
    }

    private static func wish(_ effects: [Effect]) -> (deed: ServiceWish.Deed, seen: UInt64?)? {
        guard effects.count == 1, case .services(.wish(let wish)) = effects[0] else { return nil }
        return (wish.deed, wish.seen)
    }

    @Test func aNewDescriptionHasItsPoolWatched() throws {
        var driver = Driver(loading: "shop.json", width: 80, height: 24)
        driver.update(.source(.described(try Shop.description(), Services.pool)))
        #expect(driver.takeEffects() == [.services(.watch(Services.pool))])
    }

    @Test(arguments: [
        ("enter", ServiceWish.Deed.switchTo(1)), ("u", .switchTo(1)), ("n", .switchToNext), ("P", .pin(1, soft: false)),
        ("S", .pin(1, soft: true)), ("i", .isolate(1)), ("r", .release(1)),
    ])
    func aKeyIsAWishOfTheSelectedServiceWithTheGenerationThatWasSeen(_ key: String, _ deed: ServiceWish.Deed) throws {
        var (driver, services) = try Self.driver()
        try services.command(.switchNext, at: driver.now)
        driver.show(&services)
        driver.keys("b j")
        driver.keys(key)
        let wish = Self.wish(driver.takeEffects())
        #expect(wish?.deed == deed)
        #expect(wish?.seen == 1)
    }

    @Test(arguments: [
        ("switch api-3", ServiceWish.Deed.switchTo(2)), ("switch 3", .switchTo(2)), ("pin api-2", .pin(1, soft: false)),
        ("pin api-2 softly", .pin(1, soft: true)), ("isolate 1", .isolate(0)), ("release api-1", .release(0)),
    ])
    func aLineOfThePaletteIsTheSameWish(_ line: String, _ deed: ServiceWish.Deed) throws {
        var (driver, _) = try Self.driver()
        driver.keys(": '\(line)' enter")
        #expect(Self.wish(driver.takeEffects())?.deed == deed)
        #expect(driver.model.dialogs.open == nil)
    }

    @Test(arguments: [
        ("switch api-9", "There is no service “api-9”"), ("pin 0", "There is no service “0”"),
        ("pin api-1 hard", "pin NAME softly"), ("env nowhere", "There is no environment “nowhere”"), ("env release", "is in use"),
    ])
    func aWrongLineIsRefusedWithWhatWouldBeRight(_ line: String, _ words: String) throws {
        var (driver, _) = try Self.driver()
        driver.keys(": '\(line)' enter")
        #expect(driver.text.contains(words), "\(driver.text)")
        #expect(driver.takeEffects() == [])
    }

    @Test func healthIsAskedOnlyWhereACheckIsSet() throws {
        var (driver, _) = try Self.driver()
        driver.keys("b c")
        #expect(driver.takeEffects() == [])
        #expect(driver.model.notices.shown?.text.contains("These services have no health check") == true)
        var options = FailoverOptions()
        options.health = HealthCheck(path: "/health")
        (driver, _) = try Self.driver(options)
        driver.keys("b j j c")
        #expect(Self.wish(driver.takeEffects())?.deed == .probe(2))
    }

    @Test func releaseTakesThePinAwayWhereverItIs() throws {
        var (driver, services) = try Self.driver()
        try services.command(.pin(2, until: nil, soft: false), at: driver.now)
        driver.show(&services)
        driver.keys("b r")
        #expect(Self.wish(driver.takeEffects())?.deed == .release(2))
    }

    @Test func aSwitchIsAnnouncedOnceWithItsCause() throws {
        var (driver, services) = try Self.driver()
        driver.outcomes(5, .failed(.timedOut), of: &services)
        #expect(driver.model.notices.shown?.text == "api-1 → api-2: 5 failures in a row")
        #expect(driver.model.notices.shown?.kind == .info)
        driver.outcomes(20, .answered, of: &services)
        #expect(driver.model.notices.log.all.map(\.text) == ["api-1 → api-2: 5 failures in a row"])
        // Five seconds alone, three good trials by the users' own requests, and ten seconds on the stand-in.
        driver.wait(.seconds(20))
        driver.outcomes(10, .answered, of: &services)
        #expect(driver.model.notices.log.all.last?.text == "api-2 → api-1: it has recovered, requests return")
        #expect(driver.model.notices.log.all.count == 2)
    }

    @Test func theLogKeepsTheCauseThatWasThen() throws {
        var (driver, services) = try Self.driver()
        driver.outcomes(5, .failed(.timedOut), of: &services)
        driver.wait(.seconds(6))
        driver.outcomes(1, .failed(.timedOut), of: &services)
        driver.keys("b")
        #expect(driver.text.contains("api-1 failed its test"))
        let line = try #require(driver.lines.first { $0.contains("→ api-1 → api-2") })
        #expect(line.contains("5 failures in a row, generation 1"), "\(line)")
    }

    @Test func decisionsOfAnotherEnvironmentAreNotSaid() throws {
        var (driver, services) = try Self.driver()
        try services.command(.pin(1, until: nil, soft: false), at: driver.now)
        driver.show(&services, in: .test)
        #expect(driver.model.notices.shown == nil)
        #expect(driver.model.poolView.status?.pin == nil)
        driver.keys("b")
        #expect(driver.text.contains("no decisions yet"))
    }

    @Test func anotherEnvironmentIsForWhatIsSentFromNowOn() throws {
        var (driver, services) = try Self.driver()
        driver.keys("s")
        let before = driver.takeEffects()
        driver.keys("p")
        #expect(driver.text.contains("127.0.0.1:8080"))
        driver.keys("enter")
        #expect(driver.model.api.pool.environment == .test)
        #expect(driver.takeEffects() == [.services(.watch(driver.model.api.pool))])
        driver.show(&services)
        #expect(driver.model.poolView.status == nil, "how the old environment stands is not shown")
        driver.keys("s")
        let pools = (before + driver.takeEffects()).compactMap { effect -> Environment? in
            if case .engine(.send(let order)) = effect { order.pool.environment } else { nil }
        }
        #expect(pools == [.release, .test])
    }

    @Test func withoutFailoverAnEnvironmentBeginsWithAServiceThatIsThere() throws {
        let known = Services.pool
        let pool = ServicePool(known.services, id: known.id, environment: .release)
        var driver = try Driver(services: pool, width: 120, height: 40)
        for (environment, active) in [(Environment.test, 2), (.release, 0)] {
            driver.keys("p enter")
            #expect(driver.model.api.pool.environment == environment && driver.model.api.pool.active == active)
        }
    }

    @Test func withOneServiceThePaneSaysWhatASecondWouldDo() throws {
        var driver = try Driver(width: 120, height: 40)
        _ = driver.takeEffects()
        driver.keys("b")
        #expect(driver.text.contains("One service: api.shop.example"))
        driver.keys("P")
        #expect(driver.takeEffects() == [])
        #expect(driver.model.notices.shown?.text == "There is no other service")
        driver.keys("p")
        #expect(driver.model.notices.shown?.text == "There is only one environment")
    }

    @Test func thePaneIsLeftToWhereItWasOpened() throws {
        var (driver, _) = try Self.driver()
        for key in ["b", "esc", "q"] {
            driver.keys("4 b")
            #expect(driver.model.focus == .services)
            driver.keys(key)
            #expect(driver.model.focus == .tasks)
        }
        driver.keys("b tab")
        #expect(driver.model.focus == .endpoints)
        driver.keys("b S-tab")
        #expect(driver.model.focus == .tasks)
    }

    @Test func itsTasksAreThoseOfTheSelectedService() throws {
        var (driver, _) = try Self.driver()
        driver.keys("s b t")
        #expect(driver.model.focus == .tasks)
        #expect(driver.model.tasks.filter.text == "service:api-1")
    }

    @Test func timeIsAwaitedOnlyWhileItMayChangeSomething() throws {
        var (driver, services) = try Self.driver()
        driver.wait(.seconds(20))
        driver.show(&services)
        #expect(driver.model.nextDeadline == nil)
        driver.outcomes(5, .failed(.timedOut), of: &services)
        driver.wait(.seconds(9))
        driver.show(&services)
        driver.keys("esc")
        let switched = try #require(driver.model.poolView.log.entries.last { $0.event.kind.isSwitch }).event.time
        #expect(driver.model.nextDeadline == switched + .seconds(10), "it may go back then, and not before")
        driver.wait(.seconds(2))
        driver.show(&services)
        driver.keys("b")
        #expect(driver.model.nextDeadline == nil, "what is half-open waits for requests, and not for time")
        try services.command(.pin(1, until: driver.now + .seconds(7), soft: false), at: driver.now)
        driver.show(&services)
        driver.keys("esc")
        let until = driver.now + .seconds(7)
        driver.wait(.seconds(5))
        #expect(driver.model.nextDeadline == until)
        driver.keys("b")
        #expect(driver.model.nextDeadline == driver.now + .milliseconds(100), "it counts down")
    }

    @Test func aPoolThatNobodyUsesRests() throws {
        var options = FailoverOptions()
        options.health = HealthCheck(path: "/health")
        options.health?.interval = .seconds(5)
        var (driver, services) = try Self.driver(options)
        driver.wait(.seconds(20))
        driver.show(&services)
        driver.keys("b")
        #expect(driver.text.contains("health checks pause") && driver.model.nextDeadline == nil)
        driver.outcomes(1, .answered, of: &services)
        #expect(!driver.text.contains("health checks pause"))
        #expect(driver.model.nextDeadline == driver.now + .milliseconds(100), "checks are counted down to")
        driver.wait(.seconds(30))
        driver.show(&services)
        #expect(driver.text.contains(" due ") && driver.model.nextDeadline == .seconds(80))
        driver.wait(.seconds(40))
        driver.show(&services)
        #expect(driver.model.nextDeadline == nil && driver.text.contains("health checks pause"))
        #expect(driver.text.contains(" idle ") && !driver.text.contains(" due "))
    }

    @Test func theFirstLineHasThePoolAtAGlanceOrTheOneInUse() throws {
        for (width, words) in [(120, "api-1 ○!  api-2 ●  api-3 ○"), (44, "api-2 ● +!")] {
            var (driver, services) = try Self.driver(width: width)
            driver.outcomes(5, .failed(.timedOut), of: &services)
            #expect(driver.lines[0].contains(words), "\(driver.lines[0])")
        }
    }

    /// How many services a call tries is the pool's rule; the screen adds no attempts of its own.
    @Test func theScreenLeavesFailoverToThePool() throws {
        var (driver, _) = try Self.driver()
        driver.keys("s")
        #expect(driver.takeEffects().first?.plan?.policies.retry == .never)
        driver.keys(": 'set retries 3' enter s")
        #expect(driver.takeEffects().first?.plan?.policies.retry?.attempts == 4)
    }

    @Test(arguments: [(FailoverPolicy.manual, 100), (.breaker(), 0)])
    func whatIsNotDoneByItselfIsNotSaidToBe(_ policy: FailoverPolicy, _ enforce: Int) throws {
        var options = FailoverOptions(policy: policy)
        options.enforce = enforce
        var (driver, services) = try Self.driver(options)
        driver.outcomes(5, .failed(.timedOut), of: &services)
        driver.keys("b")
        #expect(driver.text.contains(policy == .manual ? "manual: switched only by hand" : "in 30s, reported only"))
        #expect(!driver.text.contains("nothing") && driver.model.poolView.status?.active == 0)
        if enforce == 0 { #expect(driver.text.contains("reported only")) }
    }

    @Test func servicesWithoutAnAddressHereAreNotInTheFirstLine() throws {
        var pool = Services.pool
        pool.selectEnvironment(.test)
        var driver = try Driver(services: pool, width: 120, height: 40)
        var services = Services(pool)
        driver.show(&services, in: .test)
        #expect(driver.lines[0].contains("test  api-3 ●") && !driver.lines[0].contains("api-1"))
        #expect(driver.model.notices.shown == nil, "where it begins is no switch")
        driver.keys("b")
        #expect(driver.text.contains("– not here"))
        driver.wait(.seconds(20))
        driver.show(&services, in: .test)
        #expect(driver.model.nextDeadline == nil)
    }

    @Test func whoAskedForACheckHearsTheAnswerOnce() throws {
        var options = FailoverOptions()
        options.health = HealthCheck(path: "/health")
        var (driver, services) = try Self.driver(options)
        driver.keys("b c")
        services.lease(at: driver.now)
        try services.command(.probe(0), at: driver.now)
        for (failure, words) in [(nil, "api-1 answered the check in 3.0ms"), (ServiceFailure.timedOut, "")] {
            try services.probe(0, failure, at: driver.now)
            driver.show(&services)
            #expect(driver.model.notices.log.all.map(\.text) == ["api-1 answered the check in 3.0ms"], "\(words)")
        }
        #expect(driver.text.contains("api-1 checked") && driver.text.contains("failed: no response"))
        #expect(!driver.text.contains("passed in"))
    }

    @Test func checksOfSeveralServicesDoNotCrowdTheSwitchesOut() throws {
        var log = FailoverLog()
        func add(_ kind: FailoverEvent.Kind, _ second: Int) { log.add(FailoverEvent(time: .seconds(second), kind: kind)) }
        add(.switched(from: 0, to: 1, .automatic, generation: 1), 0)
        for second in 1...500 {
            add(.probed(service: second % 3, ok: false, latency: .milliseconds(1), detail: "\(second)"), second)
            add(.redispatched(task: TaskID(UInt64(second)), from: 0), second)
        }
        #expect(log.entries.count == 5 && log.entries[0].event.kind.isSwitch)
        #expect(log.entries.dropFirst().map(\.count).reduce(0, +) == 1_000)
        #expect(log.entries.last?.event.time == .seconds(500))
        add(.switched(from: 1, to: 0, .failback, generation: 2), 501)
        add(.probed(service: 0, ok: false, latency: .zero, detail: ""), 502)
        #expect(log.entries.count == 7, "what came before a switch stays before it")

        log = FailoverLog()
        for generation in 1...150 {
            add(.probed(service: 0, ok: false, latency: .zero, detail: ""), generation)
            add(.switched(from: 0, to: 1, .manual, generation: UInt64(generation)), generation)
        }
        #expect(log.entries.count == FailoverLog.capacity && log.entries.count { $0.event.kind.isSwitch } == 150)
        for generation in 151...300 { add(.switched(from: 0, to: 1, .manual, generation: UInt64(generation)), generation) }
        #expect(log.entries.count == FailoverLog.capacity && log.entries.allSatisfy(\.event.kind.isSwitch))
        #expect(log.entries.last?.event.time == .seconds(300))
    }

    @Test func whoWasRefusedWaitsForNoAnswer() throws {
        var options = FailoverOptions()
        options.health = HealthCheck(path: "/health")
        var (driver, services) = try Self.driver(options)
        driver.keys("b c")
        guard case .services(.wish(let wish))? = driver.takeEffects().first else {
            Issue.record("no wish")
            return
        }
        driver.update(.services(.refused(wish, "the pool has no failover")))
        #expect(driver.model.notices.shown?.text == "Not done: the pool has no failover")
        services.lease(at: driver.now)
        try services.probe(0, nil, at: driver.now)
        driver.show(&services)
        #expect(driver.model.notices.log.all.count == 1, "the next check is nobody's answer")
    }

    @Test func anotherEnvironmentAnswersNoQuestionOfThisOne() throws {
        var options = FailoverOptions()
        options.health = HealthCheck(path: "/health")
        var (driver, _) = try Self.driver(options)
        driver.keys("b j j c")
        #expect(driver.model.poolView.asked == [2])
        driver.keys("p enter")
        #expect(driver.model.api.pool.environment == .test && driver.model.poolView.asked.isEmpty)
        var services = Services(driver.model.api.pool)
        driver.show(&services, in: .test)
        _ = driver.takeEffects()
        driver.keys("b b k k c")
        #expect(driver.takeEffects() == [] && driver.model.notices.shown?.text == "api-1 has no address in test")
    }

    @Test func aServiceOfTheDemoThatRunsAgainIsAskedAtOnce() throws {
        func status(_ conditions: DemoStatus.Condition...) -> Event {
            .services(
                .demoChanged(DemoStatus(conditions.enumerated().map { DemoStatus.Service(name: "api-\($0 + 1)", condition: $1) }))
            )
        }
        var options = FailoverOptions()
        options.health = HealthCheck(path: "/health")
        var (driver, _) = try Self.driver(options)
        driver.update(status(.running, .running, .running))
        driver.update(status(.running, .dead, .running))
        #expect(driver.takeEffects() == [])
        driver.update(status(.running, .running, .running))
        #expect(Self.wish(driver.takeEffects())?.deed == .probe(1))
    }
}

extension FailoverEvent.Kind {
    fileprivate var isSwitch: Bool { if case .switched = self { true } else { false } }
}
