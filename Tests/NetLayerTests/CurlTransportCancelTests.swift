// Cancelling: at once, in every phase, exactly one end, and no socket left.

import CStalledLookup
import Glibc
import NetLayer
import Synchronization
import TestSupport
import Testing

@Suite struct CurlTransportCancelTests {
    private func until(_ recorder: CurlRecorder, _ phase: Phase) async {
        #expect(await eventually { recorder.record.phases.last == phase }, "\(phase) was not reached")
    }

    @Test func aCancelledExchangeEndsOnceAndItsSocketIsClosed() async throws {
        let server = try FaultServer { _ in .hang }
        defer { server.stop() }
        let transport = CurlTransport()
        let recorder = CurlRecorder()
        let transfer = transport.start(WireRequest(url: URI(server.url())), observer: recorder)
        await until(recorder, .waiting)
        for _ in 0..<3 { transfer.cancel() }
        let seen = await recorder.ended(within: .seconds(3))
        #expect(seen.kind == .cancelled(.user))
        #expect(await eventually(within: .seconds(3)) { server.counts.open == 0 })
        transfer.cancel()
        transfer.resume()
        // Another exchange goes through the loop after all of that: whatever would come late has come.
        _ = await transport.get("http://127.0.0.1:1/")
        #expect(recorder.record.ends.count == 1 && recorder.record.late == 0)
    }

