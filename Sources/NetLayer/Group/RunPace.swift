// The pace of a measured run: how fast its requests start, how many there are, and which of them count.

/// A number of requests in a span of time, such as 50 in one second.
package struct RequestRate: Sendable, Hashable {
    /// The most requests in one second: beyond it a client measures mostly itself.
    package static let most = 10_000

    package let count: Int
    package let span: Duration

    /// `nil` for a rate of no requests, and for a rate above ``most``.
    package init?(_ count: Int, per span: Duration) {
        guard count > 0, span > .zero, Double(count) <= Double(Self.most) * (span / .seconds(1)) else { return nil }
        (self.count, self.span) = (count, span)
    }

    /// When request `index` is due, from 0, since the start of the run. It follows from the index alone, so
    /// that no error adds up.
    package func start(of index: Int) -> Duration { span * index / count }

    /// How many requests are due before `time`; also the first request that is due at `time` or later.
    package func count(before time: Duration) -> Int {
        guard time > .zero else { return 0 }
        var index = Int(time / span * Double(count))
        while index > 0, start(of: index - 1) >= time { index -= 1 }
        while start(of: index) < time { index += 1 }
        return index
    }
}

/// When the requests of a measured run start. A warm-up comes first; its requests are sent and do not count.
package struct RunPace: Sendable, Hashable {
    /// The most requests of one run that count.
    package static let most = 100_000
    /// How many requests may run at once at a rate: a stalled server must not delay the requests that are
    /// due meanwhile.
    package static let mostAtOnce = 1_000

    /// `nil`: a request starts as soon as another one has ended.
    package var rate: RequestRate?
    /// How many requests count, at most; `nil`: as many as start in time, but no more than ``most``.
    package var count: Int?
    /// How long requests that count start, after the warm-up; `nil` until there are ``count``.
    package var length: Duration?
    package var warmUp: Duration
    /// How many requests may run at once, at least 1.
    package var atOnce: Int

    package init(
        rate: RequestRate? = nil, count: Int? = nil, length: Duration? = nil, warmUp: Duration = .zero, atOnce: Int
    ) {
        self.rate = rate
        self.count = count
        self.length = length
        self.warmUp = warmUp
        self.atOnce = max(1, atOnce)
    }

    /// How many requests the run sends, with those of the warm-up; `nil` where that depends on the responses.
    package var expected: Int? {
        guard let rate else { return length == nil && warmUp == .zero ? count ?? Self.most : nil }
        let early = rate.count(before: warmUp)
        let counted = length.map { rate.count(before: warmUp + $0) - early }
        return early + min(count ?? .max, counted ?? count ?? Self.most)
    }
}
