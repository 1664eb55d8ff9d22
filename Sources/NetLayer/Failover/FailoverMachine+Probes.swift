// Health checks: when a service is checked, and the effect of the result; also the detection of failures
// of our own network.

extension FailoverMachine {
    /// A pool that was not used for this time gets no checks.
    static let idle = Duration.seconds(60)
    /// The interval of checks of every service while failures look like those of our own network.
    static let offlineInterval = Duration.seconds(1)

    /// The checks that are due; each is reported to ``probed(_:_:latency:detail:at:)`` once.
    mutating func probes(at now: Duration, isNetworkGone: Bool = false) -> [ProbeOrder] {
        updateNetworkStatus(isNetworkGone: isNetworkGone, at: now)
        if applyDueChanges(now) { decide(at: now) }
        guard options.health != nil, isUsed(at: now) else { return [] }
        var orders: [ProbeOrder] = []
        for service in services.indices {
            guard let due = services[service].probeAt, now >= due, !services[service].isProbed, !services[service].isAbsent else {
                continue
            }
            services[service].isProbed = true
            services[service].probeAt = nil
            orders.append(ProbeOrder(service: service, epoch: services[service].breaker.epoch))
        }
        // The next round is known before this one has results, so that no result has to change it.
        if !orders.isEmpty { _ = checkDue(after: now) }
        return orders
    }

    /// Whether a check is running.
    var isProbing: Bool { services.contains { $0.isProbed } }

    /// When the next check is due; `nil` when none is.
    func nextProbe(at now: Duration) -> Duration? {
        guard options.health != nil, isUsed(at: now) else { return nil }
        return earliestProbe ?? (nextRound > now && services.contains { $0.isProbed && !$0.isAbsent } ? nextRound : nil)
    }

    /// The earliest check that is due or will be; `nil` while every service is checked, or none.
    var earliestProbe: Duration? { services.compactMap { $0.isProbed || $0.isAbsent ? nil : $0.probeAt }.min() }

    /// - Parameter outcome: ``ServiceOutcome/uncounted`` for a check that could not be
    ///   made: another one follows.
    mutating func probed(_ order: ProbeOrder, _ outcome: ServiceOutcome, latency: Duration, detail: String, at now: Duration) {
        let service = order.service
        guard services.indices.contains(service) else { return }
        _ = applyDueChanges(now)
        services[service].isProbed = false
        report(.probed(service: service, ok: outcome == .answered, latency: latency, detail: detail), at: now)
        recordReachability(outcome, of: service, isThere: outcome.isReachable, at: now)
        _ = settleDoubt(outcome.isReachable, by: service, at: now)
        if offlineSince == nil, outcome != .uncounted, order.epoch == services[service].breaker.epoch {
            evaluateProbe(service, outcome, at: now)
        }
        if services[service].probeAt == nil { services[service].probeAt = probeDue(service, after: now) }
        decide(at: now)
    }

    private mutating func evaluateProbe(_ service: Int, _ outcome: ServiceOutcome, at now: Duration) {
        let isGood = outcome == .answered
        switch services[service].breaker.state {
        case .closed:
            services[service].badProbes = isGood ? 0 : services[service].badProbes + 1
            let fall = options.health?.fall ?? .max
            guard services[service].badProbes >= fall else { return }
            let reason = TripReason.healthCheck(services[service].badProbes)
            // If another service has just responded, the network works.
            let isKnown = lastAnswer.map { now - $0 <= options.offlineWindow } ?? false
            if !isKnown, isDoubtful(outcome, of: service) {
                doubt = Doubt(service: service, reason: reason, since: now)
            } else {
                trip(service, reason, at: now)
            }
        case .open:
            if options.health?.shortensOpen == true {
                recordTrial(service, isGood, at: now)
                // Half-open because of a response, not because the open time is over: the next trial need
                // not come at once.
                services[service].probeAt = nil
            }
        case .halfOpen:
            recordTrial(service, isGood, at: now)
        }
    }

    private mutating func probeDue(_ service: Int, after now: Duration) -> Duration? {
        if offlineSince != nil { return now + jittered(Self.offlineInterval) }
        switch services[service].breaker.state {
        case .closed: return checkDue(after: now)
        case .open(let until): return trialDue(until, after: now)
        case .halfOpen: return now + options.timing.trialInterval
        }
    }

