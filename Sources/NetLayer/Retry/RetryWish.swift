// A retry that was not decided by RetryMachine's own rules.

/// A retry that code outside the engine's own rules asks for: a business code in a 200 that says "busy".
struct RetryWish: Sendable, Equatable {
    /// How long to wait; `nil` leaves it to the policy.
    var after: Duration?
    /// In a word or two, for the row.
    var reason: String
}
