// The tabs that the user has chosen: for each endpoint, and for each kind of its responses.

/// Responses that one choice of a tab applies to.
struct ResponseKind: Sendable, Hashable {
    private let body: BodyKind
    private let isList: Bool
    private let isError: Bool

    init(_ answer: Answer) {
        body = answer.kind
        isList = answer.rows != nil
        isError = (answer.head?.status ?? 0) >= 400
    }
}

struct TabChoices: Sendable {
    private struct Place: Sendable, Hashable {
        var endpoint: String
        /// `nil`: responses of any kind without a choice of their own.
        var kind: ResponseKind?
    }

    private var tabs: [Place: ResultTab] = [:]
    /// The last choice for each endpoint.
    private(set) var last: [String: ResultTab] = [:]

    /// - Parameter kind: `nil` for a choice before the response is complete: it holds for any kind.
    mutating func choose(_ tab: ResultTab, for endpoint: String, _ kind: ResponseKind?) {
        if kind == nil { tabs = tabs.filter { $0.key.endpoint != endpoint } }
        tabs[Place(endpoint: endpoint, kind: kind)] = tab
        last[endpoint] = tab
    }

    func tab(of endpoint: String, _ kind: ResponseKind?) -> ResultTab? {
        tabs[Place(endpoint: endpoint, kind: kind)] ?? tabs[Place(endpoint: endpoint, kind: nil)]
    }
}
