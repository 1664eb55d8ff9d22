// The gate of a client sees each request as it is sent, and a refused request does not reach the transport.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct RequestGateTests {
    /// Refuses all methods but the safe ones.
    private static let safeOnly = RequestGate { request, _ in request.method.isSafe ? nil : "\(request.method) is refused" }

    private func client(
        _ transport: ScriptedTransport, _ gate: RequestGate = safeOnly, limits: DispatchLimits = DispatchLimits(),
        retry: RetryPolicy? = nil
    ) -> NetClient {
        var behaviour = ClientBehaviour()
        behaviour.gate = gate
        return NetClient(transport: transport, limits: limits, policies: CallPolicies(retry: retry), behaviour: behaviour)
    }

    @Test func aRefusedRequestEndsAsARowWithTheReason() async throws {
        let transport = Net.answering()
        let client = client(transport)
        let handle = client.dispatch(Endpoint(Net.plan { $0.method = .delete }), on: Net.pool)
        let error = try #require(await handle.error)
        #expect(error.kind == .notAllowed)
        #expect(error.detail.contains("DELETE is refused"))
        #expect(error.attempted == "DELETE http://api.test/v1/items")
        let row = try #require(client.row(handle.id))
        #expect(row.state == .failed)
        #expect(row.errorKind == "not_allowed")
        #expect(row.reason.contains("DELETE is refused"))
        #expect(!row.isPerhapsReceived)
        #expect(transport.requests.isEmpty)
    }

    @Test func allowedRequestsAreSent() async throws {
        let transport = Net.answering()
        #expect(try await client(transport).send(Net.call(), on: Net.pool).head.status == 200)
        #expect(transport.requests.map(\.method) == [.get])
    }

    @Test func anAdapterCannotHideAnUnsafeMethod() async {
        let transport = Net.answering()
        var endpoint = Net.call()
        endpoint.behaviour.request = RequestBehaviour(adapters: [ClosureAdapter { request, _ in request.method = .put }])
        let call = endpoint
        let error = await client(transport).failure { client throws(NetError) in _ = try await client.send(call, on: Net.pool) }
        #expect(error?.kind == .notAllowed)
        #expect(transport.requests.isEmpty)
    }

    @Test func aRedirectAsksAgain() async {
        let transport = ScriptedTransport {
            $0.url.path == "/v1/start" ? .redirect(307, to: "http://other.test/there") : .answer(200)
        }
        let gate = RequestGate { request, _ in request.url.host == "other.test" ? "not there" : nil }
        let plan = Net.plan("/start") { $0.method = .post }
        let error = await client(transport, gate).failure { client throws(NetError) in
            _ = try await client.send(Endpoint(plan), on: Net.pool)
        }
        #expect(error?.kind == .notAllowed)
        #expect(error?.attempted == "POST http://other.test/there")
        #expect(transport.requests.map { "\($0.url)" } == ["http://api.test/v1/start"])
    }

    @Test func eachAttemptAsksAgain() async {
        let asked = Mutex(0)
        let gate = RequestGate { _, _ in
            let count = asked.withLock { count in
                count += 1
                return count
            }
            return count > 1 ? "only once" : nil
        }
        let transport = Net.failing(.cut)
        let client = client(transport, gate, retry: RetryPolicy(attempts: 3, base: .zero, cap: .zero))
        let error = await client.failure { client throws(NetError) in _ = try await client.send(Net.call(), on: Net.pool) }
        #expect(error?.kind == .notAllowed)
        #expect(transport.requests.count == 1)
        #expect(asked.withLock { $0 } == 2)
    }

    @Test func aStreamAsks() async {
        let transport = Net.answering()
        let client = client(transport)
        let plan = Net.plan { $0.method = .post }
        let error = await client.failure { client throws(NetError) in _ = try await client.stream(plan, on: Net.pool).value }
        #expect(error?.kind == .notAllowed)
        #expect(transport.requests.isEmpty)
    }

    @Test func aRefusedRequestFreesItsSlot() async throws {
        let transport = Net.answering()
        let client = client(transport, limits: DispatchLimits(total: 1, perHost: 1))
        for _ in 0..<3 {
            let handle = client.dispatch(Endpoint(Net.plan { $0.method = .delete }), on: Net.pool)
            #expect(await handle.error?.kind == .notAllowed)
        }
        #expect(try await client.send(Net.call(), on: Net.pool).head.status == 200)
        #expect(await client.isDrained())
    }

    @Test func theGateKnowsPoolEnvironmentAndAgreements() async throws {
        let seen = Mutex<[RequestGate.Facts]>([])
        let gate = RequestGate { _, facts in
            seen.withLock { $0.append(facts) }
            return nil
        }
        let deployments = [
            Deployment(.test, baseURL: URI("http://test.test")), Deployment(.release, baseURL: URI("http://release.test")),
        ]
        let pool = ServicePool([Service(name: "main", deployments: deployments)], id: "shop", environment: .test)
        let client = client(Net.answering(), gate)
        _ = try await client.send(Net.call(), on: pool)
        let plan = Net.plan {
            $0.destination.environment = .release
            $0.agreements = ["release"]
        }
        _ = try await client.send(Endpoint(plan), on: pool)
        #expect(
            seen.withLock { $0 } == [
                RequestGate.Facts(pool: "shop", environment: .test),
                RequestGate.Facts(pool: "shop", environment: .release, agreements: ["release"]),
            ])
    }
}
