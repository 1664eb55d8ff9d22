// Events of a login: for code that shows it, asks for a new one, or clears its data.

/// One fact about one account.
public struct AuthEvent: Sendable, Hashable {
    /// What happened. Tasks are the rows that did it.
    public enum Kind: Sendable, Hashable {
        /// A login obtained a credential.
        case loggedIn(by: TaskID)
        /// The credential was renewed, for the given reason.
        case refreshed(by: TaskID, because: String)
        /// The old credential stays; the next call tries again.
        case refreshFailed(by: TaskID, because: String)
        /// A user has to log in. Reported once, until a user does.
        case loginRequired(because: String)
        /// The account counts as another one from now on: remove the data that was stored for it.
        case loggedOut
        /// The stored tokens could not be read: the account counts as one without stored tokens.
        case readFailed(String)
        /// The tokens could not be stored: the login is good until the program ends.
        case storeFailed(String)
    }

    /// The account that the event is about.
    public let scope: AccountScope
    /// Since the client's start.
    public let time: Duration
    /// What happened.
    public let kind: Kind
}

/// The state of a login.
public struct AuthStatus: Sendable, Hashable {
    /// The state of the credential. The raw value is the word in JSON.
    public enum State: String, Sendable, Hashable, CaseIterable {
        /// There is no credential, and none comes without a login.
        case loggedOut = "logged_out"
        /// There is none yet; the first call obtains one.
        case pending
        /// There is a credential, and no sign that it is bad.
        case ready
        /// A renewal is under way; calls wait for it.
        case refreshing
    }

    /// The account that the status is about.
    public var scope: AccountScope
    /// The state of its credential.
    public var state: State
    /// ``Credential/name``; empty without one.
    public var credential: String
    /// Since 1970-01-01 UTC.
    public var expiresAt: Duration?
    /// What the tokens allow (RFC 6749 §3.3); empty without tokens, and where the server did not say.
    public var scopes: [String]
    /// Rises with every new credential.
    public var version: UInt64
    /// The row of the renewal under way.
    public var task: TaskID?
}
