// Decides the next step that keeps the history within its limits and fast. Pure:
// facts in, one small step out.

/// One step of the upkeep.
enum UpkeepStep: Hashable {
    /// Delete this many of the oldest rows.
    case deleteRows(Int)
    /// Delete some of the rows before this place: they are too old.
    case deleteRowsBefore(Int64)
    /// Count all rows again: a damaged tally must not cause deletions.
    case count
    /// Store the state of the trusted clock.
    case storeClock(TrustedClock)
    /// Remove bytes of the oldest bodies, until this many are removed.
    case letGoBodies(bytes: Int64)
    /// Add some waiting entries to the index.
    case indexEntries
    /// Begin to rebuild the index without the removed rows.
    case renewIndex
    /// Merge segments of the index.
    case mergeIndex
    /// Return free pages to the disk.
    case shrink(pages: Int)
    /// Copy the log into the database file.
    case checkpoint

    /// Whether another write runs before the next step. Steps that follow a fixed number of rows run in one
    /// turn, so that only one write in that number waits. Steps that remove rows or bodies may take long.
    var endsTurn: Bool {
        switch self {
        case .storeClock, .indexEntries, .renewIndex, .mergeIndex, .checkpoint: false
        case .count, .deleteRows, .deleteRowsBefore, .letGoBodies, .shrink: true
        }
    }

    /// Whether the step removes rows or bodies.
    var removes: Bool {
        switch self {
        case .deleteRows, .deleteRowsBefore, .letGoBodies: true
        default: false
        }
    }
}

struct UpkeepPlan {
    /// The facts that a step's decision depends on.
    struct Facts {
        var tally = Tally()
        /// The first place; `nil` without rows.
        var oldest: Int64?
        /// The stored state of the clock; `nil` before the first check of it in a history with rows.
        var clock: TrustedClock?
        /// For a history without a stored clock: the start of the newest entry that is
        /// not in the clock's future.
        var newest: Int64?
        var pages = Pages()
        /// Whether entries wait for the index.
        var hasUnindexed = false
    }

    /// Removing a row from the index takes about 0.2 ms.
    static let rowsAtOnce = 16
    static let pagesAtOnce = 64
    /// The number of rows that are written before they are added to the index, and its segments are merged.
    static let rowsBeforeMerge = SearchIndex.entriesAtOnce
    /// The number of bytes that is worth a copy during other upkeep.
    static let bytesBeforeCheckpoint = 2 << 20
    /// The number of bytes that is worth a turn of its own. It is far more than the log grows between merges
    /// with bodies of the usual size. Two turns in that time, one for the index and one for the log, would
    /// make more than one write in a hundred wait.
    static let bytesOfOwnTurn = 8 << 20
    /// The approximate growth of the log per row, in bytes.
    static let logOfRow = 16_384

    let limits: HistoryLimits
    private var rowsSinceMerge = 0
    private var bytesSinceCheckpoint = 0
    private var isMerging = false
    private var isOverBytes = false
    private var isOverRows = false
    /// The tally was counted again: it may cause deletions.
    private var isCounted = false
    private var written = Amount()
    private var removed = Amount()
    /// The tally before the last step that removes rows or bodies.
    private var before: Tally?
    /// Whether the index is merged completely. Otherwise a part is merged after a fixed number of rows,
    /// as fast as segments arrive.
    var isThorough = false

    /// Rows, and bytes as they are counted.
    private struct Amount {
        var rows = 0
        var bytes: Int64 = 0
    }

    init(limits: HistoryLimits) { self.limits = limits }

    /// Whether it is time to read the facts.
    var isDue: Bool { rowsSinceMerge >= Self.rowsBeforeMerge || bytesSinceCheckpoint >= Self.bytesOfOwnTurn }

    mutating func wrote(rows: Int, bytes: Int) {
        rowsSinceMerge += rows
        bytesSinceCheckpoint += rows * Self.logOfRow + bytes
        written.rows += rows
        written.bytes += Int64(bytes)
    }

