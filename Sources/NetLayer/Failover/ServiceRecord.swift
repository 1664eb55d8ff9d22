// What a pool knows of one of its services.

/// What one of the last requests to a service brought.
public enum OutcomeMark: UInt8, Sendable, Hashable {
    case answered, slow, failed, uncounted
}

/// One of the last requests to a service.
public struct RecentOutcome: Sendable, Hashable {
    /// What it brought.
    public var mark: OutcomeMark
    /// How long it took.
    public var latency: Duration

    /// An outcome and how long it took.
    public init(mark: OutcomeMark, latency: Duration) {
        self.mark = mark
        self.latency = latency
    }
}

/// Where a service stands, as seen from here.
enum ServicePlace: Sendable, Hashable {
    /// On this machine: what fails there is never the network.
    case here
    case remote
    /// It has no address in this environment.
    case nowhere
}

struct ServiceRecord: Sendable {
    /// How many of its last outcomes are kept to be shown.
    static let remembered = 32

    var breaker: Breaker
    /// Its failures to connect may be our own network's: it is not on this machine.
    let isRemote: Bool
    /// It has no address in the pool's environment.
    let isAbsent: Bool
    /// Held open by hand.
    var isIsolated = false
    /// A request of a user tries it, or a health check is under way.
    var isTried = false
    var isProbed = false
    /// When it is asked next.
    var probeAt: Duration?
    /// Bad health checks, one after the other.
    var badProbes = 0
    /// When it last failed as our own network does.
    var localFailureAt: Duration?
    private(set) var leases: UInt64 = 0
    private(set) var records: UInt64 = 0
    private var marks: [RecentOutcome] = []
    private var next = 0

    init(_ options: FailoverOptions, _ place: ServicePlace) {
        breaker = Breaker(options.policy, options.timing)
        isRemote = place == .remote
        isAbsent = place == .nowhere
        marks.reserveCapacity(Self.remembered)
    }

    var inFlight: Int { Int(leases - records) }
    var isUsable: Bool { !isIsolated && !isAbsent && breaker.state.isClosed }

    /// Oldest first.
    var recent: [RecentOutcome] { Array(marks[next...] + marks[..<next]) }

    mutating func lease() { leases += 1 }

    mutating func record(_ mark: OutcomeMark, _ latency: Duration) {
        records += 1
        guard marks.count == Self.remembered else { return marks.append(RecentOutcome(mark: mark, latency: latency)) }
        marks[next] = RecentOutcome(mark: mark, latency: latency)
        next = (next + 1) % Self.remembered
    }

    /// Its breaker has changed: whoever tried it before says nothing any more.
    mutating func changed() {
        isTried = false
        badProbes = 0
    }
}
