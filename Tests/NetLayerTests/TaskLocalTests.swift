// Task-local values and priority: every closure of a call sees those of the task that makes the call.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

private enum Trace { @TaskLocal static var id = "none" }

/// What each closure saw: the value of the caller, and its priority.
private final class Sightings: Sendable {
    private let seen = Mutex<[String: Set<String>]>([:])
    private let priorities = Mutex<Set<UInt8>>([])

    func note(_ closure: String) {
        let value = Trace.id
        _ = seen.withLock { $0[closure, default: []].insert(value) }
        // Not the current priority: a task that waits for this one raises it.
        if let priority = Task.basePriority { _ = priorities.withLock { $0.insert(priority.rawValue) } }
    }

    var closures: Set<String> { seen.withLock { Set($0.keys) } }
    var values: Set<String> { seen.withLock { $0.values.reduce([]) { $0.union($1) } } }
    func values(of closure: String) -> Set<String> { seen.withLock { $0[closure] ?? [] } }
    var basePriorities: Set<UInt8> { priorities.withLock { $0 } }

    /// Those of a call that succeeds.
    static let all: Set<String> = [
        "parameters", "body", "reform", "signature", "adapter", "signer", "checkParameters", "acceptsStatus", "business",
        "checkAnswer", "policy", "willCall", "didCall", "didReceive", "willLand", "didLand", "decode",
    ]

    /// A call with a closure at each place.
    func call(_ path: String = "/items", _ change: (inout RequestPlan) -> Void = { _ in }) -> Endpoint<String> {
        var endpoint = Endpoint<String>(Net.plan(path, change)) { [self] in
            note("decode")
            return String(decoding: $0.body, as: UTF8.self)
        }
        endpoint.plan.method = .put
        endpoint.behaviour = behaviour
        return endpoint
    }

    var behaviour: CallBehaviour {
        var behaviour = CallBehaviour()
        behaviour.request.parameters = { [self] _ in
            note("parameters")
            return []
        }
        behaviour.request.body = { [self] _ in
            note("body")
            return nil
        }
        behaviour.request.reform = { [self] in
            note("reform")
            return $0
        }
        behaviour.request.signature = { [self] _, _ in
            note("signature")
            return []
        }
        behaviour.request.adapters = [ClosureAdapter { [self] _, _ in note("adapter") }]
        behaviour.request.signer = ClosureAdapter { [self] _, _ in note("signer") }
        behaviour.checkParameters = { [self] _ in note("checkParameters") }
        behaviour.acceptsStatus = { [self] in
            note("acceptsStatus")
            return $0 < 400
        }
        behaviour.business = BusinessRule { [self] _ in
            note("business")
            return .success
        }
        behaviour.checkAnswer = { [self] _ in note("checkAnswer") }
        behaviour.policy = ResponsePolicy("p") { [self] outcome, _ in
            note("policy")
            return .unchanged(outcome)
        }
        behaviour.hooks = [SeeingHooks(sightings: self)]
        return behaviour
    }
}

private struct SeeingHooks: Hooks {
    let sightings: Sightings

    func willCall(_ context: CallContext) async throws -> HookVerdict {
        sightings.note("willCall")
        return .proceed
    }
    func didCall(_ context: CallContext) async { sightings.note("didCall") }
    func didReceive(_ outcome: CallOutcome, _ context: CallContext) async { sightings.note("didReceive") }
    func willLand(_ outcome: CallOutcome, _ context: CallContext) async throws -> HookVerdict {
        sightings.note("willLand")
        return .proceed
    }
    func didLand(_ outcome: CallOutcome, _ context: CallContext) async { sightings.note("didLand") }
}

