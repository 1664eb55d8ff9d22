// What the screen knows of the pool's failover: how its services stand, what was decided, and which of them is selected.

import Canvas
import NetLayer

struct PoolView: Sendable {
    /// `nil` while the pool has no failover, or nothing is known of it yet.
    private(set) var status: PoolStatus?
    private(set) var log = FailoverLog()
    var list = ListState()
    /// Services whose health somebody wants to know.
    private(set) var asked: Set<Int> = []
    /// Where the services pane is left to.
    var cameFrom = Pane.endpoints

    mutating func take(_ status: PoolStatus, height: Int) {
        self.status = status
        list.clamp(count: status.services.count, height: height)
    }

    mutating func take(_ events: [FailoverEvent]) { events.forEach { log.add($0) } }

    /// Another pool, or the same in another environment: who asked there hears nothing more.
    mutating func forget() {
        status = nil
        asked = []
    }

    mutating func ask(_ service: Int) { asked.insert(service) }

    /// Says whether somebody waits for an answer of that service; from now on nobody does.
    mutating func answer(of service: Int) -> Bool { asked.remove(service) != nil }

    /// When the screen changes by time alone: a countdown that is seen, or a decision that time brings.
    func nextDeadline(after now: Duration, isSeen: Bool) -> Duration? {
        guard let status else { return nil }
        if isSeen, status.hasCountdown(at: now) { return now + .milliseconds(100) }
        return [status.changesAt, isSeen ? status.idleFrom : nil].compactMap { $0 }.filter { $0 > now }.min()
    }
}

extension PoolStatus {
    /// Nobody uses the pool, so nobody is checked.
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
    /// The service that requests go to now, in the pool's environment.
    var serviceInUse: Service? {
        let index = poolView.status?.active ?? api.pool.active
        return api.pool.services.indices.contains(index) ? api.pool.services[index].standing(in: api.pool.environment) : nil
    }

    /// What somebody wished was not done.
    mutating func refused(_ wish: ServiceWish, because reason: String) {
        if case .probe(let service) = wish.deed { _ = poolView.answer(of: service) }
        say("Not done: \(reason)", .warning)
    }

    /// Takes decisions of the pool in, and says those that a person wants to know of.
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
