// The rim around the failover machines of a pool, one for each environment: one lock, and those who want to hear of decisions.

import Synchronization

/// What a pool knows of its services and decides of them. Copies of a ``ServicePool`` share it; all methods may be called from any thread.
public final class FailoverController: Sendable, Hashable {
    /// Ends an exchange in the air, so that its call goes to another service. Where it has to stay, for want of tokens, it may be called again.
    package typealias Flight = @Sendable () -> Void

    /// A request in the air that may be sent elsewhere.
    struct Flying {
        var pick: Pick
        var leave: Flight
    }

    struct Lane {
        var machine: FailoverMachine
        var flights: [UInt64: Flying] = [:]
        var log: [FailoverEvent] = []
        /// Somebody carries out the health checks.
        var isProbed = false
        /// Where that somebody sleeps.
        var sleeper: Task<Void, Never>?
        /// Something has changed since it last looked.
        var isRoused = false
        /// Directives that came with answers, the newest last: they come with each.
        var heard: [Heard] = []

        /// Health checks come every few seconds: they make room for decisions, never the other way round.
        mutating func note(_ event: FailoverEvent) {
            guard !event.kind.isRoutine else { return }
            log.append(event)
            guard log.count > FailoverController.logged else { return }
            log.remove(at: log.firstIndex { if case .probed = $0.kind { true } else { false } } ?? 0)
        }
    }

    struct Heard: Sendable, Hashable {
        var text: String
        var isVouched: Bool
    }

    /// How many decisions are kept to be shown.
    public static let logged = 200
    /// How many directives of answers are remembered.
    private static let heardAtMost = 16

    /// The names of the services, in the order of the pool.
    public let names: [String]
    /// How the pool fails over, and back.
    public let options: FailoverOptions
    private let classifiers: [OutcomeClassifier]
    private let services: [Service]
    private let active: Int
    private let lanes = Mutex<[Environment: Lane]>([:])
    private let broadcast = Broadcast<FailoverEvent>()

    /// - Parameters:
    ///   - services: the services of the pool, in order of preference.
    ///   - options: how the pool fails over, and back.
    ///   - active: index of the service that is used at first.
    ///   - classifier: tells failures of a service from everything else.
    ///   - classifiers: by the names of services; the others go by `classifier`.
    public init(
        _ services: [Service], options: FailoverOptions = FailoverOptions(), active: Int = 0,
        classifier: OutcomeClassifier = OutcomeClassifier(), classifiers: [String: OutcomeClassifier] = [:]
    ) {
        names = services.map(\.name)
        self.options = options
        self.services = services
        self.active = active
        self.classifiers = services.map { classifiers[$0.name] ?? classifier }
    }

    // MARK: What a client asks

    package func pick(_ request: PickRequest, in environment: Environment, at now: Duration) -> Pick? {
        change(environment) { $0.machine.pick(request, at: now) }
    }

    /// The outcome of what was picked; said once.
    @discardableResult
    package func record(
        _ pick: Pick, in environment: Environment, _ brought: OutcomeClassifier.Brought?, latency: Duration, at now: Duration
    ) -> ServiceOutcome {
        let outcome = brought.map(classifiers[pick.service].outcome) ?? .uncounted
        let asking = change(environment) { lane in
            lane.flights[pick.number] = nil
            let wasInDoubt = lane.machine.doubt != nil
            lane.machine.record(pick, outcome, latency: latency, hasAnswered: brought?.isThere ?? false, at: now)
            return wasInDoubt ? nil : asked(&lane)
        }
        asking?()
        return outcome
    }

    /// From now until its outcome is recorded the request can be sent elsewhere.
    package func fly(_ pick: Pick, in environment: Environment, _ flight: @escaping Flight) {
        guard options.inFlight == .redispatchIdempotent else { return }
        let isStranded = change(environment) { lane in
            // Its service may have broken while the request was on its way here.
            lane.flights[pick.number] = Flying(pick: pick, leave: flight)
            return lane.machine.isStranded(pick)
        }
        if isStranded { flight() }
    }

