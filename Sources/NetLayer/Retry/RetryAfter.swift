// What a server says about when to come back (RFC 9110 §10.2.3).

/// A `Retry-After`, read.
enum RetryAfter: Sendable, Equatable {
    /// So long from now, and the moment as a server would write it.
    case wait(Duration, until: String)
    /// A negative number: do not come back (gRPC's pushback).
    case never

    /// 300 years: more is not told apart.
    private static let longest = 10_000_000_000

    /// What it says; `nil` when it is neither a number of seconds nor a date, which is as if there were none.
    /// - Parameter wallClock: the time since 1970-01-01 UTC.
    init?(_ text: String, wallClock: Duration) {
        let now = Int(wallClock.components.seconds)
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
        if !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            let seconds = min(Int(digits) ?? Self.longest, Self.longest)
            self = digits.count < text.count ? .never : .wait(.seconds(seconds), until: HTTPDate.text(now + seconds))
        } else if let date = HTTPDate.parse(text, now: now) {
            self = .wait(max(.zero, .seconds(date) - wallClock), until: HTTPDate.text(date))
        } else {
            return nil
        }
    }

    /// What the answer says. Only 429 and 503 are asked.
    init?(_ head: ResponseHead, wallClock: Duration) {
        guard head.status == 429 || head.status == 503, let text = head.headers["Retry-After"] else { return nil }
        self.init(text, wallClock: wallClock)
    }
}
