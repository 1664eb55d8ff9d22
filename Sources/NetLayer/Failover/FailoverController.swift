// The driver of a pool's failover machines, one for each environment: one lock, and
// the observers of decisions.

import Synchronization

/// The state of a pool's services and the decisions about them. Copies of a ``ServicePool`` share it; all
/// methods may be called from any thread.
public final class FailoverController: Sendable, Hashable {
    /// Ends an exchange in flight, so that its call goes to another service. If the request has to stay
    /// because the retry budget is empty, it may be called again.
    package typealias Flight = @Sendable () -> Void

    /// A request in flight that may be sent to another service.
    struct InFlightRequest {
        var pick: Pick
        var leave: Flight
    }

    struct Lane {
        var machine: FailoverMachine
        var flights: [UInt64: InFlightRequest] = [:]
        var log: [FailoverEvent] = []
        /// A task performs the health checks.
        var isProbed = false
        /// The sleep of that task.
        var sleeper: Task<Void, Never>?
        /// When it looks again, unless a change wakes it before.
        var wakesAt = Duration.zero
        /// Something has changed since the task last called `probes`.
        var hasChanged = false
        /// Directives that were received with responses, the newest last: the same directive
        /// comes with every response.
        var receivedDirectives: [ReceivedDirective] = []

        /// Health checks come every few seconds: the log drops them before decisions, never
        /// the other way round.
        mutating func appendToLog(_ event: FailoverEvent) {
            guard !event.kind.isRoutine else { return }
            log.append(event)
            guard log.count > FailoverController.logged else { return }
            log.remove(at: log.firstIndex { if case .probed = $0.kind { true } else { false } } ?? 0)
        }
    }

    struct ReceivedDirective: Sendable, Hashable {
        var text: String
        var isVerified: Bool
    }

    /// The maximum number of decisions in the log.
    public static let logged = 200
    /// The maximum number of remembered directives from responses.
    private static let maximumReceivedDirectives = 16

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
    ///   - classifier: distinguishes failures of a service from all other outcomes.
    ///   - classifiers: by the names of services; the other services use `classifier`.
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

    // MARK: Calls of a client

    package func pickService(_ request: PickRequest, in environment: Environment, at now: Duration) -> Pick? {
        change(environment) { $0.machine.pickService(request, at: now) }
    }

    /// Records the outcome of a pick; called once for each.
    @discardableResult
    package func record(
        _ pick: Pick, in environment: Environment, _ brought: OutcomeClassifier.AttemptResult?, latency: Duration,
        at now: Duration
    ) -> ServiceOutcome {
        let outcome = brought.map(classifiers[pick.service].outcome) ?? .uncounted
        let asking = change(environment) { lane in
            lane.flights[pick.number] = nil
            let wasInDoubt = lane.machine.doubt != nil
            lane.machine.record(pick, outcome, latency: latency, hasAnswered: brought?.isReachable ?? false, at: now)
            return wasInDoubt ? nil : flightToSettleDoubt(&lane)
        }
        asking?()
        return outcome
    }

    /// Forgets a pick for which nothing was sent; called instead of
    /// ``record(_:in:_:latency:at:)``.
    package func takeBack(_ pick: Pick, in environment: Environment, at now: Duration) {
        change(environment) { $0.machine.takeBack(pick, at: now) }
    }

    /// From now until its outcome is recorded, the request can be sent to another service.
    package func registerInFlight(_ pick: Pick, in environment: Environment, _ flight: @escaping Flight) {
        guard options.inFlight == .redispatchIdempotent else { return }
        let isStranded = change(environment) { lane in
            // Its service may have broken while the request was on its way here.
            lane.flights[pick.number] = InFlightRequest(pick: pick, leave: flight)
            return lane.machine.isStranded(pick)
        }
        if isStranded { flight() }
    }

    // Requests to a service that is broken or isolated by now, when another one works.
    private func strandedFlights(_ lane: inout Lane) -> [Flight] {
        lane.flights.filter { lane.machine.isStranded($0.value.pick) }.sorted { $0.key < $1.key }.map(\.value.leave)
    }

    // A doubt has come up, perhaps with the last request for a long time: the oldest request in flight is
    // sent to the other service.
    private func flightToSettleDoubt(_ lane: inout Lane) -> Flight? {
        guard let doubt = lane.machine.doubt else { return nil }
        return lane.flights.filter { $0.value.pick.service == doubt.service }.min { $0.key < $1.key }?.value.leave
    }

    /// Records that a request in flight was sent to another service.
    func redispatched(_ task: TaskID, from service: Int, in environment: Environment, at now: Duration) {
        // Publishes the event without a check for stranded requests: otherwise each request that leaves would
        // make all the others leave.
        inLane(environment) { lane in
            lane.machine.report(.redispatched(task: task, from: service), at: now)
            publish(&lane, environment)
        }
        broadcast.deliver()
    }

    // MARK: Health checks

    /// `false` when another task does it already, or there is nothing to do.
    func beginProbing(in environment: Environment, at now: Duration) -> Bool {
        guard options.health != nil else { return false }
        return change(environment) { lane in
            guard !lane.isProbed, lane.machine.nextProbe(at: now) != nil else { return false }
            lane.isProbed = true
            return true
        }
    }

    /// The checks that are due, and when to call again unless a change wakes the caller before; `nil` when
    /// there is nothing more to do: a new task begins when the pool is used again.
    package func probes(in environment: Environment, isNetworkGone: Bool = false, at now: Duration) -> (
        due: [ProbeOrder], next: Duration
    )? {
        change(environment) { lane in
            lane.hasChanged = false
            let due = lane.machine.probes(at: now, isNetworkGone: isNetworkGone)
            let next = lane.machine.nextProbe(at: now)
            lane.wakesAt = next ?? now + FailoverMachine.idle
            guard due.isEmpty, next == nil, !lane.machine.isProbing else { return (due, lane.wakesAt) }
            lane.isProbed = false
            return nil
        }
    }

