// Whether there is another attempt, when, and why not: every rule at its boundary.

import TestSupport
import Testing

@testable import NetLayer

@Suite struct RetryMachineTests {
    /// A call that has had `attempts` attempts, and what is decided after the newest.
    struct Case {
        var method = HTTPMethod.get
        var policy: RetryPolicy? = .standard
        var attempts = 1
        var deadline: Duration?
        var openedAt = Duration.zero
        var now = Duration.zero
        var wallClock = Duration.seconds(784_111_777)
        var chance: UInt64 = 0
        var hasToken = true
        var change: @Sendable (inout RequestPlan) -> Void = { _ in }

        func decide(_ result: Result<RawResponse, NetError>, hops: Int = 0, isCommitted: Bool = false) -> RetryDecision {
            let plan = Net.plan { plan in
                plan.method = method
                change(&plan)
            }
            var machine = RetryMachine(policy: policy, deadline: deadline.map { Deadline(limit: $0, latest: openedAt + $0) })
            var outcome = AttemptOutcome(number: 1, service: "main", result: result, hops: hops, isCommitted: isCommitted)
            let service = Service(name: "main", baseURL: URI("http://a.test"))
            outcome.isRepeatable = (try? RequestGenerator().request(for: plan, on: service).isRepeatable) ?? true
            for _ in 0..<attempts { machine.record(outcome) }
            let chance = chance
            return machine.decide(
                after: outcome, of: plan, at: now, wallClock: { wallClock }, random: RandomSource { chance }, budget: { hasToken }
            )
        }

        func decide(_ status: Int, _ headers: Headers = Headers()) -> RetryDecision {
            decide(.success(RetryMachineTests.answer(status, headers)))
        }

        func decide(_ kind: NetError.Kind, hops: Int = 0) -> RetryDecision { decide(.failure(NetError(kind)), hops: hops) }
    }

    static func answer(_ status: Int, _ headers: Headers = Headers()) -> RawResponse {
        RawResponse(head: ResponseHead(status: status, headers: headers), body: [], url: URI("http://a.test/"))
    }

    private func due(_ decision: RetryDecision) -> Duration? {
        if case .retry(let notice) = decision { notice.due } else { nil }
    }

    // MARK: What is tried again

