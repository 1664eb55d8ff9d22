// How a login goes, as values.

import Catalog
import NetLayer

/// A login that somebody wants.
public struct LoginOrder: Sendable, Hashable {
    public var plan: LoginPlan
    /// Its requests get the token from then on.
    public var pool: ServicePool

    public init(plan: LoginPlan, pool: ServicePool) { (self.plan, self.pool) = (plan, pool) }
}

/// What happens on the way, and afterwards.
public enum LoginNews: Sendable, Hashable {
    /// Somebody has to agree there; the answer comes back by itself.
    /// - Parameter isOpened: a browser was told to.
    case browser(URI, isOpened: Bool)
    case device(DeviceCode)
    /// - Parameter lasts: how long the token does; `nil` without an end, or when nobody said.
    case loggedIn(AuthStatus, lasts: Duration?)
    /// The login that there was before is in use again.
    case failed(String)
    case loggedOut(Environment)
    /// What becomes of the login while it is used.
    case event(AuthEvent)
}
