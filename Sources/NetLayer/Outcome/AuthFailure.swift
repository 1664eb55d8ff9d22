// Why a call failed at its authentication.

/// Why a call has no credential that its service takes. The raw value is the word in events and JSON.
public enum AuthFailure: String, Sendable, Hashable, CaseIterable {
    /// A user has to log in: there is no credential, or the server accepts neither it nor a renewed one. The
    /// response in the error is that of the API, not of the authorization server.
    case loginRequired = "login_required"
    /// It could not be renewed now: the authorization server was out of reach, failed (5xx, 408, 429) or sent
    /// no usable token, or the renewal was cancelled. The credential stays, and the next call tries again.
    case refreshFailed = "refresh_failed"
    /// It was renewed too often: ``RefreshWindow``.
    case excessiveRefresh = "excessive_refresh"
}
