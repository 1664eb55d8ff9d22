// The pools of a program, safe for all threads: readers get a value, and a switch
// compares the generation first.

import Synchronization

/// Stores pools by their id. All methods may be called from any thread.
public final class ServiceRegistry: Sendable {
    private let pools = Mutex<[String: ServicePool]>([:])
    private let make: @Sendable (String) -> ServicePool?

    /// - Parameters:
    ///   - pools: the initial pools, stored by their ``ServicePool/id``.
    ///   - make: creates the pool for an unknown id. It is called until it returns a pool, which is stored.
    public init(_ pools: [ServicePool] = [], make: @escaping @Sendable (String) -> ServicePool? = { _ in nil }) {
        self.make = make
        self.pools.withLock { kept in for pool in pools { kept[pool.id] = pool } }
    }

    /// The current value of the pool.
    /// - Throws: ``ServiceError/unknownPool(_:)``.
    public func pool(_ id: String) throws(ServiceError) -> ServicePool {
        if let pool = pools.withLock({ $0[id] }) { return pool }
        // The closure runs outside the lock. If two callers race, both get the pool that was stored first.
        guard var made = make(id) else { throw .unknownPool(id) }
        made.id = id
        return pools.withLock { pools in
            if let kept = pools[id] { return kept }
            pools[id] = made
            return made
        }
    }

    /// Stores a pool in place of the one with its id.
    public func store(_ pool: ServicePool) { pools.withLock { $0[pool.id] = pool } }

    /// Switches to the service at that index.
    /// - Parameters:
    ///   - index: the service's index in the pool, from 0.
    ///   - id: ``ServicePool/id`` of the pool.
    ///   - generation: the state on which the decision is based; `nil` switches in any state.
    ///   - rule: the meaning of an index without a service; by default an error.
    /// - Returns: the pool after the switch.
    /// - Throws: ``ServiceError/stale(current:)`` when another caller switched first.
    @discardableResult
    public func switchTo(_ index: Int, in id: String, ifStill generation: UInt64? = nil, rule: ServicePool.IndexRule = .strict)
        throws(ServiceError) -> ServicePool
    {
        try change(id, generation) { pool throws(ServiceError) in try pool.switchTo(index, rule: rule) }
    }

    /// Switches to the next service. Of many callers that saw the same generation fail, only one switches.
    /// - Returns: the pool after the switch.
    /// - Throws: ``ServiceError/stale(current:)`` when another caller switched first.
    @discardableResult
    public func switchToNext(in id: String, ifStill generation: UInt64? = nil, rule: ServicePool.IndexRule = .strict)
        throws(ServiceError) -> ServicePool
    {
        try change(id, generation) { pool throws(ServiceError) in try pool.switchToNext(rule: rule) }
    }

    /// Uses the services of a pool in another environment from now on.
    /// - Returns: the pool after the change.
    @discardableResult
    public func selectEnvironment(_ environment: Environment, in id: String, ifStill generation: UInt64? = nil)
        throws(ServiceError)
        -> ServicePool
    {
        try change(id, generation) { pool throws(ServiceError) in pool.selectEnvironment(environment) }
    }

    private func change(_ id: String, _ generation: UInt64?, _ body: (inout ServicePool) throws(ServiceError) -> Void)
        throws(ServiceError) -> ServicePool
    {
        let known = try pool(id)
        let result = pools.withLock { pools -> Result<ServicePool, ServiceError> in
            var pool = pools[id] ?? known
            if let generation, generation != pool.generation { return .failure(.stale(current: pool.generation)) }
            do throws(ServiceError) {
                try body(&pool)
            } catch {
                return .failure(error)
            }
            pools[id] = pool
            return .success(pool)
        }
        return try result.get()
    }
}
