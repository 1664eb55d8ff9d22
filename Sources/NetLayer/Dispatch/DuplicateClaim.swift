// A call's part in the duplicate policies: what it resembles, and what to do then.

/// The common key of similar calls. Hashed at creation, because a request's body may be large and the table
/// looks the key up under the client's lock.
struct DuplicateKey: Hashable, Sendable {
    enum Trait: Hashable, Sendable {
        case request(RequestPlan, ServicePool)
        case endpoint(String, HTTPMethod, ServicePool)
        case named(String)
    }

    private let digest: Int
    private let trait: Trait

    init(_ trait: Trait) {
        self.trait = trait
        digest = trait.hashValue
    }

    func hash(into hasher: inout Hasher) { hasher.combine(digest) }

    /// The digests distinguish different keys almost always.
    static func == (a: DuplicateKey, b: DuplicateKey) -> Bool { a.digest == b.digest && a.trait == b.trait }
}

/// A call's duplicate rules, which go to the table with its row.
struct DuplicateClaim: Sendable {
    let key: DuplicateKey
    let policy: DuplicatePolicy
    let maxJoinAge: Duration
    /// Only a call that uses the cache in the same way can share another's response.
    let fetch: FetchPolicy?
    /// The call's body goes to a ``BodyTaker``. Only a call that has one too can share the response, which
    /// has no body otherwise.
    let hasTaker: Bool

    /// `nil` for a call that takes no part: such a call pays nothing for this.
    /// - Parameter caller: the caller's name: calls of different callers never share a response.
    init?(_ plan: RequestPlan, on pool: ServicePool, as caller: @autoclosure () -> String = "", hasTaker: Bool = false) {
        let policies = plan.policies
        var pool = pool
        let rule = policies.duplicates ?? .allowAll
        func asCaller(_ text: String) -> String {
            let caller = caller()
            return caller.isEmpty ? text : "\(text)\0\(caller)"
        }
        switch policies.likeness ?? .sameRequest {
        case .named(let name): key = DuplicateKey(.named(asCaller(name)))
        case .sameRequest where rule == .allowAll, .sameEndpoint where rule == .allowAll: return nil
        case .sameEndpoint:
            pool.id = asCaller(pool.id)
            key = DuplicateKey(.endpoint(plan.id, plan.method, pool))
        case .sameRequest:
            // Title and policies do not change the request.
            var plan = plan
            plan.title = ""
            plan.policies = CallPolicies()
            pool.id = asCaller(pool.id)
            key = DuplicateKey(.request(plan, pool))
        }
        policy = rule
        maxJoinAge = policies.maxJoinAge ?? .seconds(10)
        fetch = policies.fetch
        self.hasTaker = hasTaker
    }
}
