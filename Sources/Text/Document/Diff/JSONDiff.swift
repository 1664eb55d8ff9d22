// The differences between two JSON documents, by their meaning instead of their spelling.

/// The differences of two documents: members in any order, numbers by
/// value, elements of lists by their identity.
///
/// If all elements are objects with a unique `id` (or the like), elements with the same identity correspond.
/// Otherwise equal elements correspond, and those between equal ones by their order.
public struct JSONDiff: Sendable {
    /// The kind of a difference.
    public enum Kind: Sendable, Hashable {
        case removed, added, changed
        /// An element has changed its order among the elements in both lists. If its value has
        /// changed as well, another entry follows.
        case moved
    }

    /// One difference.
    public struct Entry: Sendable, Hashable {
        /// The kind of the difference.
        public let kind: Kind
        /// The value's number (``JSONNode/id``) in the old document; `nil` for an added value.
        public let old: Int?
        /// The value's number in the new document; `nil` for a removed value.
        public let new: Int?
        fileprivate let step: Int
    }

    /// One step of the path to a value, from its container.
    private struct Step {
        let parent: Int
        let old: Int?
        let new: Int?
        /// The indices among the elements; a member has its key before it instead.
        let oldPlace: Int
        let newPlace: Int
        let isMember: Bool
    }

    /// An unprocessed pair of values, or a value without a partner.
    private struct Pending {
        let step: Step
        var isMoved = false
    }

    private let oldDocument: JSONDocument
    private let newDocument: JSONDocument
    private var steps: [Step] = []
    /// The differences in the order of the old text; an added value follows its predecessor in the new text.
    public private(set) var entries: [Entry] = []

    /// Compares two documents.
    /// - Parameter mayGoOn: called regularly. Once it returns `false`, the result is `nil`.
    public init?(_ old: JSONDocument, _ new: JSONDocument, mayGoOn: () -> Bool = { true }) {
        (oldDocument, newDocument) = (old, new)
        guard let oldHashes = JSONHashes(old, mayGoOn: mayGoOn), let newHashes = JSONHashes(new, mayGoOn: mayGoOn) else {
            return nil
        }
        let root = Step(parent: -1, old: 0, new: 0, oldPlace: 0, newPlace: 0, isMember: false)
        var pending = oldHashes[0] == newHashes[0] ? [] : [Pending(step: root)]
        var turns = 0
        while let next = pending.popLast() {
            turns += 1
            if turns & 0xfff == 0, !mayGoOn() { return nil }
            comparePair(next, oldHashes, newHashes, &pending)
        }
    }

    private mutating func comparePair(
        _ next: Pending, _ oldHashes: JSONHashes, _ newHashes: JSONHashes, _ pending: inout [Pending]
    ) {
        let index = steps.count
        steps.append(next.step)
        func entry(_ kind: Kind) -> Entry { Entry(kind: kind, old: next.step.old, new: next.step.new, step: index) }
        guard let oldIndex = next.step.old else { return entries.append(entry(.added)) }
        guard let newIndex = next.step.new else { return entries.append(entry(.removed)) }
        if next.isMoved { entries.append(entry(.moved)) }
        guard oldHashes[oldIndex] != newHashes[newIndex] else { return }
        let (old, new) = (
            JSONNode(storage: oldDocument.storage, index: oldIndex), JSONNode(storage: newDocument.storage, index: newIndex)
        )
        guard old.kind == new.kind, old.kind == .object || old.kind == .array else { return entries.append(entry(.changed)) }
        let alignment = JSONAlignment(old, new, oldHashes, newHashes)
        // The stack pops the first pair next.
        for pair in alignment.pairs.reversed() {
            let (one, other) = (pair.old.map { alignment.old[$0].index }, pair.new.map { alignment.new[$0].index })
            if let one, let other, !pair.isMoved, oldHashes[one] == newHashes[other] { continue }
            pending.append(
                Pending(
                    step: Step(
                        parent: index, old: one, new: other, oldPlace: pair.old ?? 0, newPlace: pair.new ?? 0,
                        isMember: old.kind == .object),
                    isMoved: pair.isMoved))
        }
    }

    /// The address (RFC 6901) of a difference in the old document; `nil` for an added value.
    public func oldPointer(_ entry: Entry) -> String? {
        entry.old == nil ? nil : pointer(entry, in: oldDocument, node: \.old, place: \.oldPlace)
    }

    /// The address of a difference in the new document; `nil` for a removed value.
    public func newPointer(_ entry: Entry) -> String? {
        entry.new == nil ? nil : pointer(entry, in: newDocument, node: \.new, place: \.newPlace)
    }

    /// The numbers of the containers around a difference in the new document, the innermost first.
    public func newContainers(_ entry: Entry) -> [Int] {
        var containers: [Int] = []
        var step = steps[entry.step]
        while step.parent >= 0 {
            step = steps[step.parent]
            if let container = step.new { containers.append(container) }
        }
        return containers
    }

    /// Both documents contain the containers around a value.
    private func pointer(
        _ entry: Entry, in document: JSONDocument, node: KeyPath<Step, Int?>, place: KeyPath<Step, Int>
    ) -> String {
        var tokens: [String] = []
        var step = steps[entry.step]
        while step.parent >= 0 {
            if step.isMember {
                let key = step[keyPath: node].flatMap { document.node($0 - 1) }
                tokens.append(JSONPointer.escape(key?.string ?? ""))
            } else {
                tokens.append(String(step[keyPath: place]))
            }
            step = steps[step.parent]
        }
        return tokens.reversed().map { "/" + $0 }.joined()
    }
}
