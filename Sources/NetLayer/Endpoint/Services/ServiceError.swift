// Why no service is available, or why a switch failed.

/// An error of a pool or a service.
public enum ServiceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The service has no address in that environment.
    case noBaseURL(service: String, environment: Environment, known: [Environment])
    /// No service has that index.
    case outOfRange(index: Int, count: Int)
    /// The service at that index has no address in the pool's environment, so nothing can be sent to it.
    case noAddress(index: Int)
    /// No service of the pool has that name.
    case unknownService(String)
    /// No pool has that id.
    case unknownPool(String)
    /// The pool has no failover: switch it by ``ServicePool/switchTo(_:rule:)``.
    case noFailover
    /// The pool was switched in the meantime. Read its state again, then decide again.
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
