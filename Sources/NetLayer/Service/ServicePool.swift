// The ordered services of one API, as a value: which of them is active, in which environment. Switching changes the value's generation.

/// The services of one API in order of preference. API families have a pool each (B-HH-S5).
public struct ServicePool: Sendable, Hashable {
    /// Its name in a ``ServiceRegistry``.
    public var id: String
    /// What accounts, tokens, cookies and stored answers are kept apart by: pools of one family share them. Its ``id`` unless something else is said.
    public var family: String {
        get { ownFamily ?? id }
        set { ownFamily = newValue }
    }
    private var ownFamily: String?
    /// In order of preference.
    public let services: [Service]
    /// In which environment its services are asked, unless a plan names its own.
    public private(set) var environment: Environment
    /// Index of the service that new attempts go to. Never kept over a restart (HH-S2).
    public private(set) var active: Int
    /// Grows by 1 with every change of ``active`` or ``environment``.
    public private(set) var generation: UInt64 = 0
    /// Decides which service attempts go to, instead of ``active``. All copies of the pool share it.
    public let failover: FailoverController?

    /// - Parameters:
    ///   - services: in order of preference.
    ///   - active: index of the service that new attempts go to at first.
    ///   - id: its name in a ``ServiceRegistry``; accounts and cookies are kept apart by it.
    ///   - environment: in which its services are asked, unless a plan names its own.
    ///   - failover: how the pool fails over; `nil` does it by hand only.
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
    ///   - active: index of the service that new attempts go to at first.
    ///   - id: its name in a ``ServiceRegistry``; accounts and cookies are kept apart by it.
    ///   - environment: in which its services are asked, unless a plan names its own.
    ///   - options: how the pool fails over.
    public init(
        _ services: [Service], active: Int = 0, id: String = "", environment: Environment = .standard,
        failover options: FailoverOptions
    ) {
        self.init(
            services, active: active, id: id, environment: environment,
            failover: FailoverController(services, options: options, active: active))
    }

    /// Another pool of the same name, family and environment, with these services. Which of them is active begins anew.
    /// - Parameters:
    ///   - services: in order of preference.
    ///   - active: index of the service that new attempts go to at first.
    ///   - failover: decides where attempts go; that of the pool itself knows other services. `nil`: nothing fails over.
    public func with(services: [Service], active: Int = 0, failover: FailoverController? = nil) -> ServicePool {
        var pool = ServicePool(services, active: active, id: id, environment: environment, failover: failover)
        pool.ownFamily = ownFamily
        return pool
    }

    /// What an index means that no service has.
    public enum IndexRule: Sendable, Hashable {
        /// An error.
        case strict
        /// The remainder, taken of the unsigned number, as HH does (HH-S4): for comparison with it only.
        case classic
    }

    // MARK: Picking

    /// Every attempt takes a lease; `nil` when the pool has no active service (absolute URLs need none).
    public func pick() -> Lease? { services.indices.contains(active) ? lease(active, in: environment) : nil }

    /// The lease for a call that may name a service or an environment of its own.
    /// - Throws: ``ServiceError/unknownService(_:)``.
    public func pick(for destination: Destination) throws(ServiceError) -> Lease? {
        let environment = environment(of: destination)
        guard let name = destination.service else {
            return services.indices.contains(active) ? lease(active, in: environment) : nil
        }
        return lease(try place(of: name), in: environment)
    }

    /// The lease for an attempt: from the pool's failover where it has one and the request goes to its service.
    func pick(for plan: RequestPlan, _ request: PickRequest, time: TimeSource) throws(ServiceError) -> Lease? {
        guard let failover = failover(of: plan) else { return try pick(for: plan.destination) }
        let environment = environment(of: plan.destination)
        var request = request
        if let name = plan.destination.service { request.named = try place(of: name) }
        if request.sticky == nil, let name = plan.destination.preferredService {
            request.sticky = services.firstIndex { $0.name == name }
        }
        guard let pick = failover.pick(request, in: environment, at: time.now()) else { return nil }
        var lease = lease(pick.service, in: environment)
        lease.generation = pick.generation
        lease.ticket = LeaseTicket(pick, of: failover, in: environment, time: time)
        return lease
    }

    /// What decides where a request goes: nothing for one to an address of its own.
    func failover(of plan: RequestPlan) -> FailoverController? {
        guard let failover, !plan.hasOwnAddress else { return nil }
        return failover
    }

    /// A lease for another service than that of `lease`: the next in order. `nil` when there is no other.
    public func pick(besides lease: Lease) -> Lease? {
        guard services.count > 1, services.indices.contains(lease.index) else { return nil }
        return self.lease((lease.index + 1) % services.count, in: lease.service.environment)
    }

    /// The indices of the services that have an address in its environment.
    public var present: [Int] { services.indices.filter { services[$0].address(in: environment) != nil } }

    /// In which environment a call asks its service: its own word counts.
    func environment(of destination: Destination) -> Environment { destination.environment ?? environment }

    /// The service that attempts go to now, standing in that environment; `nil` in an empty pool.
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

    /// Makes the service at that index the active one. Nothing changes when it is already.
    /// - Throws: ``ServiceError/outOfRange(index:count:)``.
    public mutating func switchTo(_ index: Int, rule: IndexRule = .strict) throws(ServiceError) {
        let target = try place(index, rule)
        guard target != active else { return }
        active = target
        generation += 1
    }

    /// Makes the next service the active one (HH-S3); after the last comes the first by the classic rule alone.
    /// - Throws: ``ServiceError/outOfRange(index:count:)``.
    public mutating func switchToNext(rule: IndexRule = .strict) throws(ServiceError) { try switchTo(active + 1, rule: rule) }

    /// Asks the services in another environment from now on.
    public mutating func use(_ environment: Environment) {
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
