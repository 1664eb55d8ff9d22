// A program's queries and commands for its pools: each command may name the generation that it is based on.

extension NetClient {
    /// The state of a pool, in its own environment unless another is named; `nil` when it has no failover.
    public func status(of pool: ServicePool, in environment: Environment? = nil) -> PoolStatus? {
        pool.failover?.status(in: environment ?? pool.environment, at: now)
    }

    /// Makes a service the active one until it breaks, or until it is released.
    /// - Parameters:
    ///   - service: its index in the pool.
    ///   - pool: the pool; the switch applies in its environment.
    ///   - seen: the ``PoolStatus/generation`` that the command is based on; with `nil` it
    ///     applies to any generation.
    /// - Throws: ``ServiceError/stale(current:)``, ``ServiceError/outOfRange(index:count:)``.
    public func switchTo(_ service: Int, in pool: ServicePool, ifStill seen: UInt64? = nil) throws(ServiceError) {
        try order(.switchTo(service), in: pool, ifStill: seen)
    }

    /// Makes the next service the active one; the first follows the last.
    public func switchToNext(in pool: ServicePool, ifStill seen: UInt64? = nil) throws(ServiceError) {
        try order(.switchNext, in: pool, ifStill: seen)
    }

    /// Sends all requests to that service, whatever its state; a soft pin yields while it is broken.
    /// - Parameters:
    ///   - service: its index in the pool.
    ///   - pool: the pool; the pin applies in its environment.
    ///   - span: how long; with `nil` until it is removed.
    ///   - soft: the pin yields while the service is broken.
    ///   - seen: the ``PoolStatus/generation`` that the command is based on; with `nil` it
    ///     applies to any generation.
    public func pin(
        _ service: Int, in pool: ServicePool, for span: Duration? = nil, soft: Bool = false, ifStill seen: UInt64? = nil
    ) throws(ServiceError) {
        try order(.pin(service, until: span.map { now + $0 }, soft: soft), in: pool, ifStill: seen)
    }

    /// Removes a pin.
    public func unpin(_ pool: ServicePool) throws(ServiceError) { try order(.unpin, in: pool) }

    /// Sends no more requests to a service until it is released.
    public func isolate(_ service: Int, in pool: ServicePool, ifStill seen: UInt64? = nil) throws(ServiceError) {
        try order(.isolate(service), in: pool, ifStill: seen)
    }

    /// Ends the overrides of a service, and treats it as healthy.
    public func release(_ service: Int, in pool: ServicePool, ifStill seen: UInt64? = nil) throws(ServiceError) {
        try order(.release(service), in: pool, ifStill: seen)
    }

    /// Checks the health of a service, or of all, now. Does nothing without a ``HealthCheck``.
    public func probe(_ service: Int? = nil, in pool: ServicePool) throws(ServiceError) {
        try order(.probe(service), in: pool)
        if let failover = pool.failover { startProbing(failover, pool.services, in: pool.environment) }
    }

    /// Keeps the health checks of a pool running for the next minute, as if the pool were used, because a
    /// program watches it. Sends no check at once.
    public func attend(to pool: ServicePool) throws(ServiceError) {
        try order(.attend, in: pool)
        if let failover = pool.failover { startProbing(failover, pool.services, in: pool.environment) }
    }

    private func order(_ command: FailoverCommand, in pool: ServicePool, ifStill seen: UInt64? = nil) throws(ServiceError) {
        guard let failover = pool.failover else { throw .noFailover }
        try failover.command(command, in: pool.environment, ifStill: seen, at: now)
    }

    /// Starts the health checks of a pool that is used.
    func watch(_ lease: Lease, of pool: ServicePool) {
        guard let ticket = lease.ticket else { return }
        startProbing(ticket.controller, pool.services, in: ticket.environment)
    }

    private func startProbing(_ controller: FailoverController, _ services: [Service], in environment: Environment) {
        guard controller.beginProbing(in: environment, at: now) else { return }
        let prober = HealthProber(
            controller: controller, environment: environment, services: services, generator: generator, transport: transport,
            network: network, time: time)
        probers.start { await prober.run() }
    }
}
