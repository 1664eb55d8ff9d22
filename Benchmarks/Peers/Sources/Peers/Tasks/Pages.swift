// A list of 20 pages, each of which names the next in its Link header (RFC 8288).

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat
import NetLayer

enum Pages: PeerTask {
    static let name = "Pages"
    static let title = "20 pages by Link header"
    static let requests = walks * Server.pages
    private static let walks = 40

    // begin NetLayer
    static func fetchAll(_ client: NetClient, _ api: ServicePool) async throws -> [Item] {
        let list = RequestPlan(id: "pages", path: "/pages/1")
        let pager = Pager(list, style: .link(), on: api, client: client) { page in
            try JSONDecoder().decode([Item].self, from: Data(page.response.body))
        }
        return try await pager.reduce(into: []) { $0 += $1.items }
    }
    // end

    // begin AsyncHTTPClient
    static func fetchAll(_ client: HTTPClient, _ base: String) async throws -> [Item] {
        var items: [Item] = []
        var next: String? = base + "/pages/1"
        var seen: Set<String> = []
        while let url = next, seen.insert(url).inserted {
            let response = try await client.get(url)
            items += try JSONDecoder().decode([Item].self, from: try await response.body.collect(upTo: 16 << 20))
            next = response.headers[canonicalForm: "link"].compactMap { nextTarget($0) }.first
        }
        return items
    }

    /// Absolute targets only.
    static func nextTarget(_ link: Substring) -> String? {
        let parts = link.split(separator: ";").map { $0.trimmingPrefix { $0 == " " } }
        guard let target = parts.first, target.hasPrefix("<"), target.hasSuffix(">"),
            parts.dropFirst().contains(where: { $0 == "rel=\"next\"" || $0 == "rel=next" })
        else { return nil }
        return String(target.dropFirst().dropLast())
    }
    // end

    static func run(_ side: Side, _ place: Place, _ measure: (() async throws -> Void) async throws -> Void) async throws {
        let (netLayer, api) = (Setup.makeClient(), Setup.makeService(place.base))
        func walk() async throws {
            let items =
                switch side {
                case .netLayer: try await fetchAll(netLayer, api)
                case .asyncHTTPClient: try await fetchAll(HTTPClient.shared, place.base)
                }
            let expected = Server.pages * Server.itemsOnPage
            try PeerError.check(items.count == expected, "\(items.count) items instead of \(expected)")
        }
        try await walk()
        try await measure { for _ in 0..<walks { try await walk() } }
    }
}
