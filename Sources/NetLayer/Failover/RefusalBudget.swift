// Limits how many refusals are reported: repeated refusals must not crowd out other events.

struct RefusalBudget: Sendable {
    static let told = 10
    static let window = Duration.seconds(60)

    private var since: Duration?
    private var count = 0

    /// The refusal to report, if any, for one more refusal.
    mutating func take(_ refusal: DirectiveRefusal, at now: Duration) -> DirectiveRefusal? {
        if since.map({ now - $0 >= Self.window }) ?? true {
            since = now
            count = 0
        }
        count += 1
        if count <= Self.told { return refusal }
        return count == Self.told + 1 ? .flood : nil
    }
}
