// The screen's state of the pool's failover: its services, its decisions, and the selected service.

import Canvas
import NetLayer

struct PoolView: Sendable {
    /// `nil` while the pool has no failover, or while its status is unknown.
    private(set) var status: PoolStatus?
    private(set) var log = FailoverLog()
    var list = ListState()
    /// Services that the user has asked to check.
    private(set) var asked: Set<Int> = []
    /// The pane that the user returns to from the services pane.
    var cameFrom = Pane.endpoints

    mutating func take(_ status: PoolStatus, height: Int) {
        self.status = status
        list.clamp(count: status.services.count, height: height)
    }

    mutating func take(_ events: [FailoverEvent]) { events.forEach { log.add($0) } }

    /// Another pool, or the same in another environment: checks that were asked for there get no reply.
    mutating func forget() {
        status = nil
        asked = []
    }

    mutating func ask(_ service: Int) { asked.insert(service) }

    /// Returns whether the user waits for a check of that service, and ends the wait.
    mutating func answer(of service: Int) -> Bool { asked.remove(service) != nil }

    /// When the screen changes by time alone: a visible countdown, or a decision that becomes due.
    /// - Parameter pace: the pause between two changes of a countdown.
    func nextDeadline(after now: Duration, pace: Duration, isSeen: Bool) -> Duration? {
        guard let status else { return nil }
        let count = isSeen && status.hasCountdown(at: now) ? now + pace : nil
        return [count, status.changesAt, isSeen ? status.idleFrom : nil].compactMap { $0 }.filter { $0 > now }.min()
    }
}

extension PoolStatus {
    /// No request uses the pool, so its services are not checked.
    func isIdle(at now: Duration) -> Bool { idleFrom.map { $0 <= now } ?? false }

    func hasCountdown(at now: Duration) -> Bool {
        if let frozenUntil, frozenUntil > now { return true }
        if let until = pin?.until, until > now { return true }
        return services.contains { service in
            if case .open(let until) = service.state, until > now { return true }
            return !isIdle(at: now) && service.probeAt.map { $0 > now } ?? false
        }
    }
}

extension Model {
    /// Whether each health check changes the screen: the services are shown, or the user waits for a check.
    public var showsChecks: Bool { focus == .services || !poolView.asked.isEmpty }

    /// The service that requests go to now, in the pool's environment.
    var serviceInUse: Service? {
        let index = poolView.status?.active ?? api.pool.active
        return api.pool.services.indices.contains(index) ? api.pool.services[index].standing(in: api.pool.environment) : nil
    }

    /// A command for a service was refused.
    mutating func refused(_ wish: ServiceWish, because reason: String) {
        if case .probe(let service) = wish.deed { _ = poolView.answer(of: service) }
        say("Not done: \(reason)", .warning)
    }

    /// Receives decisions of the pool, and announces those that the user needs to know.
    mutating func receive(_ events: [FailoverEvent]) {
        poolView.take(events)
        for event in events where event.environment == api.pool.environment {
            let words = FailoverText(names: api.pool.services.map(\.name), log: poolView.log)
            if let (text, kind) = words.announcement(event) { say(text, kind) }
            if case .probed(let service, let isGood, let latency, let detail) = event.kind, poolView.answer(of: service) {
                say(words.answer(of: service, isGood, latency, detail), isGood ? .info : .warning)
            }
        }
    }
}
