// How long a response may be used, and its age on arrival (RFC 9111 §4.2).

/// The two numbers that decide whether a response is fresh or stale.
struct Freshness {
    let lifetime: Duration
    let initialAge: Duration

    init(_ head: ResponseHead, _ control: CacheControl, requestTime: Duration, responseTime: Duration, _ rules: CacheRules) {
        // A response without a readable date dates from its arrival (RFC 9110 §6.6.1).
        let date = head.headers["Date"].flatMap { HTTPDate.moment($0, now: responseTime) }
        initialAge = Self.initialAge(head, date: date, requestTime: requestTime, responseTime: responseTime)
        let from = date ?? responseTime
        if let maxAge = control.maxAge {
            lifetime = maxAge
        } else if let expires = head.headers["Expires"] {
            // An unreadable date, above all `0`, lies in the past (§5.3).
            lifetime = HTTPDate.moment(expires, now: responseTime).map { $0 - from } ?? .zero
        } else {
            lifetime = Self.guess(head, control, from: from, responseTime, rules)
        }
    }

    /// §4.2.3: the larger of two ages: the one that the clocks give, and the
    /// one that intermediate caches report.
    private static func initialAge(_ head: ResponseHead, date: Duration?, requestTime: Duration, responseTime: Duration)
        -> Duration
    {
        let apparent = date.map { max(.zero, responseTime - $0) } ?? .zero
        // Of a list the first member counts (§5.1).
        let told = FieldList.members(head.headers.allValues("Age")).first.flatMap(DeltaSeconds.parse) ?? .zero
        return max(apparent, told + max(.zero, responseTime - requestTime))
    }

    /// §4.2.2: a response that has not changed for long is unlikely to change soon.
    private static func guess(
        _ head: ResponseHead, _ control: CacheControl, from date: Duration, _ now: Duration, _ rules: CacheRules
    ) -> Duration {
        guard rules.heuristicShare > 0, control.isPublic || StatusRules.allowsGuess(head.status),
            let changed = head.headers["Last-Modified"].flatMap({ HTTPDate.moment($0, now: now) }), changed < date
        else { return .zero }
        return min((date - changed) * rules.heuristicShare, rules.longestGuess)
    }
}

/// What a status means to a cache.
enum StatusRules {
    /// Statuses of responses that may be stored without an explicit directive (RFC 9110 §15.1). Partial
    /// responses (206) are never stored.
    static func allowsGuess(_ status: Int) -> Bool {
        [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501].contains(status)
    }

    /// Statuses whose caching rules this cache implements (`must-understand`).
    static func isUnderstood(_ status: Int) -> Bool {
        allowsGuess(status)
            || [201, 202, 302, 303, 307, 400, 401, 403, 406, 409, 412, 415, 422, 429, 500, 502, 503, 504].contains(status)
    }

    /// Errors that a stale response may replace (RFC 5861 §4).
    static func isOutage(_ status: Int) -> Bool { [500, 502, 503, 504].contains(status) }
}
