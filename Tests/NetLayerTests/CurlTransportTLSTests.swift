// TLS and HTTP/2 against a real peer.

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
}
