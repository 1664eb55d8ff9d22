// What waits to be written, as a value: it decides what is taken next, what is dropped, and what is told of it. Pure.

struct RecordLine {
    /// One transaction's worth: other programs wait for it.
    static let batchEntries = 128
    static let batchBytes = 4 << 20

    private let limit: Int
    private var waiting: [HistoryEntry] = []
    /// How many of `waiting` have been taken; they leave it some at a time.
    private var taken = 0
    /// Of what waits and of what is being written.
    private(set) var bytes = 0
    private(set) var losses = HistoryLosses()
    /// How many were taken in line, and how many of these are written, or lost by an error: the first so many.
    private(set) var accepted = 0
    private(set) var done = 0
    private var batch: [HistoryEntry] = []
    private var isWriting = false
    private var told: Set<HistoryTrouble.Kind> = []

    init(limit: Int) { self.limit = limit }

    /// What follows from an entry that was handed over.
    struct Added {
        /// Whether writing must be begun.
        var begins = false
        var trouble: HistoryTrouble?
    }

    mutating func add(_ entry: HistoryEntry) -> Added {
        var added = Added()
        var entry = entry
        if bytes + entry.cost > limit {
            let bodies = entry.keptBodies
            entry = entry.withoutBodies(.overload)
            losses.bodies += bodies
            if bodies > 0 { added.trouble = trouble(.overload, nil) }
        }
        // Also the first of all: a limit of 0 keeps the entry, and not its bodies.
        if bytes + entry.cost > 2 * limit, bytes > 0 {
            losses.entries += 1
            added.trouble = trouble(.overload, nil) ?? added.trouble
        } else {
            accepted += 1
            bytes += entry.cost
            waiting.append(entry)
        }
        added.begins = !isWriting && taken < waiting.count
        if added.begins { isWriting = true }
        return added
    }

    /// The entries to write now, in one transaction; empty when nothing waits, then writing has ended.
    mutating func take() -> [HistoryEntry] {
        var size = 0
        batch = []
        while taken < waiting.count, batch.count < Self.batchEntries {
            let entry = waiting[taken]
            if size > 0, size + entry.cost > Self.batchBytes { break }
            size += entry.cost
            batch.append(entry)
            taken += 1
        }
        if taken * 2 >= waiting.count {
            waiting.removeFirst(taken)
            taken = 0
        }
        isWriting = !batch.isEmpty
        return batch
    }

    /// What was taken, without its bodies, when the disk had no room for it as it was; `nil` when there is nothing that could be left out.
    func bare(after error: HistoryError?) -> [HistoryEntry]? {
        guard error?.kind == .full, batch.contains(where: { $0.keptBodies > 0 }) else { return nil }
        return batch.map { $0.withoutBodies(.noRoom) }
    }

    /// What was taken is written without its bodies.
    mutating func finishedBare(_ error: HistoryError) -> HistoryTrouble? {
        losses.bodies += batch.reduce(0) { $0 + $1.keptBodies }
        let trouble = trouble(.failure(error.kind), error)
        let told = told
        _ = finished(nil)
        // There is no room as long as bodies have none.
        self.told.formUnion(told)
        return trouble
    }

    /// What was taken is written, or lost by an error.
    mutating func finished(_ error: HistoryError?) -> HistoryTrouble? {
        bytes -= batch.reduce(0) { $0 + $1.cost }
        done += batch.count
        defer { batch = [] }
        guard let error else {
            // An overload lasts as long as something waits.
            told = waiting.isEmpty ? [] : told.filter { $0 == .overload }
            return nil
        }
        losses.entries += batch.count
        return trouble(.failure(error.kind), error)
    }

    /// `nil` when it was told already.
    private mutating func trouble(_ kind: HistoryTrouble.Kind, _ error: HistoryError?) -> HistoryTrouble? {
        told.insert(kind).inserted ? HistoryTrouble(kind: kind, error: error, losses: losses) : nil
    }
}

extension HistoryEntry {
    /// How many of its bodies have their bytes.
    fileprivate var keptBodies: Int { [exchange?.request.body, exchange?.response.body].count { $0?.bytes != nil } }
}
