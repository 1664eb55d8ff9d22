// One attempt's right to use a service: which one was picked, and at which state of the pool.

/// What an attempt takes before its request is made. A switch that comes later does not touch it: what is in flight keeps its URL (HH-S6).
public struct Lease: Sendable, Hashable {
    /// The service, standing in the environment of the pool or of the plan.
    public var service: Service
    /// Its place in the pool.
    public var index: Int
    /// The pool's generation when it was picked.
    public var generation: UInt64
    /// What is brought back to the pool's failover.
    var ticket: LeaseTicket?
}
