// What differs between two responses of a watched request: the signs of rows and values, and words for the rest.

import Document
import NetLayer

/// Two successive responses of a watched request.
public struct WatchQuestion: Sendable, Hashable {
    public let old: TaskID
    public let new: TaskID
}

/// The differences of two successive responses.
public struct WatchChanges: Sendable, Hashable {
    public let question: WatchQuestion
    let summary: DiffSummary
    /// The first differences, for the history of changes.
    let lines: [DiffLine]
    /// The signs of added, changed and moved values, and of what contains them, by node of the new response.
    let signs: [Int: DiffLine.Sign]
    /// The first values that the new response no longer has.
    let gone: [String]
    let goneCount: Int
    /// The values of both responses have the same numbers, so that folds and opened rows still fit.
    let keepsNodes: Bool

    /// More lines of one change are not stored.
    private static let mostLines = 20
    /// More differences get no sign.
    private static let mostSigns = 5_000
    private static let mostGone = 3

    /// - Parameter content: the comparison; `nil` where one of the bodies is no longer stored.
    public init(_ question: WatchQuestion, _ content: DiffContent?) {
        self.question = question
        summary = content?.summary ?? .gone
        let first = DiffRequest(old: question.old, new: question.new, range: 0..<Self.mostLines)
        lines = (content?.window(first).lines ?? []).filter { $0.sign != .equal && $0.sign != .gap }
        var signs: [Int: DiffLine.Sign] = [:]
        var gone: [String] = []
        var (goneCount, keepsNodes) = (0, false)
        if let (diff, old, new) = content?.values {
            keepsNodes = old.nodeCount == new.nodeCount && diff.entries.allSatisfy { $0.kind == .changed }
            for entry in diff.entries.prefix(Self.mostSigns) {
                if let node = entry.new { signs[node] = signs[node] ?? Self.sign(of: entry.kind) }
                // The whole response contains every difference: its sign would say nothing.
                for container in diff.newContainers(entry) where container != 0 && signs[container] == nil {
                    signs[container] = .changed
                }
                guard entry.kind == .removed else { continue }
                goneCount += 1
                guard gone.count < Self.mostGone, let node = entry.old.flatMap(old.node) else { continue }
                gone.append("\(diff.oldPointer(entry) ?? "")  \(Self.words(of: node))")
            }
        }
        (self.signs, self.gone, self.goneCount, self.keepsNodes) = (signs, gone, goneCount, keepsNodes)
    }

    /// The bodies differ.
    var areDifferent: Bool { summary != .same && summary != .gone }

    private static func sign(of kind: JSONDiff.Kind) -> DiffLine.Sign {
        switch kind {
        case .removed: .removed
        case .added: .added
        case .changed: .changed
        case .moved: .moved
        }
    }

    /// `id 4, name Lamp`: the first members of an object that are no containers.
    private static func words(of node: JSONNode) -> String {
        guard node.kind == .object else { return JSONPreview.makeText(node, limit: 80) }
        var words: [String] = []
        for entry in node.entries where entry.value.kind != .object && entry.value.kind != .array {
            words.append("\(entry.key) \(JSONPreview.makeText(entry.value, limit: 40))")
            if words.count == 4 { break }
        }
        return words.joined(separator: ", ")
    }
}
