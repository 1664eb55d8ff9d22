// Measured runs by the engine: the rows of their members, the limits, what a cancel ends, two requests in turns.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct PacedRunTests {
    private final class Ends: Sendable {
        private let ends = Mutex<[PacedEnd]>([])
        var all: [PacedEnd] { ends.withLock { $0 } }
        func add(_ end: PacedEnd) { ends.withLock { $0.append(end) } }
    }

    private func request(_ path: String = "/items") -> PacedRequest {
        PacedRequest(path, on: Net.pool) { Endpoint<Void>(Net.plan(path)) { _ in } }
    }

    private func pace(rate: Int? = nil, count: Int, warmUp: Duration = .zero, atOnce: Int = 1_000) -> RunPace {
        RunPace(rate: rate.flatMap { RequestRate($0, per: .seconds(1)) }, count: count, warmUp: warmUp, atOnce: atOnce)
    }

    @Test func membersStartWhenTheyAreDue() async throws {
        let clock = VirtualClock()
        let client = NetClient(transport: Net.answering(), time: clock.source)
        let ends = Ends()
        let run = client.startPaced("ten", [request()], at: pace(rate: 10, count: 4, warmUp: .milliseconds(200))) { ends.add($0) }
        for count in 1...6 {
            #expect(await eventually { ends.all.count == count })
            #expect(client.members(of: run.id).count == count, "a member has no row before it starts")
            if count < 6 {
                #expect(await eventually { !clock.deadlines.isEmpty })
                clock.advance(by: .milliseconds(100))
            }
        }
        await run.waitForEnd()
        let group = try #require(client.row(of: run.id))
        #expect(group.state == .succeeded && group.members?.total == 6 && group.members?.ended == 6)
        let rows = client.members(of: run.id)
        let dues: [Duration?] = (0..<6).map { Duration.milliseconds(100) * $0 }
        #expect(rows.map(\.pacing?.due) == dues)
        #expect(rows.map(\.pacing?.isWarmUp) == [true, true, false, false, false, false])
        #expect(ends.all.allSatisfy { $0.error == nil && $0.row.state.isEnded && $0.turn == 0 })
        #expect(await client.isDrained())
    }

    @Test func membersTakeSlotsBesideTheLimits() async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport, limits: DispatchLimits(total: 2, perHost: 1))
        let run = client.startPaced("many", [request("/paced")], at: pace(count: 20, atOnce: 5))
        #expect(await eventually { transport.inFlight.count == 5 })
        let others = (0..<2).map { client.dispatch(Net.call("/other/\($0)"), on: Net.pool) }
        #expect(await eventually { transport.inFlight.count == 6 })
        #expect(await eventually { client.row(of: others[1].id)?.state == .queued }, "the limits hold for other requests")
        #expect(transport.inFlight.count == 6)
        run.cancel()
        others.forEach { $0.cancel() }
        await run.waitForEnd()
        #expect(await client.isDrained())
    }

    @Test func aGroupMayIgnoreTheLimitsToo() async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport, limits: DispatchLimits(total: 2, perHost: 2))
        var group = Net.group("a", "b", "c", "d", limit: 3)
        group.ignoresLimits = true
        let handle = client.start(group, mode: .collectAll)
        #expect(await eventually { transport.inFlight.count == 3 })
        handle.cancel()
        #expect(await client.isDrained())
    }

    /// Without an end of the run, a loop would begin members of the ended group for ever.
    @Test func aCancelEndsTheRun() async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let ends = Ends()
        let run = client.startPaced("all", [request()], at: pace(count: 1_000, atOnce: 3)) { ends.add($0) }
        #expect(await eventually { transport.inFlight.count == 3 })
        run.cancel()
        await run.waitForEnd()
        #expect(ends.all.count == 3 && ends.all.allSatisfy { $0.row.state == .cancelled(.group) })
        #expect(client.row(of: run.id)?.state == .cancelled(.user))
        #expect(await client.isDrained())
    }

    @Test func twoRequestsTakeTurnsInGroupsOfTheirOwn() async throws {
        let transport = ScriptedTransport { request in
            ScriptedTransport.Step.answer(request.url.path.hasSuffix("/b") ? 503 : 200)
        }
        let client = NetClient(transport: transport)
        let ids = (client.reserveTaskID(), client.reserveTaskID())
        let requests = [("/a", ids.0), ("/b", ids.1)].map { path, id in
            PacedRequest(path, on: Net.pool, as: id) { Endpoint<Void>(Net.plan(path)) { _ in } }
        }
        let run = client.startPaced("two", requests, at: pace(count: 5, atOnce: 1))
        await run.waitForEnd()
        #expect(transport.requests.map { $0.url.path.suffix(2) } == ["/a", "/b", "/a", "/b", "/a"])
        #expect(client.members(of: run.id).map(\.id) == [ids.0, ids.1])
        let (first, second) = (client.row(of: ids.0), client.row(of: ids.1))
        #expect(first?.state == .succeeded && first?.members?.total == 3)
        #expect(second?.state == .failed && second?.reason == "2 requests failed" && second?.members?.total == 2)
        #expect(client.row(of: run.id)?.reason == "2 requests failed")
        #expect(await client.isDrained())
    }
}
