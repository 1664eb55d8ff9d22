// Services, environments and the switch between services: values that change, and what was picked before that does not.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite struct ServicePoolTests {
    private static let stages: [Environment] = [.test, .develop, .release]

    /// Services X, Y and Z, each in three environments: `http://x.test.example` …
    private static func pool(active: Int = 0, in environment: Environment = .test) -> ServicePool {
        ServicePool(
            ["x", "y", "z"].map { name in
                Service(name: name, deployments: stages.map { Deployment($0, baseURL: URI("http://\(name).\($0).example/v1")) })
            }, active: active, id: "main", environment: environment)
    }

    private static func url(_ pool: ServicePool, _ change: (inout RequestPlan) -> Void = { _ in }) throws -> String {
        let plan = Net.plan("/items", change)
        return try RequestGenerator().request(for: plan, on: try pool.pickService(for: plan.destination)?.service).url.revealed
    }

    private static func refusal(_ body: () throws(ServiceError) -> Void) -> ServiceError? {
        do throws(ServiceError) {
            try body()
            return nil
        } catch { return error }
    }

    // MARK: services × environments

    @Test(.rows("HH-S1", "HH-G2", "BA-6")) func baseURLIsThatOfServiceAndEnvironment() throws {
        for (index, name) in ["x", "y", "z"].enumerated() {
            for stage in Self.stages {
                #expect(try Self.url(Self.pool(active: index, in: stage)) == "http://\(name).\(stage).example/v1/items")
            }
        }
    }

    @Test(.rows("CT-R10")) func environmentsHaveAnyName() throws {
        let service = Service(
            name: "s",
            deployments: [
                Deployment(.develop, baseURL: URI("http://d.example")),
                Deployment(.releaseCandidate, baseURL: URI("http://rc.example")),
                Deployment(.release, baseURL: URI("http://r.example")),
                Deployment("on my desk", baseURL: URI("http://localhost:1")),
            ])
        let bases: [(Environment, String)] = [
            (.develop, "d.example"), (.releaseCandidate, "rc.example"), (.release, "r.example"), ("on my desk", "localhost:1"),
        ]
        for (environment, base) in bases {
            #expect(try Self.url(ServicePool([service], environment: environment)) == "http://\(base)/items")
        }
    }

    @Test(.rows("B-HH-S6")) func anEnvironmentThatAServiceLacksIsATypedError() throws {
        let pool = Self.pool(in: "moon")
        let lease = try #require(pool.pickService())
        #expect(
            Self.refusal { () throws(ServiceError) in _ = try lease.service.requireDeployment() }
                == .noBaseURL(service: "x", environment: "moon", known: Self.stages))
        let error = #expect(throws: NetError.self) { try Self.url(pool) }
        #expect(error?.kind == .badRequest)
        #expect(
            error?.detail == "the service 'x' has no base URL in the environment 'moon'; it has one in: test, develop, release")
        #expect(
            "\(ServiceError.noBaseURL(service: "x", environment: "moon", known: []))"
                == "the service 'x' has no base URL in the environment 'moon'; it has one in: none")
    }

    @Test(.rows("CT-R8")) func whatAServiceHasDependsOnItsEnvironment() throws {
        let service = Service(
            name: "s",
            deployments: [
                Deployment(
                    .develop, baseURL: URI("http://offline.example"), headers: ["X-Version": "2-beta"],
                    parameters: [Parameter("key", "offline", in: .query)], keys: ["private": Secret("offline-private")]),
                Deployment(.release, baseURL: URI("http://online.example")),
            ], headers: ["X-Version": "1", "X-All": "1"],
            parameters: [Parameter("key", "online", in: .query), Parameter("app", "a", in: .query)],
            keys: ["private": Secret("online-private"), "public": Secret("both")])
        let offline = try RequestGenerator().request(for: Net.plan(), on: service.standing(in: .develop))
        #expect(offline.url.revealed == "http://offline.example/items?app=a&key=offline")
        #expect(offline.headers.fields == [HeaderField("X-All", "1"), HeaderField("X-Version", "2-beta")])
        let online = try RequestGenerator().request(for: Net.plan(), on: service.standing(in: .release))
        #expect(online.url.revealed == "http://online.example/items?key=online&app=a")
        #expect(online.headers["X-Version"] == "1")
        #expect(service.standing(in: .develop).signingKey("private") == Secret("offline-private"))
        #expect(service.standing(in: .develop).signingKey("public") == Secret("both"))
        #expect(service.standing(in: .release).signingKey("private") == Secret("online-private"))
        #expect(service.signingKey("none") == nil)
    }

    @Test(.rows("CT-R8")) func aServiceMayJoinByTheRFC() throws {
        var service = Service(name: "s", baseURL: URI("http://h/v1/api?k=1"))
        service.joining = .resolve
        func url(_ path: String) throws -> String {
            try RequestGenerator().request(for: Net.plan(path), on: service).url.revealed
        }
        #expect(try url("items") == "http://h/v1/items?k=1")
        #expect(try url("/items") == "http://h/items?k=1")
        #expect(try url("../items?a=2") == "http://h/items?k=1&a=2")
        #expect(try url("a:b//c#d") == "http://h/v1/a:b//c%23d?k=1")
        #expect(try url("") == "http://h/v1/api?k=1")
        service.joining = .append
        #expect(try url("items") == "http://h/v1/api/items?k=1")
    }

    // MARK: switching

    @Test(.rows("HH-S2", "HH-S3")) func theFirstServiceIsTheDefaultAndTheNextFollows() throws {
        var pool = Self.pool()
        #expect(pool.active == 0 && pool.generation == 0)
        try pool.switchToNext()
        #expect(pool.active == 1 && pool.generation == 1)
        try pool.switchToNext()
        #expect(pool.active == 2 && pool.generation == 2)
        #expect(Self.pool().active == 0, "nothing is kept")
        #expect(ServicePool([Net.service]).pickService()?.index == 0)
    }

    @Test(.rows("HH-S4", "B-HH-S4")) func indicesWrapByTheClassicRuleAlone() throws {
        var pool = Self.pool(active: 2)
        #expect(Self.refusal { () throws(ServiceError) in try pool.switchToNext() } == .outOfRange(index: 3, count: 3))
        for index in [3, 7, -1, Int.min, Int.max] {
            #expect(
                Self.refusal { () throws(ServiceError) in try pool.switchTo(index) } == .outOfRange(index: index, count: 3))
        }
        #expect(pool.active == 2 && pool.generation == 0, "a refused switch changes nothing")
        try pool.switchToNext(rule: .classic)
        #expect(pool.active == 0)
        try pool.switchTo(7, rule: .classic)
        #expect(pool.active == 1)
        try pool.switchTo(2, rule: .classic)
        #expect(pool.active == 2)
        // HH's index is unsigned: 2^64 - 1 is a multiple of 3.
        try pool.switchTo(-1, rule: .classic)
        #expect(pool.active == 0)
        var empty = ServicePool([])
        #expect(
            Self.refusal { () throws(ServiceError) in try empty.switchTo(0, rule: .classic) } == .outOfRange(index: 0, count: 0))
        #expect(empty.pickService() == nil)
        #expect("\(ServiceError.outOfRange(index: 0, count: 0))" == "the pool has no services")
        #expect("\(ServiceError.outOfRange(index: 3, count: 3))" == "there is no service 3: the pool has 0 to 2")
    }

    @Test func onlyAChangeMovesTheGeneration() throws {
        var pool = Self.pool()
        try pool.switchTo(0)
        pool.selectEnvironment(.test)
        #expect(pool.generation == 0)
        pool.selectEnvironment(.release)
        #expect(pool.generation == 1 && pool.environment == .release)
        #expect(pool.pickService()?.generation == 1)
        #expect(pool.pickService()?.service.environment == .release)
    }

    @Test(.rows("HH-S6", "HH-G8", "HH-S5", "B-HH-S3")) func whatWasPickedKeepsItsURL() throws {
        var pool = Self.pool()
        let lease = try #require(pool.pickService())
        let sent = try RequestGenerator().request(for: Net.plan(), on: lease.service)
        try pool.switchTo(2)
        #expect(sent.url.host == "x.test.example")
        #expect(lease.service.name == "x" && lease.index == 0 && lease.generation == 0)
        #expect(try RequestGenerator().request(for: Net.plan(), on: lease.service) == sent, "also when it is made again")
        #expect(try Self.url(pool) == "http://z.test.example/v1/items")
    }

    // MARK: a call's own destination

    @Test(.rows("HD-2", "HD-19")) func aCallsOwnDestinationStaysWhileThePoolSwitches() throws {
        var pool = Self.pool()
        let special = Net.plan("/items") { $0.destination = Destination(service: "y", environment: .release) }
        func target(_ plan: RequestPlan) throws -> String? {
            try RequestGenerator().request(for: plan, on: try pool.pickService(for: plan.destination)?.service).url.host
        }
        #expect(try target(special) == "y.release.example")
        #expect(try target(Net.plan()) == "x.test.example")
        try pool.switchTo(2)
        pool.selectEnvironment(.develop)
        #expect(try target(special) == "y.release.example")
        #expect(try target(Net.plan()) == "z.develop.example")
        let staged = Net.plan("/items") { $0.destination.environment = .release }
        #expect(try target(staged) == "z.release.example")
        #expect(try RequestGenerator().request(for: staged, on: pool.pickService()?.service).url.host == "z.release.example")
        let lease = try #require(try pool.pickService(for: special.destination))
        #expect(lease.index == 1 && lease.generation == pool.generation)
        #expect(
            Self.refusal { () throws(ServiceError) in _ = try pool.pickService(for: Destination(service: "w")) }
                == .unknownService("w"))
        #expect("\(ServiceError.unknownService("w"))" == "the pool has no service named 'w'")
        #expect(try ServicePool([]).pickService(for: Destination()) == nil)
    }

    @Test(.rows("HD-2")) func aCallsOwnAddressGetsNothingOfTheService() throws {
        var service = Service(name: "s", baseURL: URI("http://a.example/v1"), headers: ["X-Tenant": "7"])
        service.parameters = [Parameter("key", "k", in: .query)]
        var plan = Net.plan()
        plan.destination.baseURL = URI("http://b.example:81/v9/")
        let away = try RequestGenerator().request(for: plan, on: service)
        #expect(away.url.revealed == "http://b.example:81/v9/items")
        #expect(away.headers.isEmpty)
        plan.destination.baseURL = URI("http://a.example/v2")
        let home = try RequestGenerator().request(for: plan, on: service)
        #expect(home.url.revealed == "http://a.example/v2/items?key=k")
        #expect(home.headers["X-Tenant"] == "7")
        #expect(
            try RequestGenerator().request(for: plan, on: nil).url.revealed == "http://a.example/v2/items", "needs no service")
        plan.destination.baseURL = URI("ftp://b.example")
        let error = #expect(throws: NetError.self) { try RequestGenerator().request(for: plan, on: service) }
        #expect(error?.detail == "the base URL 'ftp://b.example' of the call is not an http or https URL with a host")
    }

    @Test(.rows("YT-5")) func aPlanMayAskTheCDN() throws {
        var service = Service(
            name: "s",
            deployments: [Deployment(.standard, baseURL: URI("http://a.example"), cdnURL: URI("http://cdn.example/s/"))],
            headers: ["Authorization": "Bearer x"])
        var plan = Net.plan()
        #expect(try RequestGenerator().request(for: plan, on: service).url.host == "a.example")
        plan.destination.usesCDN = true
        let request = try RequestGenerator().request(for: plan, on: service)
        #expect(request.url.revealed == "http://cdn.example/s/items")
        #expect(request.headers["Authorization"] == "Bearer x", "it is the service's own")
        service.deployments[0].cdnURL = nil
        #expect(
            try RequestGenerator().request(for: plan, on: service).url.host == "a.example",
            "a service without one is asked itself")
    }

    @Test(
        .rows("HH-G3", "B-HH-G2"),
        arguments: [
            ("http://h", "https://h/items"), ("https://h", "https://h/items"), ("http://h:80/v1", "https://h/v1/items"),
            ("http://h:8080", "https://h:8080/items"), ("HTTP://h", "https://h/items"),
            ("http://u:p@h:80", "https://u:p@h/items"),
            ("http://[::80]", "https://[::80]/items"),
        ])
    func tlsIsAskedForByTheURLsScheme(_ base: String, _ expected: String) throws {
        var plan = Net.plan()
        let service = Service(name: "s", baseURL: URI(base), headers: ["X-Own": "1"])
        #expect(try RequestGenerator().request(for: plan, on: service).url.revealed.hasPrefix(URI(base).revealed))
        plan.destination.requiresTLS = true
        let request = try RequestGenerator().request(for: plan, on: service)
        #expect(request.url.revealed == expected)
        #expect(request.headers["X-Own"] == "1", "it is the service's own")
        plan.path = "http://elsewhere.example/x"
        #expect(try RequestGenerator().request(for: plan, on: service).url.revealed == "http://elsewhere.example/x")
    }

    // MARK: the registry

    @Test(.rows("B-HH-S2")) func ofManyWhoSawTheSameFailureOneSwitches() async throws {
        let registry = ServiceRegistry([Self.pool()])
        let seen = try registry.pool("main").generation
        let switched = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<200 { group.addTask { (try? registry.switchToNext(in: "main", ifStill: seen)) != nil } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(switched == 1)
        #expect(try registry.pool("main").active == 1)
        #expect(
            Self.refusal { () throws(ServiceError) in try registry.switchTo(2, in: "main", ifStill: seen) } == .stale(current: 1))
        #expect("\(ServiceError.stale(current: 1))" == "the pool has been switched meanwhile, its generation is 1")
        #expect(try registry.switchTo(2, in: "main", ifStill: 1).active == 2)
        #expect(
            Self.refusal { () throws(ServiceError) in try registry.selectEnvironment(.release, in: "main", ifStill: 1) }
                == .stale(current: 2))
        #expect(try registry.selectEnvironment(.release, in: "main", ifStill: 2).generation == 3)
    }

    @Test(.rows("B-HH-S3", "HH-G8")) func whoAsksGetsAValue() throws {
        let registry = ServiceRegistry([Self.pool()])
        let before = try registry.pool("main")
        #expect(try registry.switchToNext(in: "main").active == 1)
        #expect(before.active == 0)
        #expect(try registry.pool("main").active == 1)
        #expect(try registry.switchTo(7, in: "main", rule: .classic).active == 1)
        #expect(
            Self.refusal { () throws(ServiceError) in try registry.switchTo(7, in: "main") } == .outOfRange(index: 7, count: 3))
        registry.store(Self.pool(active: 2))
        #expect(try registry.pool("main").active == 2)
    }

    @Test(.rows("B-HH-S1", "B-HH-S5")) func familiesSwitchApart() throws {
        var other = Self.pool()
        other.id = "other"
        let registry = ServiceRegistry([Self.pool(), other])
        try registry.switchToNext(in: "other")
        #expect(try registry.pool("main").active == 0)
        #expect(try registry.pool("other").active == 1)
    }

    /// It is made outside the lock, so somebody else may be faster: his stays.
    @Test(.rows("CT-R9")) func whoMakesAPoolSecondGetsTheFirst() throws {
        let box = Mutex<ServiceRegistry?>(nil)
        let registry = ServiceRegistry { id in
            box.withLock { $0 }?.store(Self.pool(active: 2))
            return Self.pool(active: 1)
        }
        box.withLock { $0 = registry }
        defer { box.withLock { $0 = nil } }
        #expect(try registry.pool("main").active == 2)
    }

    @Test(.rows("CT-R9")) func aPoolIsMadeOnceAndKept() async throws {
        let made = Mutex(0)
        let registry = ServiceRegistry { id in
            guard id == "late" else { return nil }
            made.withLock { $0 += 1 }
            return Self.pool()
        }
        #expect(try registry.pool("late").id == "late")
        try registry.switchToNext(in: "late")
        #expect(try registry.pool("late").active == 1, "it is not made again")
        #expect(made.withLock { $0 } == 1)
        #expect(Self.refusal { () throws(ServiceError) in _ = try registry.pool("none") } == .unknownPool("none"))
        #expect(
            Self.refusal { () throws(ServiceError) in try registry.selectEnvironment(.test, in: "none") } == .unknownPool("none"))
        #expect("\(ServiceError.unknownPool("none"))" == "there is no pool 'none'")
    }
}
