// What is to be done next so that the history keeps within its limits and stays fast. Pure: facts in, one small step out.

/// One thing to do.
enum UpkeepStep: Hashable {
    /// The oldest rows, as many as this.
    case deleteRows(Int)
    /// Some of the rows before this place: they are too old.
    case deleteRowsBefore(Int64)
    /// Count anew what there is: a damaged tally must delete nothing.
    case count
    /// Store what is believed of the clock.
    case storeClock(TrustedClock)
    /// Bytes of the oldest bodies, until so many are gone.
    case letGoBodies(bytes: Int64)
    /// Put some entries that wait into the index.
    case indexEntries
    /// Begin to write the index anew, without what is gone.
    case renewIndex
    /// Merge pieces of the index.
    case mergeIndex
    /// Give free pages back to the disk.
    case shrink(pages: Int)
    /// Copy what was written from the log to its place.
    case checkpoint

    /// Whether another write has its turn before the next step. What comes after every so many rows is done in one turn, so
    /// that one write in so many waits; what removes rows or bodies may go on for long.
    var endsTurn: Bool {
        switch self {
        case .storeClock, .indexEntries, .renewIndex, .mergeIndex, .checkpoint: false
        case .count, .deleteRows, .deleteRowsBefore, .letGoBodies, .shrink: true
        }
    }

    /// Whether there is less afterwards.
    var removes: Bool {
        switch self {
        case .deleteRows, .deleteRowsBefore, .letGoBodies: true
        case .count, .storeClock, .indexEntries, .renewIndex, .mergeIndex, .shrink, .checkpoint: false
        }
    }
}

struct UpkeepPlan {
    /// What a step's decision depends on.
    struct Facts {
        var tally = Tally()
        /// The first place; `nil` when there is no row.
        var oldest: Int64?
        /// What is stored of the clock; `nil` before the first look at it in a history that has rows.
        var clock: TrustedClock?
        /// When the newest entry began that the clock has passed, for a history that has stored nothing of the clock.
        var newest: Int64?
        var pages = Pages()
        /// Whether entries wait for the index.
        var hasUnindexed = false
    }

    /// A row takes about 0.2 ms to leave the index.
    static let rowsAtOnce = 16
    static let pagesAtOnce = 64
    /// Rows that are written before they are put into the index, and its pieces are merged.
    static let rowsBeforeMerge = SearchIndex.entriesAtOnce
    /// What is worth copying when there is upkeep anyway.
    static let bytesBeforeCheckpoint = 2 << 20
    /// What is worth a turn of its own. Far more than the log grows by from merge to merge with bodies of the usual size: two turns in that
    /// time, one for the index and one for the log, would make more than one write in a hundred wait.
    static let bytesOfOwnTurn = 8 << 20
    /// What a row makes the log grow by, about.
    static let logOfRow = 16_384

    let limits: HistoryLimits
    private var rowsSinceMerge = 0
    private var bytesSinceCheckpoint = 0
    private var isMerging = false
    private var isOverBytes = false
    private var isOverRows = false
    /// The tally has been counted anew: what it says may delete.
    private var isCounted = false
    private var written = Amount()
    private var removed = Amount()
    /// What there was before the last step that removes rows or bodies.
    private var before: Tally?
    /// Whether the index is merged to the end; otherwise a bit of it after every so many rows, which is as fast as pieces come.
    var isThorough = false

    /// Rows, and bytes as they are counted.
    private struct Amount {
        var rows = 0
        var bytes: Int64 = 0
    }

    init(limits: HistoryLimits) { self.limits = limits }

    /// Whether it is time to look at the facts.
    var isDue: Bool { rowsSinceMerge >= Self.rowsBeforeMerge || bytesSinceCheckpoint >= Self.bytesOfOwnTurn }

    mutating func wrote(rows: Int, bytes: Int) {
        rowsSinceMerge += rows
        bytesSinceCheckpoint += rows * Self.logOfRow + bytes
        written.rows += rows
        written.bytes += Int64(bytes)
    }

    /// - Parameter now: milliseconds since 1970.
    /// - Returns: `nil` when nothing is left to do.
    mutating func next(_ facts: Facts, now: Int64) -> UpkeepStep? {
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

    /// What is to be done before the program ends, so that a program that is started for one request after another keeps the limits too.
    /// What can wait until the next start (the index, the log) does.
    /// - Parameter isLate: the time that ending may take is over. What was written makes more time: twice as much is removed, so that
    ///   a history that is over its limits becomes smaller with each start.
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

    /// - Parameter isAll: whether there was nothing left to merge.
    mutating func merged(isAll: Bool) { isMerging = isThorough && !isAll }

    /// The tally is what there is.
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
        case .deleteRowsBefore, .count, .storeClock, .indexEntries, .renewIndex, .mergeIndex, .shrink, .checkpoint: break
        }
        before = step.removes ? facts.tally : nil
        return step
    }

    /// Once over a limit it goes a little below it, so that not every write is followed by a deletion.
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
