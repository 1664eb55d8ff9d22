// What every user does all day, again and again over real sockets: a GET of any size in any coding and framing, judged by each byte and by what the
// server wrote; and the same bodies cut, which never are a success.

import Foundation
import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.serialized, .within(minutes: 5)) struct PlainPathTests {
    enum Framing: String, CaseIterable { case length, chunked, untilClose }

    /// A request's target: `/SIZE/CODING/FRAMING`; with `?cut=COUNT`, the coded body ends after COUNT bytes.
    private struct Wanted {
        let size: Int
        let coding: ContentCoding?
        let framing: Framing
        let cut: Int?

        init?(_ target: String) {
            let parts = target.split(separator: "?")
            let names = parts[0].split(separator: "/").map(String.init)
            guard names.count == 3, let size = Int(names[0]), let framing = Framing(rawValue: names[2]) else { return nil }
            (self.size, self.framing) = (size, framing)
            coding = ContentCoding(rawValue: names[1])
            cut = parts.count > 1 ? Int(parts[1].dropFirst(4)) : nil
        }

        static func path(_ size: Int, _ coding: ContentCoding?, _ framing: Framing) -> String {
            "/\(size)/\(coding?.rawValue ?? "identity")/\(framing)"
        }
    }

    /// Bodies are made once: coding 20 MB takes longer than sending it.
    private final class Bodies: Sendable {
        private let made = Mutex<[String: [UInt8]]>([:])
        /// The requests that the server got.
        let served = Mutex(0)

        func coded(_ size: Int, _ coding: ContentCoding?) -> [UInt8] {
            made.withLock { made in
                let name = "\(size) \(coding?.rawValue ?? "")"
                if let known = made[name] { return known }
                let bytes = CodedBytes.encode(CodedBytes.text(size), coding)
                made[name] = bytes
                return bytes
            }
        }
    }

    private let bodies = Bodies()

    private func makeServer() throws -> FaultServer {
        try FaultServer(keepsRequests: false) { [bodies] request in
            guard let wanted = Wanted(request.target) else { return .answer(404) }
            bodies.served.withLock { $0 += 1 }
            let whole = bodies.coded(wanted.size, wanted.coding)
            // As a broken origin or a cache does: the framing is that of the shorter body.
            let body = wanted.cut.map { Array(whole.prefix($0)) } ?? whole
            let headers = wanted.coding.map { [("Content-Encoding", $0.rawValue)] } ?? []
            switch wanted.framing {
            case .length: return .answer(headers: headers, body: body)
            case .untilClose: return .raw(FaultReply.head(200, headers + [("Connection", "close")]) + body)
            case .chunked: return .raw(Self.chunked(body, headers))
            }
        }
    }

    private static func chunked(_ body: [UInt8], _ headers: [(String, String)]) -> [UInt8] {
        var bytes = FaultReply.head(200, headers + [("Transfer-Encoding", "chunked")])
        var (start, step) = (0, 4_097)
        while start < body.count {
            let chunk = body[start..<min(start + step, body.count)]
            bytes += Array(String(chunk.count, radix: 16).utf8) + [13, 10] + chunk + [13, 10]
            (start, step) = (start + chunk.count, 1 + step * 7 % 40_000)
        }
        return bytes + Array("0\r\n\r\n".utf8)
    }

    private static let sizes = [0, 1, 1_000, 16_384, 65_537, 430_000] + (Thoroughness.isNightly ? [20 << 20] : [])
    private static let codings: [ContentCoding?] = [nil] + ContentCoding.allCases
    /// How often each is asked for.
    private static let times = Thoroughness.count(12, nightly: 200, variable: "EXPLORER_PLAIN_TIMES")

    @Test(arguments: codings, Framing.allCases) func everyByteArrives(_ coding: ContentCoding?, _ framing: Framing) async throws {
        let server = try makeServer()
        defer { server.stop() }
        let client = NetClient(transport: CurlTransport())
        let pool = ServicePool([Service(name: "s", baseURL: URI(server.url("")))])
        var asked = 0
        for size in Self.sizes {
            let wanted = CodedBytes.text(size)
            let plan = Net.plan(Wanted.path(size, coding, framing))
            for time in 1...(size > 1 << 20 ? max(1, Self.times / 20) : Self.times) {
                asked += 2
                let sent = try await client.send(Endpoint(plan), on: pool)
                #expect(sent.body == wanted, "\(time): sent, \(size) bytes")
                // A reader that takes pieces, and lets the transfer wait for it.
                let response = try await client.stream(plan, on: pool).value
                var streamed: [UInt8] = []
                for try await piece in response.body {
                    streamed += piece
                    if time % 4 == 0 { await Task.yield() }
                }
                #expect(streamed == wanted, "\(time): streamed, \(size) bytes")
            }
        }
        #expect(await client.isDrained())
        // Nothing was asked for twice behind the caller's back.
        #expect(bodies.served.withLock { $0 } == asked)
    }

    @Test(arguments: ContentCoding.allCases, Framing.allCases)
    func aCutBodyIsNeverASuccess(_ coding: ContentCoding, _ framing: Framing) async throws {
        let server = try makeServer()
        defer { server.stop() }
        let client = NetClient(transport: CurlTransport())
        let pool = ServicePool([Service(name: "s", baseURL: URI(server.url("")))])
        for size in [1_000, 430_000] {
            let whole = bodies.coded(size, coding).count
            for twentieth in 1...20 {
                let cut = min(whole - 1, max(1, whole * twentieth / 20))
                let plan = Net.plan(Wanted.path(size, coding, framing) + "?cut=\(cut)") { $0.policies.retry = .never }
                let error = await #expect(throws: NetError.self, "\(cut) of \(whole)") {
                    try await client.send(Endpoint(plan), on: pool)
                }
                #expect(error?.kind == .cut, "\(cut) of \(whole): \(error.map(String.init(describing:)) ?? "")")
            }
        }
        #expect(await client.isDrained())
    }

    /// A service whose responses are cut is not well.
    @Test func aCutBodyCountsAgainstItsService() async throws {
        let server = try makeServer()
        defer { server.stop() }
        let transport = CurlTransport()
        let seen = await transport.get(server.url(Wanted.path(430_000, .gzip, .length) + "?cut=20000"))
        #expect(seen.kind == .cut && seen.body.count > 0 && seen.ends.first?.failure?.detail.contains("gzip") == true)
    }

    /// A range of a coded body ends anywhere.
    @Test func aRangeOfACodedBodyIsNoCutOne() async throws {
        let body = Array(bodies.coded(430_000, .gzip).prefix(20_000))
        let server = try FaultServer { _ in .answer(206, headers: [("Content-Encoding", "gzip")], body: body) }
        defer { server.stop() }
        let seen = await CurlTransport().get(server.url())
        #expect(seen.kind == nil && !seen.body.isEmpty && CodedBytes.text(430_000).starts(with: seen.body))
    }

    /// RFC 9112 §6.1: the coding of a transfer is undone as that of a content.
    @Test func aTransferCodingIsUndone() async throws {
        let body = CodedBytes.encode(Array("hello".utf8), .gzip)
        let raw =
            FaultReply.head(200, [("Transfer-Encoding", "gzip, chunked")]) + Array("\(String(body.count, radix: 16))\r\n".utf8)
        let server = try FaultServer { _ in .raw(raw + body + Array("\r\n0\r\n\r\n".utf8)) }
        defer { server.stop() }
        let seen = await CurlTransport().get(server.url())
        #expect(seen.kind == nil && seen.text == "hello")
    }

    /// A body in an unknown coding, or in none although its header declares one, arrives unchanged, and the coding is named.
    @Test(arguments: ["aws-chunked", "utf-8", "\"gzip\"", "compress", "gzip", "br", "zstd", "deflate"])
    func whatIsNotDecodedIsGivenAsItCame(_ coding: String) async throws {
        let server = try FaultServer { _ in .answer(headers: [("Content-Encoding", coding)], body: "{\"ok\": true}") }
        defer { server.stop() }
        let seen = await CurlTransport().get(server.url())
        #expect(seen.kind == nil && seen.text == "{\"ok\": true}")
        #expect(seen.ends.first?.metrics.undecodedCoding == coding)
    }
}
