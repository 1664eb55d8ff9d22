// A table for other programs, row by row: at most one row is in memory besides the document.

/// The rows of a table as a text in pieces.
///
/// CSV and Markdown have the table's columns: the most informative members of the objects in
/// its rows. JSON has whole values, unless columns are
/// chosen; their titles are then the names.
public struct TableExport: Sequence, Sendable {
    /// The output format.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// Comma-separated values with a header (RFC 4180).
        case csv
        /// A single array.
        case json
        /// One value per line.
        case jsonLines = "jsonl"
        /// A Markdown table.
        case markdown
    }

    let table: JSONTable
    let format: Format
    /// The indices of the rows in their order.
    let rows: [UInt32]?
    let columns: [Int]
    /// Whether JSON has whole values, including everything without a column.
    let isWhole: Bool

    /// - Parameters:
    ///   - columns: indices of columns, in output order; `nil` for all. Without a choice, JSON has each value
    ///     unchanged, including nested ones; with one, objects of the chosen columns.
    ///   - rows: indices of rows in their order, as ``JSONTable/places(in:)`` returns them; `nil` for all.
    public init(_ table: JSONTable, as format: Format, columns: [Int]? = nil, rows: [UInt32]? = nil) {
        self.table = table
        self.format = format
        self.rows = rows?.filter { $0 < table.count }
        self.columns = columns?.filter(table.columns.indices.contains) ?? Array(table.columns.indices)
        isWhole = columns == nil
    }

    public func makeIterator() -> TableExportIterator { TableExportIterator(self) }

    /// A cell of CSV and Markdown: a string as plain text, a nested value as compact
    /// JSON; empty for a missing value or null.
    public static func makeText(of cell: JSONNode?) -> [UInt8] {
        guard let cell, cell.kind != .null else { return [] }
        if let string = cell.string { return Array(string.utf8) }
        var text: [UInt8] = []
        JSONBytes.append(compact: cell, to: &text)
        return text
    }

    /// The whole text at once.
    public var bytes: [UInt8] { reduce(into: []) { $0 += $1 } }
}

/// Produces the text of a ``TableExport`` in pieces: the head, each row, the tail.
public struct TableExportIterator: IteratorProtocol, Sendable {
    private let export: TableExport
    private let count: Int
    /// -1 before the head; `count` for the tail.
    private var turn = -1

    init(_ export: TableExport) {
        self.export = export
        count = export.rows?.count ?? export.table.count
    }

    public mutating func next() -> [UInt8]? {
        guard turn <= count else { return nil }
        defer { turn += 1 }
        if turn < 0 { return export.head }
        guard turn < count else { return export.makeTail(isEmpty: count == 0) }
        let place = export.rows.map { Int($0[turn]) } ?? turn
        return export.makeRow(place, isFirst: turn == 0)
    }
}

extension TableExport {
    fileprivate var head: [UInt8] {
        let shown = columns.map { table.columns[$0] }
        switch format {
        case .csv: return columns.isEmpty ? [] : CSVText.makeRow(shown.map { Array($0.title.utf8) })
        case .json: return [Byte.openBracket]
        case .jsonLines: return []
        case .markdown: return Array(MarkdownTableWriter.makeHeader(shown.map(\.title), isNumeric: shown.map(\.isNumeric)).utf8)
        }
    }

    fileprivate func makeTail(isEmpty: Bool) -> [UInt8] {
        switch format {
        case .csv, .jsonLines, .markdown: []
        case .json: isEmpty ? [Byte.closeBracket, Byte.newline] : [Byte.newline, Byte.closeBracket, Byte.newline]
        }
    }

    fileprivate func makeRow(_ place: Int, isFirst: Bool) -> [UInt8] {
        switch format {
        case .csv: CSVText.makeRow(texts(place))
        case .json: (isFirst ? [Byte.newline] : [Byte.comma, Byte.newline]) + makeJSON(place)
        case .jsonLines: makeJSON(place) + [Byte.newline]
        case .markdown: Array(MarkdownTableWriter.makeRow(texts(place).map { String(decoding: $0, as: UTF8.self) }).utf8)
        }
    }

    private func texts(_ place: Int) -> [[UInt8]] {
        let cells = table.cells(place)
        return columns.map { Self.makeText(of: cells[$0]) }
    }

    private func makeJSON(_ place: Int) -> [UInt8] {
        var text: [UInt8] = []
        guard !isWhole else {
            JSONBytes.append(compact: table.element(place), to: &text)
            return text
        }
        let cells = table.cells(place)
        text.append(Byte.openBrace)
        for column in columns {
            guard let cell = cells[column] else { continue }
            JSONBytes.append(member: table.columns[column].title, EmptyCollection(), to: &text)
            JSONBytes.append(compact: cell, to: &text)
        }
        return text + [Byte.closeBrace]
    }
}
