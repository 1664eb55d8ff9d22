// Two texts line by line: what stayed, what went, what came.

/// The differences of two texts by their lines. How a line ends is no difference.
public struct LineDiff: Sendable {
    /// What became of some lines.
    public enum Kind: Sendable, Hashable { case equal, removed, added }

    /// Lines next to each other that had the same fate.
    public struct Hunk: Sendable, Hashable {
        /// What became of them.
        public let kind: Kind
        /// The lines in the old text, from 0; empty where lines were added.
        public let old: Range<Int>
        /// The lines in the new text, from 0; empty where lines were removed.
        public let new: Range<Int>
    }

    /// All lines of both texts, in their order; what was removed stands before what was added in its place.
    public let hunks: [Hunk]

    /// Compares two texts. Where they differ in more than a thousand lines the answer is true, but need not be the shortest.
    public init(_ old: LineIndex, _ new: LineIndex) {
        var hunks: [Hunk] = []
        var (oldEnd, newEnd) = (0, 0)
        let last = SequenceDiff.Run(old: old.count, new: new.count, count: 0)
        for run in SequenceDiff.runs(old.hashes, new.hashes) + [last] {
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
    /// A number for each line. Seeded by chance in each run of the program, so that nobody can write two lines with the same one.
    fileprivate var hashes: [UInt64] {
        (0..<count).map { withBytes(of: $0) { JSONHashes.hash($0) } }
    }
}
