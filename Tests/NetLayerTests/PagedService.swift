// A service for tests that pages a list of numbers in every style, without a socket.

import Document
import Synchronization
import TestSupport

@testable import NetLayer

/// Answers `/items` with `{"list":[{"id":0},…]}`, or what its owner changes.
final class PagedService: Sendable {
    let transport: ScriptedTransport
    let client: NetClient

    /// - Parameter answer: gets the query's parameters and the request.
    init(_ answer: @escaping @Sendable ([String: String], WireRequest) -> [ScriptedTransport.Step]) {
        transport = ScriptedTransport { request in
            var query: [String: String] = [:]
            for pair in (request.url.query ?? "").split(separator: "&") {
                let parts = pair.split(separator: "=", maxSplits: 1).map { PercentCoding.decode(String($0)) }
                query[parts[0]] = parts.count > 1 ? parts[1] : ""
            }
            return answer(query, request)
        }
        client = NetClient(transport: transport)
    }

    /// Items from `start`, at most `size`, of `count`, with further members and headers.
    static func page(
        _ start: Int, _ size: Int, of count: Int, _ members: String = "", headers: Headers = Headers()
    ) -> [ScriptedTransport.Step] {
        let items = (start..<max(start, min(start + size, count))).map { #"{"id":\#($0)}"# }.joined(separator: ",")
        return .answer(200, headers: headers, body: Array(#"{"list":[\#(items)]\#(members)}"#.utf8))
    }

    /// The numbers of its list.
    func pager(_ style: PagingStyle, _ limits: PageLimits = PageLimits(), _ list: RequestPlan = Net.plan()) -> Pager<Int> {
        Pager(list, style: style, on: Net.pool, client: client, limits: limits, identity: { "\($0)" }, items: Self.ids)
    }

    @Sendable static func ids(_ page: PageContent) throws -> [Int] { try page.elements().map { $0["id"]?.int ?? -1 } }

    var queries: [String] { transport.requests.map { $0.url.query ?? "" } }
}

extension Pager {
    /// What a load throws.
    func failure(of load: @Sendable (Pager<Item>) async throws(NetError) -> Void) async -> NetError? {
        do throws(NetError) {
            try await load(self)
            return nil
        } catch { return error }
    }

    var nextFailure: NetError? {
        get async { await failure { (pager: Pager<Item>) throws(NetError) in _ = try await pager.loadMore() } }
    }
}
