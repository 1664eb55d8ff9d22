// The client's own queue: how many requests are in the air in all and for one host, and who is next.

import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct NetClientLimitTests {
    @Test func noMoreThanTheLimitInAllAreInTheAir() async {
        let transport = Net.hanging()
        let client = NetClient(transport: transport, limits: DispatchLimits(total: 3, perHost: 3))
        let handles = (0..<9).map { client.dispatch(Net.call("http://h\($0).test/"), on: Net.pool) }
        #expect(await eventually { transport.inFlight.count == 3 })
        for left in stride(from: 8, through: 0, by: -1) {
            #expect(transport.inFlight.count <= 3)
            transport.inFlight.first?.play(.answer(200))
            #expect(await eventually { client.snapshot().live.count == left })
            #expect(await eventually { transport.inFlight.count == min(3, left) })
        }
        #expect(transport.requests.count == 9)
        for handle in handles { #expect(await handle.error == nil) }
        #expect(await client.isDrained())
    }

    @Test func aHostAtItsLimitHoldsUpNoOther() async {
        let transport = Net.hanging()
        let client = NetClient(transport: transport, limits: DispatchLimits(total: 10, perHost: 2))
        for _ in 0..<5 { _ = client.dispatch(Net.call("http://busy.test/"), on: Net.pool) }
        for _ in 0..<2 { _ = client.dispatch(Net.call("http://idle.test/"), on: Net.pool) }
        #expect(await eventually { transport.inFlight.count == 4 })
        #expect(transport.inFlight.count { $0.request.url.host == "busy.test" } == 2)
        // What has just started may not have entered a phase yet.
        #expect(await eventually { client.snapshot().live.count { $0.state == .queued } == 3 })
        client.cancelAll()
        #expect(await client.isDrained())
    }

    @Test func theSamePortsOfOneHostAreOneOrigin() async {
        let transport = Net.hanging()
        let client = NetClient(transport: transport, limits: DispatchLimits(total: 10, perHost: 1))
        for url in ["http://a.test/", "http://A.test:80/", "http://u:p@a.test/", "http://a.test:81/", "https://a.test/"] {
            _ = client.dispatch(Net.call(url), on: Net.pool)
        }
        #expect(await eventually { transport.inFlight.count == 3 })
        #expect(await eventually { client.snapshot().live.count { $0.state == .queued } == 2 })
        client.cancelAll()
        #expect(await client.isDrained())
    }

    @Test func thoseWhoWaitGoInTheOrderOfTheirNumbers() async {
        let transport = Net.hanging()
        let client = NetClient(transport: transport, limits: DispatchLimits(total: 1))
        let first = client.dispatch(Net.call("/0"), on: Net.pool)
        #expect(await eventually { transport.inFlight.count == 1 })
        let others = (1...40).map { client.dispatch(Net.call("/\($0)"), on: Net.pool) }
        // All of them stand in the line: their rows say for what they wait.
        #expect(await eventually { others.allSatisfy { client.row($0.id)?.decisions.isEmpty == false } })
        for number in 0...40 {
            #expect(await eventually { transport.inFlight.map(\.request.url.path) == ["/v1/\(number)"] })
            transport.inFlight.first?.play(.answer(200))
        }
        #expect(await client.isDrained())
        #expect(transport.requests.map(\.url.path) == (0...40).map { "/v1/\($0)" })
        #expect(await first.error == nil)
    }

    @Test func aTaskThatFailsToBuildTakesNoSlot() async throws {
        let client = NetClient(transport: Net.answering(), limits: DispatchLimits(total: 1))
        for _ in 0..<10 { #expect(await client.dispatch(Net.call("/{x}"), on: Net.pool).error?.kind == .badRequest) }
        #expect(try await client.send(Net.call(), on: Net.pool).head.status == 200)
        #expect(await client.isDrained())
    }
}
