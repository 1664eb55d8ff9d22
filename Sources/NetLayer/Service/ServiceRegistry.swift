// The pools of a program, held safely: whoever asks gets a value, and a switch compares the generation first.

import Synchronization

/// Keeps pools by their id (CT-R9). All methods may be called from any thread.
public final class ServiceRegistry: Sendable {
    private let pools = Mutex<[String: ServicePool]>([:])
    private let make: @Sendable (String) -> ServicePool?

    /// - Parameters:
    ///   - pools: kept from the beginning, each by its ``ServicePool/id``.
    ///   - make: gives the pool of an id that is not known yet. It is asked until it gives one, which is kept.
    public init(_ pools: [ServicePool] = [], make: @escaping @Sendable (String) -> ServicePool? = { _ in nil }) {
        self.make = make
        self.pools.withLock { kept in for pool in pools { kept[pool.id] = pool } }
    }

    /// The pool as it stands now.
    /// - Throws: ``ServiceError/unknownPool(_:)``.
    public func pool(_ id: String) throws(ServiceError) -> ServicePool {
        if let pool = pools.withLock({ $0[id] }) { return pool }
        // Made outside the lock; who comes second gets what the first has kept.
        guard var made = make(id) else { throw .unknownPool(id) }
        made.id = id
        return pools.withLock { pools in
            if let kept = pools[id] { return kept }
            pools[id] = made
            return made
        }
    }

    /// Keeps a pool in the place of the one with its id.
    public func set(_ pool: ServicePool) { pools.withLock { $0[pool.id] = pool } }

    /// Switches to the service at that index.
    /// - Parameters:
    ///   - index: the service's place in the pool, from 0.
    ///   - id: ``ServicePool/id`` of the pool.
    ///   - generation: the state on which the decision rests; `nil` decides whatever the state is.
    ///   - rule: what an index means that no service has; by default an error.
    /// - Returns: the pool after it.
    /// - Throws: ``ServiceError/stale(current:)`` when somebody else was first.
    @discardableResult
    public func switchTo(_ index: Int, in id: String, ifStill generation: UInt64? = nil, rule: ServicePool.IndexRule = .strict)
        throws(ServiceError) -> ServicePool
    {
        try change(id, generation) { pool throws(ServiceError) in try pool.switchTo(index, rule: rule) }
    }

    /// Switches to the next service: of many who saw the same generation fail, one switches (B-HH-S2).
    /// - Returns: the pool after it.
    /// - Throws: ``ServiceError/stale(current:)`` when somebody else was first.
    @discardableResult
    public func switchToNext(in id: String, ifStill generation: UInt64? = nil, rule: ServicePool.IndexRule = .strict)
        throws(ServiceError) -> ServicePool
    {
        try change(id, generation) { pool throws(ServiceError) in try pool.switchToNext(rule: rule) }
    }

    /// Asks the services of a pool in another environment from now on.
    /// - Returns: the pool after it.
    @discardableResult
    public func use(_ environment: Environment, in id: String, ifStill generation: UInt64? = nil) throws(ServiceError)
        -> ServicePool
    {
        try change(id, generation) { pool throws(ServiceError) in pool.use(environment) }
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
