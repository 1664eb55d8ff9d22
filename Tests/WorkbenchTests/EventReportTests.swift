// Events as lines for somebody who reads all of them: an end is reported once, whatever gaps there are.

import Testing

@testable import NetLayer
@testable import Workbench

@Suite struct EventReportTests {
    private var table = TaskTable(limits: DispatchLimits(), keepEnded: 100)
    private var report = EventReport()

    private mutating func task(_ endpoint: String) -> TaskID {
        table.openRow(TaskInfo(endpoint: endpoint, title: endpoint, method: .get), at: .zero)
    }

    private mutating func read(_ batch: EventBatch) -> [String] {
        report.receive(batch).map { "\($0.kind.rawValue) \($0.row.info.endpoint)" }
    }

    private mutating func events() -> [String] { read(.events(table.drainEvents())) }
    private mutating func snapshot() -> [String] { read(.snapshot(table.snapshot(at: .seconds(1)))) }

    @Test mutating func whatHadEndedBeforeIsNoPartOfIt() {
        _ = table.endTask(task("description"), .succeeded, at: .zero)
        #expect(snapshot() == [])
        _ = table.drainEvents()
        #expect(snapshot() == [], "nor after a gap")
        _ = table.endTask(task("a"), .succeeded, at: .zero)
        #expect(events() == ["queued a", "ended a"])
    }

    @Test mutating func endsThatFellIntoAGapAreReportedOnce() {
        let ids = [task("a"), task("b"), task("c")]
        #expect(snapshot() == [])
        _ = table.drainEvents()
        _ = table.endTask(ids[0], .succeeded, at: .zero)
        #expect(events() == ["ended a"])
        _ = table.endTask(ids[1], .failed, at: .zero)
        _ = table.drainEvents()
        #expect(snapshot() == ["ended b"], "the end of a is known")
        #expect(snapshot() == [])
        _ = table.endTask(ids[2], .succeeded, at: .zero)
        #expect(events() == ["ended c"])
        #expect(snapshot() == [])
    }

    @Test mutating func aLineSaysWhenItWasTrue() throws {
        let id = task("a")
        _ = snapshot()
        _ = table.drainEvents()
        _ = table.endTask(id, .succeeded, at: .milliseconds(5))
        let last = try #require(table.drainEvents().last)
        let late = try #require(report.receive(.snapshot(table.snapshot(at: .seconds(3)))).first)
        #expect(late.seq == last.seq && late.time == .seconds(3) && late.row.endedAt == .milliseconds(5) && late.decision == nil)
    }
}
