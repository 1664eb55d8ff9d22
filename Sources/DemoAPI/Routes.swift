// Which path answers what. Each handler is a few lines; the work is in ItemStore, Page, NewItem, Naps and Echo.
import Foundation
import Hummingbird

/// One service of the demo.
struct DemoService: Sendable {
    /// The service's own name, in every answer's `X-Service` field.
    let name: String
    let items = ItemStore()
    let naps = Naps()

    func router() -> Router<BasicRequestContext> {
        let router = Router(options: .autoGenerateHeadEndpoints)
        router.add(middleware: ServiceMiddleware(service: name))
        router.get("openapi.json") { _, _ in Response.text(Description.openAPI, type: "application/json") }
        router.get("health") { _, _ in health() }
        router.get("items") { request, _ in try list(request) }
        router.get("items/:id") { _, context in try item(context.parameters.get("id")) }
        router.post("items") { request, _ in try await create(request) }
        router.get("slow") { request, _ in try await slow(request) }
        router.get("status/:code") { _, context in try StatusAnswer.response(for: context.parameters.get("code"), service: name) }
        router.get("echo") { request, _ in try await Echo.response(to: request) }
        router.post("echo") { request, _ in try await Echo.response(to: request) }
        return router
    }

    private func health() -> Response {
        .json(
            .object([
                ("status", .string("ok")), ("service", .string(name)), ("items", .integer(items.count)),
                ("waiting", .integer(naps.count)),
            ]))
    }

    private func list(_ request: Request) throws -> Response {
        let page = Page(
            number: try request.integer("page", default: 1, in: 1...Int.max),
            size: try request.integer("size", default: Page.defaultSize, in: 1...Page.maximumSize))
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

    private func item(_ text: String?) throws -> Response {
        guard let text, let id = Int(text) else { throw Problem.badParameter("id", "must be a whole number") }
        guard let item = items.item(id) else { throw Problem(404, "there is no item \(id)") }
        return .json(item.json)
    }

    private func create(_ request: Request) async throws -> Response {
        guard request.headers[.contentType]?.lowercased().hasPrefix("application/json") ?? true else {
            throw Problem(415, "send the item as application/json")
        }
        let body = try await request.body.collect(upTo: 65_536)
        let draft = try NewItem.parse(Data(body.readableBytesView))
        guard let item = items.add(draft) else {
            throw Problem(507, "this service holds \(ItemStore.maximumCount) items and takes no more")
        }
        var response = Response.json(item.json, status: 201)
        response.set("Location", "/items/\(item.id)")
        return response
    }

    private func slow(_ request: Request) async throws -> Response {
        let text = request.query("seconds") ?? "3"
        guard let seconds = Double(text), (0...120).contains(seconds) else {
            throw Problem.badParameter("seconds", "must be a number from 0 to 120")
        }
        do {
            try await request.body.consumeWithCancellationOnInboundClose { _ in try await naps.sleep(for: .seconds(seconds)) }
        } catch is CancellationError where naps.isStopping {
            throw Problem(503, "the service is stopping")
        }
        var response = Response.json(.object([("service", .string(name)), ("waited", .number(seconds))]))
        // Watching for the client's leave used the connection up: say so, so that nobody sends a next request on it.
        response.set("Connection", "close")
        return response
    }
}

extension String {
    /// For a query value: all but RFC 3986's unreserved characters is percent-encoded.
    var percentEncoded: String {
        let unreserved = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }
}
