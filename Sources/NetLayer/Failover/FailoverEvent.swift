// The decisions of a pool's failover, with their reasons: for the log of
// switches, notifications, and observers.

/// The reason for a switch of traffic. The raw value is the word in events and JSON.
public enum SwitchCause: String, Sendable, Hashable, CaseIterable {
    /// The active service has broken.
    case automatic
    case manual
    /// A ``Directive``.
    case remote
    /// All are broken: switches to the one whose breaker reopens for trials first.
    case panic
    /// A preferred service has recovered.
    case failback
}

/// One decision of a pool.
public struct FailoverEvent: Sendable, Hashable {
    /// The decision. Services are given by their index in the pool.
    public enum Kind: Sendable, Hashable {
        /// The service counts as broken, for that reason and by these counts, and gets no requests until a
        /// time on the client's clock.
        case tripped(service: Int, TripReason, OutcomeCounts, until: Duration)
        /// The service would have tripped: a dry run, or the policy is manual.
        case wouldTrip(service: Int, TripReason, OutcomeCounts)
        /// The open time is over: the service is tested.
        case halfOpened(service: Int)
        /// The service has recovered: requests go to it again.
        case reclosed(service: Int)
        /// A trial failed.
        case reopened(service: Int, until: Duration)
        /// Another service is active from now on; ``PoolStatus/generation`` has this value.
        case switched(from: Int, to: Int, SwitchCause, generation: UInt64)
        /// The result of a health check: whether it succeeded, its latency, and a description.
        case probed(service: Int, ok: Bool, latency: Duration, detail: String)
        /// A share of the traffic goes to the recovered service.
        case canary(service: Int)
        /// A preferred service has recovered; the user decides whether it takes over.
        case failbackReady(service: Int)
        /// All services are broken: requests are sent all the same.
        case panic
        /// Failures look like those of our own network: no service is blamed.
        case offline
        /// The network is back: failures count against the services again.
        case online
        /// The service broke again soon after it had recovered.
        case flapping(service: Int)
        /// There were too many switches: no fail-back happens until then.
        case frozen(until: Duration)
        /// The user sends all requests to this service; a soft pin yields while the service is broken.
        case pinned(service: Int, soft: Bool)
        /// The pin has ended.
        case unpinned(service: Int)
        /// The user excludes the service: it gets no more requests.
        case isolated(service: Int)
        /// The user's overrides of the service have ended.
        case released(service: Int)
        /// A directive was followed, or refused for a reason.
        case directive(epoch: UInt64, refusal: DirectiveRefusal?)
        /// The directive that forced a service has ended.
        case directiveEnded(service: Int, because: String)
        /// A request in flight was sent to another service.
        case redispatched(task: TaskID, from: Int)

        /// Whether this is a successful health check: a change that it causes is an event of its own.
        public var isRoutine: Bool {
            if case .probed(_, true, _, _) = self { true } else { false }
        }

        /// The word in events and JSON.
        public var name: String {
            switch self {
            case .tripped: "tripped"
            case .wouldTrip: "would_trip"
            case .halfOpened: "half_opened"
            case .reclosed: "reclosed"
            case .reopened: "reopened"
            case .switched: "switched"
            case .probed: "probed"
            case .canary: "canary"
            case .failbackReady: "failback_ready"
            case .panic: "panic"
            case .offline: "offline"
            case .online: "online"
            case .flapping: "flapping"
            case .frozen: "frozen"
            case .pinned: "pinned"
            case .unpinned: "unpinned"
            case .isolated: "isolated"
            case .released: "released"
            case .directive: "directive"
            case .directiveEnded: "directive_ended"
            case .redispatched: "redispatched"
            }
        }
    }

    /// Since the client's start.
    public var time: Duration
    /// The environment of the pool.
    public var environment: Environment
    /// The decision.
    public var kind: Kind

    /// A decision at a time on the client's clock.
    public init(time: Duration, kind: Kind, environment: Environment = .standard) {
        self.time = time
        self.kind = kind
        self.environment = environment
    }

    func standing(in environment: Environment) -> FailoverEvent {
        FailoverEvent(time: time, kind: kind, environment: environment)
    }
}
