// What a pool has decided, newest last: a bounded number of decisions, of which those alike that follow one another are one.

import NetLayer

struct FailoverLog: Sendable {
    struct Entry: Sendable, Hashable {
        var event: FailoverEvent
        /// How many like it came in a row.
        var count = 1
    }

    static let capacity = 200

    private(set) var entries: [Entry] = []

    mutating func add(_ event: FailoverEvent) {
        // What is as it should be comes every few seconds, and decides nothing.
        if event.kind.isRoutine { return }
        var entry = Entry(event: event)
        if let last = entries.last, last.event.environment == event.environment, Self.isMore(event.kind, of: last.event.kind) {
            entry.count += last.count
            entries.removeLast()
        }
        entries.append(entry)
        if entries.count > Self.capacity { entries.removeFirst(entries.count - Self.capacity) }
    }

    /// Why a service was left then: how it broke, or that somebody took it out.
    func reason(against service: Int, at event: FailoverEvent) -> String? {
        for entry in entries.reversed() where entry.event.environment == event.environment && entry.event.time <= event.time {
            switch entry.event.kind {
            case .tripped(service, let reason, _, _): return reason.description
            case .isolated(service): return "isolated"
            case .reopened(service, _): return "its trial failed"
            default: continue
            }
        }
        return nil
    }

    /// The same again, of what may come often.
    private static func isMore(_ new: FailoverEvent.Kind, of old: FailoverEvent.Kind) -> Bool {
        switch (old, new) {
        case (.probed(let before, let wasGood, _, _), .probed(let service, let isGood, _, _)):
            before == service && wasGood == isGood
        case (.redispatched(_, let before), .redispatched(_, let service)): before == service
        default: false
        }
    }
}