    /// When an open service is checked next: when its open time is over, or at every trial interval where a
    /// good response may end it.
    func trialDue(_ until: Duration, after now: Duration) -> Duration {
        options.health?.shortensOpen == true ? min(until, now + options.timing.trialInterval) : until
    }

    /// When a service that works is checked next: with all others that work.
    mutating func checkDue(after now: Duration) -> Duration? {
        guard let interval = options.health?.interval else { return nil }
        if nextRound <= now { nextRound = now + jittered(interval) }
        return nextRound
    }

    private mutating func jittered(_ span: Duration) -> Duration { span * (0.9 + 0.2 * random.fraction()) }

    /// Records that a program uses or watches the pool: its health is checked while that is recent.
    mutating func recordUse(at now: Duration) {
        if lastUsed == nil {
            for service in services.indices { services[service].probeAt = checkDue(after: now) }
        }
        lastUsed = now
    }

    /// When checks end, as things stand; `nil` while requests are in flight, and where nothing is checked.
    var idleFrom: Duration? {
        guard options.health != nil, !services.contains(where: { $0.inFlight > 0 }) else { return nil }
        return lastUsed.map { $0 + Self.idle } ?? .zero
    }

    private func isUsed(at now: Duration) -> Bool {
        lastUsed.map { now - $0 <= Self.idle } ?? false || services.contains { $0.inFlight > 0 }
    }

    // MARK: Our own network

    /// Records what an outcome implies about the network between us and all services. Services on
    /// this machine imply nothing.
    /// - Parameter isThere: the service sent something, even if it was an error of its own.
    mutating func recordReachability(_ outcome: ServiceOutcome, of service: Int, isThere: Bool, at now: Duration) {
        guard services[service].isRemote else { return }
        if isThere {
            lastAnswer = now
            unanswered = 0
            services[service].localFailureAt = nil
            if offlineSince != nil { goOnline(at: now) }
        } else if case .failed(let failure, _) = outcome, failure.isLocalOrigin, options.guardsOffline, offlineSince == nil {
            services[service].localFailureAt = now
            unanswered += 1
            suspect(service, at: now)
        }
    }

    /// Records the system's report of whether there is a network; services on this machine need none.
    mutating func updateNetworkStatus(isNetworkGone: Bool, at now: Duration) {
        guard isNetworkGone != self.isNetworkGone else { return }
        self.isNetworkGone = isNetworkGone
        guard services.contains(where: \.isRemote) else { return }
        if isNetworkGone, offlineSince == nil { goOffline(at: now) }
        if !isNetworkGone, offlineSince != nil { goOnline(at: now) }
        decide(at: now)
    }

    // One unreachable service is the service's failure. Two at once without any response are a
    // failure of the network.
    private mutating func suspect(_ service: Int, at now: Duration) {
        if let doubt, doubt.service != service { return goOffline(at: now) }
        let window = options.offlineWindow
        if let lastAnswer, now - lastAnswer <= window, !isOlder(lastAnswer, than: service) {
            return askAnother(than: service, at: now)
        }
        let failing = services.count { $0.localFailureAt.map { now - $0 <= window } ?? false }
        guard failing >= 2 else { return askAnother(than: service, at: now) }
        goOffline(at: now)
    }

    private func isOlder(_ answer: Duration, than service: Int) -> Bool {
        services.compactMap(\.localFailureAt).min().map { answer < $0 } ?? true
    }

    /// Checks the next service at once: its outcome distinguishes a broken service from a broken network.
    private mutating func askAnother(than service: Int, at now: Duration) {
        guard options.health != nil,
            let other = services.indices.first(where: {
                $0 != service && services[$0].isUsable && services[$0].isRemote && !services[$0].isProbed
            })
        else { return }
        services[other].probeAt = min(services[other].probeAt ?? now, now)
        isUrgent = true
    }

    private mutating func goOffline(at now: Duration) {
        offlineSince = now
        canary = nil
        doubt = nil
        nextScout = now + Self.offlineInterval
        for service in services.indices { services[service].probeAt = now + jittered(Self.offlineInterval) }
        report(.offline, at: now)
    }

    private mutating func goOnline(at now: Duration) {
        offlineSince = nil
        for service in services.indices {
            services[service].localFailureAt = nil
            services[service].probeAt = nil
            services[service].probeAt = probeDue(service, after: now)
        }
        report(.online, at: now)
    }
}
