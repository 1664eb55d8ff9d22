// Whose requests these are: what tokens, cookies and stored answers are kept apart by (B-BA-11).

/// A family of services in one environment, asked as one account. Nothing that one scope was given is sent or shown in another.
public struct AccountScope: Sendable, Hashable, CustomStringConvertible {
    /// ``ServicePool/id``: the services of one pool are one API, whichever of them answers.
    public var family: String
    /// The stage at which the family's services are asked.
    public var environment: Environment
    /// A name that may be shown, never a secret. Empty: nobody in particular.
    public var account: String

    /// By default nobody in particular, in the one environment of services that name none.
    public init(family: String, environment: Environment = .standard, account: String = "") {
        self.family = family
        self.environment = environment
        self.account = account
    }

    /// For people: the account, and where.
    public var description: String {
        let place = [family, environment == .standard ? "" : environment.rawValue].filter { !$0.isEmpty }.joined(separator: ", ")
        return account.isEmpty ? place : place.isEmpty ? account : "\(account) (\(place))"
    }
}
