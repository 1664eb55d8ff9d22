// A call's own wishes on their way through the client: destination, behaviour, timeouts; and what comes of failures before anything is sent.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct RequestWiringTests {
    private static let pool = ServicePool(
        [
            Service(
                name: "x",
                deployments: [.init(.test, baseURL: URI("http://x.test")), .init(.release, baseURL: URI("http://x.release"))]),
            Service(name: "y", deployments: [.init(.test, baseURL: URI("http://y.test"), cdnURL: URI("http://y.cdn"))]),
        ], environment: .test)

    private static func endpoint(_ path: String = "/p", _ change: (inout Endpoint<RawResponse>) -> Void) -> Endpoint<RawResponse>
    {
        Net.call(path).with(change)
    }

    @Test(.rows("HD-2", "HD-19")) func aCallGoesWhereItWishes() async throws {
        let transport = Net.answering()
        let client = NetClient(transport: transport)
        let calls = [
            Self.endpoint { _ in }, Self.endpoint { $0.plan.destination.environment = .release },
            Self.endpoint { $0.plan.destination.service = "y" },
            Self.endpoint {
                $0.plan.destination = Destination(service: "y"); $0.plan.destination.usesCDN = true
            },
            Self.endpoint { $0.plan.destination.baseURL = URI("http://z") },
            Self.endpoint { $0.plan.destination.requiresTLS = true },
        ]
        var ids: [TaskID] = []
        for call in calls {
            let handle = client.dispatch(call, on: Self.pool)
            ids.append(handle.id)
            _ = try await handle.value
        }
        #expect(
            transport.requests.map(\.url.revealed) == [
                "http://x.test/p", "http://x.release/p", "http://y.test/p", "http://y.cdn/p", "http://z/p", "https://x.test/p",
            ])
        #expect(ids.map { client.row($0)?.exchanges.first?.service } == ["x", "x", "y", "y", "", "x"], "a row names the service")
    }

    @Test(.rows("B-HH-S6")) func whatThePoolLacksFailsTheCallAlone() async throws {
        let transport = Net.answering()
        let client = NetClient(transport: transport)
        let unknown = await client.dispatch(Self.endpoint { $0.plan.destination.service = "w" }, on: Self.pool).error
        #expect(
            unknown?.kind == .badRequest && unknown?.detail == "the pool has no service named 'w'"
                && unknown?.attempted == "GET /p")
        let lacking = await client.dispatch(
            Self.endpoint { $0.plan.destination = Destination(service: "y", environment: .release) }, on: Self.pool
        ).error
        #expect(lacking?.detail == "the service 'y' has no base URL in the environment 'release'; it has one in: test")
        #expect(transport.requests.isEmpty)
        #expect(try await client.send(Self.endpoint { _ in }, on: Self.pool).head.status == 200)
        #expect(await client.isDrained())
    }

    @Test func anEndpointsBehaviourIsAskedWhenTheCallRuns() async throws {
        let transport = Net.answering()
        let client = NetClient(transport: transport)
        let clock = Mutex(0)
        let endpoint = Self.endpoint {
            $0.behaviour.request.parameters = { context in
                await Task.yield()
                return [Parameter("n", .plain("\(clock.withLock { $0 += 1; return $0 }) of task \(context.task)"), in: .query)]
            }
            $0.behaviour.request.signer = ClosureAdapter { request, context in
                request.headers.set(
                    HeaderField("X-Sign", "\(request.url.query ?? "") \(context.service?.name ?? "-") \(context.attempt)"))
            }
        }
        #expect(clock.withLock { $0 } == 0)
        let one = client.dispatch(endpoint, on: Self.pool)
        _ = try await one.value
        let two = client.dispatch(endpoint, on: Self.pool)
        _ = try await two.value
        #expect(
            transport.requests.map { $0.headers["X-Sign"] } == [
                "n=1%20of%20task%20\(one.id) x 1", "n=2%20of%20task%20\(two.id) x 1",
            ])
    }

    @Test func aCancelFindsACallThatIsStillBeingAsked() async throws {
        let transport = Net.answering()
        let client = NetClient(transport: transport)
        let asked = Landing<Bool>()
        let go = Landing<Bool>()
        let handle = client.dispatch(
            Self.endpoint {
                $0.behaviour.request.adapters = [
                    ClosureAdapter { _, _ in
                        asked.land(true)
                        _ = await go.value()
                    }
                ]
            }, on: Self.pool)
        _ = await asked.value()
        #expect(handle.cancel())
        #expect(await handle.error?.kind == .cancelled(.user))
        go.land(true)
        #expect(await client.isDrained())
        #expect(transport.requests.isEmpty, "nothing goes out any more")
    }

    @Test func whatAnAdapterThrowsEndsTheCallUnsent() async throws {
        struct Refusal: Error {}
        let transport = Net.answering()
        let client = NetClient(transport: transport)
        let handle = client.dispatch(
            Self.endpoint { $0.behaviour.request.adapters = [ClosureAdapter { _, _ in throw Refusal() }] }, on: Self.pool)
        #expect(await handle.error?.detail == "the adapter ClosureAdapter failed: Refusal()")
        #expect(client.row(handle.id)?.state == .failed)
        #expect(transport.requests.isEmpty)
        #expect(await client.isDrained())
    }

    /// The middle layer knows no transport: the same call over each gives the same answer.
    @Test(.rows("HD-1")) func callersDoNotSeeWhichTransportThereIs() async throws {
        let server = try FaultServer { .answer(body: "\($0.method) \($0.target) \($0.body.count)") }
        defer { server.stop() }
        func call(_ transport: any Transport) async throws -> String {
            let client = NetClient(transport: transport)
            let pool = ServicePool([Service(name: "s", baseURL: URI(server.url()))])
            let plan = RequestPlan(id: "x", method: .post, path: "/a", body: .json(["a": 1]))
            return try await client.send(Endpoint(plan) { String(decoding: $0.body, as: UTF8.self) }, on: pool)
        }
        let scripted = ScriptedTransport { .answer(200, body: Array("\($0.method) \($0.url.path) \($0.body.count)".utf8)) }
        #expect(try await call(CurlTransport()) == "POST /a 7")
        #expect(try await call(scripted) == "POST /a 7")
    }

    @Test(.rows("HH-G4", "BA-8", "HD-4")) func theTimeoutsOfTheKindGoOut() async throws {
        let transport = Net.answering()
        var generator = RequestGenerator()
        generator.timeouts = TimeoutPolicy(data: .seconds(8))
        let client = NetClient(transport: transport, generator: generator)
        for kind in [nil, RequestKind.upload, .download] {
            _ = try await client.send(Self.endpoint { $0.plan.kind = kind }, on: Self.pool)
        }
        let photo = MultipartBody([.init(name: "photo", content: .bytes([1]), fileName: "a.png")])
        _ = try await client.send(
            Self.endpoint {
                $0.plan.method = .post
                $0.plan.body = .multipart(photo)
            }, on: Self.pool)
        #expect(transport.requests.map(\.timeouts.total) == [.seconds(8), .seconds(16), nil, .seconds(16)])
    }
}
