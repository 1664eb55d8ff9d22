// Pinned keys, the oldest version of TLS, the version of HTTP: against a real peer.

import NetLayer
import TestSupport
import Testing

@Suite(.enabled(if: NginxServer.isPresent, NginxServer.whyAbsent))
struct CurlProtocolTests {
    private func request(_ url: String, _ change: (inout ConnectionOptions) -> Void) -> WireRequest {
        var request = WireRequest(url: URI(url))
        change(&request.connection)
        return request
    }

    private static let otherKey = PublicKeyPin(sha256: String(repeating: "A", count: 43) + "=")

    @Test func onlyThePinnedKeyIsAccepted() async throws {
        let server = try NginxServer()
        let (own, other) = (try #require(PublicKeyPin(sha256: server.publicKey)), try #require(Self.otherKey))
        let transport = CurlTransport()
        func get(_ pins: Set<PublicKeyPin>, insecure: Bool = false) async -> CurlRecorder.Record {
            await transport.exchange(
                request(server.url("/index.html")) {
                    $0.pins = pins
                    $0.insecure = insecure
                    if !insecure { $0.caFile = server.certificateFile }
                })
        }
        #expect(await get([]).text == NginxServer.body)
        // A connection that was made without the pin must not serve a request that has one.
        let refused = await get([other])
        #expect(refused.kind == .tls && refused.heads.isEmpty)
        #expect(refused.ends.first?.failure?.detail == "the public key of localhost is not the pinned one")
        #expect(await get([own]).text == NginxServer.body)
        #expect(await get([own, other]).text == NginxServer.body)
        #expect(await get([own], insecure: true).text == NginxServer.body, "the key alone decides")
        #expect(await get([other], insecure: true).kind == .tls)
    }

    @Test(.rows("CT-R10")) func aServiceHasPinsAndACallReportsTheMismatch() async throws {
        let server = try NginxServer()
        var service = Service(name: "pinned", baseURL: URI(server.url()))
        service.connection.caFile = server.certificateFile
        service.connection.pins = Set([Self.otherKey].compactMap(\.self))
        let client = NetClient(transport: CurlTransport())
        let handle = client.dispatch(Endpoint(RequestPlan(id: "x", path: "/index.html")), on: ServicePool([service]))
        do throws(NetError) {
            _ = try await handle.value
            Issue.record("another key was accepted")
        } catch {
            #expect(error.kind == .tls && error.detail.contains("is not the pinned one"))
        }
    }

    @Test func aPinIsBase64Of32Bytes() {
        let text = String(repeating: "b", count: 43) + "="
        #expect(PublicKeyPin(sha256: text)?.description == "sha256//" + text)
        #expect(PublicKeyPin(sha256: "sha256//" + text) == PublicKeyPin(sha256: text))
        for wrong in ["", "abc", String(repeating: "b", count: 44), String(repeating: ";", count: 43) + "=", "/etc/key.pem"] {
            #expect(PublicKeyPin(sha256: wrong) == nil, "\(wrong)")
        }
    }

    @Test func anOlderVersionOfTLSIsRefused() async throws {
        let (old, new) = (try NginxServer(protocols: "TLSv1.2"), try NginxServer(protocols: "TLSv1.2 TLSv1.3"))
        let transport = CurlTransport()
        for (server, minimum, isRefused) in [
            (old, nil, false), (old, .tls12, false), (old, .tls13, true), (new, .tls13, false),
        ] as [(NginxServer, TLSVersion?, Bool)] {
            let seen = await transport.exchange(
                request(server.url("/index.html")) {
                    $0.caFile = server.certificateFile
                    $0.minimumTLS = minimum
                })
            #expect(seen.kind == (isRefused ? .tls : nil), "\(String(describing: minimum))")
        }
    }

    @Test func theVersionOfHTTPIsChosen() async throws {
        let server = try NginxServer()
        let transport = CurlTransport()
        // Each after the others: a connection of another version must not serve it.
        for (version, answered) in [
            (nil, "HTTP/2"), (.http11, "HTTP/1.1"), (.http2, "HTTP/2"), (.http11, "HTTP/1.1"),
        ] as [(HTTPVersion?, String)] {
            let seen = await transport.exchange(
                request(server.url("/index.html")) {
                    $0.caFile = server.certificateFile
                    $0.httpVersion = version
                })
            #expect(seen.text == NginxServer.body && seen.heads.first?.version == answered)
        }
    }

    @Test func http2WithoutTLSNeedsPriorKnowledge() async throws {
        let server = try NginxServer()
        let transport = CurlTransport()
        let seen = await transport.exchange(
            request("http://nowhere.invalid/index.html") {
                $0.unixSocket = server.plainHTTP2Socket
                $0.httpVersion = .http2PriorKnowledge
            })
        #expect(seen.text == NginxServer.body && seen.heads.first?.version == "HTTP/2")
        let plain = await transport.exchange(
            request("http://nowhere.invalid/index.html") {
                $0.unixSocket = server.unixSocket
                $0.httpVersion = .http2
            })
        #expect(plain.text == NginxServer.body && plain.heads.first?.version == "HTTP/1.1")
    }

    @Test(.enabled(if: !CurlVersion.current.http3)) func http3IsRefusedWhereLibcurlLacksIt() async throws {
        let seen = await CurlTransport().exchange(request("https://127.0.0.1:1/") { $0.httpVersion = .http3 })
        #expect(seen.kind == .unsupported)
        #expect(seen.ends.first?.failure?.detail.contains("HTTP/3") == true)
    }

    @Test func http10IsSentAsSuch() async throws {
        let server = try FaultServer { .answer(body: $0.head.contains(" HTTP/1.0\r\n") ? "old" : "new") }
        defer { server.stop() }
        let seen = await CurlTransport().exchange(request(server.url()) { $0.httpVersion = .http10 })
        #expect(seen.text == "old")
    }

    @Test func optionsGoAlongOnlyWhereTheyAreMeant() throws {
        var options = ConnectionOptions()
        options.pins = [try #require(Self.otherKey)]
        options.minimumTLS = .tls13
        options.httpVersion = .http11
        #expect(ConnectionOptions().overlaid(by: options) == options)
        #expect(options.overlaid(by: ConnectionOptions()) == options)
        var plain = ConnectionOptions()
        plain.minimumTLS = .tls13
        #expect(options.elsewhere(onSameHost: false) == plain)
        plain.pins = options.pins
        #expect(options.elsewhere(onSameHost: true) == plain)
    }
}
