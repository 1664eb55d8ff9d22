// The items again, in each of the paging styles that APIs use. All read the same store.
import Foundation

extension DemoService {
    var pagingEndpoints: [Endpoint] {
        [
            Endpoint(
                .get, "/paging/offset", .paging, "listByOffset", "Pages by offset and limit",
                details: "The response reports the total, and names no next page: the client counts the pages.",
                parameters: [.query("offset", .integer(from: 0, default: 0), "Items to leave out"), .pageSize("limit")],
                answers: [
                    .json(
                        200, "One page",
                        .object([
                            ("total", .integer()), ("offset", .integer()), ("limit", .integer()), ("items", Self.itemArray),
                        ])), .problem(400),
                ]
            ) { request in try byOffset(request) },
            Endpoint(
                .get, "/paging/cursor", .paging, "listByCursor", "Pages by an opaque cursor",
                details: "`next_cursor` of a response is `cursor` of the next request; it is null on the last page.",
                parameters: [.query("cursor", .string(), "From the previous response"), .pageSize("limit")],
                answers: [
                    .json(200, "One page", .object([("items", Self.itemArray), ("next_cursor", .nullable("string"))])),
                    .problem(400),
                ]
            ) { request in try byCursor(request) },
            Endpoint(
                .get, "/paging/keyset", .paging, "listAfter", "Pages by the last id seen",
                details: "Nothing is skipped or seen twice, whatever is added or deleted meanwhile.",
                parameters: [
                    .query("starting_after", .integer(from: 0), "The id of the last item of the page before"), .pageSize("limit"),
                ],
                answers: [
                    .json(200, "One page", .object([("data", Self.itemArray), ("has_more", .boolean)])), .problem(400),
                ]
            ) { request in try byKeyset(request) },
            Endpoint(
                .get, "/paging/next-url", .paging, "listByNextURL", "Pages by URLs in the body",
                details: "`next` and `previous` are whole URLs, or null.",
                parameters: [.query("page", .integer(from: 1, default: 1), "The page, counted from 1"), .pageSize("page_size")],
                answers: [
                    .json(
                        200, "One page",
                        .object([
                            ("count", .integer()), ("next", .nullable("string")), ("previous", .nullable("string")),
                            ("results", Self.itemArray),
                        ])), .problem(400),
                ]
            ) { request in try byNextURL(request) },
            Endpoint(
                .get, "/paging/odata", .paging, "listByOData", "Pages as in OData",
                parameters: [
                    .query("$top", .integer(from: 1, to: Page.maximumSize, default: Page.defaultSize), "Items on a page"),
                    .query("$skip", .integer(from: 0, default: 0), "Items to leave out"),
                ],
                answers: [
                    .json(
                        200, "One page",
                        .object([
                            ("@odata.count", .integer()), ("value", Self.itemArray), ("@odata.nextLink", .string("uri")),
                        ])), .problem(400),
                ]
            ) { request in try byOData(request) },
            Endpoint(
                .get, "/paging/json-api", .paging, "listByJSONAPI", "Pages as in JSON:API",
                parameters: [
                    .query("page[number]", .integer(from: 1, default: 1), "The page, counted from 1"), .pageSize("page[size]"),
                ],
                answers: [
                    .json(
                        200, "One page",
                        .object([
                            (
                                "data",
                                .array(of: .object([("type", .string()), ("id", .string()), ("attributes", .named("Item"))]))
                            ),
                            ("links", .object(["first", "prev", "next", "last"].map { ($0, .nullable("string")) })),
                            ("meta", .object([("total", .integer())])),
                        ]), type: "application/vnd.api+json"), .problem(400),
                ]
            ) { request in try byJSONAPI(request) },
        ]
    }

    private static let itemArray = Schema.array(of: .named("Item"))

