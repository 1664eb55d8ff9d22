// One exchange that is called off, at the moments between which the transport gives no chance to say so.

import Synchronization
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
        func transferFinished(_ end: TransferEnd) {}
    }

    private func exchange(_ client: NetClient, _ lane: Attempt.Lane = .first) -> (Exchange, TaskID) {
        let id = client.desk.open(TaskInfo(Net.plan())) { _ in }
        let launch = Launch(attempt: 1, service: "main", request: WireRequest(url: URI("http://a.test/")), startedAt: .zero)
        return (Exchange(client: client, id: id, launch: launch, lane: lane, sink: nil, followsRedirects: true, held: []), id)
    }

    @Test func whatIsCalledOffBeforehandDoesNotStart() async {
        let transport = Net.hanging()
        let stage = RetryStage(transport)
        stage.clock.advance(by: .seconds(2))
        let (exchange, _) = exchange(stage.client)
        exchange.abandon()
        let end = await exchange.run()
        #expect(end.failure?.kind == .cancelled(.hedge))
        #expect(end.metrics.total == .seconds(2))
        #expect(transport.requests.isEmpty)
    }

    @Test func whatIsCalledOffWhileItStartsIsCancelled() async {
        let transport = HastyTransport()
        let client = NetClient(transport: transport)
        let (exchange, _) = exchange(client)
        transport.meanwhile.withLock { $0 = { exchange.abandon() } }
        #expect(await exchange.run().failure?.kind == .cancelled(.hedge))
        #expect(transport.transfer.cancelCount == 1)
    }

    @Test(arguments: [Attempt.Lane.first, .second]) func aTaskThatHasEndedCancelsWhatItStarted(_ lane: Attempt.Lane) async {
        let transport = HastyTransport()
        let client = NetClient(transport: transport)
        let (exchange, id) = exchange(client, lane)
        transport.meanwhile.withLock { meanwhile in
            meanwhile = {
                client.cancel(id)
                exchange.transferFinished(TransferEnd())
            }
        }
        _ = await exchange.run()
        #expect(transport.transfer.cancelCount == 1)
    }

    @Test func theEndIsHeardOnce() async {
        let transport = StubbornTransport()
        let client = NetClient(transport: transport)
        let (exchange, _) = exchange(client)
        let run = Task { await exchange.run() }
        while transport.exchanges.isEmpty { await Task.yield() }
        exchange.transferFinished(TransferEnd(failure: TransferFailure(.cut)))
        exchange.transferFinished(TransferEnd())
        exchange.abandon()
        #expect(await run.value.failure?.kind == .cut)
        #expect(transport.exchanges[0].cancelCount == 0)
    }
}
