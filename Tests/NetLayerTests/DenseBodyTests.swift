// Bodies that unpack to far more than came at once: read up to the limit, with memory that does not grow with them.

import Foundation
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 2)) struct DenseBodyTests {
    private static let size = 240 << 20

    private static func reply(_ coding: String) -> FaultReply {
        let body =
            switch coding {
            case "br": DenseBodies.brotliZeros(count: size)
            case "zstd": DenseBodies.zstdZeros(count: size)
            default: Gzip.zeros(count: size)
            }
        return .answer(headers: [("Content-Encoding", coding)], body: body)
    }

    private static let codings =
        ["gzip"] + (CurlVersion.current.brotli ? ["br"] : []) + (CurlVersion.current.zstd ? ["zstd"] : [])

    /// The reader takes 256 KB and waits: libcurl itself would hold back 64 MB and then give up.
    @Test(arguments: codings.filter { $0 != "gzip" }) func aSlowReaderGetsAllOfIt(_ coding: String) async throws {
        let server = try FaultServer { _ in Self.reply(coding) }
        defer { server.stop() }
        let client = NetClient(transport: CurlTransport())
        let pool = ServicePool([Service(name: "s", baseURL: URI(server.url("")))])
        let before = ProcessFacts.residentBytes()
        let response = try await client.stream(Net.plan { $0.timeouts.total = .seconds(100) }, on: pool).value
        var (count, peak, isZero) = (0, 0, true)
        for try await piece in response.body {
            count += piece.count
            isZero = isZero && piece.first == 0 && piece.last == 0
            peak = max(peak, ProcessFacts.residentBytes())
        }
        #expect(count == Self.size && isZero)
        // A sanitizer keeps what was freed.
        if ProcessInfo.processInfo.environment["EXPLORER_SANITIZER"] == nil {
            #expect(peak - before < 100 << 20, "\((peak - before) >> 20) MB")
        }
        #expect(client.row(response.id)?.state == .succeeded)
        #expect(await client.isDrained())
    }

    @Test(arguments: codings) func pastTheLimitItFails(_ coding: String) async throws {
        let server = try FaultServer { _ in Self.reply(coding) }
        defer { server.stop() }
        let recorder = CurlRecorder(busy: true)
        let transport = CurlTransport()
        let transfer = transport.start(
            WireRequest(url: URI(server.url()), limits: ResponseLimits(decodedBody: 100 << 20)), observer: recorder)
        #expect(await eventually { recorder.record.offers > 0 })
        recorder.isBusy = false
        transfer.resume()
        let seen = await recorder.ended()
        #expect(seen.kind == .tooLarge(.decodedBody) && seen.body.count <= 100 << 20)
    }

    @Test(arguments: codings.filter { $0 != "gzip" }) func whatIsHeldBackIsGoneWithACancel(_ coding: String) async throws {
        let server = try FaultServer { _ in Self.reply(coding) }
        defer { server.stop() }
        let recorder = CurlRecorder(busy: true)
        let transport = CurlTransport()
        let transfer = transport.start(WireRequest(url: URI(server.url())), observer: recorder)
        #expect(await eventually { recorder.record.offers > 0 })
        transfer.cancel()
        let seen = await recorder.ended()
        #expect(seen.kind == .cancelled(.user) && seen.body.isEmpty && seen.ends.count == 1 && seen.late == 0)
        transport.shutdown()
        #expect(recorder.record.ends.count == 1)
    }
}
