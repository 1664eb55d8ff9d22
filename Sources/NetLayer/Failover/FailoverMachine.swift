// Decides which service of a pool is used, only from outcomes, time and the user's overrides; pure, so that
// any run can be replayed.
//
//   pick ─► turn (apply what time has changed) ─► decide (at most one switch) ─► choose
//   record, probed, command ─► turn ─► count ─► decide
//
// FailoverMachine+Choice contains the choices, +Probes the health checks, +Commands the commands
// of users and operators.

struct FailoverMachine: Sendable {
    /// A service that the user or a directive chose.
    struct ServiceOverride: Sendable, Hashable {
        var service: Int
        /// Since the client's start; with `nil` it applies until it is removed.
        var until: Duration?
        /// A pin that yields when its service is broken.
        var isSoft = false
        /// The number of failures in a row of a forced service.
        var failures = 0
    }

    let options: FailoverOptions
    var services: [ServiceRecord]
    private(set) var active: Int
    /// Grows by 1 with every switch, and with no other event.
    private(set) var generation: UInt64 = 0
    var pin: ServiceOverride?
    var forced: ServiceOverride?
    var advised: ServiceOverride?
    /// Of directives whose origin is verified.
    var lastEpoch: UInt64?
    /// Of unsigned directives in responses: a service must not use up the epochs of the verified ones.
    var lastAnswerEpoch: UInt64?
    var refusals = RefusalBudget()
    /// The time since which failures look like our own network's.
    var offlineSince: Duration?
    var lastAnswer: Duration?
    /// The system reports that there is no network.
    var isNetworkGone = false
    /// A health check is due sooner than the task that performs them knows. The driver wakes the task and
    /// sets this to `false` again.
    var isUrgent = false
    /// The number of failures that may be our own network's, since the last response.
    var unanswered = 0
    /// The doubt whether the active service is broken, while it is not settled.
    var doubt: Doubt?
    /// While offline: which service is tested next, and when.
    var scouts = 0
    var nextScout = Duration.zero
    /// The user chose the service: no fail-back replaces it while it works.
    var isHeld = false
    var canary: (service: Int, since: Duration)?
    var isPanicking = false
    /// The service whose fail-back was last offered to the user.
    var offeredFailback: Int?
    var lastUsed: Duration?
    /// When the services that work are checked next.
    var nextRound = Duration.zero
    private var lastPick: UInt64 = 0
    private(set) var switchedAt = Duration.zero
    private(set) var frozenUntil: Duration?
    private var switches: [Duration] = []
    private var classic = ClassicRule()
    var random: SeededNumbers
    var shares = TrafficShares()
    /// Before this time, the passing of time changes nothing.
    private(set) var nextTurn: Duration? = .zero
    /// Whether a service is half-open, so that requests look for one to test. Usually none is; this avoids a
    /// search over many services.
    private(set) var hasTrials = false
    private var pendingEvents: [FailoverEvent] = []

    /// - Parameters:
    ///   - places: the location of each service, in order of preference.
    ///   - active: the index that the user has chosen; 0 is the pool's own choice.
    init(_ options: FailoverOptions, _ places: [ServiceLocation], active: Int = 0) {
        self.options = options
        services = places.map { ServiceRecord(options, $0) }
        let wanted = services.indices.contains(active) ? active : 0
        // A service without an address cannot be active at first.
        self.active =
            places.indices.contains(wanted) && places[wanted] != .nowhere
            ? wanted : places.firstIndex { $0 != .nowhere } ?? wanted
        isHeld = self.active == active && active != 0
        lastEpoch = options.directives.after
        random = SeededNumbers(seed: options.seed)
    }

    var isClassic: Bool { options.policy == .classic }

    // MARK: The path of a request

    /// `nil` only when there is no service at all.
    mutating func pickService(_ request: PickRequest, at now: Duration) -> Pick? {
        ageDoubt(at: now)
        if applyDueChanges(now) { decide(at: now) }
        guard !services.isEmpty else { return nil }
        recordUse(at: now)
        updateNetworkStatus(isNetworkGone: request.isNetworkGone, at: now)
        if isClassic { classic.dispatched() }
        let (service, isTrial) = choose(request, at: now)
        services[service].lease()
        lastPick += 1
        if isTrial { services[service].isTried = true }
        shares.record(service)
        return Pick(
            number: lastPick, service: service, generation: generation, epoch: services[service].breaker.epoch, isTrial: isTrial,
            isPanic: isPanicking && !services[service].isUsable)
    }

