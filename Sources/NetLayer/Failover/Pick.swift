// An attempt's request to a pool for a service, and its result.

/// The conditions of the choice of a service, besides the pool.
package struct PickRequest: Sendable, Hashable {
    /// The request may be sent twice, and no caller reads its response yet: it may test a service
    /// that may not work.
    package var isIdempotent = true
    /// Services that earlier attempts of the same call used.
    package var tried: [Int] = []
    /// The service that the call names itself.
    package var named: Int?
    /// The service that earlier requests of the same pager or chain used.
    package var sticky: Int?
    /// The system reports that there is no network.
    package var isNetworkGone = false

    package init(
        isIdempotent: Bool = true, tried: [Int] = [], named: Int? = nil, sticky: Int? = nil,
        isNetworkGone: Bool = false
    ) {
        self.isIdempotent = isIdempotent
        self.tried = tried
        self.named = named
        self.sticky = sticky
        self.isNetworkGone = isNetworkGone
    }
}

/// The right to send one request to a service. Its holder reports the outcome exactly once.
package struct Pick: Sendable, Hashable {
    /// Counts the picks of the pool, from 1.
    package var number: UInt64 = 0
    package var service: Int
    /// The pool's generation at the time of the pick.
    package var generation: UInt64
    /// The breaker's epoch: an outcome from an older epoch no longer counts.
    var epoch: UInt64
    /// The request tests whether the service works again.
    package var isTrial = false
    /// No service is known to work.
    var isPanic = false
}

/// A health check that is due.
package struct ProbeOrder: Sendable, Hashable {
    package var service: Int
    var epoch: UInt64
}
