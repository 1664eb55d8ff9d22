// The rows of a table that the screen needs: what is asked for, and what comes.

import Canvas
import Document
import NetLayer

/// Asks for rows of the list in a body.
public struct TableRequest: Sendable, Hashable {
    public var task: TaskID
    /// `nil`: as they came.
    public var order: JSONTableOrder?
    /// Rows, from 0.
    public var range: Range<Int>
    /// Of what this query found in the body; `nil`: of all of it.
    public var filter: JSONPath?
    /// The order's column is one of these.
    public var choice = TableChoice()
}

/// What is the same for all rows of a table.
public struct TableHead: Sendable, Hashable {
    public var title: String
    public var isNumeric: Bool
    /// What the title and some rows from all over the table take.
    public var width: Int
}

/// One cell as text; of a row that has no such value, empty and without a kind.
public struct TableCell: Sendable, Hashable {
    public var text: String
    public var kind: JSONNode.Kind?
    public var node: Int?

    init(_ node: JSONNode?) {
        kind = node?.kind
        self.node = node?.id
        text = node.map(JSONTable.makeText) ?? ""
    }
}

/// One row of a table as text.
public struct TableLine: Sendable, Hashable {
    /// Its place in the list as it came, from 0.
    public var place: Int
    public var node: Int
    public var cells: [TableCell]
}

/// Some rows of a table.
public struct TableWindow: Sendable, Hashable {
    public var request: TableRequest
    public var total: Int
    public var heads: [TableHead]
    public var start: Int
    public var lines: [TableLine]
    /// Where the list stands in the document; `nil` when there is none where it was looked for.
    public var pointer: String?
    /// All columns that there are, as they are shown when nobody chooses.
    public var found: [String] = []
    /// What stands deeper in the rows and can be a column.
    public var nested: [String] = []

    /// The rows that are asked for.
    /// - Parameter places: those of the request's order; `nil`: as they came.
    public init(_ request: TableRequest, _ table: JSONTable, _ heads: [TableHead], pointer: String, places: [UInt32]?) {
        self.request = request
        self.heads = heads
        self.pointer = pointer
        total = table.count
        let range = request.range.clamped(to: 0..<table.count)
        start = range.lowerBound
        lines = range.map { row in
            let place = places.map { Int($0[row]) } ?? row
            return TableLine(place: place, node: table.element(place).id, cells: table.cells(place).map(TableCell.init))
        }
    }

    /// There is no list at the place that was chosen.
    public init(nothingFor request: TableRequest) {
        self.request = request
        (total, heads, start, lines, pointer) = (0, [], 0, [], nil)
    }

    func line(at row: Int) -> TableLine? { lines.indices.contains(row - start) ? lines[row - start] : nil }
}

extension TableHead {
    /// Wider columns are cut: what is long is read in the tree.
    static let widest = 60

    /// The heads of a table, measured once.
    public static func heads(of table: JSONTable) -> [TableHead] {
        var widths = table.columns.map { TextWidth.measure($0.title) }
        for place in table.sample {
            for (column, cell) in table.cells(place).enumerated() where widths[column] < widest {
                guard let cell else { continue }
                widths[column] = max(widths[column], TextWidth.measure(String(JSONTable.makeText(of: cell).prefix(widest))))
            }
        }
        return zip(table.columns, widths).map { TableHead(title: $0.title, isNumeric: $0.isNumeric, width: min($1, widest)) }
    }
}
