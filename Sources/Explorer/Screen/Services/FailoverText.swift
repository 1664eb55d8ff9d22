// A pool's decisions as text: for the log of the services pane, and for a message in the last line.

import Canvas
import NetLayer

struct FailoverText {
    let names: [String]
    let log: FailoverLog

    typealias Line = (glyph: String, style: Style, what: String, why: String)

    private func name(_ service: Int) -> String { names.indices.contains(service) ? names[service] : "service \(service + 1)" }

    // MARK: The log

    /// The event, with its cause and counters.
    func line(_ event: FailoverEvent) -> Line {
        switch event.kind {
        case .tripped(let service, let reason, let counts, let until):
            ("✗", .error, "\(name(service)) is down", "\(why(reason, counts)); next try in \(span(until, event))")
        case .wouldTrip(let service, let reason, let counts):
            ("✗", .warning, "\(name(service)) would be down", "\(why(reason, counts)); reported only")
        case .halfOpened(let service): ("↻", .warning, "testing \(name(service))", "its pause is over")
        case .reclosed(let service): ("✓", .success, "\(name(service)) works again", "")
        case .reopened(let service, let until):
            ("✗", .error, "\(name(service)) failed its test", "next try in \(span(until, event))")
        case .switched(let from, let to, let cause, let generation):
            ("→", .accent, "\(name(from)) → \(name(to))", "\(words(cause, from, event)), generation \(generation)")
        case .probed(let service, true, let latency, _):
            ("✓", .muted, "\(name(service)) checked", "passed in \(Quantity.duration(latency))")
        case .probed(let service, false, _, let detail): ("✗", .warning, "\(name(service)) checked", "failed: \(detail)")
        case .canary(let service): ("↻", .warning, "\(name(service)) gets a share", "it has recovered")
        case .failbackReady(let service): ("✓", .success, "\(name(service)) could take over again", "it has recovered")
        case .panic: ("!", .error, "all services are down", "requests are sent anyway")
        case .offline: ("!", .warning, "offline", "failures look local: no service is blamed")
        case .online: ("✓", .success, "online again", "")
        case .flapping(let service): ("!", .warning, "\(name(service)) flaps", "it went down again soon after it recovered")
        case .frozen(let until): ("!", .warning, "too many switches", "no failback for \(span(until, event))")
        case .pinned(let service, let isSoft):
            ("●", .accent, "\(name(service)) pinned", isSoft ? "while it works" : "whatever its state")
        case .unpinned(let service): ("○", .muted, "\(name(service)) no longer pinned", "")
        case .isolated(let service): ("⊘", .warning, "\(name(service)) isolated", "by hand")
        case .released(let service): ("○", .muted, "\(name(service)) released", "by hand: it counts as healthy")
        case .directive(let epoch, nil): ("→", .accent, "directive \(epoch) accepted", "")
        case .directive(let epoch, let refusal?): ("!", .warning, "directive \(epoch) refused", refusal.description)
        case .directiveEnded(let service, let reason): ("○", .muted, "\(name(service)) no longer directed", reason)
        case .redispatched(let task, let from): ("→", .muted, "\(task) left \(name(from))", "in flight as it went down")
        }
    }

    private func why(_ reason: TripReason, _ counts: OutcomeCounts) -> String {
        switch reason {
        case .consecutive, .healthCheck: "\(reason), \(counts.failed) of \(counts.total) in the window"
        case .rate, .slow, .classic: "\(reason)"
        }
    }

    private func span(_ until: Duration, _ event: FailoverEvent) -> String {
        Quantity.duration(max(.zero, until - event.time))
    }

    private func words(_ cause: SwitchCause, _ from: Int, _ event: FailoverEvent) -> String {
        switch cause {
        case .automatic: log.reason(against: from, at: event) ?? "it failed"
        case .manual: "by hand"
        case .remote: "by directive"
        case .panic: "all are down"
        case .failback: "it has recovered"
        }
    }

    // MARK: Announcements

    /// `nil` for events that need only the log.
    func announcement(_ event: FailoverEvent) -> (String, Notice.Kind)? {
        switch event.kind {
        case .switched(let from, let to, let cause, _): (switched(from, to, cause, event), .info)
        case .wouldTrip(let service, let reason, _): ("\(name(service)) would be down: \(reason)", .info)
        case .failbackReady(let service): ("\(name(service)) has recovered: it can take over again", .info)
        case .panic: ("All services are down: requests are sent anyway", .warning)
        case .offline: ("Failures look local (this computer's network): no service is blamed", .warning)
        case .online: ("The network is back", .info)
        case .frozen(let until): ("Too many switches: no failback for \(span(until, event))", .warning)
        case .pinned(let service, true): ("Requests go to \(name(service)), while it works", .info)
        case .pinned(let service, false): ("All requests go to \(name(service)), whatever its state", .info)
        case .unpinned(let service): ("\(name(service)) is no longer pinned", .info)
        case .isolated(let service): ("\(name(service)) is isolated: used only when no other is left", .info)
        case .released(let service): ("\(name(service)) is released, and counts as healthy", .info)
        case .directive(_, nil): ("A directive is now in effect", .info)
        case .directive(_, let refusal?): ("A directive was refused: \(refusal)", .warning)
        case .directiveEnded(let service, let reason): ("\(name(service)) is no longer directed: \(reason)", .info)
        default: nil
        }
    }

    /// The result of a check, for the user who asked for it.
    func answer(of service: Int, _ isGood: Bool, _ latency: Duration, _ detail: String) -> String {
        isGood
            ? "\(name(service)) answered the check in \(Quantity.duration(latency))"
            : "\(name(service)) failed the check: \(detail)"
    }

    private func switched(_ from: Int, _ to: Int, _ cause: SwitchCause, _ event: FailoverEvent) -> String {
        switch cause {
        case .automatic: "\(name(from)) → \(name(to)): \(words(cause, from, event))"
        case .manual: "\(name(from)) → \(name(to)), by hand"
        case .remote: "\(name(from)) → \(name(to)), by directive"
        case .panic: "\(name(from)) → \(name(to)): all are down; trying this one"
        case .failback: "\(name(from)) → \(name(to)): it has recovered, requests return"
        }
    }
}

extension FailoverPolicy {
    /// When a service counts as down, for the head of the services pane.
    var words: String {
        switch self {
        case .classic: "down when exactly a tenth failed, of 40 and more"
        case .errorRate(let minimum, let percent, _, _): "down when \(percent) % of at least \(minimum) failed"
        case .consecutive(let count): "down after \(count) failures in a row"
        case .breaker(let rule):
            "down after \(rule.consecutive) failures in a row, or \(rule.percent) % of \(rule.minimum)+ in "
                + Quantity.duration(rule.window).replacing(".0s", with: "s")
        case .manual: "manual: switched only by hand"
        }
    }
}

extension FailoverOptions {
    /// The policy, and how much of it is enforced.
    var words: String {
        if policy == .manual || enforce >= 100 { return policy.words }
        return policy.words + (enforce <= 0 ? ", reported only" : ", enforced in \(enforce) % of cases")
    }
}
