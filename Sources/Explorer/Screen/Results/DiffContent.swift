// Two bodies compared, and any range of the list of their differences.

import Document

/// The differences of two bodies: compares two documents by value, and other texts by line.
public struct DiffContent: Sendable {
    /// A body in the form in which it is compared.
    public enum Side: Sendable {
        case json(JSONDocument)
        case text([UInt8])
        case binary([UInt8])
    }

    /// Lines of a text that each become a line of the list, or one gap line that stands for all of them.
    private struct Stretch {
        let row: Int
        let sign: DiffLine.Sign
        /// Lines of the old text for a removal, else of the new text.
        let lines: Range<Int>

        var height: Int { sign == .gap ? 1 : lines.count }
    }

    private enum Kind {
        case values(JSONDiff, JSONDocument, JSONDocument)
        case lines([Stretch], old: Text, new: Text, marks: [Int])
        case none
    }

    private struct Text {
        let bytes: [UInt8]
        let lines: LineIndex

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
            lines = LineIndex(bytes)
        }

        /// A line of the text, cut to the bytes that are shown.
        subscript(line: Int) -> String { String(decoding: bytes[lines[line]].prefix(DiffContent.longest), as: UTF8.self) }
    }

    /// Lines of context before and behind a difference.
    private static let context = 3
    /// Bytes of a value or line that are shown.
    private static let longest = 2_000

    public let summary: DiffSummary
    private let kind: Kind

    /// Compares two bodies.
    /// - Parameter mayGoOn: called now and then. Once it returns `false`, the result is `nil`.
    public init?(_ old: Side, _ new: Side, mayGoOn: () -> Bool = { true }) {
        switch (old, new) {
        case (.json(let old), .json(let new)):
            guard let diff = JSONDiff(old, new, mayGoOn: mayGoOn) else { return nil }
            kind = .values(diff, old, new)
            summary = Self.summary(of: diff)
        case (.text(let old), .text(let new)):
            let (old, new) = (Text(old), Text(new))
            let diff = LineDiff(old.lines, new.lines)
            guard mayGoOn() else { return nil }
            let (stretches, marks) = Self.stretches(of: diff)
            kind = .lines(stretches, old: old, new: new, marks: marks)
            summary = Self.summary(of: diff)
        case (_, _):
            kind = .none
            summary = old.bytes == new.bytes ? .same : .bytes
        }
    }

    /// The differences of two documents by value; `nil` for other bodies.
    var values: (diff: JSONDiff, old: JSONDocument, new: JSONDocument)? {
        guard case .values(let diff, let old, let new) = kind else { return nil }
        return (diff, old, new)
    }

    private static func summary(of diff: JSONDiff) -> DiffSummary {
        var counts: [JSONDiff.Kind: Int] = [:]
        for entry in diff.entries { counts[entry.kind, default: 0] += 1 }
        guard !counts.isEmpty else { return .same }
        return .values(
            removed: counts[.removed] ?? 0, added: counts[.added] ?? 0, changed: counts[.changed] ?? 0, moved: counts[.moved] ?? 0
        )
    }

    private static func summary(of diff: LineDiff) -> DiffSummary {
        guard !diff.isEmpty else { return .same }
        return diff.hunks.reduce(into: .lines(removed: 0, added: 0)) { summary, hunk in
            guard case .lines(let removed, let added) = summary else { return }
            summary = .lines(
                removed: removed + (hunk.kind == .removed ? hunk.old.count : 0),
                added: added + (hunk.kind == .added ? hunk.new.count : 0))
        }
    }

    /// The shown parts of a text, and the first line of each difference.
    private static func stretches(of diff: LineDiff) -> ([Stretch], marks: [Int]) {
        guard !diff.isEmpty else { return ([], []) }
        var (stretches, marks, row) = ([Stretch](), [Int](), 0)
        func add(_ sign: DiffLine.Sign, _ lines: Range<Int>) {
            guard !lines.isEmpty else { return }
            stretches.append(Stretch(row: row, sign: sign, lines: lines))
            row += stretches[stretches.count - 1].height
        }
        for (index, hunk) in diff.hunks.enumerated() {
            switch hunk.kind {
            case .removed:
                marks.append(row)
                add(.removed, hunk.old)
            case .added:
                if index == 0 || diff.hunks[index - 1].kind != .removed { marks.append(row) }
                add(.added, hunk.new)
            case .equal:
                let before = index == 0 ? 0 : context
                let behind = index == diff.hunks.count - 1 ? 0 : context
                let lines = hunk.new
                // A line that reports one hidden line would be no shorter than that line.
                guard lines.count > before + behind + 1 else {
                    add(.equal, lines)
                    continue
                }
                add(.equal, lines.lowerBound..<lines.lowerBound + before)
                add(.gap, lines.lowerBound + before..<lines.upperBound - behind)
                add(.equal, lines.upperBound - behind..<lines.upperBound)
            }
        }
        return (stretches, marks)
    }

    /// The requested lines.
    public func window(_ request: DiffRequest) -> DiffWindow {
        switch kind {
        case .values(let diff, let old, let new):
            let range = request.range.clamped(to: 0..<diff.entries.count)
            return DiffWindow(
                request, summary, total: diff.entries.count, start: range.lowerBound,
                lines: range.map { Self.line(diff.entries[$0], diff, old, new) })
        case .lines(let stretches, let old, let new, let marks):
            let total = stretches.last.map { $0.row + $0.height } ?? 0
            let range = request.range.clamped(to: 0..<total)
            return DiffWindow(
                request, summary, total: total, start: range.lowerBound,
                lines: Self.lines(range, stretches, old, new), marks: marks)
        case .none: return DiffWindow(request, summary)
        }
    }

    private static func line(_ entry: JSONDiff.Entry, _ diff: JSONDiff, _ old: JSONDocument, _ new: JSONDocument) -> DiffLine {
        func text(_ id: Int?, in document: JSONDocument) -> String? {
            id.flatMap(document.node).map { node in
                let text = JSONPreview.makeText(node, limit: 400)
                let inside = JSONPreview.contents(node, limit: 80)
                return node.kind == .string ? "\"\(text)\"" : inside.isEmpty ? text : "\(text) \(inside)"
            }
        }
        let (from, to) = (diff.oldPointer(entry), diff.newPointer(entry))
        switch entry.kind {
        case .removed: return DiffLine(sign: .removed, pointer: from ?? "", old: text(entry.old, in: old))
        case .added: return DiffLine(sign: .added, pointer: to ?? "", new: text(entry.new, in: new))
        case .changed:
            return DiffLine(sign: .changed, pointer: to ?? "", old: text(entry.old, in: old), new: text(entry.new, in: new))
        case .moved: return DiffLine(sign: .moved, pointer: to ?? "", old: from)
        }
    }

    private static func lines(_ range: Range<Int>, _ stretches: [Stretch], _ old: Text, _ new: Text) -> [DiffLine] {
        guard !range.isEmpty else { return [] }
        var (low, high) = (0, stretches.count)
        while low < high {
            let middle = (low + high) / 2
            if stretches[middle].row <= range.lowerBound { low = middle + 1 } else { high = middle }
        }
        var lines: [DiffLine] = []
        for stretch in stretches[(low - 1)...] {
            guard stretch.row < range.upperBound else { break }
            for row in range.clamped(to: stretch.row..<stretch.row + stretch.height) {
                let line = stretch.lines.lowerBound + row - stretch.row
                switch stretch.sign {
                case .removed: lines.append(DiffLine(sign: .removed, old: old[line]))
                case .gap: lines.append(DiffLine(sign: .gap, new: "\(Quantity.count(stretch.lines.count)) equal lines"))
                case .added, .equal, .changed, .moved: lines.append(DiffLine(sign: stretch.sign, new: new[line]))
                }
            }
        }
        return lines
    }
}

extension DiffContent.Side {
    fileprivate var bytes: [UInt8] {
        switch self {
        case .json(let document): document.bytes
        case .text(let bytes), .binary(let bytes): bytes
        }
    }
}
