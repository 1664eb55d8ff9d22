// What the screen knows of the pool's failover: how its services stand, what was decided, and which of them is selected.

import Canvas
import NetLayer

struct PoolView: Sendable {
    /// `nil` while the pool has no failover, or nothing is known of it yet.
    private(set) var status: PoolStatus?
    private(set) var log = FailoverLog()
    var list = ListState()
    /// Services whose health somebody wants to know.
    var asked: Set<Int> = []
    /// Where the services pane is left to.
    var cameFrom = Pane.endpoints

    mutating func take(_ status: PoolStatus, height: Int) {
        self.status = status
        list.clamp(count: status.services.count, height: height)
    }

    mutating func take(_ events: [FailoverEvent]) { events.forEach { log.add($0) } }

    /// Another pool, or the same in another environment.
    mutating func forget() { status = nil }

    /// When the screen changes by time alone: a countdown that is seen, or a decision that time brings.
    func nextDeadline(after now: Duration, isSeen: Bool) -> Duration? {
        guard let status else { return nil }
        if isSeen, status.hasCountdown(at: now) { return now + .milliseconds(100) }
        return status.isUnsettled ? now + .seconds(1) : nil
    }
}

extension PoolStatus {
    /// Time alone may bring another decision.
    var isUnsettled: Bool {
        guard pin == nil else { return false }
        // Those that come before the one in use may take over again.
        let preferred = services.prefix(active).contains { !$0.isAbsent && !$0.isIsolated }
        return preferred || isOffline || isPanicking || services.contains { !$0.state.isClosed }
    }

    func hasCountdown(at now: Duration) -> Bool {
        if let frozenUntil, frozenUntil > now { return true }
        if let until = pin?.until, until > now { return true }
        return services.contains { service in
            if case .open(let until) = service.state, until > now { return true }
            return service.probeAt.map { $0 > now } ?? false
        }
    }
}

extension Model {
    /// The service that requests go to now, in the pool's environment.
    var serviceInUse: Service? {
        let index = poolView.status?.active ?? pool.active
        return pool.services.indices.contains(index) ? pool.services[index].standing(in: pool.environment) : nil
    }

    /// Whether a request that fails on one service has another to go to.
    func failsOver(_ plan: RequestPlan) -> Bool {
        let isNailed = poolView.status?.pin.map { !$0.isSoft } ?? false
        return pool(for: plan).failover != nil && !isNailed
    }

    /// Takes decisions of the pool in, and says those that a person wants to know of.
    mutating func receive(_ events: [FailoverEvent]) {
        poolView.take(events)
        for event in events where event.environment == pool.environment {
            let words = FailoverText(names: pool.services.map(\.name), log: poolView.log)
            if let (text, kind) = words.announcement(event) { say(text, kind) }
            if case .probed(let service, let isGood, let latency, let detail) = event.kind, poolView.asked.remove(service) != nil
            {
                say(words.answer(of: service, isGood, latency, detail), isGood ? .info : .warning)
            }
        }
    }
}
