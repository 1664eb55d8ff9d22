// What an exchange tells the table: everything since the last turn of the transport in one go, each phase with its own time.

import TestSupport
import Testing

@testable import NetLayer

@Suite struct ExchangeNewsTests {
    private let stage = RetryStage(StubbornTransport())

    private func exchange(_ lane: Attempt.Lane = .first) -> (Exchange, TaskID) {
        let id = stage.client.taskRegistry.openTask(TaskInfo(Net.plan())) { _ in }
        let launch = Launch(
            attempt: 1, service: "main", request: WireRequest(url: URI("http://a.test/")), startedAt: stage.clock.now)
        let exchange = Exchange(
            desk: stage.client.taskRegistry, id: id, launch: launch, lane: lane, followsRedirects: true,
            excerptBytes: 0, sink: nil, held: [])
        stage.client.taskRegistry.launch(exchange, id, lane, isFirst: true)
        return (exchange, id)
    }

    private var seq: UInt64 { stage.client.snapshot().seq }

    @Test func phasesOfOneTurnAreOneEventWithAllTheirTimes() throws {
        stage.clock.advance(by: .seconds(1))
        let (exchange, id) = exchange()
        defer { stage.client.taskRegistry.close(id) }
        let before = seq
        exchange.transferEntered(.resolving)
        stage.clock.advance(by: .milliseconds(10))
        exchange.transferEntered(.connecting)
        stage.clock.advance(by: .milliseconds(20))
        exchange.transferEntered(.sending)
        #expect(seq == before, "nothing is told before the turn is over")
        stage.clock.advance(by: .milliseconds(40))
        exchange.transferSettled()
        let row = try #require(stage.client.row(id))
        #expect(seq == before + 1)
        #expect(row.state == .running(.sending))
        let phases = try #require(row.flight?.phases)
        #expect(phases.entered.map(\.phase) == [.resolving, .connecting, .sending])
        #expect(phases.entered.map(\.at) == [.zero, .milliseconds(10), .milliseconds(30)])
        exchange.transferSettled()
        #expect(seq == before + 1, "what was told is not told again")
    }

    @Test func aHeadIsAPhaseAndAStatus() throws {
        let (exchange, id) = exchange()
        defer { stage.client.taskRegistry.close(id) }
        exchange.transferEntered(.waiting)
        exchange.transferSettled()
        let before = seq
        stage.clock.advance(by: .seconds(1))
        exchange.transferReceived(head: ResponseHead(status: 418))
        #expect(stage.client.row(id)?.status == nil)
        exchange.transferSettled()
        let row = try #require(stage.client.row(id))
        #expect(row.status == 418 && row.flight?.head?.status == 418 && row.state == .running(.receiving))
        #expect(row.flight?.phases[.receiving] == .seconds(1))
        #expect(seq == before + 1)
    }

    @Test func ofProgressOnlyTheNewestIsTold() throws {
        let (exchange, id) = exchange()
        defer { stage.client.taskRegistry.close(id) }
        let before = seq
        for count in 1...5 as ClosedRange<Int64> { exchange.transferProgressed(sent: count, received: 10 * count) }
        exchange.transferSettled()
        let row = try #require(stage.client.row(id))
        #expect(row.bytesSent == 5 && row.bytesReceived == 50)
        #expect(seq == before + 1)
    }

    @Test func theSecondCopyAndOneThatIsCalledOffTellNothing() {
        let (second, secondID) = exchange(.second)
        let (abandoned, id) = exchange()
        defer { for id in [secondID, id] { stage.client.taskRegistry.close(id) } }
        abandoned.abandon(because: .hedge)
        let before = seq
        for exchange in [second, abandoned] {
            exchange.transferEntered(.sending)
            exchange.transferReceived(head: ResponseHead(status: 200))
            exchange.transferProgressed(sent: 1, received: 1)
            exchange.transferSettled()
        }
        #expect(seq == before)
    }

    /// What was never told is in the record all the same.
    @Test func theRecordHasWhatTheLastTurnDidNotTell() {
        let (exchange, id) = exchange()
        defer { stage.client.taskRegistry.close(id) }
        exchange.transferEntered(.sending)
        exchange.transferSettled()
        stage.clock.advance(by: .seconds(1))
        exchange.transferEntered(.waiting)
        exchange.transferReceived(head: ResponseHead(status: 200))
        [UInt8]("ab".utf8).withUnsafeBytes { _ = exchange.transferReceived(body: $0) }
        let outcome = exchange.outcome(TransferEnd())
        let record = outcome.record
        #expect(record.head?.status == 200 && outcome.body == Array("ab".utf8) && !outcome.isStreamed)
        #expect(record.phases.entered.map(\.phase) == [.sending, .waiting, .receiving])
        #expect(record.phases[.receiving] == .seconds(1))
        #expect(exchange.outcome(TransferEnd()).body.isEmpty, "it is handed out once")
    }
}
