// A pool's record of one of its services.

/// The kind of outcome of one of the last requests to a service.
public enum OutcomeMark: UInt8, Sendable, Hashable {
    case answered, slow, failed, uncounted
}

/// One of the last requests to a service.
public struct RecentOutcome: Sendable, Hashable {
    /// The kind of outcome.
    public var mark: OutcomeMark
    /// Its latency.
    public var latency: Duration

    /// An outcome and its latency.
    public init(mark: OutcomeMark, latency: Duration) {
        self.mark = mark
        self.latency = latency
    }
}

/// The location of a service, relative to this machine.
enum ServiceLocation: Sendable, Hashable {
    /// On this machine: its failures are never the network's.
    case here
    case remote
    /// It has no address in this environment.
    case nowhere
}

struct ServiceRecord: Sendable {
    /// The number of recent outcomes that the status shows.
    static let remembered = 32

    var breaker: Breaker
    /// Whether its failures to connect may be our own network's: it is not on this machine.
    let isRemote: Bool
    /// Whether it has no address in the pool's environment.
    let isAbsent: Bool
    /// Whether the user excludes it.
    var isIsolated = false
    /// A user's request tests it. `isProbed`: a health check is running.
    var isTried = false
    var isProbed = false
    /// The time of its next health check.
    var probeAt: Duration?
    /// The number of failed health checks in a row.
    var badProbes = 0
    /// The time of its last failure that may be our own network's.
    var localFailureAt: Duration?
    private(set) var leases: UInt64 = 0
    private(set) var records: UInt64 = 0
    private var marks: [RecentOutcome] = []
    private var next = 0

    init(_ options: FailoverOptions, _ place: ServiceLocation) {
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

    /// Takes a lease back of which no request came.
    mutating func takeBack() { leases -= 1 }

    mutating func record(_ mark: OutcomeMark, _ latency: Duration) {
        records += 1
        guard marks.count == Self.remembered else { return marks.append(RecentOutcome(mark: mark, latency: latency)) }
        marks[next] = RecentOutcome(mark: mark, latency: latency)
        next = (next + 1) % Self.remembered
    }

    /// The breaker's state has changed: earlier trials no longer count.
    mutating func resetTrials() {
        isTried = false
        badProbes = 0
    }
}
