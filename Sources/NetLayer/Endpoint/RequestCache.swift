// A cache of recent requests: a plan that is sent again to the same service gives the same request,
// before behaviours change it.

import Synchronization

/// Saves most of the cost of making a request. Returns exactly the request that the generator would make.
final class RequestCache: Sendable {
    private final class CachedRequest: Sendable {
        let plan: RequestPlan
        let service: Service?
        let request: WireRequest

        init(_ request: WireRequest, of plan: RequestPlan, on service: Service?) {
            self.plan = plan
            self.service = service
            self.request = request
        }

        /// Whether both are unchanged copies: otherwise the generator makes the request.
        func isFor(_ plan: RequestPlan, _ service: Service?) -> Bool {
            guard plan.isCopy(of: self.plan) else { return false }
            guard let service, let own = self.service else { return service == nil && self.service == nil }
            return service.isCopy(of: own)
        }
    }

    private let generator: RequestGenerator
    /// By the plan's id.
    private let made = Mutex<[String: CachedRequest]>([:])
    private static let capacity = 64

    init(_ generator: RequestGenerator) { self.generator = generator }

    func request(for plan: RequestPlan, on service: Service?) throws(NetError) -> WireRequest {
        // Bodies are not cached; bodies from files and with a boundary are new every time. Nor is a service
        // with behaviour, whose closures may retain the client.
        guard plan.body == .none, service?.behaviour == nil else { return try generator.request(for: plan, on: service) }
        let known = made.withLock { $0[plan.id] }
        if let known, known.isFor(plan, service) { return known.request }
        let request = try generator.request(for: plan, on: service)
        guard request.body == .none else { return request }
        made.withLock { made in
            if made.count >= Self.capacity, made[plan.id] == nil { made = [:] }
            made[plan.id] = CachedRequest(request, of: plan, on: service)
        }
        return request
    }
}
