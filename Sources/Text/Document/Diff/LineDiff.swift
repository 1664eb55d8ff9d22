// The differences of two texts line by line: equal, removed and added lines.

/// The differences of two texts by their lines. Different line ends are not a difference.
public struct LineDiff: Sendable {
    /// The kind of a hunk.
    public enum Kind: Sendable, Hashable { case equal, removed, added }

    /// Adjacent lines of the same kind.
    public struct Hunk: Sendable, Hashable {
        /// The kind of the lines.
        public let kind: Kind
        /// The lines in the old text, from 0; empty where lines were added.
        public let old: Range<Int>
        /// The lines in the new text, from 0; empty where lines were removed.
        public let new: Range<Int>
    }

    /// All lines of both texts, in their order; removed lines come before the lines added in their place.
    public let hunks: [Hunk]

    /// Compares two texts. With more than a thousand different lines the result is
    /// correct, but need not be the shortest.
    public init(_ old: LineIndex, _ new: LineIndex) {
        var hunks: [Hunk] = []
        var (oldEnd, newEnd) = (0, 0)
        let last = SequenceDiff.Run(old: old.count, new: new.count, count: 0)
        for run in SequenceDiff.findRuns(old.hashes, new.hashes) + [last] {
            if oldEnd < run.old { hunks.append(Hunk(kind: .removed, old: oldEnd..<run.old, new: newEnd..<newEnd)) }
            if newEnd < run.new { hunks.append(Hunk(kind: .added, old: run.old..<run.old, new: newEnd..<run.new)) }
            (oldEnd, newEnd) = (run.old + run.count, run.new + run.count)
            if run.count > 0 { hunks.append(Hunk(kind: .equal, old: run.old..<oldEnd, new: run.new..<newEnd)) }
        }
        self.hunks = hunks
    }

    /// Whether the texts have the same lines.
    public var isEmpty: Bool { hunks.allSatisfy { $0.kind == .equal } }
}

extension LineIndex {
    /// A hash for each line. Each run of the program has a random seed, so no attacker
    /// can write two lines with the same hash.
    fileprivate var hashes: [UInt64] {
        (0..<count).map { withBytes(of: $0) { JSONHashes.hashBytes($0) } }
    }
}
