// Limits of time, cancelling, and what must be gone afterwards.

import NetLayer
import TestSupport
import Testing

@Suite struct CurlTransportTimeTests {
    private func request(_ url: String, connect: Duration? = nil, idle: Duration? = nil, total: Duration? = nil) -> WireRequest {
        WireRequest(url: URI(url), timeouts: Timeouts(connect: connect, idle: idle, total: total))
    }

    @Test func aSilentServerRunsIntoTheTotalLimit() async throws {
        let server = try FaultServer { _ in .hang }
        defer { server.stop() }
        let seen = await CurlTransport().exchange(request(server.url(), connect: .milliseconds(50), total: .milliseconds(200)))
        #expect(seen.kind == .timedOut(.total))
        #expect(seen.ends[0].metrics.total >= .milliseconds(200))
    }

    @Test func aListenerThatLetsNobodyInRunsIntoTheConnectLimit() async throws {
        let listener = try FullBacklogListener()
        let transport = CurlTransport()
        let seen = await transport.exchange(request(listener.url(), connect: .milliseconds(200), total: .seconds(30)))
        #expect(seen.kind == .timedOut(.connect))
        #expect(seen.phases.last == .connecting)
        #expect(
            await transport.exchange(request(listener.url(), connect: .seconds(30), total: .milliseconds(200))).kind
                == .timedOut(.total))
    }

    @Test func silenceRunsIntoTheIdleLimitAndADripDoesNot() async throws {
        let server = try FaultServer { request in
            let head = FaultReply.head(200, [("Content-Length", "20")])
            let drip = FaultReply.Step.drip([UInt8](repeating: 0x78, count: 20), count: 1, every: .milliseconds(30))
            return request.path == "/drip" ? FaultReply([.send(head), drip]) : FaultReply([.send(head + [0x78]), .hang])
        }
        defer { server.stop() }
        let transport = CurlTransport()
        let silent = await transport.exchange(request(server.url("/silent"), idle: .milliseconds(300)))
        #expect(silent.kind == .timedOut(.idle))
        #expect(silent.ends[0].metrics.total >= .milliseconds(300))
        let drip = await transport.exchange(request(server.url("/drip"), idle: .milliseconds(300)))
        #expect(drip.kind == nil && drip.body.count == 20)
        #expect(drip.ends[0].metrics.total > .milliseconds(300))
    }

    @Test func aTransferThatWaitsForItsObserverIsNotIdle() async throws {
        let server = try FaultServer { _ in .answer(body: "hello") }
        defer { server.stop() }
        let recorder = CurlRecorder(busy: true)
        let transfer = CurlTransport.shared.start(request(server.url(), idle: .milliseconds(100)), observer: recorder)
        #expect(await eventually { recorder.record.offers == 1 })
        // The limit passes several times for another transfer, while this one waits.
        let silent = try FaultServer { _ in .hang }
        defer { silent.stop() }
        for _ in 0..<3 {
            #expect(await CurlTransport.shared.exchange(request(silent.url(), idle: .milliseconds(100))).kind == .timedOut(.idle))
        }
        #expect(recorder.record.ends.isEmpty)
        recorder.isBusy = false
        transfer.resume()
        let seen = await recorder.ended()
        #expect(seen.kind == nil && seen.text == "hello")
    }

    @Test func progressComesAtMostTenTimesASecond() async throws {
        let server = try FaultServer { _ in
            FaultReply([
                .send(FaultReply.head(200, [("Content-Length", "400")])),
                .drip([UInt8](repeating: 0x78, count: 400), count: 4, every: .milliseconds(5)),
            ])
        }
        defer { server.stop() }
        let seen = await CurlTransport().get(server.url())
        let seconds = seen.ends[0].metrics.total / .seconds(1)
        #expect(!seen.progress.isEmpty)
        #expect(Double(seen.progress.count) <= seconds * 10 + 1)
        #expect(seen.progress.map(\.received) == seen.progress.map(\.received).sorted())
    }

    @Test func progressIsReportedAlsoWhenNothingMovesAnyMore() async throws {
        let server = try FaultServer { _ in
            FaultReply([.send(FaultReply.head(200, [("Content-Length", "9")]) + [1, 2, 3]), .hang])
        }
        defer { server.stop() }
        let recorder = CurlRecorder()
        let body = [UInt8](repeating: 1, count: 50_000)
        let request = WireRequest(method: .post, url: URI(server.url()), body: .bytes(body))
        let transfer = CurlTransport.shared.start(request, observer: recorder)
        #expect(await eventually { recorder.record.progress.last.map { $0 == (50_000, 3) } ?? false })
        transfer.cancel()
    }
}

extension CurlTransport {
    static let shared = CurlTransport()
}
