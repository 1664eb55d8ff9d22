// A stored response of 64 KB that the server confirms each time: If-None-Match, then 304 (RFC 9110 §13.1.2).

import AsyncHTTPClient
import NIOCore
import NetLayer

enum Revalidate: PeerTask {
    static let name = "Revalidate"
    static let title = "cached response, confirmed by ETag"
    static let requests = 1_000

    // begin NetLayer
    static func makeCachingClient() -> NetClient { NetClient(transport: CurlTransport(), cache: ResponseCache()) }

    static func fetchStored(_ client: NetClient, _ api: ServicePool) async throws -> [UInt8] {
        var plan = RequestPlan(id: "stored", path: "/stored")
        plan.policies.fetch = .http
        return try await client.send(Endpoint(plan), on: api).body
    }
    // end

    // begin AsyncHTTPClient
    actor TaggedResponses {
        private var stored: [String: (tag: String, body: ByteBuffer)] = [:]

        func get(_ url: String, _ client: HTTPClient) async throws -> ByteBuffer {
            var request = HTTPClientRequest(url: url)
            if let tag = stored[url]?.tag { request.headers.add(name: "If-None-Match", value: tag) }
            let response = try await client.execute(request, timeout: .seconds(60))
            if response.status == .notModified, let body = stored[url]?.body { return body }
            guard response.status.code < 400 else { throw UnexpectedStatus(status: response.status) }
            let body = try await response.body.collect(upTo: 1 << 20)
            if let tag = response.headers.first(name: "ETag") { stored[url] = (tag, body) }
            return body
        }
    }
    // end

    static func run(_ side: Side, _ place: Place, _ measure: (() async throws -> Void) async throws -> Void) async throws {
        let (netLayer, api, stored) = (makeCachingClient(), Setup.makeService(place.base), TaggedResponses())
        func fetch() async throws {
            let size =
                switch side {
                case .netLayer: try await fetchStored(netLayer, api).count
                case .asyncHTTPClient: try await stored.get(place.base + "/stored", HTTPClient.shared).readableBytes
                }
            try PeerError.check(size == Server.storedSize, "\(size) bytes instead of \(Server.storedSize)")
        }
        try await fetch()
        try await measure { for _ in 0..<requests { try await fetch() } }
    }
}
