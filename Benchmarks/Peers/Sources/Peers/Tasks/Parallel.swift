// 64 GETs at once, and their results in order.

import AsyncHTTPClient
import NIOCore
import NetLayer

enum Parallel: PeerTask {
    static let name = "Parallel"
    static let title = "64 parallel GETs, results in order"
    static let requests = rounds * atOnce
    private static let rounds = 30
    private static let atOnce = 64

    // begin NetLayer
    static func makeWideClient() -> NetClient {
        NetClient(transport: CurlTransport(), limits: DispatchLimits(total: 64, perHost: 64))
    }

    static func fetchAll(_ paths: [String], _ client: NetClient, _ api: ServicePool) async throws -> [RawResponse] {
        let members = paths.map { GroupMember.call(Endpoint(RequestPlan(id: "text", path: $0)), on: api) }
        return try await client.run(RequestGroup("texts", members), mode: .failFast).values()
    }
    // end

    // begin AsyncHTTPClient
    static func makeWidePool() -> HTTPClient {
        var configuration = HTTPClient.Configuration.singletonConfiguration
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    static func fetchAll(_ paths: [String], _ client: HTTPClient, _ base: String) async throws -> [ByteBuffer] {
        try await withThrowingTaskGroup(of: (Int, ByteBuffer).self) { group in
            for (index, path) in paths.enumerated() {
                group.addTask { (index, try await client.get(base + path).body.collect(upTo: 1 << 20)) }
            }
            var bodies = [ByteBuffer](repeating: ByteBuffer(), count: paths.count)
            for try await (index, body) in group { bodies[index] = body }
            return bodies
        }
    }
    // end

    static func run(_ side: Side, _ place: Place, _ measure: (() async throws -> Void) async throws -> Void) async throws {
        let (netLayer, api, peer) = (makeWideClient(), Setup.makeService(place.base), makeWidePool())
        let paths = [String](repeating: "/text", count: atOnce)
        func fetch() async throws {
            let sizes =
                switch side {
                case .netLayer: try await fetchAll(paths, netLayer, api).map(\.body.count)
                case .asyncHTTPClient: try await fetchAll(paths, peer, place.base).map(\.readableBytes)
                }
            try PeerError.check(sizes == paths.map { _ in Server.text.utf8.count }, "the texts are others")
        }
        try await fetch()
        try await measure { for _ in 0..<rounds { try await fetch() } }
        try await peer.shutdown()
    }
}
