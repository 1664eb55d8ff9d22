// Whether a part of a program is busy: counted, so that the first of several calls to end does not hide what the others show (B-BA-10).

/// Counts the live tasks of each scope (``CallTag``) from the events of a client, for spinners and the like.
///
///     var activity = ActivityCounter()
///     for await batch in client.events() {
///         for change in activity.apply(batch) { … }      // started: show; changed: new words; stopped: hide
///     }
public struct ActivityCounter: Sendable {
    /// What became of a scope.
    public enum Change: Sendable, Hashable {
        /// Its first task has been opened; nothing of its work has run yet (BA-18).
        case started(String, message: String)
        /// What it is busy with has another message: that of its newest live task that has one.
        case changed(String, message: String)
        /// Its last task has ended.
        case stopped(String)
    }

    /// The live tasks of one scope. What it says is known without looking at them all: there may be thousands.
    private struct Scope {
        private(set) var messages: [TaskID: String] = [:]
        /// Tasks that have a message, the newest last; those that have ended go when they are the last, or are too many.
        private var talkers: [TaskID] = []

        var message: String { talkers.last.flatMap { messages[$0] } ?? "" }

        mutating func add(_ id: TaskID, _ message: String) {
            messages[id] = message
            guard !message.isEmpty else { return }
            // Numbers rise, but for prepared calls: their turn comes later.
            let place = talkers.lastIndex { $0 < id }.map { $0 + 1 } ?? 0
            talkers.insert(id, at: place)
        }

        /// `false` when it was not there.
        mutating func remove(_ id: TaskID) -> Bool {
            guard messages.removeValue(forKey: id) != nil else { return false }
            while let last = talkers.last, messages[last] == nil { talkers.removeLast() }
            if talkers.count > 2 * messages.count + 8 { talkers.removeAll { messages[$0] == nil } }
            return true
        }
    }

    private var scopes: [String: Scope] = [:]

    /// Nobody is busy.
    public init() {}

    /// The scopes that are busy, in order.
    public var busy: [String] { scopes.keys.sorted() }

    /// How many tasks of a scope live.
    public func count(_ scope: String) -> Int { scopes[scope]?.messages.count ?? 0 }

    /// What a busy scope says: the message of its newest live task that has one; empty for an idle scope.
    public func message(_ scope: String) -> String { scopes[scope]?.message ?? "" }

    /// Takes in what the engine told, and says what became of the scopes, in order.
    public mutating func apply(_ batch: EventBatch) -> [Change] {
        switch batch {
        case .events(let events): return events.flatMap { apply($0.row) }
        case .snapshot(let snapshot):
            // What is not in it has ended unseen.
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
        scopes[tag.scope, default: Scope()].add(row.id, tag.message)
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
