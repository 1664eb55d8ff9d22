// The rows of a tree that the screen needs: the request and the result. The result carries its request, so
// that a late one is recognized.

import Document
import NetLayer

/// Requests rows of a body's tree.
public struct TreeRequest: Sendable, Hashable {
    public var task: TaskID
    /// The node that is the first row; 0 is the whole document.
    public var root: Int
    public var folds: JSONFolds
    /// Rows, from 0. With an anchor only their number counts: they lie around it.
    public var range: Range<Int>
    /// A node whose row is requested, wherever it is.
    public var anchor: Int?
    /// Rows of the matches of this query; `nil`: of the whole body.
    public var filter: JSONPath?
}

/// One row of a tree as text.
public struct TreeLine: Sendable, Hashable {
    public enum Label: Sendable, Hashable { case none, key(String), place(Int) }

    public var node: Int
    public var depth: Int
    /// The row of the container around it.
    public var parent: Int?
    public var label: Label
    public var kind: JSONNode.Kind
    /// The value in one line; for a container, its size.
    public var text: String
    /// The content of a closed container, where it is short.
    public var hint: String
    public var isFoldable: Bool
    public var isOpen: Bool
    /// JSON pointer to the value in the document; empty where it is too deep to be of use.
    public var pointer: String
}

/// A range of the rows of a tree.
public struct TreeWindow: Sendable, Hashable {
    /// Deeper rows get no pointer: it would be too long to read, and costly for each of them.
    private static let deepestPointer = 200

    public var request: TreeRequest
    public var total: Int
    public var start: Int
    public var lines: [TreeLine]
    public var anchorRow: Int?

    /// The requested rows. `tree` must have the root and the folds of the request.
    public init(_ request: TreeRequest, _ tree: JSONTree, in document: JSONDocument) {
        self.request = request
        total = tree.count
        anchorRow = request.anchor.map(tree.findRow)
        let first = anchorRow.map { max(0, $0 - request.range.count / 2) } ?? request.range.lowerBound
        let range = (first..<first + request.range.count).clamped(to: 0..<tree.count)
        start = range.lowerBound
        var parents = range.isEmpty ? [] : tree.ancestors(of: range.lowerBound)
        var pointers: [Int: String] = [:]
        lines = []
        for number in range {
            let row = tree[number]
            parents.removeLast(max(0, parents.count - row.depth))
            let parent = parents.last
            let around = parent.flatMap { parent -> String? in
                guard row.depth < Self.deepestPointer else { return nil }
                let pointer = pointers[parent] ?? document.pointer(to: tree[parent].value.id)
                pointers[parent] = pointer
                return pointer
            }
            lines.append(TreeLine(row, parent: parent, around: around))
            // The first row may stand inside the document.
            if parent == nil { lines[0].pointer = document.pointer(to: row.value.id) }
            parents.append(number)
        }
    }

    /// Sets the pointers of a query's matches to their places in the whole body; the list
    /// of matches has no place there.
    public mutating func place(in selection: JSONSelection) {
        for index in lines.indices where lines[index].node == 0 || !lines[index].pointer.isEmpty {
            lines[index].pointer = selection.pointer(to: lines[index].node) ?? ""
        }
    }

    func line(at row: Int) -> TreeLine? { lines.indices.contains(row - start) ? lines[row - start] : nil }
}

extension TreeLine {
    /// `around` is the pointer of the container; without one the row gets none.
    fileprivate init(_ row: JSONTreeRow, parent: Int?, around: String?) {
        node = row.value.id
        depth = row.depth
        self.parent = parent
        label = row.key.map { .key(JSONPreview.makeText($0, limit: 200)) } ?? (row.depth == 0 ? .none : .place(row.place))
        kind = row.value.kind
        text = JSONPreview.makeText(row.value, limit: 400)
        hint = row.isFoldable && !row.isOpen ? JSONPreview.contents(row.value, limit: 80) : ""
        isFoldable = row.isFoldable
        isOpen = row.isOpen
        pointer = around.map { JSONPointer.append($0, row.key.map { $0.string ?? "" } ?? String(row.place)) } ?? ""
    }
}
