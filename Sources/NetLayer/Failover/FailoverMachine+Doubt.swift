// The active service cannot be reached, perhaps because of our own network. Before it is blamed, another
// service is tested: by a health check where there are any, and by requests, which are sent there as if the
// active one were broken. The first outcome decides.

extension FailoverMachine {
    /// The service that would have tripped, and why.
    struct Doubt: Sendable, Hashable {
        let service: Int
        let reason: TripReason
        let since: Duration
    }

    /// The maximum age of a doubt. Later outcomes say little about the failure that caused it.
    static let doubtLifetime = Duration.seconds(10)

    /// Whether a failure may be our own network's, and another service can settle it.
    func isDoubtful(_ outcome: ServiceOutcome, of service: Int) -> Bool {
        guard case .failed(let failure, _) = outcome, failure.isLocalOrigin, services[service].isRemote else { return false }
        guard options.guardsOffline, options.policy != .manual, options.enforce >= 100 else {
            return false
        }
        return !isForcedByHand && witness(for: service) != nil
    }

    /// The service that is tested to settle the doubt.
    var witness: Int? { doubt.flatMap { witness(for: $0.service) } }

    /// Settles the doubt by an outcome of another service. Returns whether the service in doubt is broken.
    mutating func settleDoubt(_ isThere: Bool, by service: Int, at now: Duration) -> Bool {
        guard let doubt, isThere, services[service].isRemote else { return false }
        guard service != doubt.service else {
            self.doubt = nil
            return false
        }
        trip(doubt.service, doubt.reason, at: now)
        return true
    }

    /// Drops a doubt that no outcome has settled in time.
    mutating func ageDoubt(at now: Duration) {
        if let doubt, now - doubt.since > Self.doubtLifetime { self.doubt = nil }
    }

    /// Without health checks, one request a second tests whether the network is back: on
    /// all services, in turn.
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
