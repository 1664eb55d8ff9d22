// The task table as a state machine: random orders against a model, and the single rules one by one.

import TestSupport
import Testing

@testable import NetLayer

@Suite struct TaskTableTests {
    private let info = TaskInfo(endpoint: "e", title: "t", method: .get)

    private func table(total: Int = 2, perHost: Int = 2, keepEnded: Int = 10) -> TaskTable {
        TaskTable(limits: DispatchLimits(total: total, perHost: perHost), keepEnded: keepEnded)
    }

    @Test(.rows("B-HD-7")) func aThousandRandomOrdersKeepEveryInvariant() throws {
        for seed in 0..<1_000 as Range<UInt64> {
            do {
                var driver = TaskTableDriver(seed: seed)
                try driver.run(steps: 80)
            } catch {
                Issue.record("seed \(seed)")
                throw error
            }
        }
    }

    @Test func aRowIsQueuedBeforeAnythingElse() {
        var table = table()
        let id = table.openRow(info, at: .seconds(1))
        let snapshot = table.snapshot(at: .seconds(2))
        #expect(snapshot.live.map(\.id) == [id])
        #expect(snapshot.live.first?.state == .queued)
        #expect(snapshot.live.first?.age(at: .seconds(3)) == .seconds(2))
        #expect(table.drainEvents().map(\.kind) == [.queued])
        #expect(table.drainEvents().isEmpty == true)
    }

    @Test func theFirstEndCountsAndALaterResultIsLate() {
        var table = table()
        let id = table.openRow(info, at: .zero)
        #expect(table.endTask(id, .succeeded, at: .zero) == true)
        #expect(table.endTask(id, .failed, at: .zero) == false)
        #expect(table.counters.succeeded == 1)
        #expect(table.counters.failed == 0)
        #expect(table.counters.late == 1)
    }

    @Test func theCancelThatReachesCancelledWorkIsNoLateResult() {
        var table = table()
        let id = table.openRow(info, at: .zero)
        #expect(table.cancel([id, id], .group, at: .zero) == [id])
        #expect(table.endTask(id, .cancelled(.user), at: .zero) == false)
        #expect(table.counters.late == 0)
        #expect(table.snapshot(at: .zero).ended.first?.state == .cancelled(.group))
    }

    @Test func aStateThatIsNoEndEndsNothing() {
        var table = table()
        let id = table.openRow(info, at: .zero)
        #expect(table.endTask(id, .running(.waiting), at: .zero) == false)
        #expect(table.isLive(id))
    }

