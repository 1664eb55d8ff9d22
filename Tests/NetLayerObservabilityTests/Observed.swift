// What the tests of this module share.

import NetLayer
import NetLayerTesting

enum Observed {
    static let pool = ServicePool([Service(name: "shop", baseURL: URI("http://shop.test"))])

    /// Its path has a secret in the query, and it is sent at most twice.
    static func call(
        _ path: String = "/items?token=t0p", method: HTTPMethod = .get, attempts: Int = 2
    ) -> Endpoint<RawResponse> {
        var plan = RequestPlan(id: "listItems", method: method, path: path)
        plan.policies.retry = RetryPolicy(attempts: attempts, base: .zero)
        return Endpoint(plan)
    }
}
