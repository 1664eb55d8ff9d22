// The accounts of a program: which one each family of services is asked as, how each proves itself, and what happened to its login.

import Synchronization

/// Knows who asks. All methods may be called from any thread; changes hold from the next attempt on.
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
    }

    private let state = Mutex(State())
    private let tokens: any TokenStore
    private let onEvent: (@Sendable (AuthEvent) -> Void)?
    private let random: RandomSource
    private let broadcast = Broadcast<AuthEvent>()

    /// - Parameters:
    ///   - tokens: where tokens are kept from one run to the next; in memory alone by default.
    ///   - onEvent: told of each event at once, by whoever caused it and before that goes on: the place to clear what was stored for an
    ///     account that logs out.
    public convenience init(
        tokens: any TokenStore = MemoryTokenStore(), onEvent: (@Sendable (AuthEvent) -> Void)? = nil
    ) { self.init(tokens: tokens, random: .system, onEvent: onEvent) }

    /// - Parameter random: tells logins apart: nothing that was stored of one is found by the next.
    init(tokens: any TokenStore, random: RandomSource, onEvent: (@Sendable (AuthEvent) -> Void)?) {
        self.tokens = tokens
        self.onEvent = onEvent
        self.random = random
    }

    // MARK: Who asks

    /// Makes an account known, or another for it; `nil` forgets it, and leaves its tokens where they are kept.
    /// - Parameters:
    ///   - authentication: how the account proves itself; `nil` forgets the account.
    ///   - family: ``ServicePool/id`` of the services that it is for.
    ///   - account: its name, which may be shown; empty is nobody in particular.
    ///   - environment: where it holds; `nil` is everywhere that has none of its own.
    public func set(_ authentication: Authentication?, family: String, account: String = "", environment: Environment? = nil) {
        state.withLock { state in
            state.authentications[Key(family: family, account: account, environment: environment)] = authentication
            let old = state.sessions.keys.filter {
                $0.family == family && $0.account == account && (environment == nil || $0.environment == environment)
            }
            for scope in old { state.sessions[scope] = nil }
        }
    }

    /// The account that a family is asked as from now on; calls under way keep theirs. Empty: nobody in particular.
    public func use(_ account: String, in family: String) { state.withLock { $0.inUse[family] = account } }

    /// The account that a family is asked as.
    public func account(in family: String) -> String { state.withLock { $0.inUse[family] ?? "" } }

    /// The accounts of a family that are known, in the order of their names.
    public func names(in family: String) -> [String] {
        state.withLock { Set($0.authentications.keys.filter { $0.family == family }.map(\.account)) }.sorted()
    }

    /// Everything that happens to logins from now on.
    public func events() -> AsyncStream<AuthEvent> { broadcast.listen() }

    // MARK: Sessions

    /// The session of a scope; `nil` where nobody has said how it proves itself.
    func session(for scope: AccountScope) -> AuthSession? {
        let (known, authentication) = state.withLock { state -> (AuthSession?, Authentication?) in
            guard !state.authentications.isEmpty else { return (nil, nil) }
            if let session = state.sessions[scope] { return (session, nil) }
            var key = Key(family: scope.family, account: scope.account, environment: scope.environment)
            if let authentication = state.authentications[key] { return (nil, authentication) }
            key.environment = nil
            return (nil, state.authentications[key])
        }
        guard let authentication else { return known }
        // Read outside of the lock; who comes second gets what the first has made.
        var kept: TokenSet?
        if authentication.renew != nil {
            do {
                kept = try tokens.tokens(for: scope).flatMap { authentication.owns($0) ? $0 : nil }
            } catch {
                tell(AuthEvent(scope: scope, time: .zero, kind: .storeFailed("\(error)")))
            }
        }
        let session = AuthSession(scope: scope, authentication: authentication, kept: kept, tokens: tokens, random: random) {
            [weak self] in
            self?.tell($0)
        }
        return state.withLock { state in
            if let made = state.sessions[scope] { return made }
            state.sessions[scope] = session
            return session
        }
    }

    /// Whether anybody has to prove anything.
    var isEmpty: Bool { state.withLock { $0.authentications.isEmpty } }

    private func tell(_ event: AuthEvent) {
        broadcast.put([event])
        broadcast.tell()
        onEvent?(event)
    }
}
