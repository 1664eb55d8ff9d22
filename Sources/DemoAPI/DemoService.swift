// One service of the demo: what it holds, and the router made of its endpoints.
import Hummingbird

/// One service of the demo.
struct DemoService: Sendable {
    /// The service's own name, in every answer's `X-Service` field.
    let name: String
    let items = ItemStore()
    let naps = Naps()
    let turnstile = Turnstile(limit: 5, window: .seconds(10))
    let outages = Outages()
    let outage = Outage()
    let visits = Visits()

    /// All operations, in the order of the description.
    var endpoints: [Endpoint] {
        itemEndpoints + pagingEndpoints + timingEndpoints + cachingEndpoints + streamEndpoints + uploadEndpoints + loginEndpoints
            + oauthEndpoints + cookieEndpoints + redirectEndpoints + errorEndpoints + textEndpoints + formatEndpoints
            + diagnosticEndpoints
    }

    func router() -> Router<BasicRequestContext> {
        let router = Router(options: .autoGenerateHeadEndpoints)
        router.add(middleware: ServiceMiddleware(service: name, outage: outage))
        let endpoints = endpoints
        let description = Description.openAPI(endpoints)
        router.get("openapi.json") { _, _ in Response.text(description, type: "application/json") }
        for endpoint in endpoints { router.on(RouterPath(endpoint.path), method: endpoint.method, use: endpoint.handler) }
        return router
    }
}
