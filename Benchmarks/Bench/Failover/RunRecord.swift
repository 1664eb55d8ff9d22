// The observations of one run: the metrics of the design note, by its definitions.

import NetLayer

struct RunRecord: Sendable {
    private let outage: Range<Duration>
    /// Requests issued in the outage that ended in an error.
    private(set) var lost = 0
    /// From the death to the first lease on another service by a switch; a failed request that is repeated
    /// elsewhere does not count.
    private(set) var timeToSwitch: Duration?
    /// From the recovery to the first new request at the preferred service that is not a trial.
    private(set) var timeToFailback: Duration?
    /// The remaining open time of the service's breaker at the recovery.
    private(set) var openLeft = Duration.zero
    /// Decisions to leave a service.
    private(set) var departures = 0
    /// Switches of any kind: in the whole run, and in the outage.
    private(set) var switches = 0
    private(set) var outageSwitches = 0
    /// The newest generation that is counted.
    private(set) var generation: UInt64 = 0
    /// The latencies of successful requests that were issued in the first minute of the outage.
    private(set) var latencies: [Duration] = []
    /// Trials and health checks of the dead service.
    private(set) var probes = 0
    private var requests = 0
    private var attempts = 0
    private var isAway = false
    /// The generation at the death.
    private var before: UInt64 = 0

    init(_ outage: Range<Duration>) { self.outage = outage }

    var amplification: Double { requests == 0 ? 1 : Double(attempts) / Double(requests) }

    /// Whether no switch came within a minute of the death.
    var isMissed: Bool { timeToSwitch.map { $0 > .seconds(60) } ?? true }

    mutating func issued(at now: Duration) { if outage.contains(now) { requests += 1 } }

    mutating func sent(_ pick: Pick, isFirst: Bool, issued: Duration, at now: Duration) {
        if outage.contains(issued) { attempts += 1 }
        if pick.isTrial, pick.service == 0, outage.contains(now) { probes += 1 }
        guard !pick.isTrial, now >= outage.lowerBound else { return }
        let isElsewhere = pick.service != 0
        if isElsewhere, timeToSwitch == nil, isFirst || pick.generation > before { timeToSwitch = now - outage.lowerBound }
        guard isFirst else { return }
        if now < outage.upperBound {
            isAway = isElsewhere
        } else if isAway, !isElsewhere, timeToFailback == nil {
            timeToFailback = now - outage.upperBound
        }
    }

    mutating func probed(_ service: Int, at now: Duration) { if service == 0, outage.contains(now) { probes += 1 } }

    mutating func lost(issued: Duration) { if outage.contains(issued) { lost += 1 } }

    mutating func succeeded(issued: Duration, at now: Duration) {
        guard outage.contains(issued), issued < outage.lowerBound + .seconds(60) else { return }
        latencies.append(now - issued)
    }

    mutating func healed(_ status: PoolStatus, at now: Duration) {
        if case .open(let until) = status.services[0].state { openLeft = until - now }
    }

    /// Counts the switches after ``generation``.
    mutating func countSwitches(_ log: [FailoverEvent], upTo newest: UInt64) {
        for event in log {
            guard case .switched(_, _, let cause, let number) = event.kind, number > generation, number <= newest else {
                continue
            }
            switches += 1
            if outage.contains(event.time) { outageSwitches += 1 }
            if event.time < outage.lowerBound { before = number }
            generation = number
            if cause == .automatic || cause == .panic { departures += 1 }
        }
    }
}
