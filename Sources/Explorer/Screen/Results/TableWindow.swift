// The rows of a table that the screen needs: the request and the result.

import Canvas
import Document
import NetLayer

/// Requests rows of the list in a body.
public struct TableRequest: Sendable, Hashable {
    public var task: TaskID
    /// `nil`: the original order.
    public var order: JSONTableOrder?
    /// Rows, from 0.
    public var range: Range<Int>
    /// Rows of the matches of this query; `nil`: of the whole body.
    public var filter: JSONPath?
    /// The order's column is one of these.
    public var choice = TableChoice()
}

/// The properties that all rows of a table share.
public struct TableHead: Sendable, Hashable {
    public var title: String
    public var isNumeric: Bool
    /// The width of the title and of a sample of rows from the whole table.
    public var width: Int
    /// The smallest and the largest number of that sample; empty where it has none.
    var extremes: [Double] = []
}

/// One cell as text; empty and without a kind where the row has no such value.
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
    /// Its place in the original list, from 0.
    public var place: Int
    public var node: Int
    public var cells: [TableCell]
}

/// A range of the rows of a table.
public struct TableWindow: Sendable, Hashable {
    public var request: TableRequest
    public var total: Int
    public var heads: [TableHead]
    public var start: Int
    public var lines: [TableLine]
    /// JSON pointer to the list in the document; `nil` when there is none at the requested place.
    public var pointer: String?
    /// All columns, as they are shown until the user chooses.
    public var found: [String] = []
    /// Deeper values of the rows that can be columns.
    public var nested: [String] = []
    /// How many columns the table has no place for.
    public var leftOut = 0

    /// The requested rows.
    /// - Parameter places: the places in the request's order; `nil`: the original order.
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

    /// There is no list at the chosen place.
    public init(nothingFor request: TableRequest) {
        self.request = request
        (total, heads, start, lines, pointer) = (0, [], 0, [], nil)
    }

    func line(at row: Int) -> TableLine? { lines.indices.contains(row - start) ? lines[row - start] : nil }
}

extension TableHead {
    /// Wider columns are cut; the tree shows long values.
    static let widest = 60

    /// The heads of a table, measured once.
    public static func heads(of table: JSONTable) -> [TableHead] {
        var widths = table.columns.map { TextWidth.measure($0.title) }
        var extremes = table.columns.map { _ in [Double]() }
        for place in table.sample {
            for (column, cell) in table.cells(place).enumerated() {
                guard let cell else { continue }
                if table.columns[column].isNumeric, let number = TableCell(cell).number {
                    let known = extremes[column] + [number]
                    extremes[column] = [known.min() ?? number, known.max() ?? number]
                }
                guard widths[column] < widest else { continue }
                widths[column] = max(widths[column], TextWidth.measure(String(JSONTable.makeText(of: cell).prefix(widest))))
            }
        }
        return table.columns.indices.map { index in
            let column = table.columns[index]
            return TableHead(
                title: column.title, isNumeric: column.isNumeric, width: min(widths[index], widest), extremes: extremes[index])
        }
    }
}
