// The differences of two responses as lines: the request and the result.

import Document
import NetLayer

/// Requests differences of two bodies.
public struct DiffRequest: Sendable, Hashable {
    public var old: TaskID
    public var new: TaskID
    /// Lines of the list of differences, from 0.
    public var range: Range<Int>
}

/// One line of the list: a changed value, or a line of a text.
public struct DiffLine: Sendable, Hashable {
    /// The kind of change.
    public enum Sign: Sendable, Hashable {
        case removed, added, changed, moved
        /// An unchanged line of a text, shown as context.
        case equal
        /// Unchanged lines that are not shown.
        case gap
    }

    public var sign: Sign
    /// JSON pointer to the value; `nil` for a line of a text.
    public var pointer: String?
    public var old: String?
    public var new: String?

    /// The difference in one line, for copying.
    var text: String {
        guard let pointer else { return sign.glyph + " " + (old ?? new ?? "") }
        let values = sign == .moved ? ["from \(old ?? "")"] : [old, new].compactMap { $0 }
        return "\(sign.glyph) \(sign.word) \(pointer) \(values.joined(separator: " → "))"
    }
}

/// A short summary of the differences of two bodies.
public enum DiffSummary: Sendable, Hashable {
    case values(removed: Int, added: Int, changed: Int, moved: Int)
    case lines(removed: Int, added: Int)
    /// They are the same; values are compared by their meaning.
    case same
    /// They differ and are not text.
    case bytes
    /// One of them is no longer stored.
    case gone

    var text: String {
        switch self {
        case .values(let removed, let added, let changed, let moved):
            [(changed, "changed"), (added, "added"), (removed, "removed"), (moved, "moved")].filter { $0.0 > 0 }
                .map { "\(Quantity.count($0.0)) \($0.1)" }.joined(separator: ", ")
        case .lines(let removed, let added):
            [(added, "added"), (removed, "removed")].filter { $0.0 > 0 }
                .map { "\(Quantity.count($0.0)) \($0.0 == 1 ? "line" : "lines") \($0.1)" }.joined(separator: ", ")
        case .same: "No difference"
        case .bytes: "The bodies differ, and are not text"
        case .gone: "One of the two bodies is no longer stored"
        }
    }
}

/// A range of the differences.
public struct DiffWindow: Sendable, Hashable {
    public var request: DiffRequest
    public var summary: DiffSummary
    public var total: Int
    public var start: Int
    public var lines: [DiffLine]
    /// The first line of each difference; `nil` when each line is a difference of its own.
    public var marks: [Int]?

    public init(
        _ request: DiffRequest, _ summary: DiffSummary, total: Int = 0, start: Int = 0, lines: [DiffLine] = [],
        marks: [Int]? = nil
    ) {
        self.request = request
        self.summary = summary
        self.total = total
        self.start = start
        self.lines = lines
        self.marks = marks
    }

    func line(at row: Int) -> DiffLine? { lines.indices.contains(row - start) ? lines[row - start] : nil }
}

extension DiffLine.Sign {
    var glyph: String {
        switch self {
        case .removed: "−"
        case .added: "+"
        case .changed: "~"
        case .moved: "→"
        case .equal: " "
        case .gap: "⋯"
        }
    }

    var word: String {
        switch self {
        case .removed: "removed"
        case .added: "added"
        case .changed: "changed"
        case .moved: "moved"
        case .equal, .gap: ""
        }
    }
}
