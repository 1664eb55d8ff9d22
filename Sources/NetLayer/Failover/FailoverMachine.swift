// Which service of a pool is used, decided from outcomes, time and the user's wishes alone; pure, so that any run can be replayed.
//
//   pick ─► turn (what time has changed) ─► decide (at most one switch) ─► choose
//   record, probed, command ─► turn ─► what is counted ─► decide
//
// Ways to choose stand in FailoverMachine+Choice, health checks in +Probes, what a user or operator can do in +Commands.

struct FailoverMachine: Sendable {
    /// A service that was chosen by hand, or by a directive.
    struct Standing: Sendable, Hashable {
        var service: Int
        /// Since the client's start; `nil` holds until it is taken back.
        var until: Duration?
        /// A pin that yields when its service is broken.
        var isSoft = false
        /// Failures in a row, of a forced one.
        var failures = 0
    }

    let options: FailoverOptions
    var services: [ServiceRecord]
    private(set) var active: Int
    /// Grows by 1 with every switch, and by no more with any event.
    private(set) var generation: UInt64 = 0
    var pin: Standing?
    var forced: Standing?
    var advised: Standing?
    /// Of the directives that somebody vouched for.
    var lastEpoch: UInt64?
    /// Of those that came unsigned with answers: a service may not use up the epochs of the others.
    var lastAnswerEpoch: UInt64?
    var refusals = RefusalBudget()
    /// Failures look like our own network's since then.
    var offlineSince: Duration?
    var lastAnswer: Duration?
    /// Who knows the network says that it is gone.
    var isNetworkGone = false
    /// A health check is due sooner than whoever carries them out knows; they are told, and this is `false` again.
    var isUrgent = false
    /// Failures that may be our own network's, since anybody answered.
    var unanswered = 0
    /// Whether the service in use is broken is being found out.
    var doubt: Doubt?
    /// While it is offline: who is asked next, and when.
    var scouts = 0
    var nextScout = Duration.zero
    /// The service was chosen by hand: nothing falls back from it while it works.
    var isHeld = false
    var canary: (service: Int, since: Duration)?
    var isPanicking = false
    /// Who is known to be asked about falling back to.
    var offeredFailback: Int?
    var lastUsed: Duration?
    private var lastPick: UInt64 = 0
    private(set) var switchedAt = Duration.zero
    private(set) var frozenUntil: Duration?
    private var switches: [Duration] = []
    private var classic = ClassicRule()
    var random: SeededNumbers
    var shares = Shares()
    /// Before this, time alone changes nothing.
    private(set) var nextTurn: Duration? = .zero
    /// A service is half-open: requests look for one to try. Nearly always there is none, however many services there are.
    private(set) var hasTrials = false
    private var untold: [FailoverEvent] = []

    /// - Parameters:
    ///   - places: of its services, in order of preference.
    ///   - active: which one has been chosen by hand; 0 is the pool's own choice.
    init(_ options: FailoverOptions, _ places: [ServicePlace], active: Int = 0) {
        self.options = options
        services = places.map { ServiceRecord(options, $0) }
        let wanted = services.indices.contains(active) ? active : 0
        // Where it has no address nobody can begin.
        self.active =
            places.indices.contains(wanted) && places[wanted] != .nowhere
            ? wanted : places.firstIndex { $0 != .nowhere } ?? wanted
        isHeld = self.active == active && active != 0
        lastEpoch = options.directives.after
        random = SeededNumbers(seed: options.seed)
    }

    var isClassic: Bool { options.policy == .classic }

    // MARK: The way of a request

    /// `nil` only when there is no service at all.
    mutating func pick(_ request: PickRequest, at now: Duration) -> Pick? {
        ageDoubt(at: now)
        if turn(now) { decide(at: now) }
        guard !services.isEmpty else { return nil }
        use(at: now)
        hear(isNetworkGone: request.isNetworkGone, at: now)
        if isClassic { classic.dispatched() }
        let (service, isTrial) = choose(request, at: now)
        services[service].lease()
        lastPick += 1
        if isTrial { services[service].isTried = true }
        shares.add(service)
        return Pick(
            number: lastPick, service: service, generation: generation, epoch: services[service].breaker.epoch, isTrial: isTrial,
            isPanic: isPanicking && !services[service].isUsable)
    }

    /// - Parameter hasAnswered: something came from the service, whatever that counts for.
    mutating func record(
        _ pick: Pick, _ outcome: ServiceOutcome, latency: Duration, hasAnswered: Bool = false, at now: Duration
    ) {
        guard services.indices.contains(pick.service) else { return }
        let hasTurned = turn(now)
        services[pick.service].record(mark(outcome, latency), latency)
        var changed = hasTurned
        if isClassic {
            complete(outcome, at: now)
        } else {
            changed = count(pick, outcome, latency, isThere: hasAnswered || outcome.isThere, at: now) || changed
        }
        if changed { decide(at: now) }
    }

    /// What has happened since this was last asked, oldest first.
    mutating func takeEvents() -> [FailoverEvent] {
        guard !untold.isEmpty else { return [] }
        defer { untold = [] }
        return untold
    }

    mutating func tell(_ kind: FailoverEvent.Kind, at now: Duration) { untold.append(FailoverEvent(time: now, kind: kind)) }

    // MARK: Counting