    private func byOffset(_ request: Request) throws -> Response {
        let offset = try request.integer("offset", default: 0, in: 0...Int.max)
        let limit = try request.pageSize("limit")
        let all = items.all
        return .json(
            .object([
                ("total", .integer(all.count)), ("offset", .integer(offset)), ("limit", .integer(limit)),
                ("items", .array(all.dropFirst(offset).prefix(limit).map(\.json))),
            ]))
    }

    private func byCursor(_ request: Request) throws -> Response {
        var last = 0
        if let cursor = request.query("cursor"), !cursor.isEmpty {
            guard let data = Data(base64Encoded: cursor), let text = String(validating: data, as: UTF8.self),
                text.hasPrefix("item:"), let id = Int(text.dropFirst(5))
            else { throw Problem.badParameter("cursor", "is not one that this service gave; leave it out for the first page") }
            last = id
        }
        let page = items.items(after: last, atMost: try request.pageSize("limit"))
        let next = page.more ? page.items.last.map { Data("item:\($0.id)".utf8).base64EncodedString() } : nil
        return .json(.object([("items", .array(page.items.map(\.json))), ("next_cursor", next.map(JSON.string) ?? .null)]))
    }

    private func byKeyset(_ request: Request) throws -> Response {
        let last = try request.integer("starting_after", default: 0, in: 0...Int.max)
        let page = items.items(after: last, atMost: try request.pageSize("limit"))
        return .json(.object([("data", .array(page.items.map(\.json))), ("has_more", .bool(page.more))]))
    }

    private func byNextURL(_ request: Request) throws -> Response {
        let (page, all) = (try request.page("page", "page_size"), items.all)
        func url(_ number: Int?) -> JSON {
            number.map { .string("\(request.origin)/paging/next-url?page=\($0)&page_size=\(page.size)") } ?? .null
        }
        return .json(
            .object([
                ("count", .integer(all.count)), ("next", url(page.next(of: all.count))),
                ("previous", url(page.previous(of: all.count))),
                ("results", .array(all[page.range(of: all.count)].map(\.json))),
            ]))
    }

    private func byOData(_ request: Request) throws -> Response {
        let top = try request.pageSize("$top")
        let skip = try request.integer("$skip", default: 0, in: 0...ItemStore.maximumCount)
        let all = items.all
        var members: [(String, JSON)] = [
            ("@odata.context", .string("\(request.origin)/$metadata#Items")), ("@odata.count", .integer(all.count)),
            ("value", .array(all.dropFirst(skip).prefix(top).map(\.json))),
        ]
        if skip + top < all.count {
            members.append(("@odata.nextLink", .string("\(request.origin)/paging/odata?$top=\(top)&$skip=\(skip + top)")))
        }
        return .json(.object(members))
    }

    private func byJSONAPI(_ request: Request) throws -> Response {
        let (page, all) = (try request.page("page[number]", "page[size]"), items.all)
        func url(_ number: Int?) -> JSON {
            number.map { .string("/paging/json-api?page%5Bnumber%5D=\($0)&page%5Bsize%5D=\(page.size)") } ?? .null
        }
        let rows = all[page.range(of: all.count)].map { item in
            JSON.object([("type", .string("items")), ("id", .string(String(item.id))), ("attributes", item.json)])
        }
        let links: [(String, JSON)] = [
            ("first", url(1)), ("prev", url(page.previous(of: all.count))), ("next", url(page.next(of: all.count))),
            ("last", url(page.last(of: all.count))),
        ]
        let body = JSON.object([
            ("data", .array(rows)), ("links", .object(links)), ("meta", .object([("total", .integer(all.count))])),
        ])
        return .json(body, type: "application/vnd.api+json")
    }
}

extension Request {
    /// The scheme and host that the client used.
    fileprivate var origin: String { "http://\(headers["Host"] ?? "127.0.0.1")" }

    fileprivate func pageSize(_ name: String) throws -> Int {
        try integer(name, default: Page.defaultSize, in: 1...Page.maximumSize)
    }

    fileprivate func page(_ number: String, _ size: String) throws -> Page {
        Page(number: try integer(number, default: 1, in: 1...Int.max), size: try pageSize(size))
    }
}
