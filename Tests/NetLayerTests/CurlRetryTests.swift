// Retries, hedges and deadlines over real sockets: what goes out again, and that nothing stays open.

import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct CurlRetryTests {
    private func pool(_ servers: FaultServer...) -> ServicePool {
        ServicePool(servers.enumerated().map { Service(name: "s\($0)", baseURL: URI($1.url())) })
    }

    @Test func aRequestWhoseConnectionBreaksGoesOutAgainWhole() async throws {
        let server = try FaultServer { $0.connection == 1 ? FaultReply([.close]) : .answer(body: "done") }
        defer { server.stop() }
        let stage = RetryStage(CurlTransport())
        let handle = stage.client.dispatch(
            Net.retrying {
                $0.method = .put
                $0.body = .bytes(Array("payload".utf8), contentType: "text/plain")
            }, on: pool(server))
        #expect(await stage.sleeps(until: .milliseconds(50)))
        #expect(stage.client.row(handle.id)?.retry?.reason == "cut")
        #expect(server.counts.open == 0)
        stage.clock.advance(by: .milliseconds(50))
        #expect(try await handle.value.body == Array("done".utf8))
        #expect(server.counts.requests.map(\.body) == [Array("payload".utf8), Array("payload".utf8)])
        #expect(await stage.client.isDrained())
    }

    @Test func aPostThatFoundNobodyIsTriedAgain() async throws {
        let gone = try FaultServer { _ in .hang }
        gone.stop()
        let stage = RetryStage(CurlTransport())
        let handle = stage.client.dispatch(Net.retrying { $0.method = .post }, on: pool(gone))
        #expect(await stage.sleeps(until: .milliseconds(50)))
        #expect(stage.client.row(handle.id)?.retry?.reason == "connect")
        handle.cancel()
        #expect(await stage.client.isDrained())
    }

    @Test func aRetryAfterOfARealServerIsHonoured() async throws {
        let server = try FaultServer {
            $0.number == 1 ? .answer(503, headers: [("Retry-After", "7")], body: "") : .answer(body: "ok")
        }
        defer { server.stop() }
        let stage = RetryStage(CurlTransport())
        let handle = stage.client.dispatch(Net.retrying(), on: pool(server))
        #expect(await stage.sleeps(until: .seconds(7)))
        stage.clock.advance(by: .seconds(7))
        #expect(try await handle.value.body == Array("ok".utf8))
        #expect(await stage.client.isDrained())
    }

    @Test func theCopyThatLosesClosesItsSocket() async throws {
        let slow = try FaultServer { _ in .hang }
        defer { slow.stop() }
        let fast = try FaultServer { _ in .answer(body: "fast") }
        defer { fast.stop() }
        let stage = RetryStage(CurlTransport())
        let handle = stage.client.dispatch(
            Endpoint(Net.plan { $0.policies.hedge = .after(.milliseconds(100)) }), on: pool(slow, fast))
        #expect(await eventually { slow.counts.requests.count == 1 && stage.clock.deadlines == [.milliseconds(100)] })
        stage.clock.advance(by: .milliseconds(100))
        #expect(try await handle.value.body == Array("fast".utf8))
        #expect(await eventually { slow.counts.open == 0 })
        #expect(await stage.client.isDrained())
        let row = try #require(stage.client.row(handle.id))
        #expect(row.services == ["s0", "s1"] && row.service == "s1")
        #expect(row.exchanges.last?.phases[.receiving] != nil)
    }

    @Test func theDeadlineClosesTheSocket() async throws {
        let server = try FaultServer { _ in .hang }
        defer { server.stop() }
        let stage = RetryStage(CurlTransport())
        let handle = stage.client.dispatch(Endpoint(Net.plan { $0.policies.deadline = .seconds(30) }), on: pool(server))
        #expect(await eventually { server.counts.requests.count == 1 && stage.clock.deadlines == [.seconds(30)] })
        stage.clock.advance(by: .seconds(30))
        #expect(await handle.error?.kind == .timedOut(.deadline))
        #expect(await eventually { server.counts.open == 0 })
        #expect(await stage.client.isDrained())
    }
}
