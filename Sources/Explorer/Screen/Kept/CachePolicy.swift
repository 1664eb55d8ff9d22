// `:cache POLICY`: how the selected endpoint uses stored responses, and the texts of the policies.

import NetLayer

extension FetchPolicy {
    /// The policies that a user can choose, the likeliest first.
    static let choices: [FetchPolicy] = [
        .networkOnly(), .http, .cacheElseNetwork, .networkElseCache(), .cacheOnly, .staleWhileRevalidate(window: .seconds(60)),
        .deferred, .networkOnly(store: true),
    ]

    /// One sentence for the palette.
    var help: String {
        switch self {
        case .networkOnly(store: false): "Always the network; store nothing."
        case .networkOnly(store: true): "Always the network; store the response for other policies."
        case .http: "As the server's headers say: reuse fresh responses, revalidate stale ones."
        case .cacheElseNetwork: "The cached response while it is fresh, else the network."
        case .networkElseCache: "The network; if that fails, the cached response."
        case .cacheOnly: "The cached response while fresh, or nothing: never the network."
        case .staleWhileRevalidate: "A cached response up to a minute stale; refresh in the background."
        case .deferred: "The last response at once; refresh for the next time."
        // A task has one response here, so this policy is not among the choices.
        case .cacheThenNetwork: "The cached response first, then a new one."
        }
    }
}

extension ResponseSource {
    /// The source in the title of a response; `nil` for the network.
    var words: String? {
        switch self {
        case .network: nil
        case .memory(let age), .disk(let age): "from cache, \(Quantity.span(age)) old"
        case .revalidated(let age): "from cache, revalidated, \(Quantity.span(age)) old"
        case .stale(let age, .accepted): "from cache, stale, \(Quantity.span(age)) old"
        case .stale(let age, .revalidating): "from cache, stale, \(Quantity.span(age)) old, refreshing"
        case .fallback(let age, let kind): "from cache, \(Quantity.span(age)) old: \(kind.name)"
        }
    }

    /// The same for a table's cell.
    var shortWords: String? { isFromCache ? "cached" : nil }
}

extension Model {
    func cacheCompletions(after words: [String]) -> [PaletteVerb.Completion] {
        guard words.isEmpty else { return [] }
        let now = endpoints.selectedEndpoint.flatMap { sending.rules.fetch(of: $0) } ?? .networkOnly()
        return FetchPolicy.choices.map { .init(word: $0.name, note: ($0 == now ? "now: " : "") + $0.help) }
    }

    /// `:cache [POLICY]`
    mutating func cache(_ words: [String]) throws(PaletteProblem) -> [Effect] {
        guard let word = words.first else { return showCache() }
        guard let policy = FetchPolicy.choices.first(where: { $0.name == word }) else {
            throw .unknown("cache policy", word, among: FetchPolicy.choices.map(\.name))
        }
        guard let endpoint = endpoints.selectedEndpoint else { throw PaletteProblem("Select an endpoint first") }
        if let method = description?.endpoints[endpoint].method, !method.isSafe, method != .post {
            throw PaletteProblem("\(method) may change something: it is always sent")
        }
        sending.rules.setFetch(policy, of: endpoint)
        say("\(policy.name): \(policy.help)")
        return []
    }
}

extension RequestPlan {
    /// The same request, sent to the server in any case. The rules by which its
    /// response is stored stay the same.
    var asked: RequestPlan {
        var plan = self
        switch plan.policies.fetch {
        case nil: break
        case .http: if plan.headers.first("Cache-Control") == nil { plan.headers.add(HeaderField("Cache-Control", "no-cache")) }
        case _: plan.policies.fetch = .networkOnly(store: true)
        }
        return plan
    }
}
