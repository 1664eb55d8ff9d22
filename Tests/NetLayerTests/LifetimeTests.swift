// How long calls live: with the waiting Swift task, with a scope or an owner, or by themselves; and what is made and never started.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct LifetimeTests {
    // MARK: Scopes

    @Test(.rows("YB-12")) func aScopeEndsWhatItStartedAndNothingElse() async {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let outside = client.dispatch(Net.call("/outside"), on: Net.pool)
        let handles: [Handle<RawResponse>]
        do {
            let scope = RequestScope(client)
            let other = RequestScope(client)
            handles = (0..<3).map { scope.dispatch(Net.call("/\($0)"), on: Net.pool) }
            let kept = other.dispatch(Net.call("/other"), on: Net.pool)
            #expect(client.count(of: .scope(scope.id)) == 3)
            #expect(scope.cancelAll() == handles.map(\.id))
            #expect(client.row(kept.id)?.state.isEnded == false)
            #expect(other.cancelAll() == [kept.id])
        }
        for handle in handles { #expect(await handle.error?.kind == .cancelled(.user)) }
        #expect(client.snapshot().live.map(\.id) == [outside.id])
        outside.cancel()
        #expect(await client.isDrained())
    }

    @Test(.rows("YB-12")) func leavingAScopeEndsItsCalls() async {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        func leave(early: Bool) async -> Handle<RawResponse>? {
            let scope = RequestScope(client)
            let handle = scope.dispatch(Net.call(), on: Net.pool)
            let wasSent = await eventually { transport.inFlight.count == 1 }
            #expect(wasSent)
            if early { return handle }
            #expect(transport.inFlight.count == 1)
            return handle
        }
        for early in [true, false] {
            #expect(await leave(early: early)?.error?.kind == .cancelled(.scope))
            #expect(await eventually { transport.inFlight.isEmpty })
            #expect(await client.isDrained())
        }
    }

    @Test(.rows("YB-12", "B-HH-D6", "B-CT-7", "B-YT-4")) func anOwnersCallsEndWithItsLastReferenceThoughTheyAreInTheAir() async {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        var owner: RequestOwner? = RequestOwner(client)
        weak let watch = owner
        let handle = owner?.dispatch(Net.call(), on: Net.pool)
        #expect(await eventually { transport.inFlight.count == 1 })
        owner = nil
        #expect(watch == nil, "the work holds nobody")
        #expect(await eventually { transport.inFlight.isEmpty })
        #expect(await handle?.error?.kind == .cancelled(.scope))
        #expect(await client.isDrained())
    }

    @Test func anOwnerMayStartAgainAfterItHasCancelled() async throws {
        let client = NetClient(transport: Net.answering())
        let owner = RequestOwner(client)
        owner.dispatch(Net.call(), on: Net.pool).cancel()
        #expect(owner.cancelAll().isEmpty)
        #expect(try await owner.dispatch(Net.call(), on: Net.pool).value.head.status == 200)
    }

    @Test(.rows("YB-12", "B-YB-6")) func aDetachedCallLandsInTheEventsWhenNobodyHoldsIt() async {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        var batches = client.events().makeAsyncIterator()
        let id = client.dispatch(Net.call(), on: Net.pool).id
        #expect(await eventually { transport.inFlight.count == 1 })
        transport.inFlight.first?.play(.answer(203))
        var last: TaskRow?
        while last?.state.isEnded != true, let batch = await batches.next() {
            if case .events(let events) = batch { last = events.last { $0.row.id == id }?.row }
        }
        #expect(last?.state == .succeeded)
        #expect(last?.status == 203)
        #expect(await client.isDrained())
    }

    // MARK: Made now, started later

    @Test(.rows("HH-D1", "B-HH-D3")) func whatIsMadeDoesNotRunAndLeavesNothing() async {
        final class Witness: Sendable {}
        let transport = Net.answering()
        let client = NetClient(transport: transport)
        weak var watch: Witness?
        do {
            let witness = Witness()
            watch = witness
            let endpoint = Endpoint<Int>(Net.plan()) { [witness] _ in withExtendedLifetime(witness) { 1 } }
            let prepared = client.prepare(endpoint, on: Net.pool)
            #expect(prepared.id == TaskID(1))
            #expect(client.snapshot().live.isEmpty)
            #expect(client.snapshot().counters.opened == 0)
            #expect(client.liveCount == 0)
        }
        #expect(watch == nil)
        #expect(transport.requests.isEmpty)
        // Its number is not used for another.
        #expect(client.dispatch(Net.call(), on: Net.pool).id == TaskID(2))
        #expect(await client.isDrained())
    }

    @Test(.rows("HH-D1", "HH-D11")) func whatWasMadeStartsOnceUnderItsNumber() async throws {
        let transport = Net.answering()
        let client = NetClient(transport: transport)
        let prepared = client.prepare(Net.call("/made"), on: Net.pool)
        let other = client.dispatch(Net.call("/other"), on: Net.pool)
        let handle = try #require(client.start(prepared))
        #expect(handle.id == prepared.id)
        #expect(handle.id < other.id)
        #expect(prepared.start().id == handle.id)
        #expect(try await handle.value.body == Array("/v1/made".utf8))
        #expect(try await prepared.start().value.body == Array("/v1/made".utf8))
        _ = try await other.value
        #expect(transport.requests.count { $0.url.path == "/v1/made" } == 1)
        #expect(client.snapshot().counters.opened == 2)
        #expect(await client.isDrained())
    }

    @Test(.rows("HH-D3", "B-HH-D9")) func nothingMadeIsNothingSentAndWhatCannotBeBuiltSaysSo() async {
        let transport = Net.answering()
        let client = NetClient(transport: transport)
        #expect(client.start(nil as PreparedRequest<RawResponse>?) == nil)
        #expect(client.snapshot().counters.opened == 0)
        let unbuildable = client.start(client.prepare(Net.call("/{missing}"), on: Net.pool))
        #expect(await unbuildable?.error?.kind == .badRequest)
        #expect(transport.requests.isEmpty)
        #expect(await client.isDrained())
    }

    @Test func whatWasCancelledBeforeItsStartIsARowAndSendsNothing() async {
        let transport = Net.answering()
        let client = NetClient(transport: transport)
        let prepared = client.prepare(Net.call(), on: Net.pool)
        #expect(prepared.cancel())
        #expect(prepared.cancel())
        #expect(client.snapshot().counters.opened == 0)
        let handle = prepared.start()
        #expect(await handle.error?.kind == .cancelled(.user))
        #expect(client.row(handle.id)?.state == .cancelled(.user))
        #expect(!prepared.cancel())
        #expect(await client.isDrained())
        #expect(transport.requests.isEmpty)
    }

    @Test func whatWasMadeIsCancelledInTheAir() async {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let prepared = client.prepare(Net.call(), on: Net.pool)
        prepared.start()
        #expect(await eventually { transport.inFlight.count == 1 })
        #expect(prepared.cancel())
        #expect(!prepared.cancel())
        #expect(await eventually { transport.inFlight.isEmpty })
        #expect(await client.isDrained())
    }

    @Test func startsThatRaceStartOnce() async {
        let transport = Net.answering()
        let client = NetClient(transport: transport)
        for _ in 0..<50 {
            let prepared = client.prepare(Net.call(), on: Net.pool)
            await withTaskGroup { group in
                for _ in 0..<4 { group.addTask { #expect(await prepared.start().error == nil) } }
            }
        }
        #expect(transport.requests.count == 50)
        #expect(await client.isDrained())
    }

    @Test func whatWasMadeObeysTheDuplicatePolicyWhenItStarts() async {
        let client = NetClient(transport: Net.hanging())
        let endpoint = Endpoint(Net.plan { $0.policies.duplicates = .join })
        let prepared = (0..<2).map { _ in client.prepare(endpoint, on: Net.pool) }
        let later = prepared[1].start()
        let joined = prepared[0].start()
        #expect(client.row(joined.id)?.joined == later.id)
        client.cancelAll()
        #expect(await joined.error?.kind == .cancelled(.user))
        #expect(await client.isDrained())
    }
}
