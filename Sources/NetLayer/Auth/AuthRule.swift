// How to recognize a response that refuses the credential.

/// What counts as an authentication failure: by status, or by the code in the body whatever the status.
public struct AuthRule: Sendable {
    /// RFC 9110 §15.5.2: 401. A 403 does not mean that authentication is missing.
    public var statuses: Set<Int>
    /// The longest body of a stream that is searched for a code, in bytes: a response that refuses is short.
    public static let longestRefusal = 64 << 10
    /// The body's own codes, as the endpoint's or the client's ``BusinessRule`` reads them: `11010`. Of a
    /// stream they are read where its body is JSON of at most ``longestRefusal``; its reader waits for that.
    public var businessCodes: Set<String>
    /// Reads the body's code of a response for which no ``BusinessRule`` does. Not called for a response that
    /// a rule has judged. A stream has the body here of which the codes are read, else none.
    public var readCode: (@Sendable (RawResponse) -> String?)?
    /// Decides finally where it returns a value; `nil` leaves it to the other rules. Not called for streams,
    /// whose bodies belong to their readers.
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

    /// The reason in the response, `401` or a code; `nil` when it is no authentication failure.
    func refusal(_ answer: RawResponse, _ business: BusinessFailure?) -> String? {
        let written = businessCodes.isEmpty ? nil : business?.code ?? readCode?(answer)
        let code = written.flatMap { businessCodes.contains($0) ? $0 : nil }
        let status = String(answer.head.status)
        if let verdict = classify?(answer, business) { return verdict ? code ?? status : nil }
        return code ?? (statuses.contains(answer.head.status) ? status : nil)
    }
}

/// How often a credential may be renewed: a limit for servers that refuse every new one.
public struct RefreshWindow: Sendable, Hashable {
    /// The highest number of renewals …
    public var limit: Int
    /// … within this time. More fail with ``AuthFailure/excessiveRefresh``.
    public var span: Duration

    /// By default 5 renewals in 30 s.
    public init(limit: Int = 5, span: Duration = .seconds(30)) {
        self.limit = limit
        self.span = span
    }
}
