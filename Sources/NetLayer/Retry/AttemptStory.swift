// The attempts before a call ended, for its error.

struct AttemptStory: Sendable, Equatable {
    /// The service of each attempt, in order; empty for an absolute URL.
    private(set) var services: [String] = []
    /// Why there was no further attempt; `nil` until a decision was made.
    var refusal: RetryRefusal?

    /// The number of attempts.
    var attempts: Int { services.count }

    mutating func recordAttempt(_ service: String) { services.append(service) }

    /// The error with the story appended to its detail. A call with one attempt has no story, unless its
    /// policy has a reason to report.
    func addingStory(_ error: NetError) -> NetError {
        var parts = error.detail.isEmpty ? [] : [error.detail]
        if attempts > 1 {
            let named = services.contains { !$0.isEmpty }
            parts.append("sent \(attempts) times" + (named ? ", to " + services.joined(separator: ", ") : ""))
        }
        if let refusal, refusal != .notTransient, refusal != .attemptsSpent(1) { parts.append("not retried: \(refusal)") }
        var told = error
        told.detail = parts.joined(separator: "; ")
        return told
    }
}
