// A service in use that cannot be reached: before it is blamed for what may be our own network's failure, another one is asked: by a health
// check where there are any, and by requests, which are sent there as if it were broken. The first outcome says whether it is.

extension FailoverMachine {
    /// The service that would have tripped, and why.
    struct Doubt: Sendable, Hashable {
        let service: Int
        let reason: TripReason
        let since: Duration
    }

    /// Nobody was asked for so long: what was seen then says little of now.
    static let doubtful = Duration.seconds(10)

    /// Whether a failure may be our own network's, and there is somebody to ask.
    func isDoubtful(_ outcome: ServiceOutcome, of service: Int) -> Bool {
        guard case .failed(let failure, _) = outcome, failure.isLocalOrigin, services[service].isRemote else { return false }
        guard options.guardsOffline, options.policy != .manual, options.enforce >= 100 else {
            return false
        }
        return !isForcedByHand && witness(for: service) != nil
    }

    /// Who is asked about the service in doubt.
    var witness: Int? { doubt.flatMap { witness(for: $0.service) } }

    /// Somebody else's outcome settles the doubt; says whether the service is broken.
    mutating func settleDoubt(_ isThere: Bool, by service: Int, at now: Duration) -> Bool {
        guard let doubt, isThere, services[service].isRemote else { return false }
        guard service != doubt.service else {
            self.doubt = nil
            return false
        }
        trip(doubt.service, doubt.reason, at: now)
        return true
    }

    /// A doubt in which nobody was asked is forgotten.
    mutating func ageDoubt(at now: Duration) {
        if let doubt, now - doubt.since > Self.doubtful { self.doubt = nil }
    }

    /// Without health checks one request a second finds out whether the network is there again: of all services, in turn.
    mutating func scout(at now: Duration) -> Int? {
        guard options.health == nil, now >= nextScout else { return nil }
        nextScout = now + Self.offlineInterval
        let known = services.indices.filter { services[$0].isUsable && services[$0].isRemote }
        scouts += 1
        return known.isEmpty ? nil : known[scouts % known.count]
    }

    private func witness(for service: Int) -> Int? {
        services.indices.first { $0 != service && services[$0].isUsable && services[$0].isRemote }
    }
}
