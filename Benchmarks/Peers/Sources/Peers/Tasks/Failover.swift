// GETs on two services, the first of which is dead.

import AsyncHTTPClient
import NIOCore
import NetLayer

enum Failover: PeerTask {
    static let name = "Failover"
    static let title = "GET, first service dead"
    static let requests = 1_000

    // begin NetLayer
    static func makeServices(_ bases: [String]) -> ServicePool {
        let services = bases.enumerated().map { Service(name: "service \($0)", baseURL: URI($1)) }
        return ServicePool(services, failover: FailoverOptions())
    }
    // end

    // begin AsyncHTTPClient
    static func makeFailingFastClient() -> HTTPClient {
        var configuration = HTTPClient.Configuration.singletonConfiguration
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    struct NoService: Error {}

    actor Services {
        private let bases: [String]
        private var active = 0

        init(_ bases: [String]) { self.bases = bases }

        func get(_ path: String, _ client: HTTPClient) async throws -> HTTPClientResponse {
            var failure: any Error = NoService()
            for _ in bases {
                let tried = active
                do {
                    let request = HTTPClientRequest(url: bases[tried] + path)
                    let response = try await client.execute(request, timeout: .seconds(60))
                    guard [500, 502, 503, 504].contains(response.status.code) else { return response }
                    failure = UnexpectedStatus(status: response.status)
                } catch let error as HTTPClientError where error == .cancelled {
                    throw error
                } catch {
                    failure = error
                }
                // Another request may have moved on meanwhile.
                if active == tried { active = (tried + 1) % bases.count }
            }
            throw failure
        }
    }
    // end

    static func run(_ side: Side, _ place: Place, _ measure: (() async throws -> Void) async throws -> Void) async throws {
        let bases = [place.dead, place.base]
        let (netLayer, pool) = (Setup.makeClient(), makeServices(bases))
        let (peer, services) = (makeFailingFastClient(), Services(bases))
        func fetch() async throws -> String {
            switch side {
            case .netLayer: return try await PlainGet.fetchText(netLayer, pool)
            case .asyncHTTPClient:
                return String(buffer: try await services.get("/text", peer).body.collect(upTo: 1 << 20))
            }
        }
        _ = try await fetch()
        try await measure {
            for _ in 0..<requests { try PeerError.check(try await fetch() == Server.text, "the text is another one") }
        }
        try await peer.shutdown()
    }
}
