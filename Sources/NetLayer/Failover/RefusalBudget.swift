// Limits how many refusals are reported: repeated refusals must not crowd out other events.

struct RefusalBudget: Sendable {
    static let reportLimit = 10
    static let window = Duration.seconds(60)

    private var since: Duration?
    private var count = 0

    /// The refusal to report, if any, for one more refusal.
    mutating func admit(_ refusal: DirectiveRefusal, at now: Duration) -> DirectiveRefusal? {
        if since.map({ now - $0 >= Self.window }) ?? true {
            since = now
            count = 0
        }
        count += 1
        if count <= Self.reportLimit { return refusal }
        return count == Self.reportLimit + 1 ? .flood : nil
    }
}
