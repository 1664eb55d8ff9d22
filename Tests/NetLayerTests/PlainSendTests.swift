// Calls that are sent by who waits for them, without a task of their own: every way in which they end, and who is sent so at all.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct PlainSendTests {
    private final class NoHook: Hooks {
        let name = "none"
    }

    private func send(_ client: NetClient, _ path: String = "/items") -> Task<NetError?, Never> {
        Task {
            await client.failure { (client: NetClient) throws(NetError) in _ = try await client.send(Net.call(path), on: Net.pool)
            }
        }
    }

    // MARK: Who is

    @Test func aPlainCallWaitsForNobody() {
        let client = NetClient(transport: Net.answering())
        #expect(client.canSendInCallerTask(Net.call(), on: Net.pool))
        #expect(client.canSendInCallerTask(Net.call("http://other.test/"), on: ServicePool([])))
    }

    @Test func whoAsksOrWaitsForTimeHasATask() {
        let plain = NetClient(transport: Net.answering())
        let changes: [@Sendable (inout RequestPlan) -> Void] = [
            { $0.policies.deadline = .seconds(1) }, { $0.policies.retry = .standard },
            { $0.policies.hedge = .after(.seconds(1)) }, { $0.policies.duplicates = .join },
            { $0.policies.priority = .high }, { $0.policies.tag = CallTag("t") },
        ]
        for change in changes {
            let endpoint = Endpoint<RawResponse>(Net.plan("/items", change))
            #expect(!plain.canSendInCallerTask(endpoint, on: Net.pool))
        }
        for policies in [CallPolicies(retry: .standard), CallPolicies(deadline: .seconds(1))] {
            #expect(!NetClient(transport: Net.answering(), policies: policies).canSendInCallerTask(Net.call(), on: Net.pool))
        }
        var hooked = ClientBehaviour()
        hooked.hooks = [NoHook()]
        #expect(!NetClient(transport: Net.answering(), behaviour: hooked).canSendInCallerTask(Net.call(), on: Net.pool))
        var endpoint = Net.call()
        endpoint.behaviour.hooks = [NoHook()]
        #expect(!plain.canSendInCallerTask(endpoint, on: Net.pool))
        let asking = Service(
            name: "asks", deployments: [Deployment(.standard, baseURL: URI("http://a.test/"))], behaviour: RequestBehaviour())
        #expect(!plain.canSendInCallerTask(Net.call(), on: ServicePool([Net.service, asking])))
    }

    // MARK: How they end

    @Test func theAnswerComesAndNothingIsLeft() async throws {
        let client = NetClient(transport: Net.answering())
        #expect(try await client.send(Net.call("/a"), on: Net.pool).body == Array("/v1/a".utf8))
        #expect(client.liveCount == 0, "its work has returned when it lands")
        let row = try #require(client.snapshot().ended.first)
        #expect(row.state == .succeeded && row.exchanges.count == 1 && row.status == 200)
    }

    @Test func anErrorIsCompleteAsThatOfATask() async throws {
        let client = NetClient(transport: Net.failing(.cut))
        let sent = try #require(await send(client).value)
        let dispatched = try #require(await client.dispatch(Net.call(), on: Net.pool).error)
        #expect(sent == dispatched)
        #expect(sent.kind == .cut && sent.endpoint == "call" && sent.service == "main" && sent.attempts == 1)
        #expect(client.snapshot().ended.map(\.errorKind) == ["cut", "cut"])
        #expect(await client.isDrained())
    }

    @Test func whoeverCancelsSaysWhy() async {
        for reason in [CancelReason.user, .quit] {
            let transport = Net.hanging()
            let client = NetClient(transport: transport)
            let waiter = send(client)
            #expect(await eventually { transport.inFlight.count == 1 })
            #expect(client.cancelAll(because: reason).count == 1)
            #expect(await waiter.value?.kind == .cancelled(reason))
            #expect(client.snapshot().ended.map(\.state) == [.cancelled(reason)])
            #expect(transport.inFlight.isEmpty && client.liveCount == 0)
            #expect(client.snapshot().counters.late == 0)
        }
    }

    @Test func aCancelReachesWhoWaitsForASlotAndTheNextGoesOn() async {
        let transport = Net.hanging()
        let client = NetClient(transport: transport, limits: DispatchLimits(total: 1))
        let first = send(client, "/first")
        #expect(await eventually { transport.inFlight.count == 1 })
        let second = send(client, "/second")
        #expect(await eventually { client.snapshot().live.count == 2 })
        let third = send(client, "/third")
        #expect(await eventually { client.snapshot().live.count == 3 })
        second.cancel()
        #expect(await second.value?.kind == .cancelled(.scope))
        first.cancel()
        #expect(await first.value?.kind == .cancelled(.scope))
        #expect(await eventually { transport.inFlight.map(\.request.url.path) == ["/v1/third"] })
        transport.inFlight.first?.play(.answer(200))
        #expect(await third.value == nil)
        #expect(transport.requests.map(\.url.path) == ["/v1/first", "/v1/third"])
        #expect(client.liveCount == 0)
    }

    /// The answer is dropped when the cancel was first, and counted.
    @Test func anAnswerAfterTheCancelIsLate() async {
        let transport = StubbornTransport()
        let client = NetClient(transport: transport)
        let waiter = send(client)
        #expect(await eventually { transport.exchanges.count == 1 })
        client.cancelAll()
        #expect(transport.exchanges[0].cancelCount == 1)
        transport.exchanges[0].observer.transferReceived(head: ResponseHead(status: 200))
        transport.exchanges[0].observer.transferFinished(TransferEnd())
        #expect(await waiter.value?.kind == .cancelled(.user))
        #expect(client.snapshot().counters.late == 1)
        #expect(client.snapshot().ended.map(\.state) == [.cancelled(.user)])
        #expect(client.liveCount == 0)
    }

    @Test func cancelsAndAnswersAtOnceLandEveryCallOnce() async {
        let transport = Net.hanging()
        let client = NetClient(transport: transport, limits: DispatchLimits(total: 8, perHost: 8))
        let waiters = (0..<200).map { send(client, "/\($0)") }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for number in stride(from: 0, to: 200, by: 3) { waiters[number].cancel() } }
            group.addTask {
                while client.snapshot().counters.ended < 200 {
                    transport.inFlight.forEach { $0.play(.answer(200)) }
                    await Task.yield()
                }
            }
        }
        var cancelled = 0
        for waiter in waiters {
            guard let error = await waiter.value else { continue }
            #expect(error.kind == .cancelled(.scope))
            cancelled += 1
        }
        let counters = client.snapshot().counters
        #expect(counters.cancelled == cancelled && counters.succeeded == 200 - cancelled)
        #expect(client.liveCount == 0 && transport.inFlight.isEmpty)
    }

    @Test func aDeadlineEndsACallThatIsSent() async {
        let transport = Net.hanging()
        let stage = RetryStage(transport)
        let endpoint = Endpoint<RawResponse>(Net.plan { $0.policies.deadline = .seconds(5) })
        let waiter = Task {
            await stage.client.failure { (client: NetClient) throws(NetError) in _ = try await client.send(endpoint, on: Net.pool)
            }
        }
        #expect(await eventually { transport.inFlight.count == 1 && stage.clock.deadlines == [.seconds(5)] })
        stage.clock.advance(by: .seconds(5))
        #expect(await waiter.value?.kind == .timedOut(.deadline))
        #expect(await eventually { transport.inFlight.isEmpty })
        #expect(await stage.client.isDrained())
    }

    /// The limit of the whole attempt holds for the redirects too, with nobody but the transport to watch the time.
    @Test func theLimitIsCutByWhatARedirectTook() async {
        let transport = Net.hanging()
        let stage = RetryStage(transport)
        let endpoint = Endpoint<RawResponse>(Net.plan { $0.timeouts.total = .seconds(5) })
        let waiter = Task {
            await stage.client.failure { (client: NetClient) throws(NetError) in _ = try await client.send(endpoint, on: Net.pool)
            }
        }
        #expect(await eventually { transport.inFlight.count == 1 })
        stage.clock.advance(by: .seconds(2))
        transport.inFlight.first?.play(.redirect(302, to: "/next"))
        #expect(await eventually { transport.requests.count == 2 && transport.inFlight.count == 1 })
        #expect(transport.requests.map(\.timeouts.total) == [.seconds(5), .seconds(3)])
        stage.clock.advance(by: .seconds(3))
        transport.inFlight.first?.play(.redirect(302, to: "/late"))
        #expect(await waiter.value?.kind == .timedOut(.total))
        #expect(transport.requests.count == 2 && stage.client.liveCount == 0)
    }

    @Test func aTransportThatShutsDownEndsThem() async throws {
        let server = try FaultServer { _ in .hang }
        defer { server.stop() }
        let transport = CurlTransport()
        let client = NetClient(transport: transport)
        let waiters = (0..<5).map { send(client, server.url("/\($0)")) }
        #expect(await eventually { server.counts.requests.count == 5 })
        transport.shutdown()
        for waiter in waiters { #expect(await waiter.value?.kind == .cancelled(.quit)) }
        #expect(await send(client, server.url()).value?.kind == .cancelled(.quit), "nothing starts afterwards")
        #expect(client.snapshot().counters.cancelled == 6)
        #expect(client.liveCount == 0)
    }
}