    /// - Parameter hasAnswered: the service sent something, independent of the outcome's kind.
    mutating func record(
        _ pick: Pick, _ outcome: ServiceOutcome, latency: Duration, hasAnswered: Bool = false, at now: Duration
    ) {
        guard services.indices.contains(pick.service) else { return }
        let hasTurned = applyDueChanges(now)
        services[pick.service].record(outcomeMark(outcome, latency), latency)
        var changed = hasTurned
        if isClassic {
            complete(outcome, at: now)
        } else {
            changed = count(pick, outcome, latency, isThere: hasAnswered || outcome.isReachable, at: now) || changed
        }
        if changed { decide(at: now) }
    }

    /// Forgets a pick for which nothing was sent: it is no request of its service, and no outcome.
    mutating func takeBack(_ pick: Pick, at now: Duration) {
        guard services.indices.contains(pick.service) else { return }
        services[pick.service].takeBack()
        if isClassic { complete(.uncounted, at: now) }
        if pick.isTrial, pick.epoch == services[pick.service].breaker.epoch { services[pick.service].isTried = false }
    }

    /// The events since the last call, oldest first.
    mutating func takeEvents() -> [FailoverEvent] {
        guard !pendingEvents.isEmpty else { return [] }
        defer { pendingEvents = [] }
        return pendingEvents
    }

    mutating func report(_ kind: FailoverEvent.Kind, at now: Duration) {
        pendingEvents.append(FailoverEvent(time: now, kind: kind))
    }

    // MARK: Counting

    /// - Returns: whether the active service has to be decided again.
    private mutating func count(
        _ pick: Pick, _ outcome: ServiceOutcome, _ latency: Duration, isThere: Bool, at now: Duration
    ) -> Bool {
        let service = pick.service
        let wasOffline = offlineSince != nil
        recordReachability(outcome, of: service, isThere: isThere, at: now)
        let isCurrent = pick.epoch == services[service].breaker.epoch
        if pick.isTrial, isCurrent { services[service].isTried = false }
        // While offline or in doubt no failures count; the outcome that ends that state counts.
        let isSettled = settleDoubt(isThere, by: service, at: now)
        guard offlineSince == nil, outcome != .uncounted, isCurrent else {
            return isSettled || wasOffline != (offlineSince != nil)
        }
        let hasEnded = countForcedOutcome(outcome, forced: service, at: now)
        if services[service].breaker.state.isClosed {
            guard let reason = services[service].breaker.record(outcome, latency: latency, at: now) else {
                return isSettled || wasOffline || hasEnded
            }
            if service == active, unanswered > 1, isDoubtful(outcome, of: service) {
                doubt = Doubt(service: service, reason: reason, since: now)
                return wasOffline || hasEnded
            }
            trip(service, reason, at: now)
        } else {
            recordTrial(service, outcome == .answered, at: now)
        }
        return true
    }

    /// Stops forcing a service after several failures in a row. Returns whether it did.
    private mutating func countForcedOutcome(_ outcome: ServiceOutcome, forced service: Int, at now: Duration) -> Bool {
        guard var standing = forced, standing.service == service else { return false }
        standing.failures = outcome == .answered ? 0 : standing.failures + 1
        forced = standing
        guard standing.failures >= options.directiveFall else { return false }
        endForce(because: "it failed \(standing.failures) times in a row", at: now)
        return true
    }

    mutating func trip(_ service: Int, _ reason: TripReason, at now: Duration) {
        let counts = services[service].breaker.counts(at: now)
        guard isEnforced() else {
            services[service].breaker.clear()
            services[service].badProbes = 0
            return report(.wouldTrip(service: service, reason, counts), at: now)
        }
        let isRecent = services[service].breaker.isRecent(at: now)
        let until = services[service].breaker.trip(at: now)
        services[service].resetTrials()
        services[service].probeAt = trialDue(until, after: now)
        report(.tripped(service: service, reason, counts, until: until), at: now)
        if isRecent { report(.flapping(service: service), at: now) }
        if canary?.service == service { canary = nil }
        if offeredFailback == service { offeredFailback = nil }
        if doubt?.service == service { doubt = nil }
        if service == active { isHeld = false }
    }

