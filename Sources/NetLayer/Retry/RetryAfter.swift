// When a server wants the next request (RFC 9110 §10.2.3).

/// A parsed `Retry-After` field.
struct RetryAfter: Sendable, Equatable {
    /// The wait from now.
    let wait: Duration
    /// Its end as an HTTP date.
    let until: String
}

extension RetryAfter {
    /// More than 300 years; longer times count as this one.
    private static let longest = 10_000_000_000

    /// Parses a field value; `nil` when it is neither a number of seconds nor a date. Callers then ignore the
    /// field: a number below zero is no wait either, and forbids nothing.
    /// - Parameter wallClock: the time since 1970-01-01 UTC.
    init?(_ text: String, wallClock: Duration) {
        let now = Int(wallClock.components.seconds)
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            let seconds = min(Int(text) ?? Self.longest, Self.longest)
            self.init(wait: .seconds(seconds), until: HTTPDate.format(now + seconds))
        } else if let date = HTTPDate.parse(text, now: now) {
            self.init(wait: max(.zero, .seconds(date) - wallClock), until: HTTPDate.format(date))
        } else {
            return nil
        }
    }

    /// Reads the field of a response. Only 429 and 503 count.
    init?(_ head: ResponseHead, wallClock: Duration) {
        guard head.status == 429 || head.status == 503, let text = head.headers["Retry-After"] else { return nil }
        self.init(text, wallClock: wallClock)
    }
}
