// Whether a cancelled call still runs its callback.

/// Whether a caller's callback runs when its call is cancelled or superseded: see
/// ``Handle/onLanding(isolation:_:)``.
///
/// A caller that awaits ``Handle/value`` always gets the result: a wait without end would be a leak.
public enum CancelNotice: Sendable, Hashable {
    /// The callback runs, with ``NetError/Kind/cancelled(_:)``.
    case report
    /// The callback does not run.
    case silent
}
