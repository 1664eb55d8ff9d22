// One service of the demo: its data, and the router for its endpoints.

/// One service of the demo.
struct DemoService: Sendable {
    /// The service's own name, in the `X-Service` field of every response.
    let name: String
    let items = ItemStore()
    let naps = WaitRegistry()
    let turnstile = RequestLimiter(limit: 5, window: .seconds(10))
    let outages = Outages()
    let outage = Outage()
    let visits = RequestCounter()

    /// All operations, in the order of the description.
    var endpoints: [Endpoint] {
        itemEndpoints + pagingEndpoints + timingEndpoints + cachingEndpoints + streamEndpoints + uploadEndpoints + loginEndpoints
            + oauthEndpoints + cookieEndpoints + redirectEndpoints + errorEndpoints + textEndpoints + formatEndpoints
            + diagnosticEndpoints
    }

    /// The handler of requests: the service's endpoints and its description.
    func handler() -> Connection.Handler {
        var router = Router()
        let endpoints = endpoints
        let description = Description.openAPI(endpoints)
        router.add(.get, "/openapi.json") { _ in .text(description, type: "application/json") }
        for endpoint in endpoints { router.add(endpoint.method, endpoint.path, endpoint.handler) }
        return { [name, outage, router] request in
            var response: Response
            do {
                if outage.isOn { throw Problem(500, "the service is set to fail") }
                response = try await router.respond(to: request)
            } catch let problem as Problem {
                response = problem.response
            }
            response.set("X-Service", name)
            return response
        }
    }
}
