// Downloads over real sockets that break in the middle: the file is whole or not there.

import Foundation
import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct DownloadLoopbackTests {
    /// A megabyte that shows every shift.
    private static let bytes: [UInt8] = {
        var random = SplitMix64(seed: 17)
        return (0..<1 << 20).map { _ in UInt8.random(in: 0...255, using: &random) }
    }()

    /// A file server that breaks off each answer after `count` bytes of body.
    private static func reply(_ request: FaultRequest, cutAfter count: Int) -> FaultReply {
        var headers = [("ETag", "\"v1\""), ("Accept-Ranges", "bytes")]
        var start = 0
        if let range = request.value("Range"), request.value("If-Range") == "\"v1\"" {
            start = Int(range.dropFirst(6).dropLast()) ?? 0
            headers.append(("Content-Range", "bytes \(start)-\(bytes.count - 1)/\(bytes.count)"))
        }
        let whole = FaultReply.answer(start > 0 ? 206 : 200, headers: headers, body: Array(bytes[start...]))
        let head = whole.bytes.count - (bytes.count - start)
        return bytes.count - start > count ? whole.cut(at: head + count) : whole
    }

    @Test(.rows("YT-9", "HD-17")) func aDownloadThatIsCutAgainAndAgainBecomesTheSameBytes() async throws {
        let folder = try TemporaryFolder()
        let server = try FaultServer { Self.reply($0, cutAfter: 300_000) }
        defer { server.stop() }
        let client = NetClient(transport: CurlTransport())
        let plan = RequestPlan(id: "file", path: server.url("/big.bin"))
        var tries = 0
        var file: DownloadedFile?
        while file == nil, tries < 10 {
            tries += 1
            do throws(NetError) {
                file = try await client.download(plan, on: ServicePool([]), to: DownloadTarget(folder.path)).value
            } catch { #expect(error.kind == .cut) }
        }
        #expect(tries == 4)
        #expect(file?.path == folder.path("big.bin") && file?.resumedFrom == 900_000)
        #expect(try folder.bytes("big.bin") == Self.bytes)
        #expect(server.counts.requests.map { $0.value("Range") } == [nil, "bytes=300000-", "bytes=600000-", "bytes=900000-"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["big.bin"])
        #expect(await client.isDrained())
    }

    /// nginx gives a strong tag, ranges and If-Range as the RFC has them.
    @Test(.rows("YT-9"), .enabled(if: NginxServer.isPresent, NginxServer.whyAbsent)) func nginxGoesOnWithAPart() async throws {
        let folder = try TemporaryFolder()
        let server = try NginxServer()
        let transport = CuttingTransport(after: 5)
        let client = NetClient(transport: transport)
        let plan = RequestPlan(id: "file", path: server.url("/index.html", tls: false))
        let error = await client.failure { (client: NetClient) throws(NetError) in
            _ = try await client.download(plan, on: ServicePool([]), to: DownloadTarget(folder.path)).value
        }
        #expect(error?.kind == .cut)
        transport.isCutting.withLock { $0 = false }
        let file = try await client.download(plan, on: ServicePool([]), to: DownloadTarget(folder.path)).value
        #expect(file.head.status == 206 && file.resumedFrom == 5)
        #expect(try folder.text("index.html") == NginxServer.body)
    }
}

/// libcurl, but for bodies that break off.
private final class CuttingTransport: Transport {
    let isCutting = Mutex(true)
    private let curl = CurlTransport()
    private let count: Int

    init(after count: Int) { self.count = count }

    func start(_ request: WireRequest, observer: any TransferObserver) -> any Transfer {
        curl.start(request, observer: isCutting.withLock { $0 } ? Cutter(observer, count) : observer)
    }

    private final class Cutter: TransferObserver {
        private let observer: any TransferObserver
        private let count: Int

        init(_ observer: any TransferObserver, _ count: Int) {
            self.observer = observer
            self.count = count
        }

        func transferEntered(_ phase: Phase) { observer.transferEntered(phase) }
        func transferReceived(head: ResponseHead) { observer.transferReceived(head: head) }
        func transferReceived(body: UnsafeRawBufferPointer) -> BodyVerdict {
            observer.transferReceived(body: UnsafeRawBufferPointer(rebasing: body.prefix(count)))
        }
        func transferProgressed(sent: Int64, received: Int64) { observer.transferProgressed(sent: sent, received: received) }
        func transferSettled() { observer.transferSettled() }
        func transferFinished(_ end: TransferEnd) {
            observer.transferFinished(TransferEnd(failure: TransferFailure(.cut, "as told"), metrics: end.metrics))
        }
    }
}
