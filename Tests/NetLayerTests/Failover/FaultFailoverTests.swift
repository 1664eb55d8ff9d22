import Foundation
import TestSupport
import Testing

@testable import NetLayer

/// A first service whose responses nobody can use beside one that works, over real sockets: no request is lost, and the first is left alone.
/// EXPLORER_FAULT_REQUESTS says how many there are of each.
@Suite(.within(minutes: 5)) struct FaultFailoverTests {
    struct Fault: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var reply: FaultReply

        init(_ name: String, _ reply: FaultReply) { (testDescription, self.reply) = (name, reply) }
        init(_ name: String, head: String, _ rest: String = "") {
            self.init(name, .raw("HTTP/1.1 200 OK\r\n\(head)\r\n\r\n\(rest)"))
        }
    }

    private static let chunked = "Transfer-Encoding: chunked"
    private static let chunks = "5\r\nhello\r\n0\r\n"

    static let faults = [
        Fault("no HTTP", .garbage),
        Fault("a folded first field", head: " folded: x\r\nContent-Length: 5", "hello"),
        Fault("a field of 200 KB", .hugeHeader(200_000)),
        Fault("300 KB of fields", .answer(headers: (0..<300).map { ("X-\($0)", String(repeating: "v", count: 1_000)) })),
        Fault("two lengths", head: "Content-Length: 5\r\nContent-Length: 6", "hello"),
        Fault("the length 1e3", head: "Content-Length: 1e3", "h"),
        Fault("the length 0x2", head: "Content-Length: 0x2", "he"),
        Fault("a length beside chunks", head: "Content-Length: 5\r\n" + chunked, chunks + "\r\n"),
        Fault("chunks without a size", .brokenChunks),
        Fault("a trailer without a colon", head: chunked, chunks + "no colon\r\n\r\n"),
        Fault("a trailer of 8 KB", head: chunked, chunks + "X: " + String(repeating: "a", count: 8_192) + "\r\n\r\n"),
        Fault("gzip that is damaged", .badGzip),
        Fault(
            "gzip that is cut",
            .answer(headers: [("Content-Encoding", "gzip")], body: Gzip.stored(Array("hello".utf8)).dropLast(9))),
        Fault("redirects in a circle", .redirect(to: "/items")),
        Fault("a redirect to no URL", .redirect(to: "gopher://127.0.0.1/")),
        Fault("half a body", .wrongLength(announced: 10, body: "hello")),
        Fault("nothing", .raw("")),
    ]

    private static let count = Thoroughness.count(30, nightly: 400, variable: "EXPLORER_FAULT_REQUESTS")

    @Test(arguments: faults) func aFaultyServiceLosesNothing(_ fault: Fault) async throws {
        let bad = try FaultServer(keepsRequests: false) { _ in fault.reply }
        defer { bad.stop() }
        let good = try FaultServer(keepsRequests: false) { _ in .answer(body: "ok") }
        defer { good.stop() }
        let pool = ServicePool(
            [Service(name: "bad", baseURL: URI(bad.url(""))), Service(name: "good", baseURL: URI(good.url("")))], id: "main",
            failover: FailoverOptions())
        let client = NetClient(transport: CurlTransport(), policies: CallPolicies(retry: RetryPolicy(attempts: 2)))
        var lost: [String] = []
        var asked = 0
        for _ in 1...Self.count {
            let handle = client.dispatch(Net.call(), on: pool)
            if let error = await handle.error { lost.append("\(error)") }
            if client.row(handle.id)?.services.contains("bad") == true { asked += 1 }
        }
        #expect(lost.isEmpty, "\(lost.count) of \(Self.count) lost: \(lost.first ?? "")")
        #expect(pool.failover?.status(at: client.now).active == 1)
        // Five failures in a row, and a trial now and then.
        #expect(asked <= 5 + Self.count / 20, "asked \(asked) times")
        #expect(await client.isDrained())
    }

    /// What may not be repeated is told as the service's fault, and counts against it.
    @Test(arguments: faults.filter { $0.testDescription != "redirects in a circle" }) func aPostIsToldAndCounts(_ fault: Fault)
        async throws
    {
        let bad = try FaultServer { _ in fault.reply }
        defer { bad.stop() }
        let good = try FaultServer { _ in .answer(body: "ok") }
        defer { good.stop() }
        let pool = ServicePool(
            [Service(name: "bad", baseURL: URI(bad.url(""))), Service(name: "good", baseURL: URI(good.url("")))], id: "main",
            failover: FailoverOptions())
        let client = NetClient(transport: CurlTransport(), policies: CallPolicies(retry: RetryPolicy(attempts: 6)))
        for _ in 1...5 {
            let error = await client.dispatch(Endpoint(Net.plan { $0.method = .post }), on: pool).error
            #expect(
                [.protocolViolation, .tooLarge(.headers), .redirect, .cut].contains(error?.kind), "\(String(describing: error))")
            #expect(error?.userText.message != "The request could not be built.")
        }
        #expect(bad.counts.requests.count == 5 && good.counts.requests.isEmpty)
        #expect(pool.failover?.status(at: client.now).active == 1)
        #expect(await client.dispatch(Endpoint(Net.plan { $0.method = .post }), on: pool).error == nil)
    }
}
