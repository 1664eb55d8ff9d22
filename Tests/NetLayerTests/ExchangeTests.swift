// One exchange that is called off, at the moments between which the transport gives no chance to say so.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite struct ExchangeTests {
    /// Calls off the exchange that it is told to start, before it has returned.
    private final class HastyTransport: Transport {
        let transfer = StubbornTransport.Exchange(NoObserver())
        let meanwhile = Mutex<(@Sendable () -> Void)?>(nil)

        func start(_ request: WireRequest, observer: any TransferObserver) -> any Transfer {
            meanwhile.withLock { $0 }?()
            return transfer
        }
    }

    private final class NoObserver: TransferObserver {
        func transferEntered(_ phase: Phase) {}
        func transferReceived(head: ResponseHead) {}
        func transferReceived(body: UnsafeRawBufferPointer) -> BodyVerdict { .accepted }
        func transferProgressed(sent: Int64, received: Int64) {}
        func transferSettled() {}
        func transferFinished(_ end: TransferEnd) {}
    }

    /// An exchange that its transport has, and that does not end by itself.
    private func startedExchange() async -> (exchange: Exchange, run: Task<TransferEnd, Never>) {
        let transport = StubbornTransport()
        let (exchange, _) = exchange(NetClient(transport: transport))
        let run = Task { await exchange.run(on: transport) }
        #expect(await eventually { transport.exchanges.count == 1 })
        return (exchange, run)
    }

    private func exchange(_ client: NetClient, _ lane: Attempt.Lane = .first) -> (Exchange, TaskID) {
        let id = client.taskRegistry.openTask(TaskInfo(Net.plan())) { _ in }
        let launch = Launch(attempt: 1, service: "main", request: WireRequest(url: URI("http://a.test/")), startedAt: .zero)
        return (
            Exchange(desk: client.taskRegistry, id: id, launch: launch, lane: lane, followsRedirects: true, sink: nil, held: []),
            id
        )
    }

    @Test func whatIsCalledOffBeforehandDoesNotStart() async {
        let transport = Net.hanging()
        let stage = RetryStage(transport)
        stage.clock.advance(by: .seconds(2))
        let (exchange, _) = exchange(stage.client)
        exchange.abandon(because: .hedge)
        let end = await exchange.run(on: transport)
        #expect(end.failure?.kind == .cancelled(.hedge))
        #expect(end.metrics.total == .seconds(2))
        #expect(transport.requests.isEmpty)
    }

    /// No other copy has outrun it: the call was cancelled, and its race ends with it.
    @Test func whatIsCancelledIsNotOutrun() async {
        let (exchange, run) = await startedExchange()
        exchange.cancel()
        exchange.abandon(because: .hedge)
        #expect(await run.value.failure == TransferFailure(.cancelled(.user)))
    }

    @Test func whatIsCancelledGoesToNoOtherService() async {
        let (exchange, run) = await startedExchange()
        exchange.cancel()
        #expect(!exchange.abandonForRedispatch())
        exchange.transferFinished(TransferEnd(failure: TransferFailure(.cancelled(.user))))
        #expect(await run.value.failure?.kind == .cancelled(.user))
    }

    @Test func whatIsCalledOffWhileItStartsIsCancelled() async {
        let transport = HastyTransport()
        let client = NetClient(transport: transport)
        let (exchange, _) = exchange(client)
        transport.meanwhile.withLock { $0 = { exchange.abandon(because: .hedge) } }
        #expect(await exchange.run(on: client.transport).failure?.kind == .cancelled(.hedge))
        #expect(transport.transfer.cancelCount == 1)
    }

    /// The cancel comes when the task has ended and its exchange is about to start.
    @Test(arguments: [Attempt.Lane.first, .second]) func aTaskThatHasEndedCancelsWhatItStarts(_ lane: Attempt.Lane) async {
        let transport = HastyTransport()
        let client = NetClient(transport: transport)
        let (exchange, id) = exchange(client, lane)
        defer { client.taskRegistry.close(id) }
        client.cancel(id)
        client.taskRegistry.launch(exchange, id, lane, isFirst: true)
        let run = Task { await exchange.run(on: transport) }
        #expect(await eventually { transport.transfer.cancelCount == 1 })
        exchange.transferFinished(TransferEnd())
        _ = await run.value
    }

    /// A cancel reaches both copies by the task's number.
    @Test func aCancelReachesBothCopies() async {
        let transport = StubbornTransport()
        let client = NetClient(transport: transport)
        let (first, id) = exchange(client)
        defer { client.taskRegistry.close(id) }
        let second = Exchange(
            desk: client.taskRegistry, id: id, launch: first.launch, lane: .second, followsRedirects: true, sink: nil, held: [])
        client.taskRegistry.launch(first, id, .first, isFirst: true)
        client.taskRegistry.launch(second, id, .second, isFirst: false)
        let runs = [first, second].map { exchange in Task { await exchange.run(on: transport) } }
        #expect(await eventually { transport.exchanges.count == 2 })
        client.taskRegistry.finishSecond(id, ExchangeRecord(first.launch, head: nil, TransferEnd(), phases: PhaseTimes()))
        client.cancel(id)
        #expect(transport.exchanges.map(\.cancelCount).sorted() == [0, 1])
        for exchange in [first, second] { exchange.transferFinished(TransferEnd()) }
        for run in runs { _ = await run.value }
    }

    @Test func theEndIsHeardOnce() async {
        let transport = StubbornTransport()
        let client = NetClient(transport: transport)
        let (exchange, _) = exchange(client)
        let run = Task { await exchange.run(on: client.transport) }
        #expect(await eventually { !transport.exchanges.isEmpty })
        exchange.transferFinished(TransferEnd(failure: TransferFailure(.cut)))
        exchange.transferFinished(TransferEnd())
        exchange.abandon(because: .hedge)
        #expect(await run.value.failure?.kind == .cut)
        #expect(transport.exchanges[0].cancelCount == 0)
    }
}
