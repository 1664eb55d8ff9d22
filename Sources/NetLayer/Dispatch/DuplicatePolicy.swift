// How the engine treats a call while a similar one is executing, and which calls are similar.

/// The rule for a call that is made while a similar one is executing. A call is executing from its creation,
/// whatever its work is doing, until its row ends. Calls whose bodies are read as streams take no part. The
/// raw value is the name for users and files.
public enum DuplicatePolicy: String, Sendable, Hashable, CaseIterable {
    /// All of them run.
    case allowAll = "allow-all"
    /// The new call runs; the older ones end as ``TaskState/superseded``,
    /// and their callers get ``CancelReason/superseded``.
    case cancelOldest = "cancel-oldest"
    /// The new call is not sent: it ends as ``TaskState/superseded``,
    /// and its caller gets ``NetError/Kind/duplicate``.
    case rejectNewest = "reject-newest"
    /// The new call sends nothing and waits for the response of the executing one (coalescing, single
    /// flight). Only calls of a safe method (RFC 9110 §9.2.1) and of the same ``CallPolicies/fetch`` are
    /// joined, and none older than ``CallPolicies/maxJoinAge``; any other call runs independently. The calls
    /// share the response as received: each judges, checks and decodes it by its own ``CallBehaviour``. Hooks
    /// run only for the call that sends.
    ///
    /// The engine counts the waiting calls: a cancel, or a call's own ``CallPolicies/deadline``, ends that
    /// call and leaves the others; the work ends with the last one.
    case join
}

/// Which calls of a client are similar. Later calls are compared with calls that set a name by ``named(_:)``,
/// and with calls whose ``CallPolicies/duplicates`` is not ``DuplicatePolicy/allowAll``.
public enum Likeness: Sendable, Hashable {
    /// Calls of one endpoint, method and pool whose plans have the same path, parameters, headers
    /// and body. Additions of adapters, providers and signers are not compared: name the calls
    /// where these additions distinguish them.
    case sameRequest
    /// Calls of one endpoint, method and pool, whatever they send: for example the latest
    /// text of a search field.
    case sameEndpoint
    /// Calls with this name.
    case named(String)
}

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
