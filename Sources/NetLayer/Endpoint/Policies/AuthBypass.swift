// A login's own calls do not wait for that login, which would be a deadlock.

enum AuthBypass {
    /// Calls in this scope get no credential, and their authentication failures cause no login.
    static let isOn = TaskLocal(wrappedValue: false)
}
