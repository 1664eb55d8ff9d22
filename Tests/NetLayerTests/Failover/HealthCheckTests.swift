import Synchronization
import TestSupport
import Testing

@testable import NetLayer

/// Health checks as they go over the wire: what they carry, when they are made, and answers that are none.
@Suite(.within(minutes: 1)) struct HealthCheckTests {
    /// Services a and b; the health of each has a script of its own, and everything else is answered.
    private final class Stage: Sendable {
        let clock = VirtualClock()
        let pool: ServicePool
        let client: NetClient
        let transport: ScriptedTransport
        let health = FailoverStage.Scripts()

        init(headers: Headers = Headers(), _ change: (inout HealthCheck) -> Void = { _ in }) {
            var options = FailoverOptions()
            options.health = HealthCheck(path: "/health")
            if var health = options.health {
                change(&health)
                options.health = health
            }
            let services = ["a", "b"].map { name in
                var service = Service(name: name, baseURL: URI("http://\(name).test/v1"))
                service.headers = ["X-Own": name]
                return service
            }
            pool = ServicePool(services, id: "main", failover: options)
            transport = ScriptedTransport { [health] request in
                guard request.url.path == "/v1/health" else { return .answer(200) }
                return health[String((request.url.host ?? "").prefix(1))] ?? .answer(200)
            }
            client = NetClient(
                transport: transport, generator: RequestGenerator(commonHeaders: headers), time: clock.source, random: Net.half)
        }

        /// Whoever carries out the checks ends when nobody has used the pool for long, and none is under way.
        deinit {
            transport.inFlight.forEach { $0.cancel() }
            clock.advance(by: .seconds(600))
        }

        func send() async { _ = try? await client.send(Net.call(), on: pool) }
        func checks(of name: String) -> Int {
            transport.requests.count { $0.url.path == "/v1/health" && $0.url.host == "\(name).test" }
        }

        /// Lets the next check come.
        func tick() async throws {
            try #require(await eventually { !clock.deadlines.isEmpty })
            clock.advance(by: (clock.deadlines.first ?? clock.now) - clock.now)
        }

        var status: PoolStatus? { client.status(of: pool) }
        var details: [String] {
            pool.failover?.recentEvents().compactMap { event in
                if case .probed(0, false, _, let detail) = event.kind { detail } else { nil }
            } ?? []
        }
    }

    /// Another client of the pool goes on with them.
    /// For the countdown on the screen; where no checks are made there is none.
    @Test func theStatusSaysWhenHealthIsCheckedNext() async throws {
        let stage = Stage { $0.interval = .seconds(5) }
        await stage.send()
        let due = try #require(stage.status?.services.first?.probeAt)
        #expect(due >= stage.clock.now && due <= stage.clock.now + .seconds(6))
        let unchecked = FailoverStage()
        unchecked.set("a", Net.fail(.connect))
        for _ in 1...5 { _ = await unchecked.client.dispatch(FailoverStage.call(), on: unchecked.pool).outcome }
        let broken = unchecked.status.services[0]
        #expect(broken.state.name == "open" && broken.probeAt == nil)
    }

    @Test func checksEndWithTheirClient() async throws {
        let clock = VirtualClock()
        var options = FailoverOptions()
        options.health = HealthCheck(path: "/health")
        options.health?.interval = .seconds(5)
        let services = ["a", "b"].map { Service(name: $0, baseURL: URI("http://\($0).test")) }
        let pool = ServicePool(services, id: "main", failover: options)
        weak var gone: ScriptedTransport?
        do {
            let transport = Net.answering()
            gone = transport
            let client = NetClient(transport: transport, time: clock.source, random: Net.half)
            _ = try await client.send(Net.call(), on: pool)
            #expect(await eventually { !clock.deadlines.isEmpty })
            #expect(await client.isDrained())
        }
        #expect(await eventually { gone == nil }, "nothing holds the transport")
        let transport = Net.answering()
        let next = NetClient(transport: transport, time: clock.source, random: Net.half)
        _ = try await next.send(Net.call(), on: pool)
        clock.advance(by: .seconds(6))
        #expect(await eventually { transport.requests.contains { $0.url.path == "/health" } })
        clock.advance(by: .seconds(600))
    }

    /// The connections that were kept open have died silently, as after a suspend.
    private final class DeadConnections: Transport {
        private let others = ScriptedTransport { _ in .answer(200) }
        /// Of each check, whether it used a new connection.
        let checks = Mutex<[Bool]>([])

        func start(_ request: WireRequest, observer: any TransferObserver) -> any Transfer {
            guard request.url.path == "/health" else { return others.start(request, observer: observer) }
            checks.withLock { $0.append(request.connection.isFresh) }
            guard !request.connection.isFresh else { return others.start(request, observer: observer) }
            var metrics = TransferMetrics()
            metrics.reusedConnection = true
            let transfer = ScriptedTransfer(request: request, observer: observer)
            observer.transferFinished(TransferEnd(failure: TransferFailure(.timedOut(.total), "silence"), metrics: metrics))
            return transfer
        }
    }

    @Test func aConnectionThatDiedSilentlyBlamesNoService() async throws {
        let clock = VirtualClock()
        var options = FailoverOptions()
        options.health = HealthCheck(path: "/health")
        let services = ["a", "b"].map { Service(name: $0, baseURL: URI("http://\($0).test")) }
        let pool = ServicePool(services, id: "main", failover: options)
        let transport = DeadConnections()
        let client = NetClient(transport: transport, time: clock.source, random: Net.half)
        let events = try #require(pool.failover).events { if case .probed = $0.kind { true } else { false } }
        try client.probe(in: pool)
        var results: [Bool] = []
        for await event in events {
            if case .probed(_, let isGood, _, _) = event.kind { results.append(isGood) }
            if results.count == 2 { break }
        }
        #expect(results == [true, true])
        #expect(transport.checks.withLock { $0.count { $0 } } == 2 && transport.checks.withLock { $0.count } == 4)
        clock.advance(by: .seconds(600))
    }

    @Test func aPathThatRedirectsIsNoGoodAnswer() async throws {
        let stage = Stage { $0.interval = .seconds(5) }
        stage.health["a"] = .redirect(302, to: "http://elsewhere.test/login")
        await stage.send()
        for count in 1...3 {
            while stage.details.count < count {
                try await stage.tick()
                #expect(await eventually { !stage.clock.deadlines.isEmpty })
            }
        }
        #expect(stage.details.first == "302, a redirect to http://elsewhere.test/login; 200 to 299 is expected")
        #expect(stage.status?.active == 1, "three in a row break it")
        #expect(stage.transport.requests.allSatisfy { $0.url.host != "elsewhere.test" }, "nobody follows")
    }

    @Test func aPathThatNeverEndsIsAskedOnceAtATimeAndHasItsLimits() async throws {
        let stage = Stage {
            $0.interval = .seconds(5)
            $0.timeout = .milliseconds(700)
        }
        let drip = [UInt8](repeating: 0x2e, count: 512)
        stage.health["a"] = [.enter(.sending), .enter(.waiting), .head(ResponseHead(status: 200)), .body(drip)]
        await stage.send()
        while stage.checks(of: "a") == 0 { try await stage.tick() }
        for _ in 1...5 {
            try await stage.tick()
            stage.transport.inFlight.forEach { $0.play([.body(drip)]) }
        }
        #expect(stage.checks(of: "a") == 1 && stage.checks(of: "b") > 2, "nobody else waits for it")
        let request = try #require(stage.transport.requests.first { $0.url.description == "http://a.test/v1/health" })
        #expect(request.timeouts.total == .milliseconds(700) && request.timeouts.connect == .milliseconds(700))
        #expect(request.limits.body == HealthCheck.bodyLimit && request.limits.decodedBody == HealthCheck.bodyLimit)
        // What ends it, by time or by bytes, is a bad answer, whatever its head has said.
        for (count, kind) in [NetError.Kind.timedOut(.total), .tooLarge(.body)].enumerated() {
            #expect(await eventually { !stage.transport.inFlight.isEmpty })
            stage.transport.inFlight.forEach { $0.play(Net.fail(kind)) }
            #expect(await eventually { stage.details.count == count + 1 })
            while stage.checks(of: "a") < count + 2 { try await stage.tick() }
        }
        #expect(stage.status?.services[0].state == .closed, "two are not three")
    }

    @Test func itCarriesWhatAllRequestsCarry() async throws {
        let stage = Stage(headers: ["Authorization": "Bearer b"])
        try stage.client.probe(in: stage.pool)
        #expect(await eventually { stage.checks(of: "a") == 1 && stage.checks(of: "b") == 1 })
        for request in stage.transport.requests {
            #expect(request.headers["Authorization"] == "Bearer b")
            #expect(request.headers["X-Own"] == request.url.host?.first.map(String.init))
        }
    }

    @Test func whatIsAskedForIsDoneNowAndNotWhenItIsDue() async throws {
        let stage = Stage { $0.interval = .seconds(50) }
        await stage.send()
        #expect(await eventually { stage.clock.deadlines.contains { $0 > .seconds(40) } }, "the next one is far away")
        try stage.client.probe(1, in: stage.pool)
        #expect(await eventually { stage.checks(of: "b") == 1 })
        #expect(stage.clock.now == .zero && stage.checks(of: "a") == 0)
    }

    @Test func nobodyIsAskedWhileNobodyUsesThePool() async throws {
        let stage = Stage { $0.interval = .seconds(5) }
        #expect(stage.status?.idleFrom == .zero, "nobody has used it yet")
        await stage.send()
        #expect(stage.status?.idleFrom == .seconds(60))
        while stage.clock.now < .seconds(60) { try await stage.tick() }
        #expect(stage.checks(of: "a") > 1)
        // What was just waking up may ask once more.
        stage.clock.advance(by: .seconds(600))
        #expect(await eventually { stage.clock.deadlines.isEmpty && stage.transport.inFlight.isEmpty })
        let count = stage.checks(of: "a")
        stage.clock.advance(by: .seconds(600))
        #expect(stage.clock.deadlines.isEmpty && stage.checks(of: "a") == count)
        try stage.client.probe(0, in: stage.pool)
        #expect(await eventually { stage.checks(of: "a") == count + 1 })
        #expect(stage.status?.idleFrom == stage.clock.now + .seconds(60))
    }

    @Test func whoWatchesKeepsTheChecksGoingAndAsksNothing() async throws {
        let stage = Stage { $0.interval = .seconds(50) }
        try stage.client.attend(to: stage.pool)
        #expect(stage.transport.requests.isEmpty)
        var attended = Duration.zero
        while stage.clock.now < .seconds(300) {
            try await stage.tick()
            while attended + .seconds(30) <= stage.clock.now {
                attended += .seconds(30)
                try stage.client.attend(to: stage.pool)
            }
        }
        for name in ["a", "b"] { #expect((5...7).contains(stage.checks(of: name)), "\(stage.checks(of: name)) in 300 s") }
        #expect(throws: ServiceError.noFailover) { try stage.client.attend(to: Net.pool) }
    }

    @Test func timeSaysWhenItMayChangeSomething() async throws {
        let stage = Stage()
        stage.health["a"] = .answer(500)
        #expect(stage.status?.changesAt == nil || stage.status?.changesAt == .seconds(10))
        await stage.send()
        stage.clock.advance(by: .seconds(20))
        #expect(stage.status?.changesAt == nil, "a pool that stands where it began waits for nothing")
        try stage.client.switchTo(1, in: stage.pool)
        #expect(stage.status?.changesAt == .seconds(30), "ten seconds it stays, whatever happens")
        stage.clock.advance(by: .seconds(20))
        #expect(stage.status?.changesAt == nil, "who was switched to by hand stays")
        try stage.client.pin(0, in: stage.pool, for: .seconds(7))
        #expect(stage.status?.changesAt == .seconds(47))
    }

    @Test func anAdviceYieldsAndAnOrderDoesNot() {
        let stage = Stage()
        var directive = Directive(pool: "main", target: .index(1), epoch: 1)
        for (mode, isSoft) in [(Directive.Mode.advise, true), (.force, false)] {
            directive.mode = mode
            directive.epoch += 1
            #expect(stage.client.follow(directive, in: stage.pool) == nil)
            #expect(stage.status?.directed?.isSoft == isSoft)
        }
    }
}
