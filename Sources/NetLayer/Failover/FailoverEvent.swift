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
        /// It counts as broken, for that reason and by these counts, and is left alone until a moment on the client's clock.
        case tripped(service: Int, TripReason, OutcomeCounts, until: Duration)
        /// A dry run, or the policy is manual.
        case wouldTrip(service: Int, TripReason, OutcomeCounts)
        /// It was left alone for long enough, and is tried.
        case halfOpened(service: Int)
        /// It has healed: requests go to it again.
        case reclosed(service: Int)
        /// A trial failed.
        case reopened(service: Int, until: Duration)
        /// Another service is in use from now on; ``PoolStatus/generation`` is this.
        case switched(from: Int, to: Int, SwitchCause, generation: UInt64)
        /// Its health was checked: whether it is good, how long that took, and what came.
        case probed(service: Int, ok: Bool, latency: Duration, detail: String)
        /// A share of the traffic goes to the healed service.
        case canary(service: Int)
        /// A preferred service has healed; somebody is asked whether it takes over.
        case failbackReady(service: Int)
        /// All services are broken: requests go out all the same.
        case panic
        /// Failures look like those of our own network: nobody is blamed.
        case offline
        /// There is a network again: failures are the services' own.
        case online
        /// It broke again soon after it had healed.
        case flapping(service: Int)
        /// So many switches: nothing falls back until then.
        case frozen(until: Duration)
        /// All requests go to it, by hand; a soft pin yields while it is broken.
        case pinned(service: Int, soft: Bool)
        /// That pin is over.
        case unpinned(service: Int)
        /// Nothing more is sent to it, by hand.
        case isolated(service: Int)
        /// What was wished of it by hand is taken back.
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
    /// In which environment of the pool.
    public var environment: Environment
    /// What was decided.
    public var kind: Kind

    /// A decision at a moment on the client's clock.
    public init(time: Duration, kind: Kind, environment: Environment = .standard) {
        self.time = time
        self.kind = kind
        self.environment = environment
    }

    func standing(in environment: Environment) -> FailoverEvent {
        FailoverEvent(time: time, kind: kind, environment: environment)
    }
}
