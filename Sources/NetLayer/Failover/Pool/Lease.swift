// One attempt's right to use a service: the picked service, and the state of the pool at that moment.

/// An attempt takes a lease before its request is made. A later switch does not change the lease:
/// requests in flight keep their URL.
public struct Lease: Sendable, Hashable {
    /// The service, in the environment of the pool or of the plan.
    public var service: Service
    /// The service's index in the pool.
    public var index: Int
    /// The pool's generation at the moment of the pick.
    public var generation: UInt64
    /// Reports the outcome to the pool's failover.
    var ticket: LeaseTicket?
}
