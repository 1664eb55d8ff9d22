// What a program asks and orders of its pools: each wish may name the generation that it saw.

extension NetClient {
    /// How a pool stands, in its own environment unless another is named; `nil` when it has no failover.
    public func status(of pool: ServicePool, in environment: Environment? = nil) -> PoolStatus? {
        pool.failover?.status(in: environment ?? pool.environment, at: now)
    }

    /// Makes a service the one in use until it breaks, or until it is released.
    /// - Parameters:
    ///   - service: its index in the pool.
    ///   - pool: the pool, in whose environment the switch holds.
    ///   - seen: ``PoolStatus/generation`` on which the wish rests; `nil` wishes it whatever has happened.
    /// - Throws: ``ServiceError/stale(current:)``, ``ServiceError/outOfRange(index:count:)``.
    public func switchTo(_ service: Int, in pool: ServicePool, ifStill seen: UInt64? = nil) throws(ServiceError) {
        try order(.switchTo(service), in: pool, ifStill: seen)
    }

    /// Makes the next service the one in use (HH-S3); after the last comes the first.
    public func switchToNext(in pool: ServicePool, ifStill seen: UInt64? = nil) throws(ServiceError) {
        try order(.switchNext, in: pool, ifStill: seen)
    }

    /// All requests go to that service, whatever its state; a soft pin yields while it is broken.
    /// - Parameters:
    ///   - service: its index in the pool.
    ///   - pool: the pool, in whose environment the pin holds.
    ///   - span: how long; `nil` until it is taken back.
    ///   - soft: the pin yields while the service is broken.
    ///   - seen: ``PoolStatus/generation`` on which the wish rests; `nil` wishes it whatever has happened.
    public func pin(
        _ service: Int, in pool: ServicePool, for span: Duration? = nil, soft: Bool = false, ifStill seen: UInt64? = nil
    ) throws(ServiceError) {
        try order(.pin(service, until: span.map { now + $0 }, soft: soft), in: pool, ifStill: seen)
    }

    /// Takes a pin back.
    public func unpin(_ pool: ServicePool) throws(ServiceError) { try order(.unpin, in: pool) }

    /// Sends nothing more to a service, until it is released.
    public func isolate(_ service: Int, in pool: ServicePool, ifStill seen: UInt64? = nil) throws(ServiceError) {
        try order(.isolate(service), in: pool, ifStill: seen)
    }

    /// Takes back what was wished of a service, and takes it for healthy.
    public func release(_ service: Int, in pool: ServicePool, ifStill seen: UInt64? = nil) throws(ServiceError) {
        try order(.release(service), in: pool, ifStill: seen)
    }

    /// Checks the health of a service, or of all, now. Nothing happens without a ``HealthCheck``.
    public func probe(_ service: Int? = nil, in pool: ServicePool) throws(ServiceError) {
        try order(.probe(service), in: pool)
        if let failover = pool.failover { startProbing(failover, pool.services, in: pool.environment) }
    }

    /// Says that somebody watches the pool: for the next minute its health is checked as if it were used. Nothing is asked because of it alone.
    public func attend(to pool: ServicePool) throws(ServiceError) {
        try order(.attend, in: pool)
        if let failover = pool.failover { startProbing(failover, pool.services, in: pool.environment) }
    }

    private func order(_ command: FailoverCommand, in pool: ServicePool, ifStill seen: UInt64? = nil) throws(ServiceError) {
        guard let failover = pool.failover else { throw .noFailover }
        try failover.command(command, in: pool.environment, ifStill: seen, at: now)
    }

    /// A pool that is used is looked after.
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
