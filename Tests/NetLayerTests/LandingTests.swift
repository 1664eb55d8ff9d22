// The callback form: once, with the number, on the caller's actor, never at once, and silent where that is wanted.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct LandingTests {
    private func call(_ notice: CancelNotice) -> Endpoint<RawResponse> {
        Endpoint(Net.plan { $0.policies.cancelNotice = notice })
    }

    /// A screen that its calls report to, as a delegate would (BA-1).
    actor Screen {
        private(set) var landed: [(id: TaskID, status: Int?)] = []
        private(set) var started: [TaskID] = []

        func load(_ path: String, _ client: NetClient) -> Task<Void, Never> {
            let handle = client.dispatch(Net.call(path), on: Net.pool)
            started.append(handle.id)
            let landing = handle.onLanding { id, result in
                // No await: this runs on the actor itself.
                self.landed.append((id, try? result.get().head.status))
            }
            #expect(landed.count < started.count, "never before this returns")
            return landing
        }
    }

    @Test(.rows("HH-D6", "HH-D8", "B-HH-D1", "B-HH-D8", "BA-1", "BA-19", "B-BA-2", "YB-14"))
    func everyLandingIsToldOnceWithItsNumberOnTheCallersActor() async {
        let client = NetClient(
            transport: ScriptedTransport { .answer($0.url.path == "/v1/bad" ? 500 : 200) })
        let screen = Screen()
        for path in ["/good", "/bad", "/good"] { await screen.load(path, client).value }
        #expect(await screen.landed.map(\.id) == screen.started)
        #expect(await screen.landed.map(\.status) == [200, nil, 200])
        #expect(await client.isDrained())
    }

    @MainActor @Test(.rows("BA-19", "B-CT-8", "CT-R6")) func successAndFailureLandOnTheMainActorForWhoCallsFromThere() async {
        let client = NetClient(transport: ScriptedTransport { .answer($0.url.path == "/v1/bad" ? 500 : 200) })
        var words: [String] = []
        for path in ["/good", "/bad"] {
            let handle = client.dispatch(Net.call(path), on: Net.pool)
            let landing = handle.onLanding { _, result in
                MainActor.assertIsolated()
                switch result {
                case .success(let answer): words.append("\(answer.head.status)")
                case .failure(let error): words.append(error.kind.name)
                }
            }
            await landing.value
        }
        #expect(words == ["200", "status"])
    }

    @Test(.rows("HH-D5")) func aCancelledCallReportsOnce() async {
        let client = NetClient(transport: Net.hanging())
        let heard = Mutex<[NetError.Kind?]>([])
        let handle = client.dispatch(call(.report), on: Net.pool)
        let landing = handle.onLanding { _, result in
            if case .failure(let error) = result { heard.withLock { $0.append(error.kind) } }
        }
        handle.cancel()
        handle.cancel()
        await landing.value
        #expect(await client.isDrained())
        #expect(heard.withLock { $0 } == [.cancelled(.user)])
    }

    @Test(.rows("BA-13", "YB-16", "YT-10"), arguments: [false, true])
    func aSilentCancelCallsNobody(_ isSuperseded: Bool) async {
        let client = NetClient(transport: Net.hanging())
        let heard = Mutex(0)
        let endpoint = Endpoint(
            Net.plan { plan in
                plan.policies.cancelNotice = .silent
                plan.policies.duplicates = isSuperseded ? .cancelOldest : .allowAll
            })
        let handle = client.dispatch(endpoint, on: Net.pool)
        let landing = handle.onLanding { _, _ in heard.withLock { $0 += 1 } }
        if isSuperseded { _ = client.dispatch(endpoint, on: Net.pool) } else { handle.cancel() }
        await landing.value
        #expect(heard.withLock { $0 } == 0)
        // Who waits is told all the same: a wait without an end would be a leak.
        #expect(await handle.error?.kind == .cancelled(isSuperseded ? .superseded : .user))
        client.cancelAll()
        #expect(await client.isDrained())
    }

    @Test(.rows("B-YB-9")) func aStartAfterASilentCancelIsHeard() async {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let endpoint = call(.silent)
        let heard = Mutex<[TaskID]>([])
        let first = client.dispatch(endpoint, on: Net.pool)
        first.onLanding { id, _ in heard.withLock { $0.append(id) } }
        first.cancel()
        #expect(await client.isDrained())
        let second = client.dispatch(endpoint, on: Net.pool)
        let landing = second.onLanding { id, _ in heard.withLock { $0.append(id) } }
        #expect(await eventually { transport.inFlight.count == 1 })
        transport.inFlight.first?.play(.answer(200))
        await landing.value
        #expect(heard.withLock { $0 } == [second.id])
    }

    @Test func aSilentCallStillHearsOfFailuresAndRefusals() async {
        let client = NetClient(transport: Net.failing(.cut))
        let heard = Mutex<[NetError.Kind]>([])
        func listen(_ handle: Handle<RawResponse>) async {
            await handle.onLanding { _, result in
                if case .failure(let error) = result { heard.withLock { $0.append(error.kind) } }
            }.value
        }
        await listen(client.dispatch(call(.silent), on: Net.pool))
        let hanging = NetClient(transport: Net.hanging())
        let refusing = Endpoint(
            Net.plan { plan in
                plan.policies.cancelNotice = .silent
                plan.policies.duplicates = .rejectNewest
            })
        _ = hanging.dispatch(refusing, on: Net.pool)
        await listen(hanging.dispatch(refusing, on: Net.pool))
        #expect(heard.withLock { $0 } == [.cut, .duplicate])
        hanging.cancelAll()
        #expect(await hanging.isDrained())
    }

    @Test(.rows("YB-15")) func whatACallbackHoldsIsLetGoAfterTheLanding() async {
        final class View: Sendable {}
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        weak var watch: View?
        let landing: Task<Void, Never>
        do {
            let view = View()
            watch = view
            landing = client.dispatch(Net.call(), on: Net.pool).onLanding { _, _ in withExtendedLifetime(view) {} }
        }
        #expect(watch != nil)
        #expect(await eventually { transport.inFlight.count == 1 })
        transport.inFlight.first?.play(.answer(200))
        await landing.value
        #expect(await eventually { watch == nil })
    }

    /// The calls of one endpoint share no response, no error, and no sign that they are in progress.
    @Test(.rows("B-CT-6")) func eachCallOfAnEndpointHasItsOwnState() async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let endpoint = Net.call("/list")
        var calls: [Handle<RawResponse>] = []
        for number in 1...3 {
            calls.append(client.dispatch(endpoint, on: Net.pool))
            #expect(await eventually { transport.inFlight.count == number })
        }
        let (first, second, third) = (calls[0], calls[1], calls[2])
        let flights = transport.inFlight
        flights[2].play(.answer(200, body: [2]))
        flights[1].play(.answer(500, body: [1]))
        #expect(try await third.value.body == [2])
        #expect(await second.error?.kind == .status(500))
        #expect(client.count(of: .endpoint("call")) == 1, "one is still loading")
        flights[0].play(.answer(200, body: [0]))
        #expect(try await first.value.body == [0])
        #expect(try await third.value.body == [2])
    }

    /// decode → the row has ended and the table knows it no longer as live → the caller.
    @Test(.rows("HH-D10")) func theRowEndsBeforeTheCallerHears() async {
        let client = NetClient(transport: Net.answering())
        let order = Mutex<[String]>([])
        let endpoint = Endpoint<Int>(Net.plan()) { [weak client] _ in
            order.withLock { $0.append("decode, live: \(client?.snapshot().live.count ?? -1)") }
            return 1
        }
        let handle = client.dispatch(endpoint, on: Net.pool)
        await handle.onLanding { id, _ in
            let snapshot = client.snapshot()
            order.withLock { $0.append("caller, live: \(snapshot.live.count), ended: \(snapshot.ended.map(\.id) == [id])") }
        }.value
        #expect(order.withLock { $0 } == ["decode, live: 1", "caller, live: 0, ended: true"])
    }

    @Test(.rows("YB-13", "B-CT-6", "B-YB-8", "B-BA-3", "B-BA-4"))
    func parallelLandingsKeepTheirOwnAnswersAndDecoders() async throws {
        let transport = Net.hanging()
        var client: NetClient? = NetClient(transport: transport)
        let sizes = client?.dispatch(Endpoint<Int>(Net.plan("/size")) { $0.body.count }, on: Net.pool)
        let texts = client?.dispatch(
            Endpoint<String>(Net.plan("/text")) { String(decoding: $0.body, as: UTF8.self) }, on: Net.pool)
        let raw = client?.dispatch(Net.call("/raw"), on: Net.pool)
        #expect(await eventually { transport.inFlight.count == 3 })
        for transfer in transport.inFlight.reversed() {
            transfer.play(
                .answer(200, headers: ["X-Path": transfer.request.url.path], body: Array(transfer.request.url.path.utf8)))
        }
        #expect(try await sizes?.value == 8)
        #expect(try await texts?.value == "/v1/text")
        let answer = try await raw?.value
        client = nil
        #expect(answer?.head.headers["X-Path"] == "/v1/raw")
        #expect(answer?.body == Array("/v1/raw".utf8), "a value outlives the client")
    }
}
