// A pool's decisions, as members of a JSON line and as a line for people.

import NetLayer

enum FailoverLines {
    static func members(_ event: FailoverEvent, of pool: ServicePool) -> [(String, JSONText.Value)] {
        [("t", number(event.time / .seconds(1))), ("event", .string(event.kind.name)), ("pool", .string(pool.id))]
            + [("environment", .string(event.environment.rawValue))] + details(event, pool.services.map { .string($0.name) })
    }

    private static func details(_ event: FailoverEvent, _ names: [JSONText.Value]) -> [(String, JSONText.Value)] {
        switch event.kind {
        case .tripped(let service, let reason, let counts, let until):
            [("service", names[service]), ("reason", .string("\(reason)"))] + members(counts)
                + [("open_ms", milliseconds(until - event.time))]
        case .wouldTrip(let service, let reason, let counts):
            [("service", names[service]), ("reason", .string("\(reason)"))] + members(counts)
        case .reopened(let service, let until): [("service", names[service]), ("open_ms", milliseconds(until - event.time))]
        case .switched(let from, let to, let cause, let generation):
            [
                ("from", names[from]), ("to", names[to]), ("cause", .string(cause.rawValue)),
                ("generation", .number(String(generation))),
            ]
        case .probed(let service, let isGood, let latency, let detail):
            [
                ("service", names[service]), ("ok", .bool(isGood)), ("ms", milliseconds(latency)), ("detail", .string(detail)),
            ]
        case .frozen(let until): [("frozen_ms", milliseconds(until - event.time))]
        case .pinned(let service, let isSoft): [("service", names[service]), ("soft", .bool(isSoft))]
        case .directive(let epoch, let refusal):
            [("epoch", .number(String(epoch))), ("accepted", .bool(refusal == nil))]
                + (refusal.map { [("reason", .string("\($0)"))] } ?? [])
        case .directiveEnded(let service, let reason): [("service", names[service]), ("reason", .string(reason))]
        case .redispatched(let task, let from): [("task", .number("\(task)")), ("from", names[from])]
        case .halfOpened(let service), .reclosed(let service), .canary(let service), .failbackReady(let service),
            .flapping(let service), .unpinned(let service), .isolated(let service), .released(let service):
            [("service", names[service])]
        case .panic, .offline, .online: []
        }
    }

    /// One line without its line break.
    static func formatLine(_ event: FailoverEvent, of pool: ServicePool) -> String {
        let time = EventPrinter.tenths(event.time / .seconds(1))
        return String(repeating: " ", count: max(0, 7 - time.count)) + "\(time) s  " + words(event, pool.services.map(\.name))
    }

    private static func words(_ event: FailoverEvent, _ names: [String]) -> String {
        switch event.kind {
        case .tripped(let service, let reason, _, let until):
            "\(names[service]) is down: \(reason); next try in \(seconds(until - event.time))"
        case .wouldTrip(let service, let reason, _): "\(names[service]) would count as down: \(reason)"
        case .halfOpened(let service): "testing \(names[service])"
        case .reclosed(let service): "\(names[service]) works again"
        case .reopened(let service, let until):
            "\(names[service]) is still down; next try in \(seconds(until - event.time))"
        case .switched(let from, let to, let cause, _): "switched from \(names[from]) to \(names[to]) (\(cause.rawValue))"
        case .probed(let service, true, let latency, let detail):
            "\(names[service]) passed the check: \(detail) in \(formatMilliseconds(latency))"
        case .probed(let service, false, let latency, let detail):
            "\(names[service]) failed the check: \(detail), after \(formatMilliseconds(latency))"
        case .canary(let service): "\(names[service]) takes over gradually"
        case .failbackReady(let service): "\(names[service]) has recovered and could take over"
        case .panic: "all services are down: requests are sent anyway"
        case .offline: "all fail alike: the local network looks down, no service is blamed"
        case .online: "the network is back"
        case .flapping(let service): "\(names[service]) is flapping"
        case .frozen(let until): "too many switches: no failback for \(seconds(until - event.time))"
        case .pinned(let service, let isSoft): "\(names[service]) is pinned" + (isSoft ? " while it works" : "")
        case .unpinned(let service): "\(names[service]) is no longer pinned"
        case .isolated(let service): "\(names[service]) is isolated"
        case .released(let service): "\(names[service]) is released"
        case .directive(let epoch, nil): "directive \(epoch) is accepted"
        case .directive(let epoch, let refusal?): "directive \(epoch) is refused: \(refusal)"
        case .directiveEnded(let service, let reason): "the directive for \(names[service]) has ended: \(reason)"
        case .redispatched(let task, let from): "task \(task) left \(names[from]) while it waited"
        }
    }

    // MARK: Numbers

    static func milliseconds(_ span: Duration) -> JSONText.Value {
        .number(EventPrinter.tenths(max(.zero, span) / .milliseconds(1)))
    }

    /// `3.1 ms`.
    static func formatMilliseconds(_ span: Duration) -> String { "\(EventPrinter.tenths(span / .milliseconds(1))) ms" }

    private static func seconds(_ span: Duration) -> String { "\(EventPrinter.tenths(max(.zero, span) / .seconds(1))) s" }
    private static func number(_ seconds: Double) -> JSONText.Value { .number(EventPrinter.thousandths(seconds * 1_000)) }

    private static func members(_ counts: OutcomeCounts) -> [(String, JSONText.Value)] {
        [("failed", .number(String(counts.failed))), ("total", .number(String(counts.total)))]
    }
}
