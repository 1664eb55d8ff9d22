// Who goes first of those that wait: by priority, then by number, and nobody waits for ever.

import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct PriorityTests {
    private func info(_ priority: CallPriority = .normal, parent: TaskID? = nil) -> TaskInfo {
        TaskInfo(parent: parent, endpoint: "e", title: "t", method: .get, priority: priority)
    }

    /// Opens a task for each, behind one that holds the only slot, and lets them go one after another.
    private func served(_ priorities: [CallPriority]) -> [TaskID] {
        var table = TaskTable(limits: DispatchLimits(total: 1), keepEnded: 0)
        var holder = table.openRow(info(), at: .zero)
        _ = table.requestSlot(holder, origin: "a", at: .zero)
        for priority in priorities {
            let id = table.openRow(info(priority), at: .zero)
            _ = table.requestSlot(id, origin: "a", at: .zero)
        }
        var served: [TaskID] = []
        while let next = table.release(holder).first {
            served.append(next)
            holder = next
        }
        return served
    }

    @Test(.rows("YT-8")) func higherPrioritiesGoFirstAndTheOldestFirstWithinOne() {
        #expect(served([.low, .normal, .high]).map(\.number) == [4, 3, 2])
        #expect(served([.high, .high]).map(\.number) == [2, 3])
    }

    @Test(.rows("YT-8")) func everyFourthSlotGoesToTheOldest() {
        let order = served([.low, .low] + Array(repeating: .high, count: 8))
        #expect(order.map(\.number) == [4, 5, 6, 2, 7, 8, 9, 3, 10, 11])
    }

    @Test func aHighPriorityDoesNotPassALimit() {
        var table = TaskTable(limits: DispatchLimits(total: 2, perHost: 1), keepEnded: 0)
        let ids = [CallPriority.normal, .normal, .high, .low].map { table.openRow(info($0), at: .zero) }
        #expect(table.requestSlot(ids[0], origin: "a", at: .zero) == .granted)
        #expect(table.requestSlot(ids[1], origin: "b", at: .zero) == .granted)
        #expect(table.requestSlot(ids[2], origin: "a", at: .zero) == .wait)
        #expect(table.requestSlot(ids[3], origin: "b", at: .zero) == .wait)
        #expect(table.release(ids[1]) == [ids[3]])
        #expect(table.release(ids[0]) == [ids[2]])
    }

    /// Whether the more urgent call joins before the work has asked for its slot, or while it waits already.
    @Test(arguments: [false, true]) func workIsAsUrgentAsTheMostUrgentThatWaitsForIt(_ isLate: Bool) throws {
        var table = TaskTable(limits: DispatchLimits(total: 1), keepEnded: 0)
        let holder = table.openRow(info(), at: .zero)
        _ = table.requestSlot(holder, origin: "a", at: .zero)
        var plan = RequestPlan(id: "e", path: "/")
        plan.policies.duplicates = .join
        let claim = try #require(DuplicateClaim(plan, on: ServicePool([])))
        let normal = table.openRow(info(), at: .zero)
        _ = table.requestSlot(normal, origin: "a", at: .zero)
        let low = table.openRow(info(.low), claim, at: .zero).id
        if isLate { #expect(table.requestSlot(low, origin: "a", at: .zero) == .wait) }
        let high = table.openRow(info(.high), claim, at: .zero)
        #expect(high.opening == .joined(low))
        // One that is less urgent takes nothing back.
        _ = table.openRow(info(.low), claim, at: .zero)
        if !isLate { #expect(table.requestSlot(low, origin: "a", at: .zero) == .wait) }
        #expect(table.release(holder) == [low])
        #expect(table.release(low) == [normal])
        #expect(table.release(normal).isEmpty)
        for id in [holder, low, normal] + table.liveIDs.filter({ ![holder, low, normal].contains($0) }) {
            _ = table.endTask(id, .succeeded, at: .zero)
            _ = table.workReturned(id)
        }
        _ = table.drainEvents()
        #expect(table.liveCount == 0, "the place that was left is gone too")
    }

    @Test(.rows("YT-8")) func theClientsQueueObeysPriorities() async {
        let transport = Net.hanging()
        let client = NetClient(transport: transport, limits: DispatchLimits(total: 1))
        func call(_ path: String, _ priority: CallPriority) {
            _ = client.dispatch(Endpoint(Net.plan(path) { $0.policies.priority = priority }), on: Net.pool)
        }
        call("/0", .low)
        #expect(await eventually { transport.inFlight.count == 1 })
        call("/low", .low)
        call("/normal", .normal)
        call("/high", .high)
        #expect(client.snapshot().queue.map(\.number) == [4, 3, 2])
        #expect(await eventually { client.liveCount == 23 }, "all of them stand in the line")
        for count in 1...4 {
            #expect(await eventually { transport.requests.count == count && transport.inFlight.count == 1 })
            transport.inFlight.first?.play(.answer(200))
        }
        #expect(await client.isDrained())
        #expect(transport.requests.map(\.url.path) == ["/v1/0", "/v1/high", "/v1/normal", "/v1/low"])
    }

    @Test func turnsSortByPriorityAndThenByNumber() {
        func turn(_ priority: CallPriority, _ number: UInt64) -> QueueTurn { QueueTurn(priority: priority, id: TaskID(number)) }
        let sorted = [turn(.high, 3), turn(.high, 9), turn(.normal, 1), turn(.low, 2)]
        #expect(sorted.reversed().sorted() == sorted)
        #expect(CallPriority.allCases.map(\.name) == ["low", "normal", "high"])
        #expect(CallPriority.allCases.sorted() == [.low, .normal, .high])
    }

    @Test func onlyWhoWaitsForASlotHasATurn() {
        var table = TaskTable(limits: DispatchLimits(total: 1), keepEnded: 5)
        let runs = table.openRow(info(), at: .zero)
        table.enter(.waiting, runs, at: .zero)
        let waits = table.openRow(info(.high), at: .zero)
        let ended = table.openRow(info(), at: .zero)
        _ = table.endTask(ended, .failed, at: .zero)
        _ = table.openRow(TaskInfo(kind: .group, endpoint: "e", title: "g", method: .get), at: .zero)
        _ = table.openRow(info(), joining: waits, at: .zero)
        let snapshot = table.snapshot(at: .zero)
        #expect(snapshot.queue == [waits])
        #expect(snapshot.live.first { $0.id == waits }?.turn == QueueTurn(priority: .high, id: waits))
    }
}
