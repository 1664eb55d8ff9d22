// A document as the rows of a tree with folds: twelve bytes per visible row, none for hidden rows.

/// The visible rows of a document or of one value in it. Looking up a row by number costs
/// nothing; a fold moves the rows below it.
public struct JSONTree: Sendable {
    /// A stored row. Rows are in the order of the text, so a binary search finds a node.
    private struct Row {
        var node: UInt32
        var depth: UInt32
        /// Bit 31: a member of an object; the others: its index in the container, from 0.
        var place: UInt32

        static let memberBit: UInt32 = 1 << 31
    }

    private let storage: JSONStorage
    /// The number of the node that is the first row.
    public let root: Int
    /// The folds.
    public private(set) var folds: JSONFolds
    private var rows: [Row] = []

    /// The tree of the node `root`; of the whole document if there is no such node.
    public init(_ document: JSONDocument, root: Int = 0, folds: JSONFolds) {
        storage = document.storage
        self.root = storage.nodes.indices.contains(root) ? root : 0
        self.folds = folds
        rebuild()
    }

    /// The number of visible rows.
    public var count: Int { rows.count }

    /// The bytes that the rows take.
    public var size: Int { rows.count * MemoryLayout<Row>.stride }

    /// A visible row, from 0.
    public subscript(row: Int) -> JSONTreeRow {
        let kept = rows[row]
        let node = Int(kept.node)
        let isMember = kept.place & Row.memberBit != 0
        return JSONTreeRow(
            value: JSONNode(storage: storage, index: node), key: isMember ? JSONNode(storage: storage, index: node - 1) : nil,
            place: Int(kept.place & ~Row.memberBit), depth: Int(kept.depth),
            isOpen: isFoldable(node) && folds.isOpen(node, depth: Int(kept.depth)))
    }

    /// The row of a node; of a hidden one, the row of the folded container around it.
    public func findRow(of node: Int) -> Int {
        var low = 0
        var high = rows.count
        while low < high {
            let middle = (low + high) / 2
            if Int(rows[middle].node) <= node { low = middle + 1 } else { high = middle }
        }
        return max(0, low - 1)
    }

    /// The rows of the containers around a row, the outermost first.
    public func ancestors(of row: Int) -> [Int] {
        var found: [Int] = []
        var depth = rows[row].depth
        var above = row
        while depth > 0, above > 0 {
            above -= 1
            if rows[above].depth < depth {
                depth = rows[above].depth
                found.append(above)
            }
        }
        return found.reversed()
    }

    /// Applies other folds to the rows. A change of one container costs
    /// its own rows and a move of those below.
    public mutating func refold(_ folds: JSONFolds) {
        guard folds != self.folds else { return }
        let changed = folds.flipped.symmetricDifference(self.folds.flipped)
        let isOneStep = folds.openDepth == self.folds.openDepth && changed.count == 1
        self.folds = folds
        guard isOneStep, let node = changed.first else { return rebuild() }
        let row = findRow(of: node)
        // A change inside a hidden container does not change any visible row.
        guard Int(rows[row].node) == node, isFoldable(node) else { return }
        let depth = rows[row].depth
        if folds.isOpen(node, depth: Int(depth)) {
            var inner: [Row] = []
            appendRows(inside: node, depth: depth, to: &inner)
            rows.insert(contentsOf: inner, at: row + 1)
        } else {
            let end = rows[(row + 1)...].firstIndex { $0.depth <= depth } ?? rows.endIndex
            rows.removeSubrange(row + 1..<end)
        }
    }

    private func isFoldable(_ node: Int) -> Bool { storage.nodes[node].count > 0 }

    private mutating func rebuild() {
        rows = [Row(node: UInt32(truncatingIfNeeded: root), depth: 0, place: 0)]
        if isFoldable(root), folds.isOpen(root, depth: 0) { appendRows(inside: root, depth: 0, to: &rows) }
    }

    /// Walks the flat nodes with a stack of its own, so that nesting has no limit.
    private func appendRows(inside container: Int, depth: UInt32, to rows: inout [Row]) {
        let nodes = storage.nodes
        var open = [(end: nodes[container].next, isObject: nodes[container].kind == .object, place: UInt32(0))]
        var index = UInt32(truncatingIfNeeded: container + 1)
        while let inner = open.last {
            guard index < inner.end else {
                open.removeLast()
                continue
            }
            if inner.isObject { index += 1 }
            let node = nodes[Int(index)]
            let below = depth + UInt32(truncatingIfNeeded: open.count)
            rows.append(Row(node: index, depth: below, place: inner.place | (inner.isObject ? Row.memberBit : 0)))
            open[open.count - 1].place += 1
            if node.count > 0, folds.isOpen(Int(index), depth: Int(below)) {
                open.append((end: node.next, isObject: node.kind == .object, place: 0))
                index += 1
            } else {
                index = node.next
            }
        }
    }
}

/// One visible row of a tree.
public struct JSONTreeRow: Sendable {
    /// The value of the row.
    public let value: JSONNode
    /// The name of a member; `nil` for elements and for the root.
    public let key: JSONNode?
    /// Its index among the members or elements of its container, from 0.
    public let place: Int
    /// 0 for the root of the tree.
    public let depth: Int
    /// Whether the row's members or elements follow it.
    public let isOpen: Bool

    /// Whether the row has children to fold.
    public var isFoldable: Bool { value.count > 0 }
}

extension JSONTree {
    /// The initial depth of open containers in a document: all of them
    /// when it is small, else one or two levels.
    public static func openDepth(for document: JSONDocument, rows limit: Int = 1_000) -> Int {
        guard document.storage.nodes.count > limit else { return .max }
        var rows = document.root.count
        for child in document.root.children {
            rows += child.count
            if rows > limit { return 1 }
        }
        return 2
    }
}
