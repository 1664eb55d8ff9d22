// Back-pressure, and what a transport leaves behind when it goes: nothing.

import TestSupport
import Testing

@testable import NetLayer

@Suite struct CurlTransportLifeTests {
    @Test func aBusyObserverStopsTheServerAndResumeLetsItGoOn() async throws {
        let size = 64 << 20
        let server = try FaultServer { _ in
            FaultReply([.send(FaultReply.head(200, [("Content-Length", "\(size)")])), .fill(0x78, count: size)])
        }
        defer { server.stop() }
        let recorder = CurlRecorder(busy: true)
        let transport = CurlTransport()
        let transfer = transport.start(
            WireRequest(url: URI(server.url()), timeouts: Timeouts(connect: nil, idle: nil, total: nil)), observer: recorder)
        #expect(await eventually { recorder.record.offers == 1 })
        // The server fills the socket buffers and stops: the same count several times in a row.
        var last = -1
        var unchanged = 0
        #expect(
            await eventually {
                unchanged = server.counts.sent == last ? unchanged + 1 : 0
                last = server.counts.sent
                return unchanged == 50
            })
        #expect(last < size / 2)
        #expect(recorder.record.body.isEmpty && recorder.record.offers == 1)
        // Resumed while still busy: offered again, not lost, not doubled.
        transfer.resume()
        #expect(await eventually { recorder.record.offers == 2 })
        recorder.isBusy = false
        transfer.resume()
        let seen = await recorder.ended()
        #expect(seen.kind == nil && seen.body.count == size)
    }

    @Test func aPausedTransferOfPackedBytesLosesNothing() async throws {
        let size = 3 << 20
        let server = try FaultServer { _ in
            FaultReply([
                .send(FaultReply.head(200, [("Content-Encoding", "gzip")]) + Gzip.stored((0..<60_000).map { UInt8($0 % 251) })),
                .close,
            ])
        }
        defer { server.stop() }
        let recorder = CurlRecorder(busy: true)
        let transfer = CurlTransport.shared.start(
            WireRequest(url: URI(server.url()), limits: ResponseLimits(decodedBody: size)), observer: recorder)
        #expect(await eventually { recorder.record.offers >= 1 })
        recorder.isBusy = false
        transfer.resume()
        let seen = await recorder.ended()
        #expect(seen.body == (0..<60_000).map { UInt8($0 % 251) })
    }

    @Test func aPausedTransferCanBeCancelled() async throws {
        let server = try FaultServer { _ in .answer(body: "hello") }
        defer { server.stop() }
        let recorder = CurlRecorder(busy: true)
        let transfer = CurlTransport.shared.start(WireRequest(url: URI(server.url())), observer: recorder)
        #expect(await eventually { recorder.record.offers == 1 })
        transfer.cancel()
        #expect(await recorder.ended(within: .seconds(1)).kind == .cancelled(.user))
    }

    @Test func unusedConnectionsAreClosedAfterAWhileAndTheNextRequestMakesANewOne() async throws {
        let server = try FaultServer { _ in .answer(body: "hello") }
        defer { server.stop() }
        let transport = CurlTransport(keepAlive: .milliseconds(50))
        for round in 1...3 {
            #expect(await transport.get(server.url()).text == "hello")
            #expect(await eventually { server.counts.open == 0 })
            #expect(server.counts.accepted == round)
        }
    }

    @Test func shutdownEndsWhatRunsAndRefusesWhatComes() async throws {
        let server = try FaultServer { _ in .hang }
        defer { server.stop() }
        let transport = CurlTransport()
        let recorder = CurlRecorder()
        let transfer = transport.start(WireRequest(url: URI(server.url())), observer: recorder)
        #expect(await eventually { server.counts.requests.count == 1 })
        transport.shutdown()
        transport.shutdown()
        #expect(recorder.record.kind == .cancelled(.quit))
        #expect(await eventually { server.counts.open == 0 })
        #expect(await transport.get(server.url()).kind == .cancelled(.quit))
        transfer.cancel()
        #expect(recorder.record.ends.count == 1)
    }

    /// Shut down in the very turn in which it was told something: the I/O thread has no other in which it could let go.
    @Test func anObserverThatShutsItsTransportDownIsLetGo() async throws {
        final class Quitter: TransferObserver {
            let transport: CurlTransport
            let kind = Landing<NetError.Kind?>()
            init(_ transport: CurlTransport) { self.transport = transport }
            func transferEntered(_ phase: Phase) {}
            func transferReceived(head: ResponseHead) { transport.shutdown() }
            func transferReceived(body: UnsafeRawBufferPointer) -> BodyVerdict { .accepted }
            func transferProgressed(sent: Int64, received: Int64) {}
            func transferSettled() {}
            func transferFinished(_ end: TransferEnd) { kind.land(end.failure?.kind) }
        }
        let server = try FaultServer { _ in FaultReply([.send(FaultReply.head(200, [("Content-Length", "5")])), .hang]) }
        defer { server.stop() }
        var quitter: Quitter? = Quitter(CurlTransport())
        weak let watch = quitter
        if let quitter {
            _ = quitter.transport.start(WireRequest(url: URI(server.url())), observer: quitter)
            #expect(await quitter.kind.value() == .cancelled(.quit))
        }
        quitter = nil
        #expect(await eventually { watch == nil })
    }

    @Test func releasingTheTransportEndsItsTransfers() async throws {
        let server = try FaultServer { _ in .hang }
        defer { server.stop() }
        let recorder = CurlRecorder()
        _ = CurlTransport().start(WireRequest(url: URI(server.url())), observer: recorder)
        #expect(await recorder.ended().kind == .cancelled(.quit))
    }

    @Test(.rows("B-YB-8")) func nothingIsLeftAfterAShutdown() async {
        // In a process of its own, where no other test opens descriptors or threads.
        await #expect(processExitsWith: .success) {
            let server = try FaultServer { $0.path == "/hang" ? .hang : .answer(body: "hello") }
            // What libcurl and the runtime open once for the process, they open here.
            _ = await CurlTransport().get(server.url())
            #expect(await eventually { ProcessFacts.threads(named: "curl-transport") == 0 && server.counts.open == 0 })
            let before = ProcessFacts.descriptors()
            var kept: [any Transfer] = []
            for _ in 0..<5 {
                let transport = CurlTransport()
                for _ in 0..<10 { #expect(await transport.get(server.url()).text == "hello") }
                for _ in 0..<10 {
                    kept.append(transport.start(WireRequest(url: URI(server.url("/hang"))), observer: CurlRecorder()))
                }
                let hanging = kept.count
                #expect(await eventually { server.counts.requests.count { $0.path == "/hang" } == hanging })
                // The thread of the round before may still be on its way out.
                #expect(await eventually { ProcessFacts.threads(named: "curl-transport") == 1 })
                #expect(ProcessFacts.descriptors() > before)
                if Bool.random() { transport.shutdown() }
            }
            #expect(await eventually { ProcessFacts.threads(named: "curl-transport") == 0 && server.counts.open == 0 })
            #expect(await eventually { ProcessFacts.descriptors() == before })
            for transfer in kept { transfer.cancel() }
            server.stop()
        }
    }
}
