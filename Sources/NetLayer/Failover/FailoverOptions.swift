// Everything that can be set about a pool's failover, with the defaults that production wants.

/// How a pool fails over, and back.
public struct FailoverOptions: Sendable, Hashable {
    /// When a service counts as broken.
    public var policy: FailoverPolicy
    /// How long a broken service is left alone, and what brings it back.
    public var timing = BreakerTiming()
    /// What follows when a preferred service has healed.
    public var failback = Failback.automatic()
    /// Which service comes next when the one in use breaks.
    public var selection = SelectionRule.ordered
    /// How many services one call tries when each of them fails it: `nil`, every one that works, once. From 1, which is no other. A request that
    /// may be repeated goes to the next at once, whatever its ``RetryPolicy``; any other only when nothing of it can have reached a server.
    public var servicesPerCall: Int? { didSet { servicesPerCall = servicesPerCall.map { max(1, $0) } } }
    /// What becomes of requests in the air to a service that breaks.
    public var inFlight = InFlightRule.redispatchIdempotent
    /// Of 100 decisions to trip, how many are carried out; the others are only told (a dry run). 0 … 100.
    public var enforce = 100
    /// How services are asked whether they live; `nil` lets the users' own idempotent requests try a broken one.
    public var health: HealthCheck?
    /// Failures that may be those of our own network, on two services within ``offlineWindow``, are not blamed on any.
    public var guardsOffline = true
    /// How close together such failures must be: 2 s.
    public var offlineWindow = Duration.seconds(2)
    /// More switches than this within ``flapWindow`` stop fail-back for as long. Those within a pool whose services are all broken do not count.
    public var flapLimit = 6
    /// The time in which switches are counted: 60 s.
    public var flapWindow = Duration.seconds(60)
    /// So many failures in a row on a service that a directive forced drop the directive.
    public var directiveFall = 3
    /// Whom directives are taken from.
    public var directives = DirectiveRules()
    /// Draws dry runs, canaries and jitter: the same seed decides alike.
    public var seed: UInt64 = 0

    /// All but the policy at its default.
    public init(policy: FailoverPolicy = .breaker()) { self.policy = policy }

    /// The statuses by which a service fails a call, so that the next one is tried: 500, 502, 503 and 504.
    public static let failureStatuses: Set<Int> = [500, 502, 503, 504]

    /// HH's behaviour, bug for bug: for comparison only.
    public static var classic: FailoverOptions {
        var options = FailoverOptions(policy: .classic)
        options.failback = .never
        options.selection = .nextWrapping
        options.servicesPerCall = 1
        options.inFlight = .leave
        options.guardsOffline = false
        return options
    }
}

/// A request that asks a service whether it lives. It carries what all requests of the client's generator and of the service carry, and goes by the
/// service's connection options; adapters and signers are not asked.
public struct HealthCheck: Sendable, Hashable {
    /// Joined to the service's base URL.
    public var path: String
    /// Of the check; the other one that makes sense is HEAD.
    public var method = HTTPMethod.get
    /// The statuses that say yes.
    public var statuses = 200...299
    /// The answer's body must contain it.
    public var bodyContains: String?
    /// Of the whole check; its connection is its own.
    public var timeout = Duration.seconds(1)
    /// How often services that work are asked, ± 10 %; `nil` asks only broken ones.
    public var interval: Duration?
    /// So many bad checks one after the other break a service that works.
    public var fall = 3
    /// A good check may end the time in which a broken service is left alone: it is asked all the time, every
    /// ``BreakerTiming/trialInterval``. Only for a path that does real work.
    public var shortensOpen = false

    /// A GET of that path that any 2xx within a second answers well.
    public init(path: String) { self.path = path }
}
