// By what an answer is known to say that the credential is not, or no longer, good.

/// What counts as an authentication failure: by status, or by the code in the body whatever the status (B-BA-6).
public struct AuthRule: Sendable {
    /// RFC 9110 §15.5.2: 401. A 403 is no question of who asks.
    public var statuses: Set<Int>
    /// The body's own codes, as the endpoint's or the client's ``BusinessRule`` reads them: `11010` (BA-11).
    public var businessCodes: Set<String>
    /// The last word, where it has one; `nil` leaves it to the others. Not asked for streams, whose bodies are their readers'.
    public var classify: (@Sendable (RawResponse, BusinessFailure?) -> Bool?)?

    /// By default 401, and no code.
    public init(
        statuses: Set<Int> = [401], businessCodes: Set<String> = [],
        classify: (@Sendable (RawResponse, BusinessFailure?) -> Bool?)? = nil
    ) {
        self.statuses = statuses
        self.businessCodes = businessCodes
        self.classify = classify
    }

    /// The answer's word for it, `401` or a code; `nil` when it is no authentication failure.
    func refusal(_ answer: RawResponse, _ business: BusinessFailure?) -> String? {
        let word = business.flatMap { businessCodes.contains($0.code) ? $0.code : nil } ?? String(answer.head.status)
        if let verdict = classify?(answer, business) { return verdict ? word : nil }
        if let business, businessCodes.contains(business.code) { return business.code }
        return statuses.contains(answer.head.status) ? String(answer.head.status) : nil
    }
}

/// How often a credential may be renewed: a server that refuses every new one must not be asked for ever.
public struct RefreshWindow: Sendable, Hashable {
    /// At most so many renewals …
    public var limit: Int
    /// … within this time. More fail with ``AuthFailure/excessiveRefresh``.
    public var span: Duration

    /// By default 5 renewals in 30 s.
    public init(limit: Int = 5, span: Duration = .seconds(30)) {
        self.limit = limit
        self.span = span
    }
}

/// Why a call has no credential that its service takes. The raw value is the word in events and JSON.
public enum AuthFailure: String, Sendable, Hashable, CaseIterable {
    /// Somebody has to log in: there is no credential, or the server takes neither it nor a renewed one.
    case loginRequired = "login_required"
    /// It could not be renewed now: the authorization server was out of reach, or somebody cancelled it. It is kept, and tried again.
    case refreshFailed = "refresh_failed"
    /// It was renewed too often: ``RefreshWindow``.
    case excessiveRefresh = "excessive_refresh"
}
