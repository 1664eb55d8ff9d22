// Tells whether a part of a program is busy. It counts calls, so the first of several calls to end does not
// hide the messages of the others.

/// Counts the live tasks of each scope (``CallTag``) from the events of a client, for
/// spinners and similar displays.
///
///     var activity = ActivityCounter()
///     for await batch in client.events() {
///         for change in activity.apply(batch) { … }      // started: show; changed: new words; stopped: hide
///     }
public struct ActivityCounter: Sendable {
    /// What became of a scope.
    public enum Change: Sendable, Hashable {
        /// The first task of the scope is open. None of its work has run yet.
        case started(String, message: String)
        /// The message of the scope changed. It is the message of the newest live task that has one.
        case changed(String, message: String)
        /// Its last task has ended.
        case stopped(String)
    }

    /// The live tasks of one scope. Reading the message does not visit every task:
    /// a scope can have thousands.
    private struct Scope {
        private(set) var messages: [TaskID: String] = [:]
        /// Tasks with a message, the newest last. Ended tasks leave when they are last, or when
        /// there are too many of them.
        private var talkers: [TaskID] = []

        var message: String { talkers.last.flatMap { messages[$0] } ?? "" }

        mutating func insert(_ id: TaskID, _ message: String) {
            messages[id] = message
            guard !message.isEmpty else { return }
            // IDs rise with time, except those of prepared calls, which get their turn later.
            let place = talkers.lastIndex { $0 < id }.map { $0 + 1 } ?? 0
            talkers.insert(id, at: place)
        }

        /// Returns `false` when the task was not there.
        mutating func remove(_ id: TaskID) -> Bool {
            guard messages.removeValue(forKey: id) != nil else { return false }
            while let last = talkers.last, messages[last] == nil { talkers.removeLast() }
            if talkers.count > 2 * messages.count + 8 { talkers.removeAll { messages[$0] == nil } }
            return true
        }
    }

    private var scopes: [String: Scope] = [:]

    /// Creates a counter without busy scopes.
    public init() {}

    /// The busy scopes, sorted.
    public var busy: [String] { scopes.keys.sorted() }

    /// The number of live tasks in a scope.
    public func count(_ scope: String) -> Int { scopes[scope]?.messages.count ?? 0 }

    /// The message of a busy scope: that of its newest live task that has one; empty for an idle scope.
    public func message(_ scope: String) -> String { scopes[scope]?.message ?? "" }

    /// Applies a batch of events, and returns the changes of the scopes, in order.
    public mutating func apply(_ batch: EventBatch) -> [Change] {
        switch batch {
        case .events(let events): return events.flatMap { apply($0.row) }
        case .snapshot(let snapshot):
            // A task that is not in the snapshot ended while its events were left out.
            let live = Set(snapshot.live.map(\.id))
            let gone = scopes.sorted { $0.key < $1.key }.flatMap { scope, tasks in
                tasks.messages.keys.filter { !live.contains($0) }.sorted().map { (scope, $0) }
            }
            return snapshot.live.flatMap { apply($0) } + gone.flatMap { remove($1, of: $0) }
        }
    }

    private mutating func apply(_ row: TaskRow) -> [Change] {
        guard let tag = row.info.tag else { return [] }
        if row.state.isEnded { return remove(row.id, of: tag.scope) }
        guard scopes[tag.scope]?.messages[row.id] == nil else { return [] }
        let before = scopes[tag.scope]?.message
        scopes[tag.scope, default: Scope()].insert(row.id, tag.message)
        let now = message(tag.scope)
        guard let before else { return [.started(tag.scope, message: now)] }
        return before == now ? [] : [.changed(tag.scope, message: now)]
    }

    private mutating func remove(_ id: TaskID, of scope: String) -> [Change] {
        let before = message(scope)
        guard scopes[scope]?.remove(id) == true else { return [] }
        if scopes[scope]?.messages.isEmpty == true {
            scopes[scope] = nil
            return [.stopped(scope)]
        }
        let now = message(scope)
        return before == now ? [] : [.changed(scope, message: now)]
    }
}
