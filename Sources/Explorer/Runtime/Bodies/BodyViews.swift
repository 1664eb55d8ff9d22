// The tree and the table of one body, made on first use, then changed by each request.

import Document
import Screen

struct BodyViews: Sendable {
    /// A list with its shown columns.
    private struct Shown {
        var choice: TableChoice
        /// With all columns.
        var whole: JSONTable
        var table: JSONTable
        var heads: [TableHead]
        var nested: [String]
        var pointer: String
    }

    private var tree: JSONTree?
    private var shown: Shown?
    /// The last sort order of the rows.
    private var sorted: (column: JSONTableColumn, isDescending: Bool, places: [UInt32])?

    var size: Int { (tree?.size ?? 0) + (shown?.table.size ?? 0) + (sorted?.places.count ?? 0) * MemoryLayout<UInt32>.stride }

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
        guard let shown = shown(request.choice, document) else {
            return request.choice.list.map { _ in TableWindow(nothingFor: request) }
        }
        var window = TableWindow(
            request, shown.table, shown.heads, pointer: shown.pointer, places: places(request.order, shown.table))
        window.found = shown.whole.applyingColumnChoice(nil).columns.map(\.title)
        window.nested = shown.nested
        return window
    }

    mutating func tableSpace(_ order: JSONTableOrder?, _ choice: TableChoice, _ document: JSONDocument) -> JSONTableSpace? {
        shown(choice, document).map { JSONTableSpace($0.table, places: places(order, $0.table)) }
    }

    private mutating func shown(_ choice: TableChoice, _ document: JSONDocument) -> Shown? {
        if let shown, shown.choice == choice { return shown }
        if shown?.choice.list != choice.list { (shown, sorted) = (nil, nil) }
        guard let whole = shown?.whole ?? JSONTable(document, list: choice.list) else { return nil }
        let table = whole.applyingColumnChoice(choice.columns)
        let next = Shown(
            choice: choice, whole: whole, table: table, heads: TableHead.heads(of: table),
            nested: shown?.nested ?? whole.nested, pointer: shown?.pointer ?? document.pointer(to: whole.list.id))
        shown = next
        return next
    }

    private mutating func places(_ order: JSONTableOrder?, _ table: JSONTable) -> [UInt32]? {
        guard let order, table.columns.indices.contains(order.column) else { return nil }
        let column = table.columns[order.column]
        if let sorted, sorted.column == column, sorted.isDescending == order.isDescending { return sorted.places }
        let places = table.places(in: order)
        sorted = (column, order.isDescending, places)
        return places
    }
}