    /// The task that performed the checks has ended: the next client that uses the pool may begin.
    func endProbing(in environment: Environment) { change(environment) { $0.isProbed = false } }

    /// The task that performs the checks sleeps now; changes wake it.
    func sleep(_ task: Task<Void, Never>, in environment: Environment) {
        let isRoused = lanes.withLock { lanes in
            lanes[environment]?.sleeper = task
            return lanes[environment]?.hasChanged ?? true
        }
        if isRoused { task.cancel() }
    }

    package func probed(
        _ order: ProbeOrder, in environment: Environment, _ outcome: ServiceOutcome, latency: Duration, detail: String,
        at now: Duration
    ) {
        change(environment) { $0.machine.probed(order, outcome, latency: latency, detail: detail, at: now) }
    }

    // MARK: Calls of users and operators

    /// The current state of the pool.
    public func status(in environment: Environment = .standard, at now: Duration) -> PoolStatus {
        change(environment) { $0.machine.status(names: names, environment: environment, at: now) }
    }

    /// The newest decisions, oldest first; at most ``logged``. Successful health checks are not included, and
    /// failed ones are dropped first.
    public func recentEvents(in environment: Environment = .standard) -> [FailoverEvent] { change(environment) { $0.log } }

    /// Every decision from now on, in all environments. The stream ends with the controller.
    /// - Parameter wanted: whether the reader is woken for an event; called on any thread, it must return at
    ///   once.
    ///   Successful health checks come every few seconds (``FailoverEvent/Kind/isRoutine``).
    public func events(
        where wanted: @escaping @Sendable (FailoverEvent) -> Bool = { _ in true }
    ) -> AsyncStream<FailoverEvent> { broadcast.listen(where: wanted) }

    /// Whether the service's state has not changed since it was picked.
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

    /// Whether no response has contained this directive before; the call remembers it. A directive that is
    /// too long counts as new each time, so it is refused each time.
    func isNewDirective(_ heard: ReceivedDirective, in environment: Environment) -> Bool {
        guard heard.text.utf8.count <= WrittenDirective.longest else { return true }
        return change(environment) { lane in
            guard !lane.receivedDirectives.contains(heard) else { return false }
            lane.receivedDirectives = (lane.receivedDirectives + [heard]).suffix(Self.maximumReceivedDirectives)
            return true
        }
    }

    /// Forgets the directive: it counts as new again.
    func forget(_ heard: ReceivedDirective, in environment: Environment) {
        change(environment) { $0.receivedDirectives.removeAll { $0 == heard } }
    }

    func refuse(_ epoch: UInt64, _ refusal: DirectiveRefusal, in environment: Environment, at now: Duration) {
        change(environment) { $0.machine.refuse(epoch, refusal, at: now) }
    }

    public static func == (left: FailoverController, right: FailoverController) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    // MARK: Parts

    /// Never inlined: a suspended caller would reserve space for a lane.
    @inline(never)
    private func change<R: Sendable>(_ environment: Environment, _ body: (inout Lane) -> R) -> R {
        let (result, news) = inLane(environment) { change(&$0, environment, body) }
        guard let news else { return result }
        news.sleeper?.cancel()
        news.leaving.forEach { $0() }
        if news.hasNewEvents { broadcast.deliver() }
        return result
    }

    private func inLane<R: Sendable>(_ environment: Environment, _ body: (inout Lane) -> R) -> R {
        lanes.withLock { lanes in
            // In place: a copy of a lane would copy all its collections.
            body(&lanes[environment, default: Lane(machine: machine(in: environment))])
        }
    }

    /// The consequences of a change, which are carried out after the lock is released.
    private struct ChangeEffects {
        var hasNewEvents: Bool
        var leaving: [Flight]
        var sleeper: Task<Void, Never>?
    }

    private func change<R: Sendable>(_ lane: inout Lane, _ environment: Environment, _ body: (inout Lane) -> R) -> (
        R, ChangeEffects?
    ) {
        let result = body(&lane)
        let news = publish(&lane, environment)
        let isUrgent = lane.machine.isUrgent
        guard news != .none || isUrgent else { return (result, nil) }
        lane.machine.isUrgent = false
        var effects = ChangeEffects(hasNewEvents: news != .none, leaving: strandedFlights(&lane))
        // The good result of a check wakes the task only when it brings the next check forward.
        if isUrgent || news == .decisions || lane.machine.earliestProbe.map({ $0 < lane.wakesAt }) ?? false {
            lane.hasChanged = true
            effects.sleeper = lane.sleeper.take()
        }
        return (result, effects)
    }

    private enum News {
        case none
        /// Successful health checks only.
        case routine
        case decisions
    }

    /// Adds new events to the log and for the observers. The caller notifies the observers after
    /// the lock is released.
    @discardableResult
    private func publish(_ lane: inout Lane, _ environment: Environment) -> News {
        let events = lane.machine.takeEvents().map { $0.standing(in: environment) }
        guard !events.isEmpty else { return .none }
        events.forEach { lane.appendToLog($0) }
        broadcast.enqueue(events)
        return events.allSatisfy(\.kind.isRoutine) ? .routine : .decisions
    }

    private func machine(in environment: Environment) -> FailoverMachine {
        FailoverMachine(options, services.map { ServiceLocation($0.standing(in: environment)) }, active: active)
    }
}

extension ServiceLocation {
    init(_ service: Service) {
        guard let deployment = service.deployment else {
            self = .nowhere
            return
        }
        self = service.connection.unixSocket != nil || deployment.baseURL.isLoopback ? .here : .remote
    }
}
