// The credential that a request gets only when it is sent. What shows a request before that lacks it.

import NetLayer

extension NetClient {
    /// The credential that a request of the plan gets when it is sent, in words: `hmac credential`; `nil` for
    /// none.
    public func addedCredential(to plan: RequestPlan, on pool: ServicePool) -> String? {
        guard plan.takesCredential(on: pool), let status = authStatus(of: pool) else { return nil }
        if !status.credential.isEmpty { return AddedCredential.words(status.credential) }
        return status.state == .loggedOut ? nil : AddedCredential.token
    }
}

/// The words for such a credential.
public enum AddedCredential {
    /// The login has none yet: the first request obtains it.
    public static let token = "token of the login"

    /// - Parameter name: ``Credential/name``.
    public static func words(_ name: String) -> String { "\(name) credential" }
}
