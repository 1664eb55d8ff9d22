// Whether a cancelled call still calls back.

/// What a caller's callback hears when its call is cancelled or superseded: see ``Handle/onLanding(isolation:_:)``.
///
/// Who waits for ``Handle/value`` is always told: a wait that never ends would be a leak.
public enum CancelNotice: Sendable, Hashable {
    /// It is called, with ``NetError/Kind/cancelled(_:)`` (HH-D5).
    case report
    /// It is not called (BA-13, YB-16, YT-10).
    case silent
}
