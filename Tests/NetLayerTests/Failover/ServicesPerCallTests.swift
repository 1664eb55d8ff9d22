import TestSupport
import Testing

@testable import NetLayer

/// How many services one call tries: the rule stands in the pool's options, and no retry policy is needed for it.
struct ServicesPerCallTests {
    /// What the row and the caller say of a call whose services a, b … fail as in `failing`.
    private func services(
        _ failing: [String], _ step: [ScriptedTransport.Step], _ endpoint: Endpoint<RawResponse> = FailoverStage.call(),
        _ change: (inout FailoverOptions) -> Void = { _ in }
    ) async throws -> (asked: [String], answer: String?, error: NetError?) {
        let stage = FailoverStage(change)
        for name in failing { stage.set(name, step) }
        let handle = stage.client.dispatch(endpoint, on: stage.pool)
        let outcome = await handle.outcome
        #expect(stage.clock.now == .zero, "nobody waits before another service is asked")
        let asked = try #require(stage.client.row(handle.id)).exchanges.map(\.service)
        switch outcome {
        case .success(let response): return (asked, String(decoding: response.body, as: UTF8.self), nil)
        case .failure(let error): return (asked, nil, error)
        }
    }

    @Test(arguments: [[], ["a"], ["a", "b"]]) func eachServiceThatWorksIsTriedOnce(_ failing: [String]) async throws {
        for step in [Net.fail(.connect), .answer(503), .answer(500), Net.fail(.cut), Net.fail(.protocolViolation)] {
            let (asked, answer, _) = try await services(failing, step)
            #expect(asked == failing + [answer ?? "none"] && asked.count == failing.count + 1)
        }
    }

