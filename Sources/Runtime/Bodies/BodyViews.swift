// The tree and the table of one body, as far as somebody has looked at them: made once, then changed by what is asked for.

import Document
import Explorer

struct BodyViews: Sendable {
    private var tree: JSONTree?
    private var table: JSONTable?
    private var heads: [TableHead] = []
    private var pointer = ""
    /// The order that the rows were sorted in last.
    private var sorted: (order: JSONTableOrder, places: [UInt32])?

    var size: Int { (tree?.size ?? 0) + (table?.size ?? 0) + (sorted?.places.count ?? 0) * MemoryLayout<UInt32>.stride }

    mutating func tree(_ request: TreeRequest, _ document: JSONDocument) -> TreeWindow {
        var tree =
            self.tree.flatMap { $0.root == request.root ? $0 : nil }
            ?? JSONTree(document, root: request.root, folds: request.folds)
        self.tree = nil
        tree.refold(request.folds)
        self.tree = tree
        return TreeWindow(request, tree, in: document)
    }

    mutating func table(_ request: TableRequest, _ document: JSONDocument) -> TableWindow? {
        guard let table = table(of: document) else { return nil }
        return TableWindow(request, table, heads, pointer: pointer, places: places(request.order, table))
    }

    mutating func tableSpace(_ order: JSONTableOrder?, _ document: JSONDocument) -> JSONTableSpace? {
        table(of: document).map { JSONTableSpace($0, places: places(order, $0)) }
    }

    private mutating func table(of document: JSONDocument) -> JSONTable? {
        if let table { return table }
        guard let table = JSONTable(document) else { return nil }
        self.table = table
        heads = TableHead.heads(of: table)
        pointer = document.pointer(to: table.list.id)
        return table
    }

    private mutating func places(_ order: JSONTableOrder?, _ table: JSONTable) -> [UInt32]? {
        guard let order else { return nil }
        if let sorted, sorted.order == order { return sorted.places }
        let places = table.places(in: order)
        sorted = (order, places)
        return places
    }
}