@Suite(.within(minutes: 1)) struct TaskLocalTests {
    private typealias Use = @Sendable (NetClient, Sightings) async throws -> Void

    /// Each way to make a call whose behaviour runs code.
    private static let ways: [String: Use] = [
        "dispatch": { client, seen in _ = try await client.dispatch(seen.call(), on: Net.pool).value },
        "send": { client, seen in _ = try await client.send(seen.call(), on: Net.pool) },
        "prepared": { client, seen in _ = try await client.prepare(seen.call(), on: Net.pool).start().value },
        "scope": { client, seen in
            let owner = RequestOwner(client)
            _ = try await owner.dispatch(seen.call(), on: Net.pool).value
        },
        "fetch": { client, seen in for try await _ in client.fetch(seen.call(), on: Net.pool) {} },
        "retry": { client, seen in
            let call = seen.call("/once") { $0.policies.retry = RetryPolicy(base: .zero) }
            _ = try await client.send(call, on: Net.pool)
        },
        "hedge": { client, seen in
            let call = seen.call("/slow") { $0.policies.hedge = .after(.zero) }
            _ = try await client.send(call, on: Net.pair)
        },
        "group": { client, seen in
            let members = (0..<3).map { GroupMember.call(seen.call("/\($0)"), on: Net.pool) }
            _ = try await client.run(RequestGroup("g", maxConcurrent: 1, members), mode: .collectAll).values()
        },
        "chain": { client, seen in
            let step = Step<Void, String>.call(on: Net.pool) { seen.call() }
            _ = try await client.run(RequestChain("c", step.then(.call(on: Net.pool) { _ in seen.call() })), ())
        },
        "series": { client, seen in
            let series = client.open(.chain, "s", count: 1)
            _ = try await series.dispatch(seen.call(), on: Net.pool).value
            series.finish()
        },
    ]

    private static func makeClient() -> NetClient {
        let first = Mutex(true)
        return NetClient(
            transport: ScriptedTransport { request in
                if request.url.description.hasPrefix("http://api.test/v1/slow") { return Net.hang }
                let isFirst =
                    request.url.path.hasSuffix("/once")
                    && first.withLock { isFirst in
                        defer { isFirst = false }
                        return isFirst
                    }
                return .answer(isFirst ? 503 : 200, body: Array("ok".utf8))
            })
    }

    @Test(arguments: ways.keys.sorted()) func eachClosureSeesTheCallersValue(_ way: String) async throws {
        let use = try #require(Self.ways[way])
        let client = Self.makeClient()
        let seen = Sightings()
        try await Trace.$id.withValue("caller") { try await use(client, seen) }
        #expect(await client.isDrained())
        #expect(Sightings.all.subtracting(seen.closures).isEmpty)
        #expect(seen.values == ["caller"])
    }

    @Test(arguments: ways.keys.sorted()) func eachClosureHasTheCallersPriority(_ way: String) async throws {
        let use = try #require(Self.ways[way])
        let client = Self.makeClient()
        let seen = Sightings()
        let gate = Gate()
        let caller = Task.detached(priority: .background) {
            defer { gate.open() }
            try await use(client, seen)
        }
        // Not the task's value: waiting for it would raise its priority, and that of the calls that it makes.
        await gate.wait()
        try await caller.value
        #expect(await client.isDrained())
        #expect(seen.basePriorities == [TaskPriority.background.rawValue])
    }

    // MARK: Groups

    /// What ends one member starts the next, and does not lend it its own values.
    @Test func aWaitingMemberHasTheValuesOfTheGroupNotOfWhatEndedAnother() async throws {
        let client = NetClient(transport: Net.mixed())
        let (ended, next) = (Sightings(), Sightings())
        let group = RequestGroup<String>(
            "g", maxConcurrent: 1,
            [
                .call(Net.text("hang"), on: Net.pool) { _ in ended.note("onLanding") },
                .call(next.call(), on: Net.pool) { _ in next.note("onLanding") },
            ])
        let handle = Trace.$id.withValue("caller") { client.start(group, mode: .collectAll) }
        Trace.$id.withValue("other") { _ = client.cancel(handle.members[0]) }
        _ = try await handle.value
        #expect(await client.isDrained())
        #expect(ended.values == ["caller"] && next.values == ["caller"])
        #expect(next.closures == Sightings.all.union(["onLanding"]))
    }

    @Test func aDeadlineThatEndsACallIsWordedWithTheCallersValues() async throws {
        let clock = VirtualClock()
        let (words, next) = (Sightings(), Sightings())
        var behaviour = ClientBehaviour()
        behaviour.texts = ErrorTexts { _, _ in
            words.note("texts")
            return nil
        }
        let client = NetClient(transport: Net.mixed(), behaviour: behaviour, time: clock.source)
        let late = Net.text("hang").with { $0.plan.policies.deadline = .seconds(5) }
        let group = RequestGroup<String>(
            "g", maxConcurrent: 1, [.call(late, on: Net.pool), .call(next.call(), on: Net.pool)])
        let handle = Trace.$id.withValue("caller") { client.start(group, mode: .collectAll) }
        #expect(await eventually { clock.deadlines == [.seconds(5)] })
        clock.advance(by: .seconds(5))
        _ = try await handle.value
        #expect(words.values == ["caller"] && next.values == ["caller"])
    }

    @Test func workUndoAndLandingsSeeTheCallersValue() async throws {
        let client = NetClient(transport: Net.answering())
        let seen = Sightings()
        await Trace.$id.withValue("caller") {
            let work = GroupMember<Void>.work("w", onLanding: { _ in seen.note("onLanding") }) { seen.note("work") }
            let handle = client.start(RequestGroup("g", [work]), mode: .collectAll) { _ in seen.note("completion") }
            await handle.onCompletion { _ in seen.note("onCompletion") }.value
            await client.dispatch(Net.call(), on: Net.pool).onLanding { _, _ in seen.note("landing") }.value
            let steps = Step<Void, Void>.work("a") { seen.note("step") }
                .compensating("undo a") { seen.note("undo") }
                .map { seen.note("map") }
                .flatMap {
                    seen.note("flatMap")
                    return Step<Void, Void>.work("b") { throw Trouble() }
                }
            let chain = client.start(RequestChain("c", steps), ())
            do throws(ChainFailure) { try await chain.value } catch { seen.note("failure") }
        }
        #expect(await client.isDrained())
        #expect(
            seen.closures == [
                "onLanding", "work", "completion", "onCompletion", "landing", "step", "undo", "map", "flatMap", "failure",
            ])
        #expect(seen.values == ["caller"])
    }

    // MARK: Lists, logins

    @Test func pagesAreReadWithTheCallersValue() async throws {
        let service = PagedService { query, _ in PagedService.page((Int(query["page"] ?? "") ?? 9) * 10, 10, of: 25) }
        let seen = Sightings()
        try await Trace.$id.withValue("caller") {
            let pager = Pager(Net.plan(), style: .page(first: 0), on: Net.pool, client: service.client) {
                seen.note("items")
                return try PagedService.ids($0)
            }
            for try await _ in pager {}
            let pages = PageGroup(
                "all", Net.plan(), style: .page(first: 0), on: Net.pool, client: service.client, maxConcurrent: 1,
                items: {
                    seen.note("group items")
                    return try PagedService.ids($0)
                }, onLanding: { _ in seen.note("page") })
            _ = try await pages.start()?.value
        }
        #expect(seen.closures == ["items", "group items", "page"])
        #expect(seen.values == ["caller"])
    }

    @Test func aRenewalSeesTheValuesOfTheCallThatBeginsIt() async throws {
        let stage = AuthStage()
        let seen = Sightings()
        stage.account { number in
            seen.note("renew")
            return Grant(.bearer(Secret("t\(number)")))
        }
        stage.service.expire()
        _ = try await Trace.$id.withValue("caller") { try await stage.client.send(Net.call(), on: AuthStage.pool) }
        #expect(seen.values(of: "renew") == ["caller"])
    }

    /// A list of pages returns a handle like any other group.
    @Test func aCancelledWaitForPagesEndsAtOnce() async throws {
        let client = NetClient(transport: Net.hanging())
        let pages = PageGroup(
            "all", Net.plan(), style: .page(first: 0), on: Net.pool, client: client, items: PagedService.ids, onLanding: { _ in })
        let handle = try #require(pages.start())
        let wait = Task { try await handle.value }
        wait.cancel()
        let result = await wait.result
        #expect(throws: NetError.self) { try result.get() }
        #expect(client.row(handle.id)?.state.isEnded == false, "the group goes on")
        client.cancelAll()
        #expect(await client.isDrained())
    }
}
