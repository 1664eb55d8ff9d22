// A login as values: the order and its events.

import Catalog
import NetLayer

/// An order to log in.
public struct LoginOrder: Sendable, Hashable {
    public var plan: LoginPlan
    /// The pool whose requests get the token from then on.
    public var pool: ServicePool

    public init(plan: LoginPlan, pool: ServicePool) { (self.plan, self.pool) = (plan, pool) }
}

/// Events during a login, and afterwards.
public enum LoginNews: Sendable, Hashable {
    /// The user has to agree at that address; the reply needs no further action here.
    /// - Parameter isOpened: the program has opened a browser.
    case browser(URI, isOpened: Bool)
    case device(DeviceCode)
    /// - Parameter lasts: the lifetime of the token; `nil` when it has no end, or
    ///   when the server does not say.
    case loggedIn(AuthStatus, lasts: Duration?)
    /// The previous login is in use again.
    case failed(String)
    case loggedOut(Environment)
    /// An event of the login while it is used.
    case event(AuthEvent)
}
