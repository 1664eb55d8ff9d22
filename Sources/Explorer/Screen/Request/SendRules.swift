// By which rules requests are sent: how often again, and what becomes of one while another like it is in the air.

import Catalog
import NetLayer

struct SendRules: Sendable {
    /// How often a request is sent again when an attempt failed in a way that may pass.
    var retries = 0
    /// By endpoint; those that are not here are all sent.
    private(set) var duplicates: [Int: DuplicatePolicy] = [:]
    /// How stored answers are used by endpoints that say nothing of their own: as was said here, else as the workspace says.
    var usualFetch: FetchPolicy {
        get { saidFetch ?? writtenForAll?.policy ?? .networkOnly() }
        set { saidFetch = newValue }
    }
    private var saidFetch: FetchPolicy?
    /// What was said here, by endpoint.
    private(set) var fetches: [Int: FetchPolicy] = [:]
    /// What the workspace says, by endpoint, and of all others.
    private var written: [Int: CacheRule] = [:]
    private var writtenForAll: CacheRule?
    /// Endpoints that may change something: what holds for all does not hold for them, or they would not be sent.
    private var changing: Set<Int> = []

    /// Endpoints are known by their place in the description: another one has others.
    mutating func forgetEndpoints() { (duplicates, fetches) = ([:], [:]) }

    /// The description was read again, and endpoints stand elsewhere now.
    mutating func moveEndpoints(_ moved: [Int: Int]) {
        duplicates = Dictionary(uniqueKeysWithValues: duplicates.compactMap { old, policy in moved[old].map { ($0, policy) } })
        fetches = Dictionary(uniqueKeysWithValues: fetches.compactMap { old, policy in moved[old].map { ($0, policy) } })
    }

    mutating func setFetch(_ policy: FetchPolicy, of endpoint: Int) { fetches[endpoint] = policy }

    func fetch(of endpoint: Int) -> FetchPolicy {
        fetches[endpoint] ?? written[endpoint]?.policy ?? (changing.contains(endpoint) ? .networkOnly() : usualFetch)
    }

    /// What a workspace says of the endpoints of a description.
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
        // Said in any case: the client's own rule is what the program was started with.
        var policies = CallPolicies(retry: retries > 0 ? RetryPolicy(attempts: retries + 1) : .never)
        policies.duplicates = duplicates[endpoint] ?? .allowAll
        let fetch = fetch(of: endpoint)
        // Said in no other case: what is not stored costs nothing.
        if fetch != .networkOnly() {
            policies.fetch = fetch
            if let lifetime = (written[endpoint] ?? writtenForAll)?.lifetime { policies.caching.lifetime = .fixed(lifetime) }
        }
        // Who joins gets another's answer, so what is asked must be the same. To make way, or to wait, it is enough that the endpoint is.
        policies.likeness = policies.duplicates == .join ? .sameRequest : .sameEndpoint
        return policies
    }

    /// What the request pane says of it; empty for what is usual.
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
        case .cancelOldest: "A new one ends those that are in the air."
        case .rejectNewest: "While one is in the air, no other is sent."
        case .join: "A new one gets the answer of the same in the air (GET and the like)."
        }
    }
}

extension Model {
    func duplicateCompletions(after words: [String]) -> [PaletteVerb.Completion] {
        guard words.isEmpty else { return [] }
        let now = endpoints.selectedEndpoint.flatMap { sending.rules.policies(of: $0).duplicates }
        return DuplicatePolicy.allCases.map { .init(word: $0.rawValue, note: ($0 == now ? "as it is: " : "") + $0.help) }
    }

    mutating func setDuplicates(_ words: [String]) throws(PaletteProblem) -> [Effect] {
        guard let policy = DuplicatePolicy(rawValue: words.first ?? "") else {
            throw .unknown("policy", words.first ?? "", among: DuplicatePolicy.allCases.map(\.rawValue))
        }
        guard let endpoint = endpoints.selectedEndpoint else { throw PaletteProblem("Select an endpoint first") }
        sending.rules.setDuplicates(policy, of: endpoint)
        say("\(policy.rawValue): \(policy.help)")
        return settle()
    }
}
