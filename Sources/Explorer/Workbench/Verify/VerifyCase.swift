// One request of a verification: what is sent, and what the description demands of the response.

import Catalog
import NetLayer

/// A request that a verification sends.
public struct VerifyCase: Sendable {
    /// What the description says about the request.
    public enum Demand: Sendable, Hashable {
        /// It is allowed: the response must be as described.
        case described
        /// It is forbidden by this rule: the server must refuse it with 4xx.
        case refusal(RulePlace)
        /// The path has no such method: the server must refuse it, usually with 405.
        case noMethod(RulePlace)

        /// The rule that forbids it.
        var rule: RulePlace? {
            switch self {
            case .described: nil
            case .refusal(let rule), .noMethod(let rule): rule
            }
        }
    }

    /// The index of the endpoint.
    public let endpoint: Int
    /// What is special about the request: `limit=0, below the minimum`.
    public let name: String
    /// What must come of it.
    public let demand: Demand
    /// The parameters, the body and the method of this request; ``VerifyTarget`` adds what all requests of the endpoint have.
    let plan: RequestPlan
    let operation: Catalog.Operation
    /// `nil` where the description says nothing about responses.
    let contract: Contract?
    /// The values of the path, by their names.
    let pathValues: [String: String]
    /// No response has named the resource: it may not exist.
    let isMadeUp: Bool
    /// The user has not asked for requests that may change something: a value of the request must not make it one.
    let isOnlySafe: Bool

    /// Whether the description forbids it.
    public var isForbidden: Bool { demand != .described }
}

/// What all requests to one endpoint have.
public struct VerifyTarget: Sendable, Hashable {
    /// The plan, without values: with the credentials, limits and options of the endpoint.
    public var plan: RequestPlan
    public var pool: ServicePool

    public init(plan: RequestPlan, pool: ServicePool) { (self.plan, self.pool) = (plan, pool) }

    /// The plan of one request.
    public func makePlan(of verifyCase: VerifyCase) -> RequestPlan {
        let own = verifyCase.plan
        var plan = plan
        plan.title = "\(own.title) · \(verifyCase.name)"
        plan.method = own.method
        plan.parameters += own.parameters
        plan.body = own.body
        plan.maskedNames.formUnion(own.maskedNames)
        if own.isBodySecret { plan.isBodySecret = true }
        for field in own.headers.fields { plan.headers.set(field) }
        // A described redirect is a response to be checked.
        if verifyCase.operation.responses.contains(where: { $0.status.hasPrefix("3") }) { plan.followsRedirects = false }
        // Stored responses say nothing about the server, and each request counts.
        plan.policies.fetch = nil
        plan.policies.duplicates = .allowAll
        // The guards see the request as it goes out, with what all requests have, and each redirect.
        if verifyCase.isOnlySafe { plan.agreements.insert(GuardRule.onlySafe) }
        return plan
    }
}

/// Why an endpoint gets no requests.
public struct VerifyObstacle: Error, Sendable, Hashable {
    /// A sentence without a full stop.
    public let reason: String

    public init(_ reason: String) { self.reason = reason }
}
