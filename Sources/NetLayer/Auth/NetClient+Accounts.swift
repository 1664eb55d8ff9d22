// Logging in and out, and whose requests a client sends.

extension NetClient {
    /// Whose requests those to a pool are now: what cookies, tokens and stored answers are kept apart by.
    public func scope(of pool: ServicePool, for destination: Destination = Destination()) -> AccountScope {
        AccountScope(
            family: pool.family, environment: pool.environment(of: destination), account: accounts.account(in: pool.family))
    }

    /// Logs in, in a row of its own whose members are the login's calls: cancelling it, or the waiting Swift task, ends them.
    /// Cookies of that account go first (BA-14).
    /// - Parameters:
    ///   - pool: the services to log in to, in its environment; their family is its ``ServicePool/id``.
    ///   - account: who; the account in use when `nil`. It stays in use, or not, as it was.
    /// - Returns: how the login stands.
    /// - Throws: ``NetError/Kind/unsupported`` where nobody has said how that account logs in, or its credential is not had by a login;
    ///   ``NetError/Kind/business(_:)`` with the code of the authorization server (``OAuthError``); whatever its calls throw.
    @discardableResult
    public func login(on pool: ServicePool, as account: String? = nil) async throws(NetError) -> AuthStatus {
        let session = try session(of: pool, account)
        // What an earlier login has left, or still brings, is not for the next (BA-14).
        cookies?.end(session.scope)
        try await session.login(self, pool)
        // Nobody will ask for it again: it is another login's.
        await cache?.clear(.environment(session.scope.environment.rawValue))
        return session.status()
    }

    /// Logs out: drops the credential, the tokens that are kept, the cookies of that account and the answers that are stored of its environment, and says so (``AuthEvent/Kind/loggedOut``).
    /// Nothing is sent. Until the next login its requests go without a credential. Nothing happens to an account that nobody knows but to its
    /// cookies.
    public func logout(on pool: ServicePool, as account: String? = nil) {
        let scope = scope(of: pool, account)
        cookies?.end(scope)
        accounts.session(for: scope)?.logout(self)
        cache?.outdate(.environment(scope.environment.rawValue))
    }

    /// How a login stands; `nil` where nobody has said how that account proves itself.
    public func authStatus(of pool: ServicePool, as account: String? = nil) -> AuthStatus? {
        accounts.session(for: scope(of: pool, account))?.status()
    }

    private func scope(of pool: ServicePool, _ account: String?) -> AccountScope {
        var scope = scope(of: pool)
        if let account { scope.account = account }
        return scope
    }

    private func session(of pool: ServicePool, _ account: String?) throws(NetError) -> AuthSession {
        let scope = scope(of: pool, account)
        guard let session = accounts.session(for: scope) else {
            throw NetError(.unsupported, attempted: "log in as \(scope)", detail: "nobody has said how it logs in")
        }
        return session
    }

    /// A call under another row, cancelled with it.
    func send<R>(_ endpoint: Endpoint<R>, on pool: ServicePool, memberOf parent: TaskID) async throws(NetError) -> R {
        let landing = Landing<Result<R, NetError>>()
        desk.update { $0.expect(1, of: parent, at: $1) }
        let seat = seat(endpoint, on: pool, parent: parent) { (result: Result<R, NetError>) in landing.land(result) }
        seat.begin()
        let result = await withTaskCancellationHandler {
            await landing.value()
        } onCancel: {
            cancel(seat.id, because: .scope)
        }
        return try result.get()
    }
}