    @Test func aConnectUnderWayIsAborted() async throws {
        let listener = try FullBacklogListener()
        let transport = CurlTransport()
        let before = ProcessFacts.connections(toPort: listener.port, .synSent)
        let recorders = (0..<20).map { _ in CurlRecorder() }
        let transfers = recorders.map { transport.start(WireRequest(url: URI(listener.url())), observer: $0) }
        #expect(await eventually { ProcessFacts.connections(toPort: listener.port, .synSent) == before + 20 })
        for transfer in transfers { transfer.cancel() }
        for recorder in recorders { #expect(await recorder.ended(within: .seconds(3)).kind == .cancelled(.user)) }
        #expect(await eventually(within: .seconds(3)) { ProcessFacts.connections(toPort: listener.port, .synSent) == before })
    }

    @Test func aStalledLookupHoldsUpNeitherItsCancelNorOtherTransfers() async throws {
        let server = try FaultServer { _ in .answer(body: "hello") }
        defer { server.stop() }
        defer { stalled_lookup_release("cancelled.stalled.test") }
        let transport = CurlTransport()
        let recorders = (0..<10).map { _ in CurlRecorder() }
        let transfers = recorders.enumerated().map {
            transport.start(WireRequest(url: URI("http://host\($0).cancelled.stalled.test/")), observer: $1)
        }
        #expect(
            await eventually { stalled_lookup_waiting("cancelled.stalled.test") == 10 },
            "libcurl does not use the interposed getaddrinfo")
        // No clock is asked: all of this happens while the lookups stand still, as they do until the test ends.
        for _ in 0..<20 { #expect(await transport.get(server.url()).text == "hello") }
        for transfer in transfers { transfer.cancel() }
        for recorder in recorders { #expect(await recorder.ended().kind == .cancelled(.user)) }
        #expect(await transport.get(server.url()).text == "hello")
        #expect(recorders.allSatisfy { $0.record.phases == [.resolving] })
        #expect(stalled_lookup_waiting("cancelled.stalled.test") == 10)
    }

    @Test func aStalledLookupRunsIntoTheConnectLimitAndDoesNotHoldUpShutdown() async throws {
        defer { stalled_lookup_release("limited.stalled.test") }
        let transport = CurlTransport()
        let limited = WireRequest(url: URI("http://limited.stalled.test/"), timeouts: Timeouts(connect: .milliseconds(200)))
        #expect(await transport.exchange(limited).kind == .timedOut(.connect))
        let recorder = CurlRecorder()
        _ = transport.start(WireRequest(url: URI("http://last.limited.stalled.test/")), observer: recorder)
        await until(recorder, .resolving)
        transport.shutdown()
        #expect(recorder.record.kind == .cancelled(.quit))
        #expect(stalled_lookup_waiting("limited.stalled.test") > 0, "it did not wait for the lookup")
    }

    /// A socket that can be written to always can: watched for that without need, it would wake the thread without end.
    @Test func whoWaitsForAnAnswerIsWokenByNothingElse() async throws {
        let server = try FaultServer { _ in .hang }
        defer { server.stop() }
        let transport = CurlTransport()
        let recorder = CurlRecorder()
        let transfer = transport.start(WireRequest(url: URI(server.url())), observer: recorder)
        await until(recorder, .waiting)
        #expect(await eventually { ProcessFacts.watchedEvents(toPort: server.port) == [UInt32(POLLIN)] })
        transfer.cancel()
        #expect(await recorder.ended().kind == .cancelled(.user))
        #expect(await eventually { ProcessFacts.watchedEvents(toPort: server.port).isEmpty })
    }

    @Test func fiveHundredHangingExchangesAreCancelledTogether() async throws {
        CurlTransport.raiseOpenFileLimit()
        let server = try FaultServer { _ in .hang }
        defer { server.stop() }
        let transport = CurlTransport()
        let recorders = (0..<500).map { _ in CurlRecorder() }
        let transfers = recorders.map { transport.start(WireRequest(url: URI(server.url())), observer: $0) }
        #expect(await eventually { ProcessFacts.connections(toPort: server.port, .established) == 500 })
        for transfer in transfers { transfer.cancel() }
        for recorder in recorders { #expect(await recorder.ended(within: .seconds(2)).ends.count == 1) }
        #expect(recorders.allSatisfy { $0.record.kind == .cancelled(.user) && $0.record.late == 0 })
        #expect(await eventually(within: .seconds(3)) { ProcessFacts.connections(toPort: server.port, .established) == 0 })
        #expect(await eventually(within: .seconds(3)) { server.counts.open == 0 })
    }

    @Test func cancellingFromInsideEveryCallbackIsSafe() async throws {
        let server = try FaultServer { _ in .answer(body: "hello") }
        defer { server.stop() }
        let transport = CurlTransport()
        for moment in 0..<8 {
            let observer = CancellingObserver(at: moment)
            observer.begin(transport, WireRequest(url: URI(server.url())))
            #expect(await eventually { observer.ends == 1 })
            #expect(observer.callsAfterEnd == 0)
        }
    }

    @Test func cancellingAtRandomMomentsEndsEveryExchangeOnce() async throws {
        CurlTransport.raiseOpenFileLimit()
        let server = try FaultServer { $0.number % 3 == 0 ? .hang : .answer(body: "hello") }
        defer { server.stop() }
        let transport = CurlTransport()
        var generator = SystemRandomNumberGenerator()
        var recorders: [CurlRecorder] = []
        var transfers: [any Transfer] = []
        for _ in 0..<400 {
            let recorder = CurlRecorder()
            recorders.append(recorder)
            transfers.append(transport.start(WireRequest(url: URI(server.url())), observer: recorder))
            if let victim = transfers.randomElement(using: &generator), Bool.random(using: &generator) { victim.cancel() }
            if Int.random(in: 0..<10, using: &generator) == 0 { await Task.yield() }
        }
        for transfer in transfers.shuffled(using: &generator) { transfer.cancel() }
        for recorder in recorders {
            let seen = await recorder.ended()
            #expect(seen.ends.count == 1 && seen.late == 0)
            #expect(seen.kind == nil || seen.kind == .cancelled(.user))
        }
    }
}

/// Cancels its exchange from inside its n-th call.
private final class CancellingObserver: TransferObserver {
    private let moment: Int
    private let state = Mutex((calls: 0, ends: 0, late: 0, transfer: (any Transfer)?.none))

    init(at moment: Int) { self.moment = moment }

    var ends: Int { state.withLock { $0.ends } }
    var callsAfterEnd: Int { state.withLock { $0.late } }

    func begin(_ transport: CurlTransport, _ request: WireRequest) {
        let transfer = transport.start(request, observer: self)
        // The call may have come before the transfer was known.
        let isDue = state.withLock { state in
            state.transfer = transfer
            return state.calls > moment
        }
        if isDue { transfer.cancel() }
    }

    private func called(isEnd: Bool = false) {
        let transfer = state.withLock { state -> (any Transfer)? in
            if state.ends > 0 { state.late += 1 }
            if isEnd { state.ends += 1 }
            defer { state.calls += 1 }
            return state.calls == moment ? state.transfer : nil
        }
        transfer?.cancel()
    }

    func transferEntered(_ phase: Phase) { called() }
    func transferReceived(head: ResponseHead) { called() }
    func transferReceived(body: UnsafeRawBufferPointer) -> BodyVerdict {
        called()
        return .accepted
    }
    func transferProgressed(sent: Int64, received: Int64) { called() }
    func transferFinished(_ end: TransferEnd) { called(isEnd: true) }
}
