// A list of values, decoded from JSON by Foundation's decoder on both sides.

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat
import NetLayer

/// An item of the server's lists.
struct Item: Codable, Sendable, Equatable {
    var id: Int
    var name: String
    var price: Double
}

enum DecodeJSON: PeerTask {
    static let name = "DecodeJSON"
    static let title = "GET, JSON of 100 items decoded"
    static let requests = 500

    // begin NetLayer
    static func fetchItems(_ client: NetClient, _ api: ServicePool) async throws -> [Item] {
        let items = Endpoint(RequestPlan(id: "items", path: "/items")) { response in
            try JSONDecoder().decode([Item].self, from: Data(response.body))
        }
        return try await client.send(items, on: api)
    }
    // end

    // begin AsyncHTTPClient
    static func fetchItems(_ client: HTTPClient, _ base: String) async throws -> [Item] {
        let response = try await client.get(base + "/items")
        return try JSONDecoder().decode([Item].self, from: try await response.body.collect(upTo: 16 << 20))
    }
    // end

    static func run(_ side: Side, _ place: Place, _ measure: (() async throws -> Void) async throws -> Void) async throws {
        let (netLayer, api) = (Setup.makeClient(), Setup.makeService(place.base))
        func fetch() async throws -> [Item] {
            switch side {
            case .netLayer: try await fetchItems(netLayer, api)
            case .asyncHTTPClient: try await fetchItems(HTTPClient.shared, place.base)
            }
        }
        _ = try await fetch()
        try await measure {
            for _ in 0..<requests { try PeerError.check(try await fetch() == Server.items, "the items are others") }
        }
    }
}
