// The demo's server as a socket sees it: several requests on a connection, old and broken messages, clients that leave.

import Foundation
import TestSupport
import Testing

@Suite(.within(minutes: 1)) struct DemoMessagesTests {
    /// The bytes that a connection brings until the service closes it.
    private func exchange(_ service: DemoService, _ message: String) async throws -> String {
        let port = try #require(service.url.split(separator: ":").last)
        let script = "exec 3<>/dev/tcp/127.0.0.1/\(port); cat >&3; exec timeout 10 cat <&3"
        let result = try await ChildProcess.run(
            "/bin/bash", ["-c", script], environment: ExplorerProgram.environment, input: Array(message.utf8))
        #expect(result.code == 0, "the service did not close the connection after \(message.prefix(60))")
        return result.text
    }

    private func statuses(_ text: String) -> [String] {
        text.components(separatedBy: "HTTP/1.1 ").dropFirst().map { String($0.prefix(3)) }
    }

    private static func get(_ target: String, _ fields: String = "") -> String {
        "GET \(target) HTTP/1.1\r\nHost: x\r\n\(fields)\r\n"
    }

    private static let last = get("/health", "Connection: TE, Close\r\n")

    @Test func requestsOfAConnectionAreServedInTheirOrder() async throws {
        let service = try await DemoService()
        let replies = try await exchange(service, Self.get("/status/204") + Self.get("/status/304") + "\r\n" + Self.last)
        #expect(statuses(replies) == ["204", "304", "200"])
        #expect(replies.components(separatedBy: "Content-Length").count == 2, "\(replies)")
        let head = "HEAD /streams/lines?length=false HTTP/1.1\r\nHost: x\r\n\r\n"
        let headless = try await exchange(service, head + Self.last)
        #expect(statuses(headless) == ["200", "200"] && !headless.contains("line 1"))
    }

    @Test func aRefusedBodyIsSkipped() async throws {
        let service = try await DemoService()
        let start = "POST /items HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        let body = String(repeating: "x", count: 200_000)
        #expect(
            statuses(try await exchange(service, start + "Content-Length: 200000\r\n\r\n\(body)" + Self.last)) == ["413", "200"])
        let chunks = "Transfer-Encoding: chunked\r\n\r\n30d40\r\n\(body)\r\n0\r\n\r\n"
        #expect(statuses(try await exchange(service, start + chunks + Self.last)) == ["413", "200"])
        // Also where the connection ends: closed with bytes unread it would take its response back.
        #expect(statuses(try await exchange(service, start + "Connection: close\r\n" + chunks)) == ["413"])
    }

    @Test func chunksMayHaveExtensionsAndTrailers() async throws {
        let service = try await DemoService()
        let start = "POST /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: Chunked\r\n\r\n"
        let reply = try await exchange(service, start + "2\r\nhi\r\nA;x=y\r\n0123456789\r\n0\r\nTrailer: 1\r\n\r\n")
        #expect(reply.contains(#""bytes":12,"body":"hi0123456789""#), "\(reply)")
    }

    @Test func fieldsAreEchoedInTheirOrder() async throws {
        let service = try await DemoService()
        let reply = try await exchange(
            service, Self.get("/echo?b=1&a&b=%20", "X-A: 1\r\nb:\t2 \r\nX-A: 3\r\nConnection: close\r\n"))
        #expect(reply.contains(#""query":{"b":["1"," "],"a":""}"#))
        #expect(reply.contains(#""headers":{"Host":"x","X-A":["1","3"],"b":"2","Connection":"close"}"#), "\(reply)")
    }

    @Test func aClientOfVersion10GetsNoChunks() async throws {
        let service = try await DemoService()
        let reply = try await exchange(service, "GET /streams/lines?count=2&rate=100&length=false HTTP/1.0\r\n\r\n")
        let lines = reply.components(separatedBy: "\r\n\r\n").last ?? ""
        #expect(lines.utf8.count == 128 && !reply.contains("Transfer-Encoding"), "\(reply)")
    }

    @Test(arguments: [
        "garbage\r\n\r\n", "get /health HTTP/1.1\r\n\r\n", "GET /health HTTP/3.7\r\n\r\n", "GET  /health HTTP/1.1\r\n\r\n",
        "GET /health HTTP/1.1\nHost: x\n\n", get("/health", "A b: c\r\n"), get("/health", "A: b\r\n folded\r\n"),
        get("/health", ": b\r\n"),
        get("/health", "Content-Length: x\r\n"), get("/health", "Content-Length: +1\r\n"),
        get("/health", "Content-Length: -1\r\n"),
        get("/health", "Content-Length: 1\r\nContent-Length: 2\r\n"), get("/health", "Transfer-Encoding: gzip\r\n"),
        get("/health", "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n") + "0\r\n\r\n",
        "POST /echo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "POST /echo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhiho\r\n",
        // The first byte of TLS: a client that speaks it must not wait for a line to end.
        "\u{16}", get("/health", "X: \(String(repeating: "a", count: 100_000))\r\n"),
    ]) func aBrokenMessageIsRefused(_ message: String) async throws {
        let service = try await DemoService()
        #expect(
            try await exchange(service, message) == "HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
    }

    @Test func aWaitEndsWithItsClient() async throws {
        let service = try await DemoService()
        #expect(try await service.curl("/slow?seconds=100", "--max-time", "1").code == 28)
        #expect(try await service.isAtRest())
    }
}
