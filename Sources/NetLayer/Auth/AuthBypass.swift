// What a login does itself is not held up by it: nobody waits for himself.

enum AuthBypass {
    /// Calls that are made here ask for no credential, and their failures are nobody's login.
    static let isOn = TaskLocal(wrappedValue: false)
}