    /// Records a trial of a broken service.
    mutating func recordTrial(_ service: Int, _ isGood: Bool, at now: Duration) {
        let before = services[service].breaker.state
        apply(services[service].breaker.recordTrial(isGood, at: now), to: service, at: now)
        if case .halfOpen(let good) = before, good > 0, !isGood { report(.flapping(service: service), at: now) }
    }

    private mutating func isEnforced() -> Bool {
        if options.policy == .manual || options.enforce <= 0 { return false }
        return options.enforce >= 100 || random.next() % 100 < UInt64(options.enforce)
    }

    /// Records and reports the effect of a trial or of time on a breaker.
    mutating func apply(_ change: Breaker.Change, to service: Int, at now: Duration) {
        switch change {
        case .none: return
        case .halfOpened:
            services[service].probeAt = now
            report(.halfOpened(service: service), at: now)
        case .reclosed:
            services[service].probeAt = checkDue(after: now)
            report(.reclosed(service: service), at: now)
        case .reopened(let until):
            services[service].probeAt = trialDue(until, after: now)
            report(.reopened(service: service, until: until), at: now)
        }
        services[service].resetTrials()
    }

    private mutating func complete(_ outcome: ServiceOutcome, at now: Duration) {
        guard let reason = classic.completed(outcome), case .classic(let counts) = reason else { return }
        report(.tripped(service: active, reason, counts, until: now), at: now)
        guard pin == nil else { return }
        classic.clear()
        switchService(to: (active + 1) % services.count, .automatic, at: now)
    }

    private func outcomeMark(_ outcome: ServiceOutcome, _ latency: Duration) -> OutcomeMark {
        switch outcome {
        case .answered:
            if case .breaker(let rule) = options.policy, let limit = rule.slowCall, latency > limit { .slow } else { .answered }
        case .failed: .failed
        case .uncounted: .uncounted
        }
    }

    /// Clears all failure counters at the time of a choice by the user or a directive.
    mutating func clearCounters() {
        classic.clear()
        doubt = nil
        for service in services.indices where services[service].breaker.state.isClosed { services[service].breaker.clear() }
    }

    // MARK: Time and switching

    /// Applies the changes that are due by time. Returns whether any were due.
    mutating func applyDueChanges(_ now: Duration) -> Bool {
        guard let nextTurn, now >= nextTurn else { return false }
        for service in services.indices { apply(services[service].breaker.settle(at: now), to: service, at: now) }
        if let until = frozenUntil, now >= until { frozenUntil = nil }
        expire(at: now)
        self.nextTurn = upcoming(after: now)
        return true
    }

    /// Makes the best service active, with at most one switch.
    mutating func decide(at now: Duration) {
        if let (service, cause) = serviceToActivate(at: now), service != active { switchService(to: service, cause, at: now) }
        hasTrials = services.contains { if case .halfOpen = $0.breaker.state { true } else { false } }
        nextTurn = upcoming(after: now)
    }

    mutating func switchService(to service: Int, _ cause: SwitchCause, at now: Duration) {
        let from = active
        active = service
        generation += 1
        switchedAt = now
        canary = nil
        doubt = nil
        offeredFailback = nil
        isHeld = cause == .manual
        report(.switched(from: from, to: service, cause, generation: generation), at: now)
        // Switches in a pool whose services are all broken do not matter, so they do not count as flapping.
        guard cause == .automatic || cause == .failback else { return }
        switches = switches.filter { now - $0 <= options.flapWindow } + [now]
        guard switches.count > options.flapLimit else { return }
        let until = now + options.flapWindow
        frozenUntil = until
        switches = []
        report(.frozen(until: until), at: now)
    }

    /// The next time at which the passing of time may change something.
    private func upcoming(after now: Duration) -> Duration? {
        var moments = [pin?.until, forced?.until, advised?.until, frozenUntil].compactMap { $0 }
        for service in services {
            if case .open(let until) = service.breaker.state { moments.append(until) }
        }
        if case .automatic(let dwell, let ramp) = options.failback {
            moments.append(switchedAt + dwell)
            if let canary, let ramp { moments.append(canary.since + ramp) }
        }
        return moments.filter { $0 > now }.min()
    }
}
