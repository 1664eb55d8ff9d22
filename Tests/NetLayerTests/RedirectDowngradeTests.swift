// A redirect from https to http: everybody on the way could read what is sent there.

import TestSupport
import Testing

@testable import NetLayer

@Suite struct RedirectDowngradeTests {
    @Test(arguments: [HTTPMethod.get, .post], [301, 303, 307, 308]) func nothingGoesOnInTheClear(
        _ method: HTTPMethod, _ status: Int
    ) async {
        let transport = ScriptedTransport {
            $0.url.path == "/start" ? .redirect(status, to: "http://a.test/there") : .answer(200)
        }
        var plan = RequestPlan(id: "x", method: method, path: "https://a.test/start", headers: ["X-Customer": "4711"])
        if method == .post { plan.body = .bytes(Array("iban=DE00".utf8), contentType: "text/plain") }
        let error = await NetClient(transport: transport).dispatch(Endpoint(plan), on: ServicePool([])).error
        #expect(error?.kind == .redirectRefused && error?.detail.contains("'http://a.test/there'") == true)
        #expect(error?.detail.contains("from https to http") == true && error?.detail.contains("RedirectPolicy") == false)
        #expect(error?.response?.head.status == status)
        #expect(transport.requests.count == 1)
    }

    @Test(arguments: [("http://a.test/start", "https://a.test/there"), ("http://a.test/start", "http://b.test/there")])
    func allElseIsFollowed(_ from: String, _ target: String) async {
        let transport = ScriptedTransport { $0.url.path == "/start" ? .redirect(302, to: target) : .answer(200) }
        let plan = RequestPlan(id: "x", path: from)
        #expect(await NetClient(transport: transport).dispatch(Endpoint(plan), on: ServicePool([])).error == nil)
        #expect(transport.requests.count == 2)
    }

    /// That it is not followed is our decision: the service has done nothing wrong, and another would be asked for nothing.
    @Test(arguments: [HTTPMethod.get, .delete]) func noServiceIsBlamed(_ method: HTTPMethod) async throws {
        let transport = ScriptedTransport { _ in .redirect(302, to: "http://mirror.test/1") }
        let services = ["a", "b"].map { Service(name: $0, baseURL: URI("https://\($0).test")) }
        let pool = ServicePool(services, id: "main", failover: FailoverOptions())
        let client = NetClient(transport: transport, policies: CallPolicies(retry: .standard))
        for _ in 1...6 {
            #expect(
                await client.dispatch(Endpoint(RequestPlan(id: "x", method: method, path: "/1")), on: pool).error?.kind
                    == .redirectRefused)
        }
        #expect(transport.requests.count == 6 && transport.requests.allSatisfy { $0.url.host == "a.test" })
        let status = try #require(client.status(of: pool))
        #expect(status.active == 0 && status.services[0].counts.failed == 0)
    }
}
