// Why there is no service to send to, or no switch to another.

/// A pool or a service that cannot do what it was asked for.
public enum ServiceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The service has no address in that environment (B-HH-S6).
    case noBaseURL(service: String, environment: Environment, known: [Environment])
    /// No service has that index (B-HH-S4).
    case outOfRange(index: Int, count: Int)
    /// Nothing can be sent to that service: it has no address in the pool's environment.
    case noAddress(index: Int)
    /// No service of the pool has that name.
    case unknownService(String)
    /// No pool has that id.
    case unknownPool(String)
    /// The pool was made without failover: it is switched by ``ServicePool/switchTo(_:rule:)``.
    case noFailover
    /// Somebody has switched meanwhile: look again, then decide again (B-HH-S2).
    case stale(current: UInt64)

    public var description: String {
        switch self {
        case .noBaseURL(let service, let environment, let known):
            "the service '\(service)' has no base URL in the environment '\(environment)'; it has one in: "
                + (known.isEmpty ? "none" : known.map(\.rawValue).joined(separator: ", "))
        case .outOfRange(let index, let count):
            count == 0 ? "the pool has no services" : "there is no service \(index): the pool has 0 to \(count - 1)"
        case .noAddress(let index): "service \(index) has no address in this environment"
        case .unknownService(let name): "the pool has no service named '\(name)'"
        case .unknownPool(let id): "there is no pool '\(id)'"
        case .noFailover: "the pool has no failover"
        case .stale(let current): "the pool has been switched meanwhile, its generation is \(current)"
        }
    }
}
