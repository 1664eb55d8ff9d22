// A pool as it stands: what a services pane or `explorer services` shows.

/// A pool's failover at one moment. Times count from the client's start; services are named by their index.
public struct PoolStatus: Sendable, Hashable {
    /// A service that was chosen by hand, or by a directive.
    public struct Pin: Sendable, Hashable {
        /// Its index in the pool.
        public var service: Int
        /// `nil` holds until it is taken back.
        public var until: Duration?
        /// It yields while its service is broken.
        public var isSoft: Bool
    }

    /// One of the services.
    public struct Service: Sendable, Hashable {
        /// ``Service/name``.
        public var name: String
        /// What its breaker thinks of it.
        public var state: BreakerState
        /// Held open by hand.
        public var isIsolated: Bool
        /// It has no address in this environment.
        public var isAbsent: Bool
        /// What counts for the breaker now.
        public var counts: OutcomeCounts
        /// Its last outcomes, oldest first; at most 32.
        public var recent: [RecentOutcome]
        /// How many requests that it was given have no outcome yet.
        public var inFlight: Int
        /// How many requests it was given.
        public var leases: UInt64
        /// Of the pool's last 100 requests, how many of 100 it was given.
        public var share: Int
        /// Requests go to it as a matter of course: it is not broken, not isolated, and has an address.
        public var isUsable: Bool { state.isClosed && !isIsolated && !isAbsent }
        /// When its health is checked next.
        public var probeAt: Duration?
    }

    /// The environment that all of this holds in.
    public var environment: Environment
    /// Grows by 1 with every switch.
    public var generation: UInt64
    /// Index of the service in use.
    public var active: Int
    /// In the order of the pool.
    public var services: [Service]
    /// What a person has pinned; `nil` when nothing is.
    public var pin: Pin?
    /// What a directive forces, or advises.
    public var directed: Pin?
    /// The greatest epoch of the directives that were followed, but for unsigned ones of answers; see ``DirectiveRules/after``.
    public var epoch: UInt64?
    /// Failures look like our own network's.
    public var isOffline: Bool
    /// All services are broken.
    public var isPanicking: Bool
    /// Nothing falls back until then: there were too many switches.
    public var frozenUntil: Duration?
    /// A preferred service has healed and somebody is to say whether it takes over.
    public var offersFailback: Int?
    /// From then on nobody uses the pool, as things stand, and its health is not checked until somebody does. `nil` while requests are in the
    /// air, and where nothing is checked.
    public var idleFrom: Duration?
    /// When time alone may bring another decision next; `nil` when only requests, checks and people do.
    public var changesAt: Duration?
}

extension FailoverMachine {
    mutating func status(names: [String], environment: Environment, at now: Duration) -> PoolStatus {
        if turn(now) { decide(at: now) }
        let shown = services.indices.map { status(of: $0, named: names[$0], at: now) }
        return PoolStatus(
            environment: environment, generation: generation, active: active, services: shown, pin: pin.map(PoolStatus.Pin.init),
            directed: directed, epoch: lastEpoch, isOffline: offlineSince != nil, isPanicking: isPanicking,
            frozenUntil: frozenUntil, offersFailback: offeredFailback, idleFrom: idleFrom, changesAt: nextTurn)
    }

    /// An advice yields while its service is broken.
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
    init(_ standing: FailoverMachine.Standing) {
        self.init(service: standing.service, until: standing.until, isSoft: standing.isSoft)
    }
}
