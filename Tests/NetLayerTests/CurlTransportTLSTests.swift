// TLS and HTTP/2 against a real peer.

import Glibc
import NetLayer
import TestSupport
import Testing

@Suite(.enabled(if: NginxServer.isPresent, NginxServer.whyAbsent))
struct CurlTransportTLSTests {
    private func request(_ url: String, _ change: (inout ConnectionOptions) -> Void) -> WireRequest {
        var request = WireRequest(url: URI(url))
        change(&request.connection)
        return request
    }

    @Test func aTrustedServerAnswersOverHTTP2AndShowsTheTLSPhase() async throws {
        let server = try NginxServer()
        let seen = await CurlTransport().exchange(request(server.url("/index.html")) { $0.caFile = server.certificateFile })
        #expect(seen.kind == nil && seen.text == NginxServer.body)
        #expect(seen.phases == [.resolving, .connecting, .tls, .sending, .waiting, .receiving])
        let head = try #require(seen.heads.first)
        #expect(head.status == 200 && head.reason.isEmpty && head.version == "HTTP/2")
        let metrics = try #require(seen.ends.first).metrics
        #expect(metrics.version == "HTTP/2")
        #expect(metrics.connected.map { connected in metrics.secured.map { $0 > connected } ?? false } == true)
    }

    @Test(.rows("B-HH-G5", "B-HD-11")) func anUnknownAuthorityIsATLSFailureUnlessInsecureWasAsked() async throws {
        let server = try NginxServer()
        let transport = CurlTransport()
        let refused = await transport.get(server.url("/index.html"))
        #expect(refused.kind == .tls)
        #expect(refused.ends.first?.failure?.detail.lowercased().contains("certificate") == true)
        #expect(await transport.exchange(request(server.url("/index.html")) { $0.insecure = true }).text == NginxServer.body)
        // A connection that was made without verification must not serve who asked for it.
        #expect(await transport.get(server.url("/index.html")).kind == .tls)
    }

    @Test func aUnixSocketIsUsedInsteadOfTheHost() async throws {
        let server = try NginxServer()
        let seen = await CurlTransport().exchange(
            request("http://nowhere.invalid/index.html") { $0.unixSocket = server.unixSocket })
        #expect(seen.kind == nil && seen.text == NginxServer.body)
    }

    /// For the request that says so, and for no other after it, on whatever handle and connection.
    @Test func anotherAddressStandsInForTheHost() async throws {
        let server = try NginxServer()
        let port = try #require(URI(server.url()).port)
        let transport = CurlTransport()
        let url = "https://nowhere.invalid/index.html"
        for _ in 0..<2 {
            let seen = await transport.exchange(
                request(url) {
                    $0.insecure = true
                    $0.connectTo = ["nowhere.invalid:443:127.0.0.1:\(port)"]
                })
            #expect(seen.kind == nil && seen.text == NginxServer.body)
            #expect(await transport.exchange(request(url) { $0.insecure = true }).kind == .dns)
        }
    }

    @Test func aMissingCAFileIsATLSFailure() async throws {
        let server = try NginxServer()
        #expect(await CurlTransport().exchange(request(server.url()) { $0.caFile = "/nonexistent/ca.pem" }).kind == .tls)
    }

    /// The first of them too: the others wait until it is known what the server speaks.
    @Test func theFirstRequestsShareOneHTTP2Connection() async throws {
        let server = try NginxServer()
        let transport = CurlTransport()
        let wanted = request(server.url("/index.html")) { $0.caFile = server.certificateFile }
        let recorders = (0..<16).map { _ in CurlRecorder() }
        for recorder in recorders { _ = transport.start(wanted, observer: recorder) }
        var opened = 0
        for recorder in recorders {
            let seen = await recorder.ended()
            #expect(seen.text == NginxServer.body)
            if !seen.ends[0].metrics.reusedConnection { opened += 1 }
        }
        #expect(opened == 1)
    }

    @Test func manyRequestsShareOneHTTP2Connection() async throws {
        let server = try NginxServer()
        let transport = CurlTransport()
        let wanted = request(server.url("/index.html")) { $0.caFile = server.certificateFile }
        _ = await transport.exchange(wanted)
        let recorders = (0..<50).map { _ in CurlRecorder() }
        for recorder in recorders { _ = transport.start(wanted, observer: recorder) }
        for recorder in recorders {
            let seen = await recorder.ended()
            #expect(seen.text == NginxServer.body && seen.ends[0].metrics.reusedConnection)
        }
    }

    /// A port that lets everybody in and says nothing.
    private final class SilentPort {
        let socket: Int32
        let port: Int

        init() throws {
            socket = try LoopbackSocket.listening(backlog: 64)
            port = try LoopbackSocket.port(of: socket)
        }

        deinit { close(socket) }
    }

    /// Who waits for another's connection keeps the limits of his own.
    @Test func aServerThatSaysNothingEndsEachAtItsOwnLimit() async throws {
        let silent = try SilentPort()
        let transport = CurlTransport()
        var wanted = request("https://127.0.0.1:\(silent.port)/") { _ in }
        wanted.timeouts = Timeouts(connect: .milliseconds(1_000), total: .milliseconds(2_000))
        // One that waits for nobody, and has less time more than the others may wait: it ends after them.
        var alone = request("https://127.0.0.1:\(silent.port)/") { $0.isFresh = true }
        alone.timeouts = Timeouts(connect: .milliseconds(1_300), total: .milliseconds(2_000))
        let (recorders, last) = ((0..<8).map { _ in CurlRecorder() }, CurlRecorder())
        _ = transport.start(alone, observer: last)
        for recorder in recorders { _ = transport.start(wanted, observer: recorder) }
        for recorder in recorders { #expect(await recorder.ended().kind == .timedOut(.connect)) }
        #expect(last.record.ends.isEmpty, "what was waited counts")
        #expect(await last.ended().kind == .timedOut(.connect))
    }

    @Test func noHostWaitsForAnother() async throws {
        let (silent, server) = (try SilentPort(), try NginxServer())
        let transport = CurlTransport()
        let hanging = request("https://127.0.0.1:\(silent.port)/") { _ in }
        let wanted = request(server.url("/index.html")) { $0.caFile = server.certificateFile }
        let silences = (0..<3).map { _ in CurlRecorder() }
        let recorders = (0..<3).map { _ in CurlRecorder() }
        var transfers: [any Transfer] = []
        for (silence, recorder) in zip(silences, recorders) {
            transfers.append(transport.start(hanging, observer: silence))
            _ = transport.start(wanted, observer: recorder)
        }
        for recorder in recorders { #expect(await recorder.ended().text == NginxServer.body) }
        #expect(silences.allSatisfy { $0.record.ends.isEmpty })
        // Those that wait are cancelled as those that run.
        for transfer in transfers { transfer.cancel() }
        for silence in silences { #expect(await silence.ended().kind == .cancelled(.user)) }
    }

    @Test func whoWaitsForAConnectionEndsWithTheTransport() async throws {
        let silent = try SilentPort()
        let recorders = (0..<3).map { _ in CurlRecorder() }
        do {
            let transport = CurlTransport()
            for recorder in recorders {
                _ = transport.start(request("https://127.0.0.1:\(silent.port)/") { _ in }, observer: recorder)
            }
            #expect(await eventually { recorders.contains { $0.record.phases.contains(.tls) } })
        }
        for recorder in recorders { #expect(await recorder.ended().kind == .cancelled(.quit)) }
    }
}
