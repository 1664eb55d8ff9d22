// The items: a list in pages with a Link header, and all operations on one item.
import Foundation

extension DemoService {
    var itemEndpoints: [Endpoint] {
        [
            Endpoint(
                .get, "/items", .items, "listItems", "List items",
                details: "Pages are linked by the `Link` field (RFC 8288): first, prev, next, last.",
                parameters: Self.listParameters,
                answers: [
                    .json(
                        200, "One page", .array(of: .named("Item")),
                        headers: [("Link", "The neighbouring pages"), ("X-Total-Count", "Items on all pages")]), .problem(400),
                ]
            ) { request in try list(request) },
            Endpoint(
                .post, "/items", .items, "createItem", "Create an item",
                body: .json(
                    .named("NewItem"),
                    example: .object([
                        ("name", .string("Oak desk lamp")), ("price", .cents(3490)), ("state", .string("open")),
                        ("labels", .array([.string("new"), .string("sale")])),
                    ])),
                answers: [
                    .json(201, "Created", .named("Item"), headers: [("Location", "The new item")]), .problem(400), .problem(415),
                    .problem(422),
                ]
            ) { request in try await create(request) },
            Endpoint(
                .head, "/items", .items, "countItems", "Count items, without fetching any",
                details: "The number is in `X-Total-Count`.", parameters: Array(Self.listParameters.dropFirst(2)),
                answers: [.other(200, "No body", headers: [("X-Total-Count", "Items that fit")])]
            ) { request in try list(request) },
            Endpoint(
                .get, "/items/{id}", .items, "getItem", "Get one item", parameters: [.itemID],
                answers: [.json(200, "The item", .named("Item")), .problem(404)]
            ) { request in try item(request) },
            Endpoint(
                .put, "/items/{id}", .items, "replaceItem", "Replace an item",
                details: "Fields that are not sent get their defaults.", parameters: [.itemID],
                body: .json(
                    .named("NewItem"),
                    example: .object([
                        ("name", .string("Brass desk lamp")), ("price", .cents(4200)), ("state", .string("closed")),
                    ])),
                answers: [.json(200, "The item as it is now", .named("Item")), .problem(404), .problem(422)]
            ) { request in try await replace(request) },
            Endpoint(
                .patch, "/items/{id}", .items, "changeItem", "Change some fields of an item", parameters: [.itemID],
                body: .json(.named("ItemChange"), example: .object([("state", .string("closed"))])),
                answers: [.json(200, "The item as it is now", .named("Item")), .problem(404), .problem(422)]
            ) { request in try await change(request) },
            Endpoint(
                .delete, "/items/{id}", .items, "deleteItem", "Delete an item", parameters: [.itemID],
                answers: [.other(204, "Gone; nothing to say"), .problem(404)]
            ) { request in
                let id = try Self.itemID(request)
                guard items.remove(id) else { throw Self.noItem(id) }
                return Response(status: 204)
            },
            Endpoint(
                .get, "/products", .items, "listProducts", "List products, as in version 1",
                details: "Use `GET /items` instead. It will go on 1 January 2030.",
                answers: [
                    .json(200, "The first page", .array(of: .named("Item")), headers: [("Deprecation", "Since when (RFC 9745)")])
                ], isDeprecated: true
            ) { _ in
                var response = Response.json(.array(items.all.prefix(Page.defaultSize).map(\.json)))
                response.set("Deprecation", "@1767225600")
                response.set("Sunset", "Tue, 01 Jan 2030 00:00:00 GMT")
                response.set("Link", "</items>; rel=\"successor-version\"")
                return response
            },
        ]
    }

    private static let listParameters: [Field] = [
        .query("page", .integer(from: 1, default: 1), "The page, counted from 1"), .pageSize("per_page"),
        .query("q", .string(), "Text in the name or the user, in any case", example: .string("lamp")),
        .query("state", .choice(["open", "closed", "all"], default: "all"), "Items in this state only"),
    ]

    private func list(_ request: Request) throws -> Response {
        let page = Page(
            number: try request.integer("page", default: 1, in: 1...Int.max),
            size: try request.integer("per_page", default: Page.defaultSize, in: 1...Page.maximumSize))
        let stateName = request.query("state") ?? "all"
        let state = Item.State(rawValue: stateName)
        guard state != nil || stateName == "all" else { throw Problem.badParameter("state", "must be one of open, closed, all") }

        let found = items.items(containing: request.query("q"), in: state)
        var response = Response.json(.array(found[page.range(of: found.count)].map(\.json)))
        let filters = ["q", "state"].compactMap { name in request.query(name).map { (name, $0.percentEncoded) } }
        response.set("Link", page.links(total: found.count, path: "/items", filters: filters))
        response.set("X-Total-Count", String(found.count))
        return response
    }

    private func item(_ request: Request) throws -> Response {
        let id = try Self.itemID(request)
        guard let item = items.item(id) else { throw Self.noItem(id) }
        return .json(item.json)
    }

    private func create(_ request: Request) async throws -> Response {
        let draft = try NewItem.parse(try await Self.jsonBody(request))
        guard let item = items.add(draft) else {
            throw Problem(507, "this service holds \(ItemStore.maximumCount) items and takes no more")
        }
        var response = Response.json(item.json, status: 201)
        response.set("Location", "/items/\(item.id)")
        return response
    }

    private func replace(_ request: Request) async throws -> Response {
        let id = try Self.itemID(request)
        let draft = try NewItem.parse(try await Self.jsonBody(request))
        return try changed(id) { $0 = draft.item(id: id, createdAt: $0.createdAt) }
    }

    private func change(_ request: Request) async throws -> Response {
        let id = try Self.itemID(request)
        let change = try ItemChange.parse(try await Self.jsonBody(request))
        return try changed(id) { change.apply(to: &$0) }
    }

    private func changed(_ id: Int, _ change: (inout Item) -> Void) throws -> Response {
        guard let item = items.change(id, change) else { throw Self.noItem(id) }
        return .json(item.json)
    }

    private static func itemID(_ request: Request) throws -> Int {
        guard let id = request.parameters["id"].flatMap({ Int($0) }) else {
            throw Problem.badParameter("id", "must be a whole number")
        }
        return id
    }

    private static func noItem(_ id: Int) -> Problem { Problem(404, "there is no item \(id)") }

    private static func jsonBody(_ request: Request) async throws -> Data {
        guard request.headers["Content-Type"]?.lowercased().hasPrefix("application/json") ?? true else {
            throw Problem(415, "send the item as application/json")
        }
        return Data(try await request.body(upTo: 65_536))
    }
}
