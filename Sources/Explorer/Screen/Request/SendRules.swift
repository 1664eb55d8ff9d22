// The rules for sending requests: retries, and the policy for a request while a similar one is active.

import Catalog
import NetLayer

struct SendRules: Sendable {
    /// The number of retries after an attempt with a transient failure.
    var retries = 0
    /// By endpoint; the other endpoints allow all duplicates.
    private(set) var duplicates: [Int: DuplicatePolicy] = [:]
    /// The use of stored responses by endpoints without a rule of their own: the user's setting,
    /// else the workspace's rule.
    var usualFetch: FetchPolicy {
        get { saidFetch ?? writtenForAll?.policy ?? .networkOnly() }
        set { saidFetch = newValue }
    }
    private var saidFetch: FetchPolicy?
    /// The user's settings, by endpoint.
    private(set) var fetches: [Int: FetchPolicy] = [:]
    /// The rules of the workspace, by endpoint, and for all other endpoints.
    private var written: [Int: CacheRule] = [:]
    private var writtenForAll: CacheRule?
    /// Endpoints with unsafe methods. The rule for all endpoints does not apply to them,
    /// or they would not be sent.
    private var changing: Set<Int> = []

    /// Endpoints are identified by their index in the description; another description has other endpoints.
    mutating func forgetEndpoints() { (duplicates, fetches) = ([:], [:]) }

    /// The description was read again, and the indexes of endpoints have changed.
    mutating func moveEndpoints(_ moved: [Int: Int]) {
        duplicates = Dictionary(uniqueKeysWithValues: duplicates.compactMap { old, policy in moved[old].map { ($0, policy) } })
        fetches = Dictionary(uniqueKeysWithValues: fetches.compactMap { old, policy in moved[old].map { ($0, policy) } })
    }

    /// Takes the user's settings for all endpoints from the rules of another API.
    mutating func keepChoices(of other: SendRules) { (retries, saidFetch) = (other.retries, other.saidFetch) }

    mutating func setFetch(_ policy: FetchPolicy, of endpoint: Int) { fetches[endpoint] = policy }

    func fetch(of endpoint: Int) -> FetchPolicy {
        fetches[endpoint] ?? written[endpoint]?.policy ?? (changing.contains(endpoint) ? .networkOnly() : usualFetch)
    }

    /// Applies the rules of a workspace to the endpoints of a description.
    mutating func take(_ rules: EndpointRules<CacheRule>, for endpoints: [EndpointSummary]) {
        (written, writtenForAll, changing) = ([:], rules.all, [])
        for (index, endpoint) in endpoints.enumerated() {
            if !endpoint.method.isSafe { changing.insert(index) }
            written[index] = rules.ownRule(of: endpoint)
        }
    }

    mutating func setDuplicates(_ policy: DuplicatePolicy, of endpoint: Int) {
        duplicates[endpoint] = policy == .allowAll ? nil : policy
    }

    func policies(of endpoint: Int) -> CallPolicies {
        // Always set: the client's default is the rule at the program's start.
        var policies = CallPolicies(retry: retries > 0 ? RetryPolicy(attempts: retries + 1) : .never)
        policies.duplicates = duplicates[endpoint] ?? .allowAll
        let lifetime = (written[endpoint] ?? writtenForAll)?.lifetime
        policies.useStored(by: CacheRule(policy: fetch(of: endpoint), lifetime: lifetime))
        // A call that joins gets the response of another call, so the requests must be the same. To replace a
        // call or to wait for it, the same endpoint is enough.
        policies.likeness = policies.duplicates == .join ? .sameRequest : .sameEndpoint
        return policies
    }

    /// The note in the request pane; empty for the usual policy.
    func note(of endpoint: Int) -> String {
        let fetch = fetch(of: endpoint)
        let parts = [
            duplicates[endpoint].map { "dupes: \($0.rawValue)" }, fetch == .networkOnly() ? nil : "cache: \(fetch.name)",
        ]
        return parts.compactMap { $0 }.joined(separator: " · ")
    }
}

// MARK: `:dupes POLICY`

extension DuplicatePolicy {
    /// One sentence for the palette.
    var help: String {
        switch self {
        case .allowAll: "All are sent."
        case .cancelOldest: "A new one cancels those that are running."
        case .rejectNewest: "While one is running, no other is sent."
        case .join: "A new one shares the response of a running one (GET and the like)."
        }
    }
}

extension Model {
    func duplicateCompletions(after words: [String]) -> [PaletteVerb.Completion] {
        guard words.isEmpty else { return [] }
        let now = endpoints.selectedEndpoint.flatMap { sending.rules.policies(of: $0).duplicates }
        return DuplicatePolicy.allCases.map { .init(word: $0.rawValue, note: ($0 == now ? "now: " : "") + $0.help) }
    }

    mutating func setDuplicates(_ words: [String]) throws(PaletteProblem) -> [Effect] {
        guard let policy = DuplicatePolicy(rawValue: words.first ?? "") else {
            throw .unknown("policy", words.first ?? "", among: DuplicatePolicy.allCases.map(\.rawValue))
        }
        guard let endpoint = endpoints.selectedEndpoint else { throw PaletteProblem("Select an endpoint first") }
        sending.rules.setDuplicates(policy, of: endpoint)
        say("\(policy.rawValue): \(policy.help)")
        return []
    }
}
