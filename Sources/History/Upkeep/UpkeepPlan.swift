// What is to be done next so that the history keeps within its limits and stays fast. Pure: facts in, one small step out.

/// One thing to do.
enum UpkeepStep: Hashable {
    /// The oldest rows, as many as this.
    case deleteRows(Int)
    /// Some of the rows before this place: they are too old.
    case deleteRowsBefore(Int64)
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
        case .indexEntries, .renewIndex, .mergeIndex, .checkpoint: false
        case .deleteRows, .deleteRowsBefore, .letGoBodies, .shrink: true
        }
    }
}

struct UpkeepPlan {
    /// What a step's decision depends on.
    struct Facts {
        var tally = Tally()
        /// `nil` when there is no row.
        var oldest: Int64?
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
    /// Whether the index is merged to the end; otherwise a bit of it after every so many rows, which is as fast as pieces come.
    var isThorough = false

    init(limits: HistoryLimits) { self.limits = limits }

    /// Whether it is time to look at the facts.
    var isDue: Bool { rowsSinceMerge >= Self.rowsBeforeMerge || bytesSinceCheckpoint >= Self.bytesOfOwnTurn }

    mutating func wrote(rows: Int, bytes: Int) {
        rowsSinceMerge += rows
        bytesSinceCheckpoint += rows * Self.logOfRow + bytes
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
        if let step = trimming(facts, now: now) { return step }
        return facts.pages.free > max(Self.pagesAtOnce, facts.pages.all / 16) ? .shrink(pages: Self.pagesAtOnce) : nil
    }

    /// - Parameter isAll: whether there was nothing left to merge.
    mutating func merged(isAll: Bool) { isMerging = isThorough && !isAll }

    /// Once over a limit it goes a little below it, so that not every write is followed by a deletion.
    private mutating func trimming(_ facts: Facts, now: Int64) -> UpkeepStep? {
        let tally = facts.tally
        let tooOld = Place.first(of: now - limits.age)
        if let oldest = facts.oldest, oldest < tooOld { return .deleteRowsBefore(tooOld) }
        isOverRows = tally.entries > limits.rows - (isOverRows ? limits.rows / 64 : 0)
        if isOverRows { return .deleteRows(min(tally.entries - limits.rows + limits.rows / 64, Self.rowsAtOnce)) }
        let target = limits.bytes - limits.bytes / 64
        isOverBytes = tally.bytes > (isOverBytes ? target : limits.bytes)
        guard isOverBytes else { return nil }
        return tally.bodies > 0 ? .letGoBodies(bytes: tally.bytes - target) : .deleteRows(min(tally.entries, Self.rowsAtOnce))
    }
}