    /// - Parameter now: milliseconds since 1970.
    /// - Returns: `nil` when nothing is left to do.
    mutating func nextStep(_ facts: Facts, now: Int64) -> UpkeepStep? {
        if facts.hasUnindexed { return .indexEntries }
        if facts.tally.deletions > max(1_000, facts.tally.entries / 4) {
            isMerging = true
            return .renewIndex
        }
        if rowsSinceMerge >= (isThorough ? 1 : Self.rowsBeforeMerge) { isMerging = true }
        if isMerging {
            rowsSinceMerge = 0
            return .mergeIndex
        }
        if bytesSinceCheckpoint >= Self.bytesBeforeCheckpoint {
            bytesSinceCheckpoint = 0
            return .checkpoint
        }
        return trimming(facts, now: now) ?? shrinking(facts)
    }

    /// The next step before the program ends, so that a program that is started for each single request
    /// enforces the limits too. Work that can wait until the next start (the index, the log) waits.
    /// - Parameter isLate: the time for ending is over. Written rows and bytes extend it: twice as much is
    ///   removed, so that a history above its limits becomes smaller with each start.
    /// - Returns: `nil` when nothing is left to do, or the rest must wait.
    mutating func nextToSettle(_ facts: Facts, now: Int64, isLate: Bool) -> UpkeepStep? {
        guard let step = trimming(facts, now: now) ?? shrinking(facts) else { return nil }
        guard isLate else { return step }
        let rowsAreDue = removed.rows < 2 * written.rows
        let bytesAreDue = removed.bytes < 2 * written.bytes
        switch step {
        case .storeClock: return step
        case .count: return rowsAreDue || bytesAreDue ? step : nil
        case .deleteRowsBefore: return rowsAreDue ? step : nil
        case .deleteRows: return (isOverRows ? rowsAreDue : bytesAreDue) ? step : nil
        case .letGoBodies: return bytesAreDue ? step : nil
        case .indexEntries, .renewIndex, .mergeIndex, .shrink, .checkpoint: return nil
        }
    }

    /// - Parameter isAll: whether nothing was left to merge.
    mutating func merged(isAll: Bool) { isMerging = isThorough && !isAll }

    /// The tally matches the rows.
    mutating func counted() { isCounted = true }

    private mutating func trimming(_ facts: Facts, now: Int64) -> UpkeepStep? {
        // A step that removed nothing would remove nothing again.
        let isStuck = before == facts.tally
        if let before {
            removed.rows += max(0, before.entries - facts.tally.entries)
            removed.bytes += max(0, before.bytes - facts.tally.bytes)
        }
        guard !isStuck, var step = stepToTrim(facts, now: now) else {
            before = nil
            return nil
        }
        switch step {
        case .deleteRows, .letGoBodies: if !isCounted { step = .count }
        default: break
        }
        before = step.removes ? facts.tally : nil
        return step
    }

    /// Once over a limit, it goes a little below it, so that not every write causes a deletion.
    private mutating func stepToTrim(_ facts: Facts, now: Int64) -> UpkeepStep? {
        guard let oldest = facts.oldest else { return nil }
        let tally = facts.tally
        let clock = (facts.clock ?? TrustedClock(time: facts.newest ?? now)).seeing(now)
        if clock.isNews(to: facts.clock) { return .storeClock(clock) }
        let tooOld = Place.first(of: clock.time - limits.age)
        if oldest < tooOld { return .deleteRowsBefore(tooOld) }
        isOverRows = tally.entries > limits.rows - (isOverRows ? limits.rows / 64 : 0)
        if isOverRows { return .deleteRows(min(tally.entries - limits.rows + limits.rows / 64, Self.rowsAtOnce)) }
        let target = limits.bytes - limits.bytes / 64
        isOverBytes = tally.bytes > (isOverBytes ? target : limits.bytes)
        guard isOverBytes else { return nil }
        return tally.bodies > 0 ? .letGoBodies(bytes: tally.bytes - target) : .deleteRows(min(tally.entries, Self.rowsAtOnce))
    }

    private func shrinking(_ facts: Facts) -> UpkeepStep? {
        facts.pages.free > max(Self.pagesAtOnce, facts.pages.all / 16) ? .shrink(pages: Self.pagesAtOnce) : nil
    }
}
