// What an attempt asks a pool for, and what it is given.

/// What the choice of a service depends on, besides the pool.
struct PickRequest: Sendable, Hashable {
    /// It may be sent twice: it may try a service that may not work.
    var isIdempotent = true
    /// Services that earlier attempts of the same call went to.
    var tried: [Int] = []
    /// The call names its service itself.
    var named: Int?
    /// Earlier requests of the same pager or chain went there.
    var sticky: Int?
}

/// The right to send one request to a service. Whoever has it brings the outcome back, once.
struct Pick: Sendable, Hashable {
    /// From 1, of the pool.
    var number: UInt64 = 0
    var service: Int
    /// The pool's, when it was picked.
    var generation: UInt64
    /// The breaker's: an outcome of an older one says nothing any more (B-HH-F6).
    var epoch: UInt64
    /// The request finds out whether the service works again.
    var isTrial = false
    /// No service is known to work.
    var isPanic = false
}

/// A health check that is due.
struct ProbeOrder: Sendable, Hashable {
    var service: Int
    var epoch: UInt64
}
