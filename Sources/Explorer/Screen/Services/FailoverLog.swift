// The decisions of a pool, newest last, in a bounded number. Similar checks and moved requests share one
// entry, and are dropped before a decision is.

import NetLayer

struct FailoverLog: Sendable {
    struct Entry: Sendable, Hashable {
        var event: FailoverEvent
        /// The number of similar events in a row.
        var count = 1
    }

    static let capacity = 200

    private(set) var entries: [Entry] = []

    mutating func add(_ event: FailoverEvent) {
        // Routine events come every few seconds, and decide nothing.
        if event.kind.isRoutine { return }
        var entry = Entry(event: event)
        if let index = twin(of: event) { entry.count += entries.remove(at: index).count }
        entries.append(entry)
        guard entries.count > Self.capacity else { return }
        // A decision stays as long as there is another entry to drop.
        entries.remove(at: entries.firstIndex { $0.event.kind.isFrequent } ?? 0)
    }

    /// The last similar event, when only frequent events lie between the two.
    private func twin(of event: FailoverEvent) -> Int? {
        guard event.kind.isFrequent else { return nil }
        for index in entries.indices.reversed() {
            let other = entries[index].event
            guard other.kind.isFrequent else { return nil }
            if other.environment == event.environment, Self.isMore(event.kind, of: other.kind) { return index }
        }
        return nil
    }

    /// Why a service was left at that time: how it failed, or that the user isolated it.
    func reason(against service: Int, at event: FailoverEvent) -> String? {
        for entry in entries.reversed() where entry.event.environment == event.environment && entry.event.time <= event.time {
            switch entry.event.kind {
            case .tripped(service, let reason, _, _): return reason.description
            case .isolated(service): return "isolated"
            case .reopened(service, _): return "its test failed"
            default: continue
            }
        }
        return nil
    }

    /// Whether a frequent event repeats an older one.
    private static func isMore(_ new: FailoverEvent.Kind, of old: FailoverEvent.Kind) -> Bool {
        switch (old, new) {
        case (.probed(let before, let wasGood, _, _), .probed(let service, let isGood, _, _)):
            before == service && wasGood == isGood
        case (.redispatched(_, let before), .redispatched(_, let service)): before == service
        default: false
        }
    }
}

extension FailoverEvent.Kind {
    /// It comes as often as services are checked and requests are sent, and would crowd the decisions out.
    fileprivate var isFrequent: Bool {
        if case .probed = self { return true }
        if case .redispatched = self { return true }
        return false
    }
}
