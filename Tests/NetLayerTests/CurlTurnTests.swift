// Who takes the turns of the transport: a caller while the I/O thread sleeps, and what a caller must not do then.

import Glibc
import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct CurlTurnTests {
    /// Notes the thread that each phase is reported on.
    private final class Threads: TransferObserver {
        private let seen = Mutex<[Phase: pthread_t]>([:])
        let ended = Landing<TransferEnd>()
        let onSending: @Sendable () -> Void
        let onHead: @Sendable () -> Void

        init(onSending: @escaping @Sendable () -> Void = {}, onHead: @escaping @Sendable () -> Void = {}) {
            self.onSending = onSending
            self.onHead = onHead
        }

        func thread(of phase: Phase) -> pthread_t? { seen.withLock { $0[phase] } }

        func transferEntered(_ phase: Phase) {
            seen.withLock { $0[phase] = pthread_self() }
            if phase == .sending { onSending() }
        }
        func transferReceived(head: ResponseHead) { onHead() }
        func transferReceived(body: UnsafeRawBufferPointer) -> BodyVerdict { .accepted }
        func transferProgressed(sent: Int64, received: Int64) {}
        func transferFinished(_ end: TransferEnd) { ended.land(end) }
    }

    private func run(_ transport: CurlTransport, _ url: String, _ observer: Threads) async -> (
        caller: pthread_t, end: TransferEnd
    ) {
        let caller = startHere(transport, url, observer)
        return (caller, await observer.ended.value())
    }

    /// Not async: a function that waits may go on on another thread.
    private func startHere(_ transport: CurlTransport, _ url: String, _ observer: Threads) -> pthread_t {
        _ = transport.start(WireRequest(method: .get, url: URI(url)), observer: observer)
        return pthread_self()
    }

    @Test func requestOnOpenConnectionIsSentByItsCaller() async throws {
        let server = try FaultServer { _ in .answer(body: "ok") }
        let transport = CurlTransport()
        let first = await run(transport, server.url(), Threads())
        #expect(first.end.failure == nil)
        // The thread may not have gone to sleep again when the response is there.
        var isSentByCaller = false
        for _ in 0..<200 where !isSentByCaller {
            let observer = Threads()
            let (caller, end) = await run(transport, server.url(), observer)
            #expect(end.failure == nil)
            isSentByCaller = observer.thread(of: .sending) == caller
        }
        #expect(isSentByCaller)
        transport.shutdown()
    }

    @Test func callerThatShutsDownInItsTurnDoesNotWaitForTheThread() async throws {
        let server = try FaultServer { _ in .answer(body: "ok") }
        // The thread may not have gone to sleep again when the response is there.
        var isShutDownByCaller = false
        for _ in 0..<200 where !isShutDownByCaller {
            let transport = CurlTransport()
            _ = await run(transport, server.url(), Threads())
            let observer = Threads(onSending: { transport.shutdown() })
            let (caller, end) = await run(transport, server.url(), observer)
            #expect(end.failure == nil || end.failure?.kind == .cancelled(.quit))
            isShutDownByCaller = observer.thread(of: .sending) == caller
        }
        #expect(isShutDownByCaller)
    }

    /// The I/O thread reports a head before it reads the commands of its turn: an observer that starts a
    /// transfer then must not take a turn within the turn.
    @Test func observerMayStartATransferOnTheThread() async throws {
        let server = try FaultServer { _ in .answer(body: "ok") }
        let transport = CurlTransport()
        _ = await run(transport, server.url(), Threads())
        for _ in 0..<50 {
            let second = Threads()
            let first = Threads(onHead: {
                _ = transport.start(WireRequest(method: .get, url: URI(server.url())), observer: second)
            })
            #expect(await run(transport, server.url(), first).end.failure == nil)
            #expect(await second.ended.value().failure == nil)
        }
        transport.shutdown()
    }
}
