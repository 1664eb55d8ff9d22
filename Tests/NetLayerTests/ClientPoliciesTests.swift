// The client's policies: they reach every call that says nothing of its own, however it is started, rule by rule.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct ClientPoliciesTests {
    private func client(_ transport: any Transport, _ change: (inout CallPolicies) -> Void) -> NetClient {
        var policies = CallPolicies()
        change(&policies)
        return NetClient(transport: transport, policies: policies)
    }

    @Test(.rows("YB-11")) func theClientsDuplicatePolicyHoldsForCallsWithoutOne() async throws {
        let transport = Net.hanging()
        let client = client(transport) { $0.duplicates = .join }
        let handles = (0..<3).map { _ in client.dispatch(Net.call(), on: Net.pool) }
        let other = client.dispatch(Endpoint(Net.plan { $0.policies.duplicates = .allowAll }), on: Net.pool)
        #expect(await eventually { transport.inFlight.count == 2 })
        transport.inFlight.forEach { $0.play(.answer(200, body: [7])) }
        for handle in handles + [other] { #expect(try await handle.value.body == [7]) }
        #expect(transport.requests.count == 2, "three are one, and who says otherwise runs by itself")
        // Also where nobody would need a task of his own.
        async let first = client.send(Net.call(), on: Net.pool)
        async let second = client.send(Net.call(), on: Net.pool)
        #expect(await eventually { client.snapshot().live.count == 2 && transport.inFlight.count == 1 })
        transport.inFlight.forEach { $0.play(.answer(200, body: [8])) }
        #expect(try await [first.body, second.body] == [[8], [8]])
        #expect(transport.requests.count == 3)
    }

    @Test func theClientsLikenessAndAgeHoldToo() async throws {
        let transport = Net.hanging()
        let client = client(transport) {
            $0.duplicates = .cancelOldest
            $0.likeness = .sameEndpoint
            $0.maxJoinAge = .zero
        }
        let old = client.dispatch(Net.call("/a"), on: Net.pool)
        let new = client.dispatch(Net.call("/b"), on: Net.pool)
        #expect(await old.error?.kind == .cancelled(.superseded))
        #expect(client.row(new.id)?.state.isEnded == false)
        client.cancelAll()
        #expect(await client.isDrained())
        let clock = VirtualClock()
        let young = NetClient(
            transport: transport,
            policies: {
                var policies = CallPolicies()
                policies.duplicates = .join
                policies.maxJoinAge = .seconds(1)
                return policies
            }(), time: clock.source)
        let first = young.dispatch(Net.call(), on: Net.pool)
        clock.advance(by: .seconds(2))
        let second = young.dispatch(Net.call(), on: Net.pool)
        #expect(await eventually { transport.inFlight.count == 2 })
        _ = (first, second)
        young.cancelAll()
        #expect(await young.isDrained())
    }

    @Test func theClientsPriorityAndTagReachEveryWayToStart() async throws {
        let client = client(Net.answering()) {
            $0.priority = .high
            $0.tag = CallTag("all", message: "Busy")
        }
        func check(_ id: TaskID, _ what: String) {
            #expect(client.row(id)?.info.priority == .high && client.row(id)?.info.tag?.scope == "all", "\(what)")
        }
        check(client.dispatch(Net.call(), on: Net.pool).id, "dispatched")
        check(client.prepare(Net.call(), on: Net.pool).start().id, "prepared")
        check(try await client.stream(Net.plan(), on: Net.pool).value.id, "read as a stream")
        _ = try await client.send(Net.call("/sent"), on: Net.pool)
        #expect(await client.isDrained())
        #expect(client.snapshot().ended.allSatisfy { $0.info.priority == .high }, "and sent")
        let own = Endpoint(
            Net.plan {
                $0.policies.priority = .low
                $0.policies.tag = CallTag("own", message: "")
            })
        let handle = client.dispatch(own, on: Net.pool)
        #expect(client.row(handle.id)?.info.priority == .low && client.row(handle.id)?.info.tag?.scope == "own")
        #expect(await client.isDrained())
    }

    @Test func theClientsPriorityReachesTheMembersOfAGroup() async throws {
        let client = client(Net.answering()) { $0.priority = .high }
        _ = try await client.run(RequestGroup("g", [.call(Net.call("/a"), on: Net.pool)]), mode: .collectAll)
        #expect(await client.isDrained())
        let members = client.snapshot().ended.filter { $0.info.parent != nil }
        #expect(members.count == 1 && members.allSatisfy { $0.info.priority == .high })
    }

    @Test func theClientsNoticeAndOneShotHold() async throws {
        let silent = client(Net.hanging()) {
            $0.cancelNotice = .silent
            $0.isBodyOneShot = true
            $0.retry = .standard
        }
        let heard = Mutex<[String]>([])
        let quiet = silent.dispatch(Net.call(), on: Net.pool)
        let loud = silent.dispatch(Endpoint(Net.plan { $0.policies.cancelNotice = .report }), on: Net.pool)
        let prepared = silent.prepare(Net.call(), on: Net.pool).start()
        for (name, handle) in [("quiet", quiet), ("loud", loud), ("prepared", prepared)] {
            handle.onLanding { _, _ in heard.withLock { $0.append(name) } }
        }
        silent.cancelAll()
        #expect(await eventually { heard.withLock { $0 } == ["loud"] })
        #expect(await silent.isDrained())
        let transport = Net.failing(.connect)
        let once = client(transport) {
            $0.isBodyOneShot = true
            $0.retry = .standard
        }
        #expect(await once.dispatch(Net.call(), on: Net.pool).error?.kind == .connect)
        #expect(transport.requests.count == 1)
    }
}
