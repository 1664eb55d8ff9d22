// Logging in and out, and the account scope of a client's requests.

extension NetClient {
    /// The scope of requests to a pool at this moment. It keeps cookies, tokens and stored responses apart.
    public func scope(of pool: ServicePool, for destination: Destination = Destination()) -> AccountScope {
        accounts.scope(of: pool, for: destination)
    }

    /// Logs in, in a row of its own whose members are the login's calls: cancelling it, or the waiting Swift
    /// task, ends them. First removes the cookies of that account.
    /// - Parameters:
    ///   - pool: the services to log in to, in its environment; their family is its ``ServicePool/id``.
    ///   - account: the account; the account in use when `nil`. This does not change which account is in use.
    /// - Returns: the state of the login.
    /// - Throws: ``NetError/Kind/unsupported`` where that account has no registered login, or its credential
    ///   does not come from a login; ``NetError/Kind/business(_:)`` with the code of the authorization server
    ///   (``OAuthError``); any error of the login's calls.
    @discardableResult
    public func login(on pool: ServicePool, as account: String? = nil) async throws(NetError) -> AuthStatus {
        let session = try session(of: pool, account)
        // Cookies that an earlier login has left, or still receives, are not for the next one.
        cookies?.endLoginSession(session.scope)
        try await session.login(self, pool)
        // These responses belong to another login: no call asks for them again.
        await cache?.clear(.environment(session.scope.environment.rawValue))
        return session.status()
    }

    /// Logs out: drops the credential, the stored tokens, the cookies of that account and the stored
    /// responses of its environment, and reports it (``AuthEvent/Kind/loggedOut``). Sends nothing. Until the
    /// next login the account's requests go without a credential. An unknown account loses its cookies, and
    /// the stored responses of its environment.
    public func logout(on pool: ServicePool, as account: String? = nil) {
        let scope = scope(of: pool, account)
        cookies?.endLoginSession(scope)
        accounts.session(for: scope, at: now)?.logout(self)
        cache?.invalidate(.environment(scope.environment.rawValue))
    }

    /// The state of a login; `nil` where the account has no registered authentication.
    public func authStatus(of pool: ServicePool, as account: String? = nil) -> AuthStatus? {
        accounts.session(for: scope(of: pool, account), at: now)?.status()
    }

    private func scope(of pool: ServicePool, _ account: String?) -> AccountScope {
        var scope = scope(of: pool)
        if let account { scope.account = account }
        return scope
    }

    private func session(of pool: ServicePool, _ account: String?) throws(NetError) -> AuthSession {
        let scope = scope(of: pool, account)
        guard let session = accounts.session(for: scope, at: now) else {
            throw NetError(.unsupported, attempted: "log in as \(scope)", detail: "it has no login method")
        }
        return session
    }
}
