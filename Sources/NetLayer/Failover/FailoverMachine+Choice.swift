// Chooses the active service of the pool, and the service of each request.

extension FailoverMachine {
    /// The services in order of preference: as declared, an advised one first.
    private var order: [Int] {
        guard let advised else { return Array(services.indices) }
        return [advised.service] + services.indices.filter { $0 != advised.service }
    }

    private func isPreferred(_ service: Int) -> Bool { advised.map { $0.service == service } ?? (service == 0) }

    /// The service that should be active now, and why; `nil` changes nothing.
    mutating func serviceToActivate(at now: Duration) -> (service: Int, cause: SwitchCause)? {
        guard !services.isEmpty, !isClassic else { return nil }
        if let pin, !pin.isSoft || services[pin.service].isUsable { return (pin.service, .manual) }
        if let forced { return (forced.service, .remote) }
        // While offline no service is blamed, but a service that the user isolated is left all the same.
        guard offlineSince == nil || services[active].isIsolated || services[active].isAbsent else { return nil }
        if services[active].isUsable {
            isPanicking = false
            return preferred(at: now).map { ($0, .failback) }
        }
        if let next = healthy() {
            isPanicking = false
            return (next, .automatic)
        }
        if !isPanicking {
            isPanicking = true
            report(.panic, at: now)
        }
        return lastResort.map { ($0, .panic) }
    }

    /// The service of a request: the active one, unless the request has a reason for another.
    mutating func choose(_ request: PickRequest, at now: Duration) -> (service: Int, isTrial: Bool) {
        if let named = request.named, services.indices.contains(named) { return (named, false) }
        guard !isClassic, !isForcedByHand else { return (active, false) }
        if !request.tried.isEmpty { return (untried(request.tried), false) }
        if let sticky = request.sticky, services.indices.contains(sticky), services[sticky].isUsable,
            doubt?.service != sticky
        {
            return (sticky, false)
        }
        guard offlineSince == nil else { return (scout(at: now) ?? active, false) }
        guard !isPanicking else { return (active, false) }
        if let witness { return (witness, false) }
        if request.isIdempotent, let trial = trial() { return (trial, true) }
        if let canary, case .automatic(_, let ramp?) = options.failback {
            let share = 0.1 + 0.9 * ((now - canary.since) / ramp)
            if random.fraction() < share { return (canary.service, false) }
        }
        return (active, false)
    }

    /// Whether a service works that is not among these.
    func hasAnother(than tried: [Int]) -> Bool {
        !isClassic && !isForcedByHand && services.indices.contains { services[$0].isUsable && !tried.contains($0) }
    }

    /// Whether a request that may be sent to another service should be: its service is broken or isolated by
    /// now, and another one works.
    func isStranded(_ pick: Pick) -> Bool {
        guard !isClassic, pick.service != active, services[active].isUsable else { return false }
        let service = services[pick.service]
        if service.isIsolated { return true }
        switch service.breaker.state {
        case .closed: return false
        case .open: return true
        case .halfOpen: return pick.epoch != service.breaker.epoch
        }
    }

    var isForcedByHand: Bool { forced != nil || pin.map { !$0.isSoft || services[$0.service].isUsable } ?? false }

    /// The preferred service that has recovered and takes over, when all conditions are met.
    private mutating func preferred(at now: Duration) -> Int? {
        // Nearly always the first service is active.
        guard !isHeld, frozenUntil == nil, !isPreferred(active),
            let better = order.prefix(while: { $0 != active }).first(where: { services[$0].isUsable })
        else {
            (canary, offeredFailback) = (nil, nil)
            return nil
        }
        if canary?.service != better { canary = nil }
        switch options.failback {
        case .never: return nil
        case .manual:
            if offeredFailback != better { report(.failbackReady(service: better), at: now) }
            offeredFailback = better
            return nil
        case .automatic(let dwell, let ramp):
            guard now >= switchedAt + dwell else { return nil }
            guard let ramp else { return better }
            guard let canary else {
                canary = (better, now)
                report(.canary(service: better), at: now)
                return nil
            }
            return now >= canary.since + ramp ? better : nil
        }
    }

    /// The next service that works.
    private func healthy() -> Int? {
        switch options.selection {
        case .ordered: order.first { services[$0].isUsable }
        case .nextWrapping: (1...services.count).map { (active + $0) % services.count }.first { services[$0].isUsable }
        }
    }

    /// Another service for a request that failed: one that works, else the likeliest.
    private func untried(_ tried: [Int]) -> Int {
        if services[active].isUsable, !tried.contains(active) { return active }
        if let other = order.first(where: { services[$0].isUsable && !tried.contains($0) }) { return other }
        if services[active].isUsable { return active }
        let others = services.indices.filter { !tried.contains($0) && !services[$0].isIsolated && !services[$0].isAbsent }
        return firstToReopen(others) ?? active
    }

    /// When all services are broken: the one that is being tested or will be first. Isolated ones only when
    /// there are no others.
    private var lastResort: Int? {
        let present = services.indices.filter { !services[$0].isAbsent }
        return firstToReopen(present.filter { !services[$0].isIsolated }) ?? firstToReopen(present)
    }

    private func firstToReopen(_ services: [Int]) -> Int? { services.min { reopening($0) < reopening($1) } }

    private func reopening(_ service: Int) -> Duration {
        switch services[service].breaker.state {
        case .open(let until): until
        // The active service stays active.
        case .closed, .halfOpen: service == active ? .seconds(-1) : .zero
        }
    }

    /// A half-open service that a user's request may test, where no health check does it.
    private func trial() -> Int? {
        guard hasTrials, options.health == nil else { return nil }
        return order.first { service in
            guard case .halfOpen = services[service].breaker.state else { return false }
            return !services[service].isTried && !services[service].isIsolated && !services[service].isAbsent
        }
    }
}