    // Requests to a service that is broken or isolated by now, when there is one that works.
    private func stranded(_ lane: inout Lane) -> [Flight] {
        lane.flights.filter { lane.machine.isStranded($0.value.pick) }.sorted { $0.key < $1.key }.map(\.value.leave)
    }

    // A doubt has come up, perhaps with the last request for long: the oldest of those in the air asks the other service.
    private func asked(_ lane: inout Lane) -> Flight? {
        guard let doubt = lane.machine.doubt else { return nil }
        return lane.flights.filter { $0.value.pick.service == doubt.service }.min { $0.key < $1.key }?.value.leave
    }

    /// Says that a request in the air was sent elsewhere.
    func redispatched(_ task: TaskID, from service: Int, in environment: Environment, at now: Duration) {
        // It is told, and changes nothing: were those in the air looked at anew, each that leaves would call all the others.
        inLane(environment) { lane in
            lane.machine.tell(.redispatched(task: task, from: service), at: now)
            publish(&lane, environment)
        }
        broadcast.tell()
    }

    // MARK: Health checks

    /// `false` when somebody does it already, or there is nothing to do.
    func beginProbing(in environment: Environment, at now: Duration) -> Bool {
        guard options.health != nil else { return false }
        return change(environment) { lane in
            guard !lane.isProbed, lane.machine.nextProbe(at: now) != nil else { return false }
            lane.isProbed = true
            return true
        }
    }

    /// What is due, and when to ask again; `nil` when there is nothing more to do: another begins when the pool is used again.
    package func probes(in environment: Environment, isNetworkGone: Bool = false, at now: Duration) -> (
        due: [ProbeOrder], next: Duration?
    )? {
        change(environment) { lane in
            lane.isRoused = false
            let due = lane.machine.probes(at: now, isNetworkGone: isNetworkGone)
            let next = lane.machine.nextProbe(at: now)
            guard due.isEmpty, next == nil, !lane.machine.isProbing else { return (due, next) }
            lane.isProbed = false
            return nil
        }
    }

    /// Who carried out the checks is gone: whoever uses the pool next may begin.
    func leaveProbing(in environment: Environment) { change(environment) { $0.isProbed = false } }

    /// Who carries out the checks sleeps now; news wake it.
    func sleep(_ task: Task<Void, Never>, in environment: Environment) {
        let isRoused = lanes.withLock { lanes in
            lanes[environment]?.sleeper = task
            return lanes[environment]?.isRoused ?? true
        }
        if isRoused { task.cancel() }
    }

    package func probed(
        _ order: ProbeOrder, in environment: Environment, _ outcome: ServiceOutcome, latency: Duration, detail: String,
        at now: Duration
    ) {
        change(environment) { $0.machine.probed(order, outcome, latency: latency, detail: detail, at: now) }
    }

    // MARK: What users and operators ask

    /// How the pool stands.
    public func status(in environment: Environment = .standard, at now: Duration) -> PoolStatus {
        change(environment) { $0.machine.status(names: names, environment: environment, at: now) }
    }

    /// The newest decisions, oldest first; at most ``logged``. Good health checks are none, and bad ones are the first to go.
    public func log(in environment: Environment = .standard) -> [FailoverEvent] { change(environment) { $0.log } }

    /// Every decision from now on, of all environments. It ends with the controller.
    public func events() -> AsyncStream<FailoverEvent> { broadcast.listen() }

    /// Whether the service is thought of as it was when it was picked.
    func isCurrent(_ pick: Pick, in environment: Environment) -> Bool {
        change(environment) { lane in
            let service = lane.machine.services[pick.service]
            return service.breaker.epoch == pick.epoch && !service.isIsolated
        }
    }

    /// Whether a service works that is not among these.
    package func hasAnother(than tried: [Int], in environment: Environment) -> Bool {
        change(environment) { $0.machine.hasAnother(than: tried) }
    }