    /// The statuses are also Alamofire's (facts.md: 408 500 502 503 504), and 429.
    @Test(arguments: 100...599)
    func onlyStatusesThatMayPassAreTriedAgain(_ status: Int) {
        let isRetried = [408, 429, 500, 502, 503, 504].contains(status)
        #expect(
            Case().decide(status)
                == (isRetried
                    ? .retry(RetryNotice(due: .zero, attempt: 2, limit: 3, reason: "\(status)")) : .stop(.notTransient)))
    }

    @Test func thePolicyNamesTheStatuses() {
        let own = Case(policy: RetryPolicy(statuses: [404]))
        #expect(due(own.decide(404)) == .zero)
        #expect(own.decide(503) == .stop(.notTransient))
    }

    static let kinds: [(NetError.Kind, String?)] = [
        (.dns, "dns"), (.connect, "connect"), (.tls, "tls"), (.cut, "cut"), (.timedOut(.connect), "timed out (connect)"),
        (.timedOut(.idle), "timed out (idle)"), (.timedOut(.total), "timed out (total)"), (.timedOut(.deadline), nil),
        (.badRequest, nil), (.protocolViolation, nil), (.tooLarge(.headers), nil), (.tooLarge(.body), nil),
        (.tooLarge(.decodedBody), nil), (.redirect, nil), (.redirectRefused, nil), (.status(503), nil), (.decode, nil),
        (.unsupported, nil),
    ]

    /// Each kind of failure is one of its own, and only those of the network are tried again.
    @Test(.rows("B-CT-9"), arguments: kinds)
    func onlyFailuresOfTheNetworkAreTriedAgain(_ kind: NetError.Kind, _ reason: String?) {
        let expected = reason.map { RetryDecision.retry(RetryNotice(due: .zero, attempt: 2, limit: 3, reason: $0)) }
        #expect(Case().decide(kind) == expected ?? .stop(.notTransient))
    }

    @Test(arguments: CancelReason.allCases)
    func aCancelIsNeverTriedAgain(_ reason: CancelReason) {
        #expect(Case().decide(.cancelled(reason)) == .stop(.notTransient))
    }

    @Test func withoutAPolicyNothingIsTriedAgainAndNothingIsSaid() {
        var machine = RetryMachine(policy: nil)
        let outcome = AttemptOutcome(number: 1, service: "main", result: .success(Self.answer(503)))
        machine.record(outcome)
        #expect(
            machine.decide(
                after: outcome, of: Net.plan(), at: .zero, wallClock: { .zero }, random: .system, budget: { true })
                == .stop(.notTransient))
        #expect(machine.story.refusal == nil)
        #expect(machine.heldStatuses(Net.plan()).isEmpty)
    }

    // MARK: Attempts

    /// mapping.md 2.8, attempts: 3 in all.
    @Test(arguments: [(1, true), (2, true), (3, false), (4, false)])
    func threeAttemptsInAll(_ attempts: Int, _ goesOn: Bool) {
        let decision = Case(attempts: attempts).decide(503)
        #expect((due(decision) != nil) == goesOn)
        if !goesOn { #expect(decision == .stop(.attemptsSpent(3))) }
    }

    @Test func oneAttemptIsNone() {
        #expect(Case(policy: .never).decide(503) == .stop(.attemptsSpent(1)))
        #expect(RetryPolicy(attempts: 0).attempts == 1)
        #expect(RetryPolicy(attempts: 5).attempts == 5)
        var policy = RetryPolicy.standard
        policy.attempts = -1
        #expect(policy.attempts == 1)
        #expect(RetryPolicy.standard.attempts == 3)
        #expect(RetryPolicy.never.attempts == 1)
    }

    // MARK: Methods

    /// mapping.md 2.8, methods: RFC 9110 §9.2.2 (and facts.md: Alamofire's GET HEAD DELETE OPTIONS PUT TRACE).
    @Test(arguments: [
        (HTTPMethod.get, true), (.head, true), (.delete, true), (.options, true), (.put, true), (.trace, true), (.query, true),
        (.post, false), (.patch, false), ("LOCK", false), ("get", false),
    ])
    func onlyIdempotentMethodsAreTriedAgain(_ method: HTTPMethod, _ isIdempotent: Bool) {
        let call = Case(method: method)
        for decision in [call.decide(503), call.decide(.cut), call.decide(.timedOut(.total)), call.decide(.timedOut(.idle))] {
            #expect((due(decision) != nil) == isIdempotent)
            if !isIdempotent { #expect(decision == .stop(.notIdempotent(method))) }
        }
    }

    @Test(arguments: [HTTPMethod.post, .patch])
    func whatWasNeverSentIsTriedAgainWhateverTheMethod(_ method: HTTPMethod) {
        for kind in [NetError.Kind.dns, .connect, .tls, .timedOut(.connect)] {
            #expect(due(Case(method: method).decide(kind)) == .zero)
            // A redirect was answered before: the server had the request.
            #expect(Case(method: method).decide(kind, hops: 1) == .stop(.notIdempotent(method)))
        }
    }

    @Test func anIdempotencyKeyMakesAnyMethodRepeatable() {
        let changes: [@Sendable (inout RequestPlan) -> Void] = [
            { $0.headers = ["idempotency-key": "k1"] }, { $0.parameters = [Parameter("Idempotency-Key", "k1", in: .header)] },
        ]
        for change in changes { #expect(due(Case(method: .post, change: change).decide(503)) == .zero) }
        let empty: [@Sendable (inout RequestPlan) -> Void] = [
            { $0.headers = ["Idempotency-Key": ""] }, { $0.parameters = [Parameter("Idempotency-Key", "", in: .header)] },
            { $0.parameters = [Parameter("Idempotency-Key", "k1", in: .query)] }, { $0.headers = ["Other": "k1"] },
        ]
        for change in empty { #expect(Case(method: .post, change: change).decide(503) == .stop(.notIdempotent(.post))) }
    }

    // MARK: What is in the way

    /// mapping.md 2.8, not after: the head of the answer was handed to the caller.
    @Test func whatWasHandedOutIsNotTriedAgain() {
        #expect(Case().decide(.failure(NetError(.cut)), isCommitted: true) == .stop(.committed))
    }

    @Test func aBodyThatCanBeHadOnceIsSentOnce() {
        #expect(Case(method: .put, change: { $0.policies.isBodyOneShot = true }).decide(503) == .stop(.bodyOneShot))
        #expect(Case(method: .put, change: { $0.policies.isBodyOneShot = true }).decide(.connect) == .stop(.bodyOneShot))
    }

    @Test func theBudgetIsAskedLast() {
        #expect(Case(hasToken: false).decide(503) == .stop(.budgetEmpty))
        var asked = 0
        for status in [200, 503] {
            var machine = RetryMachine(policy: RetryPolicy(attempts: status == 200 ? 3 : 1))
            let outcome = AttemptOutcome(number: 1, service: "", result: .success(Self.answer(status)))
            machine.record(outcome)
            _ = machine.decide(after: outcome, of: Net.plan(), at: .zero, wallClock: { .zero }, random: .system) {
                asked += 1
                return true
            }
        }
        #expect(asked == 0)
    }

    /// mapping.md 2.8, deadline: one for all attempts, and none that would start when it has come.
    @Test func noAttemptStartsAtOrAfterTheDeadline() {
        let call = Case(deadline: .seconds(5), openedAt: .seconds(1), now: .seconds(2))
        #expect(due(call.decide(503, ["Retry-After": "3"])) == .seconds(5))
        #expect(call.decide(503, ["Retry-After": "4"]) == .stop(.deadline(.seconds(5))))
        #expect(call.decide(503, ["Retry-After": "5"]) == .stop(.deadline(.seconds(5))))
        var late = call
        late.now = .seconds(6)
        #expect(late.decide(.connect) == .stop(.deadline(.seconds(5))))
        late.now = .seconds(6) - .nanoseconds(1)
        #expect(due(late.decide(.connect)) == late.now)
    }

    // MARK: Delays

    /// mapping.md 2.8, delay: full jitter, `random(0, min(cap, base·2ⁿ))`.
    @Test func theDelayIsDrawnFromZeroToACeilingThatDoubles() {
        let policy = RetryPolicy(attempts: 100)
        for (attempts, ceiling) in [(1, 100), (2, 200), (3, 400), (4, 800), (5, 1_600), (6, 2_000), (7, 2_000), (99, 2_000)] {
            let ceiling = Duration.milliseconds(ceiling)
            let call = Case(policy: policy, attempts: attempts, now: .seconds(7))
            #expect(due(call.decide(503)) == .seconds(7))
            var half = call
            half.chance = 1 << 63
            #expect(due(half.decide(503)) == .seconds(7) + ceiling / 2)
            var most = call
            most.chance = .max
            let latest = due(most.decide(503)) ?? .zero
            #expect(latest < .seconds(7) + ceiling && latest > .seconds(7) + ceiling * 0.999)
        }
    }

    /// facts.md: Alamofire's scale 0.5 and base 2 wait 0.5 s and 1 s; gRPC's form is `min(initial · multiplier^(n-1), max)`.
    @Test func theCeilingsOfOthersCanBeHad() {
        let alamofire = RetryPolicy(base: .milliseconds(500), cap: .seconds(1_000))
        #expect((0..<4).map(alamofire.ceiling) == [.milliseconds(500), .seconds(1), .seconds(2), .seconds(4)])
        let grpc = RetryPolicy(attempts: 4, base: .milliseconds(100), cap: .seconds(1))
        #expect((0..<6).map(grpc.ceiling) == [100, 200, 400, 800, 1_000, 1_000].map { .milliseconds($0) })
        #expect(RetryPolicy(base: .seconds(3), cap: .seconds(2)).ceiling(retry: 0) == .seconds(2))
        #expect(RetryPolicy.standard.ceiling(retry: 1_000_000) == .seconds(2))
        #expect(RetryPolicy.standard.ceiling(retry: -1) == .milliseconds(100))
        #expect(RetryPolicy(base: .zero).ceiling(retry: 9) == .zero)
        #expect(RetryPolicy(base: .seconds(-1)).ceiling(retry: 9) == .zero)
        #expect(RetryPolicy(cap: .seconds(-1)).ceiling(retry: 9) == .zero)
    }

    /// mapping.md 2.8, Retry-After: honoured on 429 and 503 up to 30 s, and exactly.
    @Test func retryAfterIsHonouredExactly() {
        for status in [429, 503] {
            for chance in [UInt64.zero, .max] {
                let call = Case(now: .seconds(1), chance: chance)
                #expect(
                    call.decide(status, ["Retry-After": "30"])
                        == .retry(RetryNotice(due: .seconds(31), attempt: 2, limit: 3, reason: "\(status), Retry-After")))
                #expect(due(call.decide(status, ["Retry-After": "0"])) == .seconds(1))
                #expect(due(call.decide(status, ["Retry-After": "Sun, 06 Nov 1994 08:49:40 GMT"])) == .seconds(4))
                // A date that has passed.
                #expect(due(call.decide(status, ["Retry-After": "Sun, 06 Nov 1994 08:49:30 GMT"])) == .seconds(1))
            }
        }
        for status in [408, 500, 502, 504] {
            #expect(due(Case(now: .seconds(1)).decide(status, ["Retry-After": "30"])) == .seconds(1))
        }
        for text in ["soon", "-5", "-1", "-0", "1.5"] {
            let decision = Case().decide(503, ["Retry-After": text])
            #expect(decision == .retry(RetryNotice(due: .zero, attempt: 2, limit: 3, reason: "503")), "\(text) is no wait")
        }
    }

    @Test func aRetryAfterBeyondTheCapEndsTheCallWithItsDate() {
        let until = "Sun, 06 Nov 1994 08:50:08 GMT"
        #expect(Case().decide(503, ["Retry-After": "31"]) == .stop(.askedTooLong(until: until, cap: .seconds(30))))
        #expect(Case().decide(503, ["Retry-After": until]) == .stop(.askedTooLong(until: until, cap: .seconds(30))))
        #expect(
            "\(Case().decide(429, ["Retry-After": until]))"
                == "the server asks to wait until Sun, 06 Nov 1994 08:50:08 GMT, longer than 30.0 seconds")
        #expect(due(Case(policy: RetryPolicy(retryAfterCap: .seconds(31))).decide(503, ["Retry-After": "31"])) == .seconds(31))
    }

    // MARK: Wishes

    /// A response policy turns a success into a retry, whatever the status and the method.
    @Test(.rows("B-HD-12")) func aWishIsGrantedWithinDeadlineAndBudget() {
        func grant(
            _ delay: Duration, at now: Duration = .zero, deadline: Duration? = nil, hasToken: Bool = true,
            _ change: (inout RequestPlan) -> Void = { _ in }
        ) -> RetryDecision {
            RetryMachine(policy: .never, deadline: deadline.map { Deadline(limit: $0, latest: $0 + .seconds(1)) }).grant(
                after: delay, because: "busy", attempt: 4, limit: 7,
                of: Net.plan { plan in
                    plan.method = .post
                    change(&plan)
                }, at: now, budget: { hasToken })
        }
        #expect(
            grant(.seconds(3), at: .seconds(1)) == .retry(RetryNotice(due: .seconds(4), attempt: 4, limit: 7, reason: "busy")))
        #expect(due(grant(.seconds(-3), at: .seconds(1))) == .seconds(1))
        #expect(grant(.zero, hasToken: false) == .stop(.budgetEmpty))
        #expect(grant(.zero) { $0.policies.isBodyOneShot = true } == .stop(.bodyOneShot))
        #expect(grant(.seconds(3), deadline: .seconds(2)) == .stop(.deadline(.seconds(2))))
        #expect(due(grant(.seconds(3) - .nanoseconds(1), deadline: .seconds(2))) == .seconds(3) - .nanoseconds(1))
    }

    // MARK: Words

    @Test func everyDecisionSaysWhy() {
        #expect("\(Case(attempts: 1).decide(503))" == "503, try 2 of 3")
        #expect("\(Case(attempts: 2).decide(.timedOut(.idle)))" == "timed out (idle), try 3 of 3")
        #expect("\(Case(method: .post).decide(503))" == "POST is not idempotent")
        #expect("\(Case(hasToken: false).decide(503))" == "the retry budget is empty")
        #expect("\(Case(attempts: 3).decide(503))" == "all 3 tries are used")
        #expect("\(Case(policy: .never).decide(503))" == "retries are off")
        #expect("\(Case(deadline: .zero).decide(503))" == "the deadline of 0.0 seconds leaves no time")
        let words = [RetryRefusal.notTransient, .committed, .bodyOneShot].map(\.description)
        #expect(Set(words).count == 3 && words.allSatisfy { $0.count > 10 })
    }

    @Test func theStoryStandsAtTheEndOfTheError() {
        var story = AttemptStory()
        let error = NetError(.cut, attempted: "GET x", detail: "closed early")
        story.recordAttempt("main")
        #expect(story.addingStory(error) == error)
        story.refusal = .notTransient
        #expect(story.addingStory(error) == error)
        story.refusal = .budgetEmpty
        #expect(story.addingStory(error).detail == "closed early; not retried: the retry budget is empty")
        story.recordAttempt("backup")
        #expect(
            story.addingStory(error).detail
                == "closed early; sent 2 times, to main, backup; not retried: the retry budget is empty")
        var absolute = AttemptStory()
        absolute.recordAttempt("")
        absolute.recordAttempt("")
        #expect(absolute.addingStory(NetError(.cut)).detail == "sent 2 times")
        #expect(absolute.attempts == 2)
    }

    @Test func answersAreHeldBackWhileThereMayBeAnother() {
        var machine = RetryMachine(policy: .standard)
        let plan = Net.plan()
        let outcome = AttemptOutcome(number: 1, service: "", result: .success(Self.answer(503)))
        #expect(machine.heldStatuses(plan) == RetryPolicy.standard.statuses)
        #expect(machine.heldStatuses(Net.plan { $0.method = .post }).isEmpty)
        #expect(machine.heldStatuses(Net.plan { $0.policies.isBodyOneShot = true }).isEmpty)
        let keyed = Net.plan { plan in
            plan.method = .post
            plan.headers = ["Idempotency-Key": "1"]
        }
        #expect(machine.heldStatuses(keyed) == RetryPolicy.standard.statuses)
        machine.record(outcome)
        #expect(machine.heldStatuses(plan) == RetryPolicy.standard.statuses)
        machine.record(outcome)
        #expect(machine.heldStatuses(plan).isEmpty)
        #expect(machine.next == 3)
    }

    @Test func onlyTheFirstAttemptOfWhatCanBeRepeatedIsHedged() {
        var machine = RetryMachine(policy: nil)
        #expect(machine.mayHedge(Net.plan()))
        #expect(!machine.mayHedge(Net.plan { $0.method = .post }))
        #expect(!machine.mayHedge(Net.plan { $0.policies.isBodyOneShot = true }))
        machine.record(AttemptOutcome(number: 1, service: "", result: .success(Self.answer(503))))
        #expect(!machine.mayHedge(Net.plan()))
    }

    @Test func aPoolHedgesRequestsWithoutSideEffects() {
        let machine = RetryMachine(policy: nil, failover: FailoverOptions())
        func hedges(_ change: (inout RequestPlan) -> Void) -> Bool { machine.poolHedge(Net.plan { change(&$0) }) != nil }
        for method in [HTTPMethod.get, .head, .options, .query] { #expect(hedges { $0.method = method }) }
        for method in [HTTPMethod.post, .patch, .put, .delete] { #expect(!hedges { $0.method = method }) }
        #expect(
            hedges {
                $0.method = .query
                $0.body = .json(["a": 1])
            })
        #expect(
            !hedges {
                $0.method = .query
                $0.body = .file(path: "/large", contentType: "text/plain")
            })
        #expect(!hedges { $0.destination.preferredService = "a" })
        #expect(!hedges { $0.policies.hedge = .never })
        #expect(!hedges { $0.policies.hedge = .after(.zero) })
        #expect(RetryMachine(policy: .never, failover: FailoverOptions()).poolHedge(Net.plan()) == nil)
        #expect(RetryMachine(policy: nil).poolHedge(Net.plan()) == nil)
        var options = FailoverOptions()
        options.servicesPerCall = 1
        #expect(RetryMachine(policy: nil, failover: options).poolHedge(Net.plan()) == nil)
        options.servicesPerCall = 2
        #expect(RetryMachine(policy: nil, failover: options).poolHedge(Net.plan()) != nil)
    }
}
