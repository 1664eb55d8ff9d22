// What happened to a login, for whoever shows it, asks for a new one, or clears what belonged to it.

/// One fact about one account.
public struct AuthEvent: Sendable, Hashable {
    /// What happened. Tasks are the rows that did it.
    public enum Kind: Sendable, Hashable {
        /// A login has brought a credential.
        case loggedIn(by: TaskID)
        /// The credential was renewed, for that reason.
        case refreshed(by: TaskID, because: String)
        /// The credential is kept; the next call tries again.
        case refreshFailed(by: TaskID, because: String)
        /// Somebody has to log in. Said once until somebody has (B-CT-14).
        case loginRequired(because: String)
        /// The account was used by another from now on: what was stored for it must go.
        case loggedOut
        /// The tokens could not be kept: the login is good until the program ends.
        case storeFailed(String)
    }

    /// Whom it is about.
    public let scope: AccountScope
    /// Since the client's start.
    public let time: Duration
    /// What happened.
    public let kind: Kind
}

/// How a login stands.
public struct AuthStatus: Sendable, Hashable {
    /// What there is of a credential. The raw value is the word in JSON.
    public enum State: String, Sendable, Hashable, CaseIterable {
        /// There is no credential, and none comes by itself.
        case loggedOut = "logged_out"
        /// There is none yet; the first call brings one.
        case pending
        /// There is a credential, as far as anybody knows a good one.
        case ready
        /// It is just being renewed; calls wait for that.
        case refreshing
    }

    /// Whom it is about.
    public var scope: AccountScope
    /// What there is of a credential.
    public var state: State
    /// ``Credential/name``; empty without one.
    public var credential: String
    /// Since 1970-01-01 UTC.
    public var expiresAt: Duration?
    /// What the tokens allow (RFC 6749 §3.3); empty without tokens, and where nobody said.
    public var scopes: [String]
    /// Rises with every new credential.
    public var version: UInt64
    /// The row that is just renewing it.
    public var task: TaskID?
}
