// The requests that were made last: a plan that is sent again to the same service gives the same request, before anybody who is asked changes it.

import Synchronization

/// Spares most of what a request costs. What it gives is what the generator would make.
final class RequestMemory: Sendable {
    private final class Made: Sendable {
        let plan: RequestPlan
        let service: Service?
        let request: WireRequest

        init(_ request: WireRequest, of plan: RequestPlan, on service: Service?) {
            self.plan = plan
            self.service = service
            self.request = request
        }

        /// Copies of the very same: for less, the generator is asked.
        func isFor(_ plan: RequestPlan, _ service: Service?) -> Bool {
            guard plan.isCopy(of: self.plan) else { return false }
            guard let service, let own = self.service else { return service == nil && self.service == nil }
            return service.isCopy(of: own)
        }
    }

    private let generator: RequestGenerator
    /// By the plan's id.
    private let made = Mutex<[String: Made]>([:])
    private static let capacity = 64

    init(_ generator: RequestGenerator) { self.generator = generator }

    func request(for plan: RequestPlan, on service: Service?) throws(NetError) -> WireRequest {
        // Bodies are not kept; those from files and with a boundary are new every time. Nor is a service's code, which may hold the client.
        guard plan.body == .none, service?.behaviour == nil else { return try generator.request(for: plan, on: service) }
        let known = made.withLock { $0[plan.id] }
        if let known, known.isFor(plan, service) { return known.request }
        let request = try generator.request(for: plan, on: service)
        guard request.body == .none else { return request }
        made.withLock { made in
            if made.count >= Self.capacity, made[plan.id] == nil { made = [:] }
            made[plan.id] = Made(request, of: plan, on: service)
        }
        return request
    }
}
