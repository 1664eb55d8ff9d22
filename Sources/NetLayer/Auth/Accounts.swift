// The accounts of a program: which one each family of services is called as, how each authenticates, and
// what happened to its login.

import Synchronization

/// Knows the accounts. All methods may be called from any thread; changes apply from the next attempt on.
public final class Accounts: Sendable {
    private struct Key: Hashable {
        var family: String
        var account: String
        /// `nil`: all.
        var environment: Environment?
    }

    private struct State {
        var authentications: [Key: Authentication] = [:]
        var inUse: [String: String] = [:]
        var sessions: [AccountScope: AuthSession] = [:]
        /// Rises with every change of ``authentications``: a session made before a change is not stored after it.
        var changes = 0
    }

    private let state = Mutex(State())
    private let tokens: any TokenStore
    private let onEvent: (@Sendable (AuthEvent) -> Void)?
    private let random: RandomSource
    private let broadcast = Broadcast<AuthEvent>()

    /// - Parameters:
    ///   - tokens: where to store tokens from one run to the next; in memory alone by default.
    ///   - onEvent: receives each event at once, on the thread that caused it, which waits until it returns.
    ///     Use it to clear the data that was stored for an account that logs out.
    public convenience init(
        tokens: any TokenStore = MemoryTokenStore(), onEvent: (@Sendable (AuthEvent) -> Void)? = nil
    ) { self.init(tokens: tokens, random: .system, onEvent: onEvent) }

    /// - Parameter random: tells logins apart, so that no login finds the data of an earlier one.
    init(tokens: any TokenStore, random: RandomSource, onEvent: (@Sendable (AuthEvent) -> Void)?) {
        self.tokens = tokens
        self.onEvent = onEvent
        self.random = random
    }

    // MARK: Accounts

    /// Registers an account, or replaces its authentication; `nil` forgets the account, and leaves
    /// its tokens in their store.
    /// - Parameters:
    ///   - authentication: how the account authenticates; `nil` forgets the account.
    ///   - family: ``ServicePool/id`` of the services that it is for.
    ///   - account: its name, which may be shown; empty is the account without a name.
    ///   - environment: where it applies; `nil` is every environment that has none of its own.
    public func setAuthentication(
        _ authentication: Authentication?, family: String, account: String = "", environment: Environment? = nil
    ) {
        state.withLock { state in
            state.changes += 1
            state.authentications[Key(family: family, account: account, environment: environment)] = authentication
            let old = state.sessions.keys.filter {
                $0.family == family && $0.account == account && (environment == nil || $0.environment == environment)
            }
            for scope in old { state.sessions[scope] = nil }
        }
    }

    /// Sets the account that a family is called as from now on; calls under way keep theirs. Empty:
    /// the account without a name.
    public func selectAccount(_ account: String, in family: String) { state.withLock { $0.inUse[family] = account } }

    /// The account that a family is called as.
    public func account(in family: String) -> String { state.withLock { $0.inUse[family] ?? "" } }

    /// The known accounts of a family, sorted by name.
    public func names(in family: String) -> [String] {
        state.withLock { Set($0.authentications.keys.filter { $0.family == family }.map(\.account)) }.sorted()
    }

    /// All login events from now on.
    public func events() -> AsyncStream<AuthEvent> { broadcast.listen() }

    // MARK: Sessions

    /// The session of a scope; `nil` where the program has not registered how it authenticates.
    /// - Parameter now: the client's time, for an event.
    func session(for scope: AccountScope, at now: @autoclosure () -> Duration) -> AuthSession? {
        while true {
            let (known, authentication, changes) = state.withLock { state -> (AuthSession?, Authentication?, Int) in
                guard !state.authentications.isEmpty else { return (nil, nil, state.changes) }
                if let session = state.sessions[scope] { return (session, nil, state.changes) }
                var key = Key(family: scope.family, account: scope.account, environment: scope.environment)
                if let authentication = state.authentications[key] { return (nil, authentication, state.changes) }
                key.environment = nil
                return (nil, state.authentications[key], state.changes)
            }
            guard let authentication else { return known }
            // Reads the store outside of the lock.
            let session = makeSession(for: scope, authentication, at: now())
            let stored = state.withLock { state -> AuthSession? in
                // A second caller gets the session that the first one made.
                if let made = state.sessions[scope] { return made }
                // The authentication may have been replaced or forgotten during the read: the session is then outdated.
                guard state.changes == changes else { return nil }
                state.sessions[scope] = session
                return session
            }
            if let stored { return stored }
        }
    }

    /// A new session, with the tokens of an earlier run.
    private func makeSession(
        for scope: AccountScope, _ authentication: Authentication, at now: @autoclosure () -> Duration
    ) -> AuthSession {
        var kept: TokenSet?
        if authentication.renew != nil {
            do {
                kept = try tokens.tokens(for: scope).flatMap { authentication.owns($0) ? $0 : nil }
            } catch {
                report(AuthEvent(scope: scope, time: now(), kind: .readFailed("\(error)")))
            }
        }
        return AuthSession(scope: scope, authentication: authentication, kept: kept, tokens: tokens, random: random) {
            [weak self] in
            self?.report($0)
        }
    }

    /// Whether no account has to authenticate, and none is named.
    var isUnused: Bool { state.withLock { $0.authentications.isEmpty && $0.inUse.isEmpty } }

    /// The scope of requests to a pool at this moment.
    func scope(of pool: ServicePool, for destination: Destination = Destination()) -> AccountScope {
        AccountScope(family: pool.family, environment: pool.environment(of: destination), account: account(in: pool.family))
    }

    private func report(_ event: AuthEvent) {
        broadcast.enqueue([event])
        broadcast.deliver()
        onEvent?(event)
    }
}
