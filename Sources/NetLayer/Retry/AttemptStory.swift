// What was attempted before a call ended: for its error.

struct AttemptStory: Sendable, Equatable {
    /// The service of each attempt, in order; empty for an absolute URL.
    private(set) var services: [String] = []
    /// Why there was no further one; `nil` while nobody asked.
    var refusal: RetryRefusal?

    /// How many attempts there were.
    var attempts: Int { services.count }

    mutating func add(_ service: String) { services.append(service) }

    /// The error with the story at the end of its words. A call that was sent once, and whose policy has nothing to say of it, has none.
    func told(_ error: NetError) -> NetError {
        var parts = error.detail.isEmpty ? [] : [error.detail]
        if attempts > 1 {
            let named = services.contains { !$0.isEmpty }
            parts.append("sent \(attempts) times" + (named ? ", to " + services.joined(separator: ", ") : ""))
        }
        if let refusal, refusal != .notTransient, refusal != .attemptsSpent(1) { parts.append("not again: \(refusal)") }
        var told = error
        told.detail = parts.joined(separator: "; ")
        return told
    }
}
