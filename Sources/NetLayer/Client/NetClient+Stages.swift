// How a client is put together from its parts.

extension NetClient {
    /// - Parameters:
    ///   - transport: sends the requests: ``CurlTransport``, or ``ScriptedTransport`` in a test.
    ///   - generator: makes the requests, and holds their common parts.
    ///   - limits: how many requests may be in flight; by default 64, of them 16 for one origin.
    ///   - keepEnded: how many ended rows a snapshot can return.
    ///   - policies: apply to every call, rule by rule, where its plan does not set the rule. By default
    ///     nothing is sent again.
    ///   - retryBudget: the limit of retries and hedges for each pool.
    ///   - behaviour: hooks, policies and texts for all calls.
    ///   - accounts: the accounts and their authentication. By default no particular account.
    ///   - cookies: where cookies are stored. By default nowhere.
    ///   - network: reports whether there is a network.
    ///   - time: provides the times of events, and waits; by default the clock of the machine.
    ///   - random: the source of jitter and nonces; by default the system.
    ///   - wallClock: the time since 1970-01-01 UTC, to interpret a server's dates.
    ///   - cache: where responses are stored, for calls with a ``CallPolicies/fetch``; `nil`: nowhere.
    public convenience init(
        transport: any Transport, generator: RequestGenerator = RequestGenerator(), limits: DispatchLimits = DispatchLimits(),
        keepEnded: Int = 1_000, policies: CallPolicies = CallPolicies(), retryBudget: RetryBudgetRule = RetryBudgetRule(),
        behaviour: ClientBehaviour = ClientBehaviour(), accounts: Accounts = Accounts(), cookies: CookieJar? = nil,
        network: NetworkStatusSource = .none, time: TimeSource = .continuous, random: RandomSource = .system,
        wallClock: @escaping @Sendable () -> Duration = WallClock.system, cache: ResponseCache? = nil
    ) {
        var policies = policies
        policies.fetch = policies.fetch ?? cache?.options.policy
        self.init(
            transport: transport, generator: generator, limits: limits, keepEnded: keepEnded, policies: policies,
            retryBudget: retryBudget, behaviour: behaviour,
            stages: CallStages(identity: AccountStage(accounts, cookies), cache: cache.map(ClientCache.init)), network: network,
            time: time, random: random, wallClock: wallClock)
    }

    /// The accounts of the calls.
    public var accounts: Accounts { accountStage?.accounts ?? Accounts() }
    /// Stores cookies, each for the account that received it; `nil` sends and stores none.
    public var cookies: CookieJar? { accountStage?.cookies }
    /// Where responses are stored; see ``FetchPolicy``.
    public var cache: ResponseCache? { (stages.cache as? ClientCache)?.cache }

    /// The value of a module over the engine; see ``ClientBehaviour``.
    package var attached: (any Sendable)? { behaviour.attached }

    private var accountStage: AccountStage? { stages.identity as? AccountStage }
}
