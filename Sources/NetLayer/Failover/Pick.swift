// What an attempt asks a pool for, and what it is given.

/// What the choice of a service depends on, besides the pool.
package struct PickRequest: Sendable, Hashable {
    /// It may be sent twice, and nobody reads its answer yet: it may try a service that may not work.
    package var isIdempotent = true
    /// Services that earlier attempts of the same call went to.
    package var tried: [Int] = []
    /// The call names its service itself.
    package var named: Int?
    /// Earlier requests of the same pager or chain went there.
    package var sticky: Int?
    /// Somebody who knows says that there is no network.
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

/// The right to send one request to a service. Whoever has it brings the outcome back, once.
package struct Pick: Sendable, Hashable {
    /// From 1, of the pool.
    package var number: UInt64 = 0
    package var service: Int
    /// The pool's, when it was picked.
    package var generation: UInt64
    /// The breaker's: an outcome of an older one says nothing any more (B-HH-F6).
    var epoch: UInt64
    /// The request finds out whether the service works again.
    package var isTrial = false
    /// No service is known to work.
    var isPanic = false
}

/// A health check that is due.
package struct ProbeOrder: Sendable, Hashable {
    package var service: Int
    var epoch: UInt64
}
