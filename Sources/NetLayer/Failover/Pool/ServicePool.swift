// The ordered services of one API, as a value: the active service and the environment. Every switch
// changes the value's generation.

/// The services of one API in order of preference. Each API family has its own pool.
public struct ServicePool: Sendable, Hashable {
    /// Its name in a ``ServiceRegistry``.
    public var id: String
    /// Separates accounts, tokens, cookies and cached responses: pools of one family share
    /// them. The default is ``id``.
    public var family: String {
        get { ownFamily ?? id }
        set { ownFamily = newValue }
    }
    private var ownFamily: String?
    /// In order of preference.
    public let services: [Service]
    /// The environment of its services, unless a plan names its own.
    public private(set) var environment: Environment
    /// The index of the service for new attempts. It is never stored across restarts.
    public private(set) var active: Int
    /// Grows by 1 with every change of ``active`` or ``environment``.
    public private(set) var generation: UInt64 = 0
    /// Chooses the service for each attempt, instead of ``active``. All copies of the pool share it.
    public let failover: FailoverController?

    /// - Parameters:
    ///   - services: in order of preference.
    ///   - active: the index of the service for new attempts at first.
    ///   - id: its name in a ``ServiceRegistry``; it also separates accounts and cookies.
    ///   - environment: the environment of its services, unless a plan names its own.
    ///   - failover: how the pool fails over; `nil` allows only manual switches.
    public init(
        _ services: [Service], active: Int = 0, id: String = "", environment: Environment = .standard,
        failover: FailoverController? = nil
    ) {
        self.services = services
        self.active = active
        self.id = id
        self.environment = environment
        self.failover = failover
    }

    /// - Parameters:
    ///   - services: in order of preference.
    ///   - active: the index of the service for new attempts at first.
    ///   - id: its name in a ``ServiceRegistry``; it also separates accounts and cookies.
    ///   - environment: the environment of its services, unless a plan names its own.
    ///   - options: how the pool fails over.
    public init(
        _ services: [Service], active: Int = 0, id: String = "", environment: Environment = .standard,
        failover options: FailoverOptions
    ) {
        self.init(
            services, active: active, id: id, environment: environment,
            failover: FailoverController(services, options: options, active: active))
    }

    /// Another pool with the same name, family and environment, and these services. The
    /// active service is set anew.
    /// - Parameters:
    ///   - services: in order of preference.
    ///   - active: the index of the service for new attempts at first.
    ///   - failover: chooses the service for attempts; the pool's own failover knows other
    ///     services. `nil`: no failover.
    public func replacing(services: [Service], active: Int = 0, failover: FailoverController? = nil) -> ServicePool {
        var pool = ServicePool(services, active: active, id: id, environment: environment, failover: failover)
        pool.ownFamily = ownFamily
        return pool
    }

    /// The meaning of an index without a service.
    public enum IndexRule: Sendable, Hashable {
        /// An error.
        case strict
        /// The remainder of the unsigned number, as older network layers compute it:
        /// only for comparison with them.
        case classic
    }

    // MARK: Picking

    /// The lease for an attempt; `nil` when the pool has no active service (absolute URLs need none).
    public func pickService() -> Lease? { services.indices.contains(active) ? lease(active, in: environment) : nil }

    /// The lease for a call that may name its own service or environment.
    /// - Throws: ``ServiceError/unknownService(_:)``.
    public func pickService(for destination: Destination) throws(ServiceError) -> Lease? {
        let environment = environment(of: destination)
        guard let name = destination.service else {
            return services.indices.contains(active) ? lease(active, in: environment) : nil
        }
        return lease(try place(of: name), in: environment)
    }

    /// The lease for an attempt: from the pool's failover, if there is one and the request
    /// goes to the pool's service.
    func pickService(for plan: RequestPlan, _ request: PickRequest, time: TimeSource) throws(ServiceError) -> Lease? {
        guard let failover = failover(of: plan) else { return try pickService(for: plan.destination) }
        let environment = environment(of: plan.destination)
        var request = request
        if let name = plan.destination.service { request.named = try place(of: name) }
        if request.sticky == nil, let name = plan.destination.preferredService {
            request.sticky = services.firstIndex { $0.name == name }
        }
        guard let pick = failover.pickService(request, in: environment, at: time.now()) else { return nil }
        var lease = lease(pick.service, in: environment)
        lease.generation = pick.generation
        lease.ticket = LeaseTicket(pick, of: failover, in: environment, time: time)
        return lease
    }

    /// The failover that chooses the service of a request; `nil` for a request with its own address.
    func failover(of plan: RequestPlan) -> FailoverController? {
        guard let failover, !plan.hasOwnAddress else { return nil }
        return failover
    }

    /// A lease for the next service in order after that of `lease`; `nil` when there is no other.
    public func pickService(besides lease: Lease) -> Lease? {
        guard services.count > 1, services.indices.contains(lease.index) else { return nil }
        return self.lease((lease.index + 1) % services.count, in: lease.service.environment)
    }

    /// The indices of the services that have an address in the pool's environment.
    public var present: [Int] { services.indices.filter { services[$0].address(in: environment) != nil } }

    /// The environment of a call: its own, else the pool's.
    func environment(of destination: Destination) -> Environment { destination.environment ?? environment }

    /// The service for attempts at that moment, in that environment; `nil` in an empty pool.
    func standing(in environment: Environment, at now: Duration) -> Service? {
        let index = failover?.status(in: environment, at: now).active ?? active
        return services.indices.contains(index) ? services[index].standing(in: environment) : nil
    }

    private func place(of name: String) throws(ServiceError) -> Int {
        guard let index = services.firstIndex(where: { $0.name == name }) else { throw .unknownService(name) }
        return index
    }

    private func lease(_ index: Int, in environment: Environment) -> Lease {
        Lease(service: services[index].standing(in: environment), index: index, generation: generation)
    }

    // MARK: Switching

    /// Makes the service at that index active. Does nothing when it is already active.
    /// - Throws: ``ServiceError/outOfRange(index:count:)``.
    public mutating func switchTo(_ index: Int, rule: IndexRule = .strict) throws(ServiceError) {
        let target = try place(index, rule)
        guard target != active else { return }
        active = target
        generation += 1
    }

    /// Makes the next service active. Only the classic rule continues with the first after the last.
    /// - Throws: ``ServiceError/outOfRange(index:count:)``.
    public mutating func switchToNext(rule: IndexRule = .strict) throws(ServiceError) { try switchTo(active + 1, rule: rule) }

    /// Uses the services in another environment from now on.
    public mutating func selectEnvironment(_ environment: Environment) {
        guard environment != self.environment else { return }
        self.environment = environment
        generation += 1
    }

    private func place(_ index: Int, _ rule: IndexRule) throws(ServiceError) -> Int {
        if services.indices.contains(index) { return index }
        guard rule == .classic, !services.isEmpty else { throw .outOfRange(index: index, count: services.count) }
        return Int(UInt(bitPattern: index) % UInt(services.count))
    }
}
