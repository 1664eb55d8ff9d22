// The state of a pool, as the services pane and `explorer services` show it.

/// A pool's failover at one moment. Times count from the client's start; services are given by their index.
public struct PoolStatus: Sendable, Hashable {
    /// A service that the user or a directive chose.
    public struct Pin: Sendable, Hashable {
        /// Its index in the pool.
        public var service: Int
        /// With `nil` it applies until it is removed.
        public var until: Duration?
        /// Whether it yields while its service is broken.
        public var isSoft: Bool
    }

    /// One of the services.
    public struct Service: Sendable, Hashable {
        /// ``Service/name``.
        public var name: String
        /// The state of its breaker.
        public var state: BreakerState
        /// Whether the user excludes it.
        public var isIsolated: Bool
        /// Whether it has no address in this environment.
        public var isAbsent: Bool
        /// The outcomes that count for the breaker now.
        public var counts: OutcomeCounts
        /// Its last outcomes, oldest first; at most 32.
        public var recent: [RecentOutcome]
        /// The number of its requests without an outcome so far.
        public var inFlight: Int
        /// The number of all its requests.
        public var leases: UInt64
        /// Its percentage of the pool's last 100 requests.
        public var share: Int
        /// Whether requests normally go to it: it is not broken, not isolated, and has an address.
        public var isUsable: Bool { state.isClosed && !isIsolated && !isAbsent }
        /// When its health is checked next.
        public var probeAt: Duration?
    }

    /// The environment that the status is for.
    public var environment: Environment
    /// Grows by 1 with every switch.
    public var generation: UInt64
    /// Index of the active service.
    public var active: Int
    /// In the order of the pool.
    public var services: [Service]
    /// The user's pin; `nil` when there is none.
    public var pin: Pin?
    /// The service that a directive forces or advises.
    public var directed: Pin?
    /// The greatest epoch of the directives that were followed, except unsigned ones
    /// in responses; see ``DirectiveRules/after``.
    public var epoch: UInt64?
    /// Whether failures look like our own network's.
    public var isOffline: Bool
    /// Whether all services are broken.
    public var isPanicking: Bool
    /// No fail-back happens until then: there were too many switches.
    public var frozenUntil: Duration?
    /// A preferred service that has recovered, while the user has not decided whether it takes over.
    public var offersFailback: Int?
    /// The time from which the pool counts as unused, as things stand, so that its health is not checked
    /// until it is used again. `nil` while requests are in flight, and where nothing is checked.
    public var idleFrom: Duration?
    /// The next time at which the passing of time may cause a decision; `nil` when only requests,
    /// checks and users do.
    public var changesAt: Duration?
}

extension FailoverMachine {
    mutating func status(names: [String], environment: Environment, at now: Duration) -> PoolStatus {
        if applyDueChanges(now) { decide(at: now) }
        let shown = services.indices.map { status(of: $0, named: names[$0], at: now) }
        return PoolStatus(
            environment: environment, generation: generation, active: active, services: shown, pin: pin.map(PoolStatus.Pin.init),
            directed: directed, epoch: lastEpoch, isOffline: offlineSince != nil, isPanicking: isPanicking,
            frozenUntil: frozenUntil, offersFailback: offeredFailback, idleFrom: idleFrom, changesAt: nextTurn)
    }

    /// An advised service yields while it is broken.
    private var directed: PoolStatus.Pin? {
        if let forced { return PoolStatus.Pin(forced) }
        var advice = advised.map(PoolStatus.Pin.init)
        advice?.isSoft = true
        return advice
    }

    private mutating func status(of index: Int, named name: String, at now: Duration) -> PoolStatus.Service {
        let counts = services[index].breaker.counts(at: now)
        let service = services[index]
        return PoolStatus.Service(
            name: name, state: service.breaker.state, isIsolated: service.isIsolated, isAbsent: service.isAbsent, counts: counts,
            recent: service.recent, inFlight: service.inFlight, leases: service.leases, share: shares.percent(of: index),
            probeAt: options.health == nil ? nil : service.probeAt)
    }
}

extension PoolStatus.Pin {
    init(_ standing: FailoverMachine.ServiceOverride) {
        self.init(service: standing.service, until: standing.until, isSoft: standing.isSoft)
    }
}
