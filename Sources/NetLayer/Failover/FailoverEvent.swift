// What a pool's failover has decided, with its reason: for the log of switches, announcements, and whoever watches.

/// Why the traffic goes elsewhere. The raw value is the word in events and JSON.
public enum SwitchCause: String, Sendable, Hashable, CaseIterable {
    /// The service in use has broken.
    case automatic
    case manual
    /// A ``Directive``.
    case remote
    /// All are broken: the one that is tried again first.
    case panic
    /// A preferred service has healed.
    case failback
}

/// One decision of a pool.
public struct FailoverEvent: Sendable, Hashable {
    /// What was decided. Services are named by their place in the pool.
    public enum Kind: Sendable, Hashable {
        case tripped(service: Int, TripReason, OutcomeCounts, until: Duration)
        /// A dry run, or the policy is manual.
        case wouldTrip(service: Int, TripReason, OutcomeCounts)
        case halfOpened(service: Int)
        case reclosed(service: Int)
        /// A trial failed.
        case reopened(service: Int, until: Duration)
        case switched(from: Int, to: Int, SwitchCause, generation: UInt64)
        case probed(service: Int, ok: Bool, latency: Duration, detail: String)
        /// A share of the traffic goes to the healed service.
        case canary(service: Int)
        /// A preferred service has healed; somebody is asked whether it takes over.
        case failbackReady(service: Int)
        /// All services are broken: requests go out all the same.
        case panic
        /// Failures look like those of our own network: nobody is blamed.
        case offline
        case online
        /// It broke again soon after it had healed.
        case flapping(service: Int)
        /// So many switches: nothing falls back until then.
        case frozen(until: Duration)
        case pinned(service: Int, soft: Bool)
        case unpinned(service: Int)
        case isolated(service: Int)
        case released(service: Int)
        /// A directive was followed, or refused for a reason.
        case directive(epoch: UInt64, refusal: DirectiveRefusal?)
        /// The directive that forced a service has ended.
        case directiveEnded(service: Int, because: String)
        /// Requests in the air were sent to another service.
        case redispatched(task: TaskID, from: Int)

        /// A health check that says nothing new: what it changes is an event of its own.
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
    public var environment: Environment
    public var kind: Kind

    public init(time: Duration, kind: Kind, environment: Environment = .standard) {
        self.time = time
        self.kind = kind
        self.environment = environment
    }

    func standing(in environment: Environment) -> FailoverEvent {
        FailoverEvent(time: time, kind: kind, environment: environment)
    }
}