    @Test func theLineIsInTheOrderOfTheNumbers() {
        var table = table(total: 1)
        let ids = (0..<4).map { _ in table.openRow(info, at: .zero) }
        #expect(table.requestSlot(ids[0], origin: "a", at: .zero) == .granted)
        for id in [ids[3], ids[1], ids[2]] { #expect(table.requestSlot(id, origin: "a", at: .zero) == .wait) }
        var served: [TaskID] = []
        var holder = ids[0]
        while let next = table.release(holder).first {
            served.append(next)
            holder = next
        }
        #expect(served == [ids[1], ids[2], ids[3]])
    }

    @Test func whoComesBackAfterARedirectIsQueuedAgainInFrontOfYoungerTasks() {
        var table = table(total: 1)
        let ids = (0..<3).map { _ in table.openRow(info, at: .zero) }
        for id in ids { _ = table.requestSlot(id, origin: "a", at: .zero) }
        table.enter(.receiving, ids[0], at: .zero)
        #expect(table.release(ids[0]) == [ids[1]])
        _ = table.drainEvents()
        #expect(table.requestSlot(ids[0], origin: "a", at: .zero) == .wait)
        #expect(table.drainEvents().map(\.row.state) == [.queued])
        #expect(table.release(ids[1]) == [ids[0]])
    }

    @Test func aFullOriginHoldsUpNoOther() {
        var table = table(total: 3, perHost: 1)
        let ids = (0..<4).map { _ in table.openRow(info, at: .zero) }
        #expect(table.requestSlot(ids[0], origin: "a", at: .zero) == .granted)
        #expect(table.requestSlot(ids[1], origin: "a", at: .zero) == .wait)
        #expect(table.requestSlot(ids[2], origin: "b", at: .zero) == .granted)
        #expect(table.requestSlot(ids[3], origin: "c", at: .zero) == .granted)
        #expect(table.release(ids[2]).isEmpty == true)
        #expect(table.release(ids[0]) == [ids[1]])
    }

    @Test func aCancelledWaiterIsPassedOver() {
        var table = table(total: 1)
        let ids = (0..<3).map { _ in table.openRow(info, at: .zero) }
        for id in ids { _ = table.requestSlot(id, origin: "a", at: .zero) }
        _ = table.cancel([ids[1]], .user, at: .zero)
        #expect(table.release(ids[0]) == [ids[2]])
    }

    @Test func aSlotIsHeldUntilTheWorkOfACancelledTaskReturns() {
        var table = table(total: 1)
        let ids = (0..<2).map { _ in table.openRow(info, at: .zero) }
        for id in ids { _ = table.requestSlot(id, origin: "a", at: .zero) }
        _ = table.cancel([ids[0]], .user, at: .zero)
        #expect(table.holdsSlot(ids[0]))
        #expect(!table.holdsSlot(ids[1]))
        #expect(table.workReturned(ids[0]) == [ids[1]])
    }

    @Test func aSecondCopyTakesAFreeSlotOrNone() {
        var table = table(total: 3, perHost: 2)
        let ids = (0..<4).map { _ in table.openRow(info, at: .zero) }
        #expect(table.requestSlot(ids[0], origin: "a", at: .zero) == .granted)
        #expect(table.requestSecondSlot(ids[0], origin: "a") == true)
        #expect(table.requestSecondSlot(ids[0], origin: "b") == false, "one second copy a task")
        #expect(table.requestSlot(ids[1], origin: "a", at: .zero) == .wait, "the host is full")
        #expect(table.requestSlot(ids[2], origin: "b", at: .zero) == .granted)
        #expect(table.requestSecondSlot(ids[2], origin: "b") == false, "all slots are taken")
        #expect(table.requestSlot(ids[3], origin: "b", at: .zero) == .wait)
        #expect(table.releaseSecond(ids[0]) == [ids[1]])
        #expect(table.releaseSecond(ids[0]).isEmpty == true)
        #expect(table.release(ids[2]) == [ids[3]])
        #expect(table.requestSecondSlot(TaskID(99), origin: "c") == false, "no such task")
    }

    @Test func aSecondCopyDoesNotOvertakeWhoWaits() {
        var table = table(total: 9, perHost: 1)
        let ids = (0..<3).map { _ in table.openRow(info, at: .zero) }
        #expect(table.requestSlot(ids[0], origin: "a", at: .zero) == .granted)
        #expect(table.requestSlot(ids[1], origin: "a", at: .zero) == .wait)
        #expect(table.requestSecondSlot(ids[2], origin: "a") == false)
        #expect(table.requestSecondSlot(ids[2], origin: "b") == true)
        #expect(table.cancel([ids[2]], .user, at: .zero) == [ids[2]])
        #expect(table.requestSecondSlot(ids[2], origin: "c") == false, "it has ended")
        #expect(table.drainAbandonedWork() == [ids[2]])
        #expect(table.liveCount > 0)
        #expect(table.releaseSecond(ids[2]).isEmpty == true)
        for id in ids {
            _ = table.endTask(id, .succeeded, at: .zero)
            _ = table.workReturned(id)
        }
        _ = table.drainEvents()
        #expect(table.liveCount == 0)
    }

    @Test func whoWithdrawsIsPassedOver() {
        var table = table(total: 1)
        let ids = (0..<3).map { _ in table.openRow(info, at: .zero) }
        for id in ids { _ = table.requestSlot(id, origin: "a", at: .zero) }
        table.withdraw(ids[1])
        #expect(table.release(ids[0]) == [ids[2]])
        #expect(table.requestSlot(ids[1], origin: "a", at: .zero) == .wait)
        #expect(table.release(ids[2]) == [ids[1]])
    }

    @Test func theCopyThatLostStandsBeforeAllOfTheAnswers() {
        var table = table()
        let id = table.openRow(info, at: .zero)
        func record(_ attempt: Int, _ kind: NetError.Kind? = nil) -> ExchangeRecord {
            ExchangeRecord(
                attempt: attempt, service: "s", request: WireRequest(url: URI("http://a/")), head: nil,
                failure: kind.map { TransferFailure($0) }, metrics: TransferMetrics(), startedAt: .zero)
        }
        table.record(record(1, .cut), redirected: false, id, at: .zero)
        for _ in 0..<2 { table.record(record(2), redirected: true, id, at: .zero) }
        table.recordSecond(record(3, .cancelled(.hedge)), id)
        #expect(table.row(id)?.exchanges.map(\.attempt) == [1, 3, 2, 2])
        table.recordSecond(record(4, .cut), id)
        #expect(table.row(id)?.exchanges.map(\.attempt) == [1, 3, 2, 2, 4])
        #expect(table.row(id)?.traceWeight == table.row(id)?.exchanges.reduce(0) { $0 + $1.weight })
    }

    @Test func aRowThatJoinsHasAllThatTheWorkHasSoFar() {
        var work = TaskRow(id: TaskID(1), info: info, state: .running(.receiving), openedAt: .seconds(1))
        work.startedAt = .seconds(2)
        (work.attempt, work.service, work.status) = (3, "s", 200)
        (work.bytesSent, work.bytesReceived, work.excerpt) = (5, 7, [1, 2])
        work.exchanges = [
            ExchangeRecord(
                attempt: 1, service: "s", request: WireRequest(url: URI("http://a/")), head: nil,
                failure: TransferFailure(.cut), metrics: TransferMetrics(), startedAt: .zero)
        ]
        work.traceWeight = 9
        let row = work.joining(as: TaskID(2), info, to: work.id, at: .seconds(4))
        #expect(row.id == TaskID(2) && row.joined == work.id && row.state == work.state)
        // Its time begins when it joins.
        #expect(row.openedAt == .seconds(4) && row.startedAt == .seconds(4))
        #expect(row.attempt == 3 && row.service == "s" && row.status == 200)
        #expect(row.bytesSent == 5 && row.bytesReceived == 7 && row.excerpt == work.excerpt)
        #expect(row.exchanges == work.exchanges && row.traceWeight == 9)
        work.startedAt = nil
        #expect(work.joining(as: TaskID(3), info, to: work.id, at: .seconds(4)).startedAt == nil)
    }

    @Test func askingTwiceTakesOneSlot() {
        var table = table(total: 1)
        let ids = (0..<2).map { _ in table.openRow(info, at: .zero) }
        #expect(table.requestSlot(ids[0], origin: "a", at: .zero) == .granted)
        #expect(table.requestSlot(ids[0], origin: "b", at: .zero) == .refused)
        #expect(table.requestSlot(ids[1], origin: "a", at: .zero) == .wait)
        #expect(table.requestSlot(ids[1], origin: "a", at: .zero) == .refused)
        #expect(table.release(ids[1]).isEmpty == true)
    }

    @Test func progressAfterARedirectComesOnTopOfWhatTheRedirectTook() {
        var table = table()
        let id = table.openRow(info, at: .zero)
        var metrics = TransferMetrics()
        metrics.bytesReceived = 500
        metrics.bytesSent = 50
        let record = ExchangeRecord(
            attempt: 1, service: "", request: WireRequest(url: URI("http://a/")), head: nil, failure: nil, metrics: metrics,
            startedAt: .zero)
        table.record(record, redirected: true, id, at: .zero)
        table.progress(id, sent: 1, received: 100, at: .zero)
        #expect(table.snapshot(at: .zero).live.first?.bytesReceived == 600)
        #expect(table.snapshot(at: .zero).live.first?.bytesSent == 51)
    }

    @Test func onlyTheNewestEndedRowsAreKept() {
        var table = table(keepEnded: 2)
        let ids = (0..<3).map { _ in table.openRow(info, at: .zero) }
        for id in ids { _ = table.endTask(id, .succeeded, at: .zero) }
        #expect(table.snapshot(at: .zero).ended.map(\.id) == [ids[1], ids[2]])
        var none = self.table(keepEnded: -1)
        let id = none.openRow(info, at: .zero)
        _ = none.endTask(id, .succeeded, at: .zero)
        #expect(none.snapshot(at: .zero).ended.isEmpty)
    }

    @Test func aLimitBelowOneStillLetsOneRun() {
        var limits = DispatchLimits()
        limits.total = 0
        limits.perHost = -3
        var table = TaskTable(limits: limits, keepEnded: 0)
        let id = table.openRow(info, at: .zero)
        #expect(table.requestSlot(id, origin: "a", at: .zero) == .granted)
    }

    @Test func everyCollectionCountsAsLive() {
        var table = table(total: 1)
        let ids = (0..<2).map { _ in table.openRow(info, at: .zero) }
        for id in ids { _ = table.requestSlot(id, origin: "a", at: .zero) }
        for id in ids { _ = table.endTask(id, .failed, at: .zero) }
        _ = table.workReturned(ids[1])
        _ = table.drainEvents()
        #expect(table.liveCount > 0)
        _ = table.workReturned(ids[0])
        #expect(table.liveCount == 0)
    }

    private func launched(_ table: inout TaskTable, joined: Bool = false) -> [TaskID] {
        var plan = RequestPlan(id: "e", path: "/")
        plan.policies.duplicates = .join
        guard joined, let claim = DuplicateClaim(plan, on: ServicePool([])) else {
            let id = table.openRow(info, at: .zero)
            table.launch(launch, id)
            return [id]
        }
        let ids = (0..<2).map { _ in table.openRow(info, claim, at: .zero).id }
        table.launch(launch, ids[0])
        return ids
    }

    private var launch: Launch {
        Launch(attempt: 1, service: "s", request: WireRequest(url: URI("http://a/")), startedAt: .seconds(1))
    }

    @Test func aPhaseBeginsWhenItIsToldUnlessTheTimesAreKnown() {
        var table = table()
        let id = launched(&table)[0]
        table.enter(.connecting, id, at: .seconds(3))
        #expect(table.row(id)?.flight?.phases.entered.map(\.at) == [.seconds(2)])
        var times = PhaseTimes()
        times.enter(.connecting, at: .milliseconds(1))
        times.enter(.sending, at: .milliseconds(2))
        table.enter(.sending, id, times: times, at: .seconds(9))
        #expect(table.row(id)?.flight?.phases == times)
        #expect(table.row(id)?.state == .running(.sending))
    }

    @Test func aPhaseThatIsToldTwiceIsOneEventAndKeepsTheNewestTimes() {
        var table = table()
        let id = launched(&table)[0]
        table.enter(.sending, id, times: PhaseTimes(), at: .seconds(2))
        _ = table.drainEvents()
        var times = PhaseTimes()
        times.enter(.sending, at: .milliseconds(2))
        table.enter(.sending, id, times: times, at: .seconds(3))
        #expect(table.drainEvents().isEmpty == true)
        #expect(table.row(id)?.flight?.phases == times)
    }

    @Test func whoHasJoinedHasTheTimesToo() {
        var table = table()
        let ids = launched(&table, joined: true)
        #expect(table.joined(to: ids[0]) == [ids[1]])
        _ = table.drainEvents()
        var times = PhaseTimes()
        times.enter(.waiting, at: .milliseconds(5))
        table.enter(.waiting, ids[0], times: times, at: .seconds(2))
        #expect(table.drainEvents().map(\.row.id).sorted() == ids)
        for id in ids { #expect(table.row(id)?.flight?.phases == times) }
    }

    @Test func aPhaseOfWhatHasEndedOrHasNothingInTheAirIsHarmless() {
        var table = table()
        let ids = [table.openRow(info, at: .zero), launched(&table)[0]]
        table.enter(.sending, ids[0], times: PhaseTimes(), at: .zero)
        #expect(table.row(ids[0])?.state == .running(.sending) && table.row(ids[0])?.flight == nil)
        _ = table.endTask(ids[1], .failed, at: .zero)
        _ = table.drainEvents()
        table.enter(.sending, ids[1], times: PhaseTimes(), at: .zero)
        #expect(table.drainEvents().isEmpty == true)
        #expect(table.row(ids[1])?.state == .failed)
    }
}
