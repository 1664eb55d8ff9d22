// The time from which ages are counted. A clock may be wrong by years for a while (an empty battery, a
// machine that wakes up), and must not empty the history. Pure.

/// The trusted time, and a time that is not trusted yet.
///
/// A clock that has advanced by a day or less is trusted. A clock that has gone back is trusted too, because
/// then fewer entries are too old. A time further ahead is doubted: it becomes trusted when the clock has
/// shown a time that is a day later, and none before it. Ages are then counted from the earlier of the two,
/// because the later one may be another jump.
struct TrustedClock: Hashable {
    private static let day: Int64 = 86_400_000
    /// Smaller advances of the time are not worth a write.
    private static let coarseness: Int64 = 3_600_000

    /// Milliseconds since 1970.
    var time: Int64
    /// A time that was too far ahead; `nil` if the last one was not.
    var doubted: Int64?

    /// The state after the clock has shown a time.
    func seeing(_ now: Int64) -> TrustedClock {
        guard now - time > Self.day else { return TrustedClock(time: now) }
        guard let doubted, doubted <= now else { return TrustedClock(time: time, doubted: now) }
        return now - doubted < Self.day ? self : TrustedClock(time: doubted).seeing(now)
    }

    /// Whether it differs from the stored state enough for a write.
    func isNews(to stored: TrustedClock?) -> Bool {
        guard let stored else { return true }
        return doubted != stored.doubted || abs(time - stored.time) >= Self.coarseness
    }
}
