// The queue of entries for writing, as a value. It decides what to write next, what to
// drop, and what to report. Pure.

struct RecordQueue {
    /// The size of one transaction, for which other programs wait.
    static let batchEntries = 128
    static let batchBytes = 4 << 20

    private let limit: Int
    private var waiting: [HistoryEntry] = []
    /// The number of taken entries in `waiting`; they are removed in batches.
    private var taken = 0
    /// The bytes of waiting entries and of entries that are being written.
    private(set) var bytes = 0
    private(set) var losses = HistoryLosses()
    /// The number of accepted entries. The first `done` of them are written, or lost by an error.
    private(set) var accepted = 0
    private(set) var done = 0
    private var batch: [HistoryEntry] = []
    private var isWriting = false
    private var reported: Set<HistoryTrouble.Kind> = []

    init(limit: Int) { self.limit = limit }

    /// The result of adding an entry.
    struct Added {
        /// Whether the caller must start writing.
        var begins = false
        var trouble: HistoryTrouble?
    }

    mutating func enqueue(_ entry: HistoryEntry) -> Added {
        var added = Added()
        var entry = entry
        if bytes + entry.cost > limit {
            let bodies = entry.keptBodies
            entry = entry.withoutBodies(.overload)
            losses.bodies += bodies
            if bodies > 0 { added.trouble = trouble(.overload, nil) }
        }
        // Accepted if it is the only entry: a limit of 0 stores the entry without its bodies.
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

    /// The entries to write now, in one transaction; empty when nothing waits and writing has ended.
    mutating func takeBatch() -> [HistoryEntry] {
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

    /// The current batch without its bodies, if the disk was too full for it; `nil` when there
    /// are no bodies to leave out.
    func batchWithoutBodies(after error: HistoryError?) -> [HistoryEntry]? {
        guard error?.kind == .full, batch.contains(where: { $0.keptBodies > 0 }) else { return nil }
        return batch.map { $0.withoutBodies(.noRoom) }
    }

    /// Records that the batch was written without its bodies.
    mutating func finishedWithoutBodies(_ error: HistoryError) -> HistoryTrouble? {
        losses.bodies += batch.reduce(0) { $0 + $1.keptBodies }
        let trouble = trouble(.failure(error.kind), error)
        let told = reported
        _ = finished(nil)
        // The disk is full as long as bodies do not fit.
        self.reported.formUnion(told)
        return trouble
    }

    /// Records that the batch was written, or lost by an error.
    mutating func finished(_ error: HistoryError?) -> HistoryTrouble? {
        bytes -= batch.reduce(0) { $0 + $1.cost }
        done += batch.count
        defer { batch = [] }
        guard let error else {
            // An overload lasts as long as entries wait.
            reported = waiting.isEmpty ? [] : reported.filter { $0 == .overload }
            return nil
        }
        losses.entries += batch.count
        return trouble(.failure(error.kind), error)
    }

    /// `nil` if it was reported already.
    private mutating func trouble(_ kind: HistoryTrouble.Kind, _ error: HistoryError?) -> HistoryTrouble? {
        reported.insert(kind).inserted ? HistoryTrouble(kind: kind, error: error, losses: losses) : nil
    }
}

extension HistoryEntry {
    /// The number of its bodies with bytes.
    fileprivate var keptBodies: Int { [exchange?.request.body, exchange?.response.body].count { $0?.bytes != nil } }
}