    func command(_ command: FailoverCommand, in environment: Environment, ifStill seen: UInt64?, at now: Duration)
        throws(ServiceError)
    {
        let result = change(environment) { lane -> Result<Void, ServiceError> in
            Result { () throws(ServiceError) in try lane.machine.command(command, ifStill: seen, at: now) }
        }
        try result.get()
    }

    func follow(
        _ directive: Directive, isOfAnswer: Bool = false, in environment: Environment, wallClock: Duration, at now: Duration
    ) -> DirectiveRefusal? {
        var directive = directive
        if case .name(let name) = directive.target, let index = names.firstIndex(of: name) { directive.target = .index(index) }
        return change(environment) { [directive] in
            $0.machine.follow(directive, isOfAnswer: isOfAnswer, wallClock: wallClock, at: now)
        }
    }

    /// Whether an answer says what none has said before; from then on it has been said. What is too long is refused each time.
    func isNews(_ heard: Heard, in environment: Environment) -> Bool {
        guard heard.text.utf8.count <= WrittenDirective.longest else { return true }
        return change(environment) { lane in
            guard !lane.heard.contains(heard) else { return false }
            lane.heard = (lane.heard + [heard]).suffix(Self.heardAtMost)
            return true
        }
    }

    /// It may be said again.
    func forget(_ heard: Heard, in environment: Environment) { change(environment) { $0.heard.removeAll { $0 == heard } } }

    func refuse(_ epoch: UInt64, _ refusal: DirectiveRefusal, in environment: Environment, at now: Duration) {
        change(environment) { $0.machine.refuse(epoch, refusal, at: now) }
    }

    public static func == (left: FailoverController, right: FailoverController) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    // MARK: Parts

    private func change<R: Sendable>(_ environment: Environment, _ body: (inout Lane) -> R) -> R {
        let (result, news) = inLane(environment) { change(&$0, environment, body) }
        guard let news else { return result }
        news.sleeper?.cancel()
        news.leaving.forEach { $0() }
        if news.areTold { broadcast.tell() }
        return result
    }

    private func inLane<R: Sendable>(_ environment: Environment, _ body: (inout Lane) -> R) -> R {
        lanes.withLock { lanes in
            // In place: a lane that is copied is copied whole.
            body(&lanes[environment, default: Lane(machine: machine(in: environment))])
        }
    }

    /// What a change leads to, once the lock is let go.
    private struct News {
        var areTold: Bool
        var leaving: [Flight]
        var sleeper: Task<Void, Never>?
    }

    private func change<R: Sendable>(_ lane: inout Lane, _ environment: Environment, _ body: (inout Lane) -> R) -> (R, News?) {
        let result = body(&lane)
        let areTold = publish(&lane, environment)
        guard areTold || lane.machine.isUrgent else { return (result, nil) }
        lane.machine.isUrgent = false
        lane.isRoused = true
        defer { lane.sleeper = nil }
        return (result, News(areTold: areTold, leaving: stranded(&lane), sleeper: lane.sleeper))
    }

    /// Notes what has happened for the log and for those who listen; whoever does it tells them, once the lock is let go.
    @discardableResult
    private func publish(_ lane: inout Lane, _ environment: Environment) -> Bool {
        let events = lane.machine.takeEvents().map { $0.standing(in: environment) }
        guard !events.isEmpty else { return false }
        events.forEach { lane.note($0) }
        broadcast.put(events)
        return true
    }

    private func machine(in environment: Environment) -> FailoverMachine {
        FailoverMachine(options, services.map { ServicePlace($0.standing(in: environment)) }, active: active)
    }
}

extension ServicePlace {
    init(_ service: Service) {
        guard let deployment = service.deployment else {
            self = .nowhere
            return
        }
        self = service.connection.unixSocket != nil || deployment.baseURL.isLoopback ? .here : .remote
    }
}