    @Test func whereAllFailTheErrorNamesEach() async throws {
        let (asked, _, error) = try await services(["a", "b", "c"], .answer(503))
        #expect(asked == ["a", "b", "c"])
        #expect(error?.kind == .status(503))
        let refused = try await services(["a", "b", "c"], Net.fail(.connect), FailoverStage.call { $0.policies.retry = .never })
        #expect(refused.asked == ["a", "b", "c"])
        #expect(
            refused.error?.detail.hasSuffix("sent 3 times, to a, b, c; not retried: there is no other service to try") == true)
    }

    /// A retry policy counts attempts; it neither takes a service from a call nor adds attempts to those that it has.
    @Test(arguments: [RetryPolicy?.none, .never, RetryPolicy(attempts: 2), RetryPolicy(attempts: 3)])
    func retriesDoNotDecideHowManyServicesAreTried(_ policy: RetryPolicy?) async throws {
        let (asked, _, _) = try await services(
            ["a", "b", "c"], Net.fail(.connect), FailoverStage.call { $0.policies.retry = policy })
        #expect(asked == ["a", "b", "c"])
    }

    @Test(arguments: [(1, ["a"]), (2, ["a", "b"]), (3, ["a", "b", "c"]), (0, ["a"]), (9, ["a", "b", "c"])])
    func theOptionsLimitIt(_ most: Int, _ expected: [String]) async throws {
        let (asked, _, _) = try await services(["a", "b", "c"], .answer(502)) { $0.servicesPerCall = most }
        #expect(asked == expected)
    }

    /// The statuses of a retry policy are its own affair.
    @Test func theStatusesOfAPolicyDoNotDecideIt() async throws {
        let policy = RetryPolicy(statuses: [429])
        let stage = FailoverStage()
        for (name, step) in [("a", Net.fail(.connect)), ("b", .answer(503))] { stage.set(name, step) }
        #expect(await asked(stage, FailoverStage.call { $0.policies.retry = policy }) == ["a", "b", "c"])
        #expect(await asked(stage, FailoverStage.call { $0.policies.retry = policy }) == ["a", "b", "c"])
    }

    /// Retries beyond the limit stay with the services that were tried.
    @Test(arguments: [(1, ["a", "a", "a"]), (2, ["a", "b", "b"])])
    func retriesKeepToTheLimit(_ most: Int, _ expected: [String]) async throws {
        let policy = RetryPolicy(attempts: 3, base: .zero)
        let (asked, _, error) = try await services(
            ["a", "b", "c"], .answer(502), FailoverStage.call { $0.policies.retry = policy }
        ) { $0.servicesPerCall = most }
        #expect(asked == expected)
        #expect(error?.detail.contains("all 3 tries are used") == true)
    }

    @Test func theRefusalNamesTheLimit() async throws {
        let (_, _, error) = try await services(["a", "b", "c"], Net.fail(.connect)) { $0.servicesPerCall = 2 }
        #expect(error?.detail.hasSuffix("not retried: a call tries only 2 services") == true)
    }

    /// What failed no service, such as a 401 before a renewed login, takes none from the call.
    @Test func onlyFailuresCountAsServices() {
        var options = FailoverOptions()
        options.servicesPerCall = 2
        var machine = RetryMachine(policy: nil, failover: options)
        func note(_ status: Int) -> RetryDecision {
            var outcome = AttemptOutcome(
                number: machine.next, service: "a",
                result: .success(RawResponse(head: ResponseHead(status: status), body: [], url: URI("http://a.test"))))
            outcome.index = 0
            machine.record(outcome)
            return machine.decide(
                after: outcome, of: Net.plan(), elsewhere: true, at: .zero, wallClock: { .zero }, random: Net.half,
                budget: { true })
        }
        #expect(note(401) == .stop(.notTransient))
        #expect(machine.tried.isEmpty)
        guard case .retry = note(503) else {
            Issue.record("there is another service, and the call may try two")
            return
        }
    }

    /// An address of its own is that of no service: there is no other for it, and nothing is sent twice.
    @Test func aRequestToAnAddressOfItsOwnIsSentOnce() async {
        for step in [.answer(503), Net.fail(.connect), Net.fail(.cut)] {
            for policy in [nil, RetryPolicy.never] {
                let stage = FailoverStage()
                for name in ["a", "x"] { stage.set(name, step) }
                for path in ["http://x.test/", "http://a.test/items"] {
                    let before = stage.transport.requests.count
                    _ = await asked(stage, Endpoint(Net.plan(path) { $0.policies.retry = policy }))
                    #expect(stage.transport.requests.count == before + 1)
                }
                let before = stage.transport.requests.count
                _ = await asked(
                    stage,
                    FailoverStage.call(.delete) { plan in
                        plan.destination.baseURL = URI("http://x.test")
                        plan.policies.retry = policy
                    })
                #expect(stage.transport.requests.count == before + 1)
            }
        }
    }

    /// That nothing is switched by itself keeps no call from a service that works.
    @Test func whatIsSwitchedByHandAloneFailsOverAllTheSame() async throws {
        #expect(try await services(["a"], .answer(503)) { $0.policy = .manual }.asked == ["a", "b"])
        #expect(try await services(["a"], .answer(503)) { $0.enforce = 0 }.asked == ["a", "b"])
    }

    @Test func theClassicRuleTriesNoOther() async throws {
        let (asked, _, _) = try await services(["a"], .answer(503)) { $0 = .classic }
        #expect(asked == ["a"])
    }

    @Test(arguments: [404, 408, 429, 501]) func whatIsNoFailureOfTheServiceStays(_ status: Int) async throws {
        #expect(try await services(["a"], .answer(status)).asked == ["a"])
    }

    @Test func aPostThatMayHaveArrivedIsSentOnce() async throws {
        for step in [.answer(503), Net.fail(.cut)] {
            #expect(try await services(["a", "b"], step, FailoverStage.call(.post)).asked == ["a"])
        }
        // Nothing of it can have reached a server.
        #expect(try await services(["a", "b"], Net.fail(.connect), FailoverStage.call(.post)).answer == "c")
    }

    @Test func whoNamesAServiceGetsNoOther() async throws {
        let named = FailoverStage.call { $0.destination.service = "b" }
        #expect(try await services(["b"], .answer(503), named).asked == ["b"])
    }

    @Test(arguments: [false, true]) func aPinnedServiceIsTheOnlyOne(_ isSoft: Bool) async throws {
        let stage = FailoverStage()
        stage.set("a", .answer(503))
        try stage.client.pin(0, in: stage.pool, soft: isSoft)
        #expect(await asked(stage) == ["a"])
        // A soft pin yields once its service is broken.
        for _ in 1...5 { _ = await stage.client.dispatch(FailoverStage.call(.post), on: stage.pool).outcome }
        #expect(await asked(stage) == [isSoft ? "b" : "a"])
    }

    @Test func aDirectiveThatForcesHoldsAndOneThatAdvisesDoesNot() async throws {
        for (mode, expected) in [(Directive.Mode.advise, ["a", "b"]), (.force, ["a"])] {
            let stage = FailoverStage()
            stage.set("a", .answer(503))
            var directive = Directive(pool: "main", target: .index(0), epoch: 1)
            directive.mode = mode
            #expect(stage.client.follow(directive, in: stage.pool) == nil)
            #expect(await asked(stage) == expected)
        }
    }

    @Test func servicesThatAreTakenOutAreNotTried() async throws {
        let stage = FailoverStage()
        for name in ["a", "c"] { stage.set(name, .answer(503)) }
        try stage.client.isolate(1, in: stage.pool)
        #expect(await asked(stage) == ["a", "c"])
        try stage.client.isolate(2, in: stage.pool)
        #expect(await asked(stage) == ["a"])
    }

    private func asked(_ stage: FailoverStage, _ endpoint: Endpoint<RawResponse> = FailoverStage.call()) async -> [String] {
        let handle = stage.client.dispatch(endpoint, on: stage.pool)
        _ = await handle.outcome
        return stage.client.row(handle.id)?.exchanges.map(\.service) ?? []
    }

    /// The body of a failure is not handed out as the answer while another service may have a better one.
    @Test func aStreamIsThatOfTheServiceThatWorks() async throws {
        let stage = FailoverStage()
        stage.set("a", .answer(503, body: Array("down".utf8)))
        let response = try await stage.client.stream(RequestPlan(id: "call", path: "/items"), on: stage.pool).value
        var text = ""
        for try await piece in response.body { text += String(decoding: piece, as: UTF8.self) }
        #expect(text == "b" && response.head.status == 200)
    }

    /// Without another service that works, a failed response is handed out before its body has ended.
    @Test func aStreamOfANamedServiceBeginsWithItsFailure() async throws {
        let stage = FailoverStage()
        stage.set("a", [.head(ResponseHead(status: 503)), .body(Array("down".utf8))])
        var plan = RequestPlan(id: "call", path: "/items")
        plan.destination.service = "a"
        let response = try await stage.client.stream(plan, on: stage.pool).value
        #expect(response.head.status == 503)
        var pieces = response.body.makeAsyncIterator()
        #expect(try await pieces.next() == Array("down".utf8))
    }

    /// A failure whose body does not end is handed out: it is kept in memory up to a bound only.
    @Test func aStreamOfAnEndlessFailureBegins() async throws {
        let stage = FailoverStage()
        let piece = [UInt8](repeating: 0x61, count: BodyStream.highWater / 3)
        stage.set("a", [.head(ResponseHead(status: 503)), .body(piece), .body(piece), .body(piece)])
        let response = try await stage.client.stream(RequestPlan(id: "call", path: "/items"), on: stage.pool).value
        #expect(response.head.status == 503)
        var pieces = response.body.makeAsyncIterator()
        var count = 0
        while count < 3 * piece.count { count += try await pieces.next()?.count ?? 3 * piece.count + 1 }
        #expect(count == 3 * piece.count)
        #expect(stage.transport.requests.count == 1)
    }

    @Test func theBudgetHoldsForOtherServicesToo() async throws {
        let stage = FailoverStage(budget: RetryBudgetRule(percent: 0, perSecond: 0))
        stage.set("a", .answer(503))
        let handle = stage.client.dispatch(FailoverStage.call(), on: stage.pool)
        #expect(await handle.error?.kind == .status(503))
        let row = try #require(stage.client.row(handle.id))
        #expect(row.exchanges.count == 1)
        #expect(row.decisions.contains { $0.decision == .notTriedAgain(because: "the retry budget is empty") })
    }
}
