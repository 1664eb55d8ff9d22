// What services and endpoints decide about outcomes: keep, change, fail, stop, try again; the service first.

import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct ResponsePolicyTests {
    private let diary = Diary()
    private let clock = VirtualClock()

    private func policy(_ name: String, _ decide: @escaping @Sendable (CallOutcome) async -> ResponsePolicy.Verdict)
        -> ResponsePolicy
    {
        ResponsePolicy(name) { [diary] outcome, context in
            diary.write("\(name) \(outcome.word) \(context.service) \(context.attempts)")
            return await decide(outcome)
        }
    }

    private func client(_ transport: any Transport = Net.answering(), _ change: (inout ClientBehaviour) -> Void = { _ in })
        -> NetClient
    {
        var behaviour = ClientBehaviour()
        change(&behaviour)
        return NetClient(transport: transport, behaviour: behaviour, time: clock.source)
    }

    private func endpoint(_ policy: ResponsePolicy?) -> Endpoint<RawResponse> {
        var endpoint = Net.call()
        endpoint.behaviour.policy = policy
        return endpoint
    }

    @Test(.rows("HD-7", "YB-3"))
    func oneHookSeesAndChangesEverySuccessfulAnswer() async throws {
        let global = policy("global") { outcome in
            guard case .success(var answer) = outcome else { return .unchanged(outcome) }
            answer.body += Array("!".utf8)
            return .success(answer)
        }
        let client = client { $0.policy = global }
        for path in ["/a", "/b"] {
            let text = try await client.send(Endpoint(Net.plan(path)) { String(decoding: $0.body, as: UTF8.self) }, on: Net.pool)
            #expect(text == "/v1\(path)!")
        }
        #expect(diary.lines == ["global 200 main 1", "global 200 main 1"])
    }

    @Test(.rows("CT-F2", "CT-F4", "CT-R10", "B-CT-11", "YB-3"))
    func theServicesPolicyComesFirstAndTheEndpointsSeesWhatItMade() async throws {
        let client = client(ScriptedTransport { _ in .answer(503) }) { [self] behaviour in
            behaviour.servicePolicies["main"] = policy("service") { _ in .failure(NetError(.rejected, detail: "maintenance")) }
            behaviour.servicePolicies["other"] = policy("other") { _ in .stop }
            behaviour.policy = policy("client") { _ in .stop }
        }
        let answer = RawResponse(head: ResponseHead(status: 299), body: [1], url: URI("http://a/"))
        let handle = client.dispatch(endpoint(policy("endpoint") { _ in .success(answer) }), on: Net.pool)
        #expect(try await handle.value == answer)
        #expect(diary.lines == ["service status main 1", "endpoint rejected main 1"])
        #expect(
            client.row(handle.id)?.decisions.map(\.decision) == [
                .changed(by: "service", to: "rejected"), .changed(by: "endpoint", to: "success"),
            ])
    }

    @Test func aServiceWithoutAPolicyHasTheClients() async throws {
        let client = client { [self] behaviour in
            behaviour.servicePolicies["other"] = policy("other") { .unchanged($0) }
            behaviour.policy = policy("client") { .unchanged($0) }
        }
        let handle = client.dispatch(endpoint(nil), on: Net.pool)
        _ = try await handle.value
        #expect(diary.lines == ["client 200 main 1"])
        #expect(client.row(handle.id)?.decisions.isEmpty == true)
    }

    @Test(.rows("YB-4", "B-BA-9"))
    func aRedirectionIsSuccessFailureOrStopAndMayTakeItsTime() async throws {
        let gate = Landing<Void>()
        let client = client()
        let kept = client.dispatch(
            endpoint(
                policy("slow") {
                    await gate.value(); return .unchanged($0)
                }), on: Net.pool)
        #expect(await eventually { diary.lines.count == 1 })
        #expect(client.row(kept.id)?.state.isEnded == false)
        gate.land(())
        #expect(await kept.error == nil)
        let failed = await client.dispatch(endpoint(policy("no") { _ in .failure(NetError(.validation)) }), on: Net.pool).error
        #expect(failed?.kind == .validation && failed?.attempts == 1)
        let stopped = client.dispatch(endpoint(policy("end") { _ in .stop }), on: Net.pool)
        let error = await stopped.error
        #expect(error?.kind == .cancelled(.hook) && error?.detail == "stopped by a response policy")
        #expect(client.row(stopped.id)?.state == .cancelled(.hook))
        #expect(client.row(stopped.id)?.decisions.map(\.decision) == [.stopped(policy: "end"), .cancelled(.hook)])
    }

    @Test(.rows("CT-F2", "CT-R10")) func afterTheServicesStopTheEndpointIsNotAsked() async {
        let client = client { [self] in $0.policy = policy("service") { _ in .stop } }
        #expect(
            await client.dispatch(endpoint(policy("endpoint") { .unchanged($0) }), on: Net.pool).error?.isCancellation == true)
        #expect(diary.lines.count == 1)
    }

    @Test(.rows("B-HD-12", "YB-4"))
    func aPolicyMayHaveTheCallMadeAgainWithANewRequest() async throws {
        let transport = Net.answering()
        let client = client(transport)
        let again = policy("again") { [diary] outcome in
            diary.lines.count < 3 ? .retry(after: .seconds(2), because: "the session was renewed") : .unchanged(outcome)
        }
        let handle = client.dispatch(endpoint(again), on: Net.pool)
        for round in 1...2 {
            #expect(await eventually { clock.deadlines.count == 1 })
            let row = try #require(client.row(handle.id))
            #expect(row.state == .retrying)
            #expect(row.retry?.attempt == round + 1)
            #expect(row.retry?.limit == 6)
            #expect(row.retry?.due == .seconds(2 * round))
            #expect(row.decisions.last?.decision == .retries(attempt: round + 1, because: "the session was renewed"))
            clock.advance(by: .milliseconds(1_999))
            #expect(transport.requests.count == round)
            clock.advance(by: .milliseconds(1))
        }
        #expect(try await handle.value.head.status == 200)
        #expect(transport.requests.count == 3)
        #expect(client.row(handle.id)?.attempt == 3)
        #expect(client.row(handle.id)?.exchanges.map(\.attempt) == [1, 2, 3])
        #expect(diary.lines == ["again 200 main 1", "again 200 main 2", "again 200 main 3"])
        #expect(await client.isDrained())
    }

    @Test func aPolicyThatNeverHasEnoughIsStoppedAtTheLimit() async throws {
        let transport = ScriptedTransport { _ in .answer(503, body: [1]) }
        let endless = client(transport) { [self] in $0.policy = policy("endless") { _ in .retry(after: .zero, because: "busy") } }
        let error = try #require(await endless.dispatch(Net.call(), on: Net.pool).error)
        #expect(transport.requests.count == 6)
        #expect(error.kind == .status(503) && error.response?.body == [1] && error.attempts == 6)
        #expect(error.detail == "the server answered 503; a response policy asked for more than 5 retries: busy")
        let succeeding = client { [self] in $0.policy = policy("never") { _ in .retry(after: .zero, because: "more") } }
        let odd = try #require(await succeeding.dispatch(Net.call(), on: Net.pool).error)
        #expect(odd.kind == .validation && odd.response?.head.status == 200)
        #expect(odd.detail == "a response policy asked for more than 5 retries: more")
    }

    @Test(arguments: [(4_999, 2), (5_000, 1), (6_000, 1)])
    func noRetryOfAPolicyStartsAfterTheDeadline(_ delay: Int, _ sent: Int) async throws {
        let transport = ScriptedTransport { _ in .answer(503) }
        let client = client(transport)
        var endpoint = endpoint(
            ResponsePolicy("once") { outcome, context in
                context.attempts < 2 ? .retry(after: .milliseconds(delay), because: "busy") : .unchanged(outcome)
            })
        endpoint.plan.policies.deadline = .seconds(5)
        let handle = client.dispatch(endpoint, on: Net.pool)
        #expect(
            await eventually { clock.deadlines.contains(.milliseconds(delay)) || client.row(handle.id)?.state.isEnded == true })
        clock.advance(by: .milliseconds(min(delay, 4_999)))
        let error = try #require(await handle.error)
        #expect(error.kind == .status(503))
        #expect(transport.requests.count == sent)
        #expect(error.detail.contains("busy; but the deadline of 5.0 seconds leaves no time") == (sent == 1))
        #expect(await client.isDrained())
    }

    @Test func thePoliciesRetriesGoOnFromTheNumbersOfTheOthers() async throws {
        let transport = ScriptedTransport { _ in .answer(503) }
        let client = client(transport)
        var endpoint = endpoint(
            ResponsePolicy("once") { outcome, context in
                context.attempts < 3 ? .retry(after: .zero, because: "renewed") : .unchanged(outcome)
            })
        endpoint.plan.policies.retry = RetryPolicy(attempts: 2)
        let handle = client.dispatch(endpoint, on: Net.pool)
        while client.row(handle.id)?.state.isEnded == false {
            _ = await eventually { !clock.deadlines.isEmpty || client.row(handle.id)?.state.isEnded == true }
            clock.advance(by: .seconds(3))
        }
        #expect(await handle.error?.attempts == 3)
        #expect(client.row(handle.id)?.exchanges.map(\.attempt) == [1, 2, 3])
        #expect(await client.isDrained())
    }

    @Test func aCancelDuringThePauseSendsNothingMore() async {
        let transport = Net.answering()
        let client = client(transport) { [self] in
            $0.policy = policy("later") { _ in .retry(after: .seconds(5), because: "later") }
        }
        let handle = client.dispatch(Net.call(), on: Net.pool)
        #expect(await eventually { clock.deadlines.count == 1 })
        #expect(handle.cancel())
        #expect(await handle.error?.kind == .cancelled(.user))
        #expect(await client.isDrained())
        #expect(transport.requests.count == 1)
        #expect(clock.deadlines.isEmpty)
    }

    @Test(.rows("CT-F1"))
    func everyWayToFailGoesThroughThePolicies() async throws {
        struct Broken: Error {}
        let client = client { [self] in $0.policy = policy("all") { .unchanged($0) } }
        _ = await client.dispatch(Endpoint<Int>(Net.plan()) { _ in throw Broken() }, on: Net.pool).error
        var checked = endpoint(nil)
        checked.behaviour.checkParameters = { _ in throw Broken() }
        _ = await client.dispatch(checked, on: Net.pool).error
        checked.behaviour.checkParameters = nil
        checked.behaviour.checkAnswer = { _ in throw Broken() }
        _ = await client.dispatch(checked, on: Net.pool).error
        client.network.report(.notReachable)
        _ = await client.dispatch(Net.call(), on: Net.pool).error
        #expect(
            diary.lines == [
                "all 200 main 1", "all decode main 1", "all bad_parameters  0", "all 200 main 1", "all validation main 1",
                "all no_network  0",
            ])
    }

    @Test func aPolicyMayReplaceAnAnswerThatDoesNotDecodeOnce() async throws {
        struct Broken: Error {}
        let fallback = RawResponse(head: ResponseHead(status: 200), body: [4, 2], url: URI("http://a/"))
        let client = client { [self] in
            $0.policy = policy("rescue") { outcome in
                if case .failure = outcome { .success(fallback) } else { .unchanged(outcome) }
            }
        }
        let picky = Endpoint<Int>(Net.plan()) { if $0.body.count == 2 { 2 } else { throw Broken() } }
        #expect(try await client.send(picky, on: Net.pool) == 2)
        let hopeless = Endpoint<Int>(Net.plan()) { _ in throw Broken() }
        #expect(await client.dispatch(hopeless, on: Net.pool).error?.response?.body == [4, 2])
        #expect(diary.lines.count == 4)
    }

    @Test func aCancellationIsNoMatterForPolicies() async {
        let client = client { [self] in $0.policy = policy("all") { .unchanged($0) } }
        _ = await client.dispatch(Endpoint<Int>(Net.plan()) { _ in throw CancellationError() }, on: Net.pool).error
        #expect(diary.lines == ["all 200 main 1"])
        let own = policy("own") { .unchanged($0) }
        let quitting = NetClient(transport: Net.failing(.cancelled(.quit)))
        #expect(await quitting.dispatch(endpoint(own), on: Net.pool).error?.kind == .cancelled(.quit))
        #expect(diary.lines.count == 1)
    }
}
