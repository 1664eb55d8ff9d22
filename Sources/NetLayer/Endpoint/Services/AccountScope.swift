// The account on whose behalf requests go out. It keeps tokens, cookies and stored responses apart.

/// A family of services in one environment, called as one account. No data of one scope is
/// sent or shown in another.
public struct AccountScope: Sendable, Hashable, CustomStringConvertible {
    /// ``ServicePool/id``: the services of one pool are one API, whichever of them responds.
    public var family: String
    /// The environment in which the family's services are called.
    public var environment: Environment
    /// A name that may be shown, never a secret. Empty: the default account, without a name.
    public var account: String

    /// By default the account without a name, in the one environment of services that name none.
    public init(family: String, environment: Environment = .standard, account: String = "") {
        self.family = family
        self.environment = environment
        self.account = account
    }

    /// For users: the account, and where it is used.
    public var description: String {
        let place = [family, environment == .standard ? "" : environment.rawValue].filter { !$0.isEmpty }.joined(separator: ", ")
        return account.isEmpty ? place : place.isEmpty ? account : "\(account) (\(place))"
    }
}
