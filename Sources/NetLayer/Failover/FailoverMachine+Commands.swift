// The commands of a user or an operator: switch, pin, isolate, release, and external directives.

/// A user's command. Indices refer to the pool's services.
enum FailoverCommand: Sendable, Hashable {
    case switchTo(Int)
    case switchNext
    /// - until: on the client's clock.
    case pin(Int, until: Duration?, soft: Bool)
    case unpin
    case isolate(Int)
    case release(Int)
    /// Checks the health of a service now, or of all.
    case probe(Int?)
    /// Keeps the health checks running, as a request would.
    case attend
}

extension FailoverMachine {
    /// - Parameter seen: the generation that the command is based on; with `nil` it
    ///   applies to any generation.
    /// - Throws: ``ServiceError/stale(current:)`` when the pool has switched
    ///   in the meantime, ``ServiceError/outOfRange(index:count:)``.
    mutating func command(_ command: FailoverCommand, ifStill seen: UInt64? = nil, at now: Duration) throws(ServiceError) {
        _ = applyDueChanges(now)
        // Also after an error: `turn` may have changed the state.
        defer { decide(at: now) }
        if let seen, seen != generation { throw .stale(current: generation) }
        switch command {
        case .switchTo(let service): switchByHand(try requireAddress(service), at: now)
        case .switchNext:
            guard !services.isEmpty else { throw .outOfRange(index: 0, count: 0) }
            let next = (1...services.count).map { (active + $0) % services.count }.first { !services[$0].isAbsent }
            switchByHand(next ?? active, at: now)
        case .pin(let service, let until, let isSoft):
            pin = ServiceOverride(service: try requireAddress(service), until: until, isSoft: isSoft)
            report(.pinned(service: service, soft: isSoft), at: now)
        case .unpin: unpin(at: now)
        case .isolate(let service):
            services[try requireKnown(service)].isIsolated = true
            if pin?.service == service { unpin(at: now) }
            if forced?.service == service { endForce(because: "it is isolated", at: now) }
            if service == active { isHeld = false }
            if canary?.service == service { canary = nil }
            if offeredFailback == service { offeredFailback = nil }
            report(.isolated(service: service), at: now)
        case .release(let service): release(try requireKnown(service), at: now)
        case .probe(let service):
            if let service { _ = try requireKnown(service) }
            lastUsed = now
            for asked in service.map({ [$0] }) ?? Array(services.indices) { services[asked].probeAt = now }
            isUrgent = options.health != nil
        case .attend: recordUse(at: now)
        }
    }

    /// Follows a directive whose origin has been checked: counters and service change in one step.
    /// - Parameters:
    ///   - isOfAnswer: the directive came unsigned in a response: its epoch is compared only with those of
    ///     other responses and the last signed one, and does not advance the signed ones.
    ///   - wallClock: the time since 1970-01-01 UTC.
    /// - Returns: why it was not followed.
    mutating func follow(
        _ directive: Directive, isOfAnswer: Bool = false, wallClock: Duration, at now: Duration
    ) -> DirectiveRefusal? {
        _ = applyDueChanges(now)
        defer { decide(at: now) }
        let service: Int
        do throws(DirectiveRefusal) {
            let last = isOfAnswer ? [lastEpoch, lastAnswerEpoch].compactMap(\.self).max() : lastEpoch
            if let last, directive.epoch <= last { throw .oldEpoch(last: last) }
            if let expires = directive.expires, expires <= wallClock { throw .expired }
            service = try target(of: directive)
        } catch {
            refuse(directive.epoch, error, at: now)
            return error
        }
        if isOfAnswer { lastAnswerEpoch = directive.epoch } else { lastEpoch = directive.epoch }
        // Only a switch resets the counters of the classic rule. An advice causes none there, nor does any
        // directive while a service is pinned.
        if !isClassic || directive.mode == .force && pin == nil { clearCounters() }
        let standing = ServiceOverride(service: service, until: directive.expires.map { now + ($0 - wallClock) })
        switch directive.mode {
        case .advise:
            endForce(because: "another directive advises", at: now)
            advised = standing
        // The classic rule follows with one switch, and counts on from there.
        case .force: (forced, advised) = (isClassic ? nil : standing, nil)
        }
        isHeld = false
        report(.directive(epoch: directive.epoch, refusal: nil), at: now)
        if isClassic, directive.mode == .force, service != active, pin == nil { switchService(to: service, .remote, at: now) }
        return nil
    }

    /// Reports why a directive is not followed, within the limit of the refusal budget.
    mutating func refuse(_ epoch: UInt64, _ refusal: DirectiveRefusal, at now: Duration) {
        guard let told = refusals.admit(refusal, at: now) else { return }
        report(.directive(epoch: epoch, refusal: told), at: now)
    }

    /// Ends the overrides whose time is over.
    mutating func expire(at now: Duration) {
        if let until = pin?.until, now >= until { unpin(at: now) }
        if let until = forced?.until, now >= until {
            endForce(because: "its time is over", at: now)
        }
        if let standing = advised, let until = standing.until, now >= until {
            advised = nil
            report(.directiveEnded(service: standing.service, because: "its time is over"), at: now)
        }
    }

    /// Ends the forcing by a directive.
    mutating func endForce(because reason: String, at now: Duration) {
        guard let standing = forced else { return }
        forced = nil
        report(.directiveEnded(service: standing.service, because: reason), at: now)
    }

    private func requireKnown(_ service: Int) throws(ServiceError) -> Int {
        guard services.indices.contains(service) else { throw .outOfRange(index: service, count: services.count) }
        return service
    }

    /// A service that has an address, so that requests can go to it.
    private func requireAddress(_ service: Int) throws(ServiceError) -> Int {
        guard !services[try requireKnown(service)].isAbsent else { throw .noAddress(index: service) }
        return service
    }

    private func target(of directive: Directive) throws(DirectiveRefusal) -> Int {
        guard case .index(let index) = directive.target else {
            // The controller resolves names: it has replaced each known name with an index.
            if case .name(let name) = directive.target { throw .unknownService(name) }
            throw .malformed("no target")
        }
        let isWrapped = directive.wrapsIndex && index >= 0 && !services.isEmpty
        let service = isWrapped ? index % services.count : index
        guard services.indices.contains(service) else { throw .outOfRange(index: index, count: services.count) }
        guard !services[service].isAbsent else { throw .noAddress(index: service) }
        return service
    }

    // Also removes the pin and resets the breaker: either would undo the switch at once, and a user who
    // switches vouches for the service.
    private mutating func switchByHand(_ service: Int, at now: Duration) {
        if pin != nil { unpin(at: now) }
        endForce(because: "another one was chosen by hand", at: now)
        clearCounters()
        services[service].isIsolated = false
        apply(services[service].breaker.reset(at: now), to: service, at: now)
        if service != active { switchService(to: service, .manual, at: now) }
        isHeld = true
    }

    private mutating func unpin(at now: Duration) {
        guard let standing = pin else { return }
        pin = nil
        isHeld = false
        report(.unpinned(service: standing.service), at: now)
    }

    private mutating func release(_ service: Int, at now: Duration) {
        if pin?.service == service { unpin(at: now) }
        if forced?.service == service { endForce(because: "it was released by hand", at: now) }
        if advised?.service == service { advised = nil }
        services[service].isIsolated = false
        if service == active { isHeld = false }
        apply(services[service].breaker.reset(at: now), to: service, at: now)
        report(.released(service: service), at: now)
    }
}
