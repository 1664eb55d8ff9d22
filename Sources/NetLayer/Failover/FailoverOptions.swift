// All options of a pool's failover, with defaults for production.

/// How a pool fails over, and back.
public struct FailoverOptions: Sendable, Hashable {
    /// When a service counts as broken.
    public var policy: FailoverPolicy
    /// How long a broken service gets no requests, and when it recovers.
    public var timing = BreakerTiming()
    /// The reaction to the recovery of a preferred service.
    public var failback = Failback.automatic()
    /// Which service comes next when the active one breaks.
    public var selection = SelectionRule.ordered
    /// The maximum number of services that one call tries when each of them fails: `nil` means every
    /// service that works, once. At least 1, which means no other service. A request that may be repeated
    /// goes to the next service at once, whatever its ``RetryPolicy``; any other only when no part of it
    /// can have reached a server.
    public var servicesPerCall: Int? { didSet { servicesPerCall = servicesPerCall.map { max(1, $0) } } }
    /// What happens to requests in flight to a service that breaks.
    public var inFlight = InFlightRule.redispatchIdempotent
    /// When a call that sets no ``HedgePolicy`` of its own gets a second copy, on another service that works:
    /// a request to a service that has frozen then waits for the other service, not for its timeout. By
    /// default after the percentile 95 of its endpoint's latencies, at least 50 ms, which needs 20 known
    /// calls. Such a second copy that is answered first counts as a failure of the slower service
    /// (``ServiceFailure/slow``).
    ///
    /// Only a safe method (GET, HEAD, OPTIONS, QUERY) gets one: the slower service may still execute its
    /// copy.
    /// No call gets one that sends a file, names a service (``Destination/service``) or follows one
    /// (``Destination/preferredService``), such as the next page of a list, and none where
    /// ``servicesPerCall`` is 1. A response that has begun is waited for.
    public var hedge = HedgePolicy.afterP95(atLeast: .milliseconds(50))
    /// The maximum number of such copies for each 100 calls that may get one, 0 … 100. Unused copies are
    /// saved up, to at most 10.
    public var hedgePercent = 10 { didSet { hedgePercent = min(100, max(0, hedgePercent)) } }
    /// The percentage of decisions to trip that are carried out; the others are only reported (a dry
    /// run). 0 … 100.
    public var enforce = 100
    /// How the health of services is checked; with `nil`, the users' own idempotent requests
    /// test a broken service.
    public var health: HealthCheck?
    /// Failures on two services within ``offlineWindow`` that may be our own network's are not
    /// blamed on any service.
    public var guardsOffline = true
    /// The maximum time between such failures: 2 s.
    public var offlineWindow = Duration.seconds(2)
    /// More switches than this within ``flapWindow`` stop fail-back for that time. Switches in a pool whose
    /// services are all broken do not count.
    public var flapLimit = 6
    /// The time in which switches are counted: 60 s.
    public var flapWindow = Duration.seconds(60)
    /// This many failures in a row on a service that a directive forced end the directive.
    public var directiveFall = 3
    /// The sources that directives are accepted from.
    public var directives = DirectiveRules()
    /// The seed for dry runs, canaries and jitter: the same seed gives the same decisions.
    public var seed: UInt64 = 0

    /// Everything but the policy at its default.
    public init(policy: FailoverPolicy = .breaker()) { self.policy = policy }

    /// The statuses that are failures of a service, so that the call tries the next one: 500,
    /// 502, 503 and 504.
    public static let failureStatuses: Set<Int> = [500, 502, 503, 504]

    /// TAFNetworking's behaviour, including its bugs: for comparison only.
    public static var classic: FailoverOptions {
        var options = FailoverOptions(policy: .classic)
        options.failback = .never
        options.selection = .nextWrapping
        options.servicesPerCall = 1
        options.hedge = .never
        options.inFlight = .leave
        options.guardsOffline = false
        return options
    }
}

/// A request that checks whether a service works. It carries the headers and parameters that the client's
/// generator and the service add to all requests, and uses the service's connection options; adapters and
/// signers do not run.
public struct HealthCheck: Sendable, Hashable {
    /// Joined to the service's base URL.
    public var path: String
    /// The method of the check; the other useful one is HEAD.
    public var method = HTTPMethod.get
    /// The statuses that mean success.
    public var statuses = 200...299
    /// A text that the response's body must contain.
    public var bodyContains: String?
    /// The limit of a check on one connection. It uses a kept-alive connection where there is one, and then a
    /// new one when that brings no response.
    public var timeout = Duration.seconds(1)
    /// The interval of checks of services that work, ± 10 %; with `nil`, only broken ones are checked. The
    /// services that work are checked together, so that a round of checks wakes the machine once.
    public var interval: Duration?
    /// This many failed checks in a row break a service that works.
    public var fall = 3
    /// A successful check may end the open time of a broken service early: the service is checked all the
    /// time, every ``BreakerTiming/trialInterval``. Only for a path that does real work.
    public var shortensOpen = false

    /// A GET of that path; any 2xx within a second is a success.
    public init(path: String) { self.path = path }
}
