// From when ages are counted. A clock may be wrong by years for a while (an empty battery, a machine that wakes up), and must not empty
// the history. Pure.

/// The time that is believed, and one that is not yet.
///
/// A clock that has moved on by a day or less is believed; so is one that has gone back, because then fewer entries are too old. One that is
/// further ahead is doubted: its time is believed once the clock has shown another that is a day later, and none before it. Ages are then
/// counted from the earlier of the two, because the later one may be a jump of its own.
struct TrustedClock: Hashable {
    private static let day: Int64 = 86_400_000
    /// Below that a later time is not worth a write.
    private static let coarseness: Int64 = 3_600_000

    /// Milliseconds since 1970.
    var time: Int64
    /// A time that was too far ahead; `nil` when the last one was not.
    var doubted: Int64?

    /// After the clock has shown a time.
    func seeing(_ now: Int64) -> TrustedClock {
        guard now - time > Self.day else { return TrustedClock(time: now) }
        guard let doubted, doubted <= now else { return TrustedClock(time: time, doubted: now) }
        return now - doubted < Self.day ? self : TrustedClock(time: doubted).seeing(now)
    }

    /// Whether it says something else than what was stored.
    func isNews(to stored: TrustedClock?) -> Bool {
        guard let stored else { return true }
        return doubted != stored.doubted || abs(time - stored.time) >= Self.coarseness
    }
}
