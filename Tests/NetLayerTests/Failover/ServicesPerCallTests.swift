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
        #expect(refused.error?.detail.hasSuffix("sent 3 times, to a, b, c; not again: there is no other service to try") == true)
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

    private func asked(_ stage: FailoverStage) async -> [String] {
        let handle = stage.client.dispatch(FailoverStage.call(), on: stage.pool)
        _ = await handle.outcome
        return stage.client.row(handle.id)?.exchanges.map(\.service) ?? []
    }

    /// The body of a failure is not handed out as the answer while another service may have a better one.
    @Test func aStreamIsThatOfTheServiceThatWorks() async throws {
        let stage = FailoverStage()
        stage.set("a", .answer(503, body: Array("down".utf8)))
        let response = try await stage.client.stream(RequestPlan(id: "call", path: "/items"), on: stage.pool)
        var text = ""
        for try await piece in response.body { text += String(decoding: piece, as: UTF8.self) }
        #expect(text == "b" && response.head.status == 200)
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
