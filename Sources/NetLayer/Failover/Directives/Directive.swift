// An external order to switch to a service. Its origin is checked before; this file defines its content.

/// A signal from a pool's operator. ``DirectiveReader`` documents its format and signature.
public struct Directive: Sendable, Hashable {
    /// The service to switch to.
    public enum Target: Sendable, Hashable {
        /// A service's index in the pool, from 0.
        case index(Int)
        /// A service's name.
        case name(String)
    }

    /// How binding the directive is.
    public enum Mode: String, Sendable, Hashable, CaseIterable {
        /// The service comes first in the order, as long as it is healthy.
        case advise
        /// The service is used, whatever its state, until it has failed ``FailoverOptions/directiveFall``
        /// times in a row. Under ``FailoverPolicy/classic`` it is one switch.
        case force
    }

    /// The ``ServicePool/id`` of the pool that the directive is for.
    public var pool: String
    /// The service to switch to.
    public var target: Target
    /// Must be greater than the last one: an outdated or repeated directive is refused.
    public var epoch: UInt64
    /// Since 1970-01-01 UTC; with `nil` the directive applies until another comes.
    public var expires: Duration?
    /// How binding the directive is.
    public var mode: Mode
    /// Whether the index is reduced modulo the number of services, as TAFNetworking does.
    public var wrapsIndex: Bool

    /// By default a forced directive that applies until another comes.
    public init(
        pool: String, target: Target, epoch: UInt64, expires: Duration? = nil, mode: Mode = .force, wrapsIndex: Bool = false
    ) {
        self.pool = pool
        self.target = target
        self.epoch = epoch
        self.expires = expires
        self.mode = mode
        self.wrapsIndex = wrapsIndex
    }
}

/// Why a directive was not followed.
public enum DirectiveRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// It has a signature, but not from the pool's key.
    case badSignature
    /// It has no signature, and its source does not guarantee its origin either.
    case unsigned
    /// Its epoch is not greater than the last one that was followed.
    case oldEpoch(last: UInt64)
    /// It arrived after its expiry time.
    case expired
    /// The index is outside the pool's `count` services.
    case outOfRange(index: Int, count: Int)
    /// The pool has no service of that name.
    case unknownService(String)
    /// The service has no address in the pool's environment.
    case noAddress(index: Int)
    /// It is for the pool with that id.
    case otherPool(String)
    /// It is not in the format of directives.
    case malformed(String)
    /// Its source cannot be read.
    case unreadable(String)
    /// Too many directives were refused within a minute: the others in that minute are not reported.
    case flood
    /// The pool has no failover that could follow it.
    case noFailover

    public var description: String {
        switch self {
        case .badSignature: "its signature is not that of the pool's key"
        case .unsigned: "it is not signed"
        case .oldEpoch(let last): "its epoch is not after \(last), the last one"
        case .expired: "it has expired"
        case .outOfRange(let index, let count): "there is no service \(index): the pool has \(count)"
        case .unknownService(let name): "the pool has no service named '\(name)'"
        case .noAddress(let index): "service \(index) has no address in this environment"
        case .otherPool(let pool): "it is for the pool '\(pool)'"
        case .malformed(let detail): "it cannot be read: \(detail)"
        case .unreadable(let detail): "its source cannot be read: \(detail)"
        case .flood: "many were refused within a minute: the others are not reported"
        case .noFailover: "the pool has no failover"
        }
    }
}
