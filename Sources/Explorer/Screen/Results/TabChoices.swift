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

    /// The kind in a stored session: `json`, `json list`, `text error`.
    var text: String {
        ([body.rawValue] + (isList ? ["list"] : []) + (isError ? ["error"] : [])).joined(separator: " ")
    }

    /// Reads ``text``.
    init?(text: String) {
        let words = text.split(separator: " ").map(String.init)
        guard let first = words.first, let kind = BodyKind(rawValue: first) else { return nil }
        body = kind
        isList = words.contains("list")
        isError = words.contains("error")
    }
}

struct TabChoices: Sendable {
    struct Choice: Sendable, Hashable {
        var tab: ResultTab
        /// `nil` for a choice before the response was complete: it holds for any kind.
        var kind: ResponseKind?
    }

    private struct Place: Sendable, Hashable {
        var endpoint: String
        /// `nil`: responses of any kind without a choice of their own.
        var kind: ResponseKind?
    }

    private var tabs: [Place: ResultTab] = [:]
    /// The last choice for each endpoint.
    private(set) var last: [String: Choice] = [:]

    mutating func choose(_ choice: Choice, for endpoint: String) {
        if choice.kind == nil { tabs = tabs.filter { $0.key.endpoint != endpoint } }
        tabs[Place(endpoint: endpoint, kind: choice.kind)] = choice.tab
        last[endpoint] = choice
    }

    func tab(of endpoint: String, _ kind: ResponseKind?) -> ResultTab? {
        tabs[Place(endpoint: endpoint, kind: kind)] ?? tabs[Place(endpoint: endpoint, kind: nil)]
    }
}
