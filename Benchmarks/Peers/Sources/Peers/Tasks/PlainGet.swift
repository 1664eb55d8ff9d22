// A GET of a short text.

import AsyncHTTPClient
import NIOCore
import NetLayer

enum PlainGet: PeerTask {
    static let name = "PlainGet"
    static let title = "plain GET, one after another"
    static let requests = 2_000

    // begin NetLayer
    static func fetchText(_ client: NetClient, _ api: ServicePool) async throws -> String {
        let response = try await client.send(Endpoint(RequestPlan(id: "text", path: "/text")), on: api)
        return String(decoding: response.body, as: UTF8.self)
    }
    // end

    // begin AsyncHTTPClient
    static func fetchText(_ client: HTTPClient, _ base: String) async throws -> String {
        let response = try await client.get(base + "/text")
        return String(buffer: try await response.body.collect(upTo: 1 << 20))
    }
    // end

    static func run(_ side: Side, _ place: Place, _ measure: (() async throws -> Void) async throws -> Void) async throws {
        let (netLayer, api) = (Setup.makeClient(), Setup.makeService(place.base))
        func fetch() async throws -> String {
            switch side {
            case .netLayer: try await fetchText(netLayer, api)
            case .asyncHTTPClient: try await fetchText(HTTPClient.shared, place.base)
            }
        }
        _ = try await fetch()
        try await measure {
            for _ in 0..<requests { try PeerError.check(try await fetch() == Server.text, "the text is another one") }
        }
    }
}
