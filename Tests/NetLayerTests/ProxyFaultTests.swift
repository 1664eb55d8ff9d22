// What a proxy refuses is told as the proxy's, with its name and without its password; and no service is blamed.

import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct ProxyFaultTests {
    private func failure(_ proxy: String, _ url: String = "https://shop.example/") async -> TransferFailure? {
        var connection = ConnectionOptions()
        connection.proxy = Secret(proxy)
        let seen = await CurlTransport().exchange(WireRequest(url: URI(url), connection: connection))
        return seen.ends.first?.failure
    }

    @Test(arguments: [407, 403, 502]) func aRefusedTunnelNamesTheProxy(_ status: Int) async throws {
        let server = try FaultServer { _ in .answer(status, body: "no") }
        defer { server.stop() }
        let seen = await failure("http://alice:s3cret@127.0.0.1:\(server.port)")
        #expect(
            seen?.detail.contains("the proxy 127.0.0.1:\(server.port) refused the connection to shop.example with \(status)")
                == true)
        #expect(seen?.detail.contains("--proxy http://USER@") == (status == 407))
        #expect(seen?.detail.contains("s3cret") == false && seen?.isLocal == true)
    }

    @Test func aProxyThatIsNotThereIsNamed() async throws {
        let server = try FaultServer { _ in .answer() }
        let port = server.port
        server.stop()
        let seen = await failure("http://127.0.0.1:\(port)", "http://shop.example/")
        #expect(seen?.kind == .connect && seen?.isLocal == true)
        #expect(seen?.detail.contains("the proxy 127.0.0.1:\(port) cannot be reached") == true)
        #expect(await failure("socks5h://127.0.0.1:\(port)")?.detail.contains("127.0.0.1:\(port)") == true)
    }

    @Test(arguments: [
        ("http://127.0.0.1:8080", "127.0.0.1:8080"), ("socks5h://user:p@ss@proxy.example:1080/", "proxy.example:1080"),
        ("proxy.example:3128", "proxy.example:3128"),
    ])
    func theNameHasNoUser(_ url: String, _ name: String) {
        var connection = ConnectionOptions()
        connection.proxy = Secret(url)
        #expect(ProxyFault.name(connection) == name)
        connection.proxy = Secret("")
        #expect(ProxyFault.name(connection) == nil)
    }
}
