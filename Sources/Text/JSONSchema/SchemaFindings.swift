// What a check has found, as numbers: texts are made only for the report.

import Document

/// A mismatch: a keyword of a schema, and a value.
struct RawMismatch: Sendable, Hashable {
    var keyword: SchemaKeyword
    var value: Int
    var schema: Int
    /// The index of a required key, the number of alternatives that fit, the number of elements.
    var detail = 0
    /// The key that requires others.
    var other = 0
    /// The number of entries after this one that explain it: the mismatches with the nearest alternative.
    var nested = 0
    var branch = -1
    var distance = Int.max

    init(_ keyword: SchemaKeyword, _ value: Int, _ schema: Int, detail: Int = 0, other: Int = 0) {
        (self.keyword, self.value, self.schema, self.detail, self.other) = (keyword, value, schema, detail, other)
    }
}

/// The findings of the check of one value.
struct Findings: Sendable {
    var log: [RawMismatch] = []
    /// Members that no schema lists: the schema, and the value.
    var notes: [(schema: Int, value: Int)] = []
    var doubts: [(value: Int, message: String)] = []
    var stop: SchemaStop?
    /// The mismatches that are not part of another one.
    private(set) var count = 0
    /// The branches that are tried for the mismatches of them, one inside another.
    private var depth = 0

    /// - Parameter most: how many may be recorded at all: those of one branch are bounded too.
    mutating func append(_ mismatch: RawMismatch, most: Int) {
        guard log.count < most else { return }
        log.append(mismatch)
        if depth == 0 { count += 1 }
    }

    mutating func beginBranches(_ mismatch: RawMismatch) -> Int {
        log.append(mismatch)
        depth += 1
        return log.count - 1
    }

    /// Keeps the entries from `start` on, or those of the nearest branch so far.
    mutating func considerBranch(at mark: Int, from start: Int, branch: Int, distance: Int) {
        guard distance < log[mark].distance else {
            log.removeSubrange(start...)
            return
        }
        log.removeSubrange(mark + 1..<start)
        (log[mark].nested, log[mark].branch, log[mark].distance) = (log.count - mark - 1, branch, distance)
    }

    /// Whether a branch was recorded with mismatches of its own.
    func hasNearest(_ mark: Int) -> Bool { log[mark].nested > 0 }

    /// - Parameter isPlain: whether only one branch can be meant: its mismatches stand for themselves.
    mutating func endBranches(at mark: Int, isPlain: Bool) {
        depth -= 1
        let nested = log[mark].nested
        if isPlain { log.remove(at: mark) }
        if depth == 0 { count += isPlain ? topEntries(in: mark..<mark + nested) : 1 }
    }

    private func topEntries(in range: Range<Int>) -> Int {
        var (index, found) = (range.lowerBound, 0)
        while index < range.upperBound {
            index += 1 + log[index].nested
            found += 1
        }
        return found
    }
}

/// What a run learns and keeps for the next value.
struct Memory: Sendable {
    struct Anchor: Hashable { var name: String, resource: Int }
    struct Exemption: Hashable { var root: Int, schema: Int, key: Int }

    /// The schemas with dynamic anchors, by number; −1 where there is none.
    var anchors: [Anchor: Int] = [:]
    /// Whether a required member need not be there in this direction.
    var exemptions: [Exemption: Bool] = [:]
    /// How often the match of a pattern was given up. After some of them no pattern is tried.
    var slowMatches = 0
}

extension SchemaRun {
    /// The most entries beside those that are reported: those of branches that are tried.
    private static let spareEntries = 1_000
    private static let mostDoubts = 10
    private static let mostNotedMembers = 10_000

    mutating func record(_ keyword: SchemaKeyword, _ value: Int, _ schema: Int, detail: Int = 0, other: Int = 0) {
        findings.append(
            RawMismatch(keyword, value, schema, detail: detail, other: other), most: limits.mismatches + Self.spareEntries)
        stopAtLimit()
    }

    /// One more than the limit shows that there are more.
    mutating func stopAtLimit() { if findings.count > limits.mismatches { findings.stop = .mismatches } }

    mutating func doubt(_ value: Int, _ message: String) {
        guard findings.doubts.count < Self.mostDoubts,
            !findings.doubts.contains(where: { $0.value == value && $0.message == message })
        else { return }
        findings.doubts.append((value, message))
    }

    // MARK: Notes

    /// Notes a member that a schema without parts does not list.
    mutating func noteUnlistedMember(_ rules: MemberRules, _ key: Int) {
        let frame = frames[top]
        guard limits.notes > 0, rules.listsMembers, !frame.tracks, !frame.isInPlace else { return }
        note(frame.schema.id, key + 1)
    }

    /// Notes the members that no part of a schema has evaluated, if a part lists members.
    mutating func noteUnknownMembers(_ view: JSONFlatView) {
        guard frames[top].tracks else { return }
        evaluated[frames[top].evaluatedStart...].sort()
        frames[top].mark = evaluated.count
        guard isEvaluated(Int(Self.list)), !isEvaluated(Int(Self.everything)) else { return }
        var key = frames[top].value + 1
        while key < view.end(frames[top].value) {
            if !isEvaluated(key + 1) { note(frames[top].schema.id, key + 1) }
            key = view.end(key + 1)
        }
    }

    private mutating func note(_ schema: Int, _ value: Int) {
        if findings.notes.count < Self.mostNotedMembers { findings.notes.append((schema, value)) }
    }
}