    /// - Returns: whether that may ask for another service.
    private mutating func count(
        _ pick: Pick, _ outcome: ServiceOutcome, _ latency: Duration, isThere: Bool, at now: Duration
    ) -> Bool {
        let service = pick.service
        let wasOffline = offlineSince != nil
        notice(outcome, of: service, isThere: isThere, at: now)
        let isCurrent = pick.epoch == services[service].breaker.epoch
        if pick.isTrial, isCurrent { services[service].isTried = false }
        // While nobody is to blame nothing is counted; what ended that is.
        let isSettled = settleDoubt(isThere, by: service, at: now)
        guard offlineSince == nil, outcome != .uncounted, isCurrent else {
            return isSettled || wasOffline != (offlineSince != nil)
        }
        let hasEnded = weigh(outcome, forced: service, at: now)
        if services[service].breaker.state.isClosed {
            guard let reason = services[service].breaker.add(outcome, latency: latency, at: now) else {
                return isSettled || wasOffline || hasEnded
            }
            if service == active, unanswered > 1, isDoubtful(outcome, of: service) {
                doubt = Doubt(service: service, reason: reason, since: now)
                return wasOffline || hasEnded
            }
            trip(service, reason, at: now)
        } else {
            attempt(service, outcome == .answered, at: now)
        }
        return true
    }

    /// A forced service that does not work is not forced for long. Says whether that is over.
    private mutating func weigh(_ outcome: ServiceOutcome, forced service: Int, at now: Duration) -> Bool {
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
            return tell(.wouldTrip(service: service, reason, counts), at: now)
        }
        let isRecent = services[service].breaker.isRecent(at: now)
        let until = services[service].breaker.trip(at: now)
        services[service].changed()
        services[service].probeAt = trialDue(until, after: now)
        tell(.tripped(service: service, reason, counts, until: until), at: now)
        if isRecent { tell(.flapping(service: service), at: now) }
        if canary?.service == service { canary = nil }
        if offeredFailback == service { offeredFailback = nil }
        if doubt?.service == service { doubt = nil }
        if service == active { isHeld = false }
    }

    /// A service that is broken was tried.
    mutating func attempt(_ service: Int, _ isGood: Bool, at now: Duration) {
        let before = services[service].breaker.state
        apply(services[service].breaker.tried(isGood, at: now), to: service, at: now)
        if case .halfOpen(let good) = before, good > 0, !isGood { tell(.flapping(service: service), at: now) }
    }

    private mutating func isEnforced() -> Bool {
        if options.policy == .manual || options.enforce <= 0 { return false }
        return options.enforce >= 100 || random.next() % 100 < UInt64(options.enforce)
    }

    /// Tells of what a trial or time has made of a breaker.
    mutating func apply(_ change: Breaker.Change, to service: Int, at now: Duration) {
        switch change {
        case .none: return
        case .halfOpened:
            services[service].probeAt = now
            tell(.halfOpened(service: service), at: now)
        case .reclosed:
            services[service].probeAt = checkDue(after: now)
            tell(.reclosed(service: service), at: now)
        case .reopened(let until):
            services[service].probeAt = trialDue(until, after: now)
            tell(.reopened(service: service, until: until), at: now)
        }
        services[service].changed()
    }

    private mutating func complete(_ outcome: ServiceOutcome, at now: Duration) {
        guard let reason = classic.completed(outcome), case .classic(let counts) = reason else { return }
        tell(.tripped(service: active, reason, counts, until: now), at: now)
        if pin == nil, forced == nil { go(to: (active + 1) % services.count, .automatic, at: now) }
    }

    private func mark(_ outcome: ServiceOutcome, _ latency: Duration) -> OutcomeMark {
        switch outcome {
        case .answered:
            if case .breaker(let rule) = options.policy, let limit = rule.slowCall, latency > limit { .slow } else { .answered }
        case .failed: .failed
        case .uncounted: .uncounted
        }
    }

    /// Forgets what is counted: of a moment at which somebody has chosen (HH-F5, HH-F6).
    mutating func clearCounters() {
        classic.clear()
        doubt = nil
        for service in services.indices where services[service].breaker.state.isClosed { services[service].breaker.clear() }
    }

    // MARK: Time and switching

    /// Lets time do its work; says whether it has done any.
    mutating func turn(_ now: Duration) -> Bool {
        guard let nextTurn, now >= nextTurn else { return false }
        for service in services.indices { apply(services[service].breaker.settle(at: now), to: service, at: now) }
        if let until = frozenUntil, now >= until { frozenUntil = nil }
        expire(at: now)
        self.nextTurn = upcoming(after: now)
        return true
    }

    /// Goes where it is best to be now, by one switch at the most.
    mutating func decide(at now: Duration) {
        if let (service, cause) = wanted(at: now), service != active { go(to: service, cause, at: now) }
        hasTrials = services.contains { if case .halfOpen = $0.breaker.state { true } else { false } }
        nextTurn = upcoming(after: now)
    }

    mutating func go(to service: Int, _ cause: SwitchCause, at now: Duration) {
        let from = active
        active = service
        generation += 1
        switchedAt = now
        canary = nil
        doubt = nil
        offeredFailback = nil
        isHeld = cause == .manual
        tell(.switched(from: from, to: service, cause, generation: generation), at: now)
        // Of a pool that is dead nobody notices where its requests go.
        guard cause == .automatic || cause == .failback else { return }
        switches = switches.filter { now - $0 <= options.flapWindow } + [now]
        guard switches.count > options.flapLimit else { return }
        let until = now + options.flapWindow
        frozenUntil = until
        switches = []
        tell(.frozen(until: until), at: now)
    }

    /// When time alone may change something next.
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
