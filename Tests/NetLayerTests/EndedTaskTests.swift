// Rows of tasks that ended elsewhere: they have numbers and events as others do, and leave no work behind.

import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct EndedTaskTests {
    private static func task(_ state: TaskState = .succeeded) -> EndedTask {
        let request = WireRequest(method: .post, url: URI("http://old.test/items"), headers: ["Accept": "a/b"])
        var metrics = TransferMetrics()
        (metrics.total, metrics.bytesSent, metrics.bytesReceived) = (.milliseconds(40), 120, 900)
        var record = ExchangeRecord(
            attempt: 1, service: "old.test", request: request, head: ResponseHead(status: 201), failure: nil,
            metrics: metrics, startedAt: .milliseconds(-59_995))
        record.phases = PhaseTimes([.sending: .zero, .waiting: .milliseconds(10)])
        return EndedTask(
            TaskInfo(endpoint: "add", title: "/items", method: .post, tag: CallTag("old")), state: state,
            openedAt: .seconds(-60), endedAt: .milliseconds(-59_955), exchanges: [record])
    }

    @Test func theRowSaysWhatWasRecorded() throws {
        let client = NetClient(transport: Net.hanging())
        var task = Self.task(.failed)
        (task.reason, task.errorKind) = ("refused", "transport")
        let row = try #require(client.row(of: client.addEnded(task)))
        #expect(row.state == .failed && row.reason == "refused" && row.errorKind == "transport")
        #expect(row.openedAt == .seconds(-60) && row.age(at: client.now) == .milliseconds(45))
        #expect(row.startedAt == .milliseconds(-59_995))
        #expect((row.status, row.service, row.attempt) == (201, "old.test", 1))
        #expect((row.bytesSent, row.bytesReceived) == (120, 900))
        #expect(row.exchanges.first?.phases[.waiting] == .milliseconds(10))
        #expect(row.requests.map(\.url) == [URI("http://old.test/items")])
    }

    @Test func numbersGoOnAndNoWorkIsLeft() async throws {
        let client = NetClient(transport: Net.answering())
        let first = client.dispatch(Net.call(), on: Net.pool)
        let added = client.addEnded(Self.task())
        let second = client.dispatch(Net.call(), on: Net.pool)
        #expect([first.id, added, second.id].map(\.number) == [1, 2, 3])
        _ = try await (first.value, second.value)
        #expect(await client.isDrained())
        let counters = client.snapshot().counters
        #expect(counters.opened == 3 && counters.succeeded == 3 && counters.ended == 3)
    }

    @Test func observersSeeItBeginAndEnd() {
        var table = TaskTable(limits: DispatchLimits(total: 1, perHost: 1), keepEnded: 5)
        let id = table.recordEnded(Self.task(), at: .zero)
        let events = table.drainEvents()
        #expect(events.map(\.kind) == [.queued, .ended])
        #expect(events.allSatisfy { $0.row.id == id })
        #expect(events.map(\.row.state) == [.queued, .succeeded])
        #expect(events.map(\.row.openedAt) == [.zero, .seconds(-60)])
        #expect(table.liveCount == 0)
    }

    @Test func whatHasNoEndHasFailed() {
        var table = TaskTable(limits: DispatchLimits(total: 1, perHost: 1), keepEnded: 5)
        var task = Self.task(.queued)
        task.endedAt = .seconds(-90)
        let id = table.recordEnded(task, at: .zero)
        let row = table.row(id)
        #expect(row?.state == .failed)
        #expect(row?.endedAt == .seconds(-60), "no task ends before it begins")
    }
}
