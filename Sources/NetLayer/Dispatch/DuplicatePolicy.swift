// What becomes of a call while another one like it is executing, and which calls are like each other.

/// The rule for a call that is made while another one like it is executing (YB-11). A call is executing from the moment in which it is made,
/// whatever its work is doing (B-YB-5), until its row ends. Calls that are read as streams take no part. The raw value is the word for
/// people and files.
public enum DuplicatePolicy: String, Sendable, Hashable, CaseIterable {
    /// All of them run.
    case allowAll = "allow-all"
    /// The new call runs; the older ones end as ``TaskState/superseded``, their callers get ``CancelReason/superseded``.
    case cancelOldest = "cancel-oldest"
    /// The new call is not sent: it ends as ``TaskState/superseded``, its caller gets ``NetError/Kind/duplicate``.
    case rejectNewest = "reject-newest"
    /// The new call sends nothing and waits for the answer of the one that is executing (coalescing, single flight). Only calls of a safe
    /// method (RFC 9110 §9.2.1) and of one ``CallPolicies/fetch`` are joined, and none older than ``CallPolicies/maxJoinAge``; any other runs by
    /// itself. The answer is shared as it came: each call judges, checks and decodes it by its own ``CallBehaviour``. Hooks run for the call
    /// that sends alone.
    ///
    /// Who wait are counted: a cancel, or a call's own ``CallPolicies/deadline``, ends the call that it is for and leaves the others; the last
    /// one's end is that of the work.
    case join
}

/// Which calls of a client are like each other. Calls that name one by ``named(_:)`` are known to later ones; so are those whose
/// ``CallPolicies/duplicates`` is not ``DuplicatePolicy/allowAll``.
public enum Likeness: Sendable, Hashable {
    /// Those of one endpoint, method and pool whose plans ask the same: path, parameters, headers and body. What adapters, providers and
    /// signers add while a request is made is not compared: where that tells calls apart, name them.
    case sameRequest
    /// Those of one endpoint, method and pool, whatever they send: the newest words of a search field, for example.
    case sameEndpoint
    /// Those that bear this name.
    case named(String)
}

/// What two calls that are like each other have in common. Hashed where it is made: a request's body may be large, and the table is asked for
/// it under the client's lock.
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

    /// Those that differ are told apart by their digests nearly always.
    static func == (a: DuplicateKey, b: DuplicateKey) -> Bool { a.digest == b.digest && a.trait == b.trait }
}

/// A call's part in the game, taken to the table with its row.
struct DuplicateClaim: Sendable {
    let key: DuplicateKey
    let policy: DuplicatePolicy
    let maxJoinAge: Duration
    /// Only who asks the cache in the same way can take another's answer.
    let fetch: FetchPolicy?
    /// Its body goes to a ``BodyTaker``: only who has one too can take another's answer, which has no body else.
    let hasTaker: Bool

    /// `nil` for a call that takes no part: then none of this costs it anything.
    /// - Parameter caller: who asks: what one is answered is not for another.
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
            // How it is shown and how it is treated change nothing of what is asked.
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
