// A word from outside: switch to that service (HH-F6). Who says it is checked before this; here stands what it says.

/// A signal from a pool's operator. See ``DirectiveReader`` for how it is written and signed.
public struct Directive: Sendable, Hashable {
    /// Which service is meant.
    public enum Target: Sendable, Hashable {
        /// A service's place in the pool, from 0.
        case index(Int)
        /// A service's name.
        case name(String)
    }

    /// How binding it is.
    public enum Mode: String, Sendable, Hashable, CaseIterable {
        /// The service comes first in the order, as long as it is healthy.
        case advise
        /// The service is used, whatever its state, until it has failed ``FailoverOptions/directiveFall`` times in a row.
        case force
    }

    /// ``ServicePool/id`` of the pool that is meant.
    public var pool: String
    /// The service that is meant.
    public var target: Target
    /// Each must be greater than the last: what was overtaken or is sent again is refused.
    public var epoch: UInt64
    /// Since 1970-01-01 UTC; `nil` holds until another comes.
    public var expires: Duration?
    /// How binding it is.
    public var mode: Mode
    /// The remainder of the index is meant, as HH does (HH-S4).
    public var wrapsIndex: Bool

    /// By default one that binds until another comes.
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
    /// It is signed, and not with the pool's key.
    case badSignature
    /// It has none, and where it came from nobody vouches for it.
    case unsigned
    /// Its epoch is not greater than the last one that was followed.
    case oldEpoch(last: UInt64)
    /// It came too late, by its own word.
    case expired
    /// The pool has only so many services.
    case outOfRange(index: Int, count: Int)
    /// The pool has no service of that name.
    case unknownService(String)
    /// The service has no address in the pool's environment.
    case noAddress(index: Int)
    /// It is meant for the pool of that id.
    case otherPool(String)
    /// It is not written as directives are.
    case malformed(String)
    /// The place that it should come from cannot be read.
    case unreadable(String)
    /// So many were refused within a minute that the others of it are not told.
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
        case .flood: "many were refused within a minute: the others of it are not told"
        case .noFailover: "the pool has no failover"
        }
    }
}
