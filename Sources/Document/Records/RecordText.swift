// Records of other formats as one JSON list, so that table, tree, search, sort and filter need to know only JSON.

/// Turns the bytes of a list of records, which may come in pieces cut anywhere, into a JSON array with a value a record.
///
/// The text must be UTF-8; a byte-order mark is dropped. Nothing fails: a record that is broken is a row that says so.
public struct RecordText: Sendable {
    private var rows = RecordRows()
    private var reader: any RecordReader
    /// The first bytes, until it is known whether they are a byte-order mark; then `nil`.
    private var beginning: [UInt8]? = []
    private var isFinished = false

    /// Nothing has come yet. What columns of separated values hold is judged by the first records, as the rest is not known.
    public init(_ kind: RecordKind) {
        switch kind {
        case .delimited(let delimiter, let hasHeader): reader = DelimitedRows(delimiter: delimiter, hasHeader: hasHeader)
        case .jsonLines: reader = JSONLinesRows(.newline)
        case .jsonSequence: reader = JSONLinesRows(.recordSeparator)
        case .events: reader = EventRows()
        case .multipart(let boundary): reader = MultipartRows(boundary: boundary)
        }
    }

    /// A whole text at once, as a JSON array.
    public static func json(_ bytes: [UInt8], _ kind: RecordKind) -> [UInt8] {
        var text = RecordText(kind)
        if case .delimited(let delimiter, let hasHeader) = kind {
            text.reader = DelimitedRows(whole: bytes.dropFirst(mark(bytes)), delimiter: delimiter, hasHeader: hasHeader)
        }
        text.append(bytes)
        text.finish()
        return text.rows.json
    }

    /// Rows so far.
    public var count: Int { rows.count }

    /// The rows so far as a JSON array: complete at any time, without the record that has only begun.
    public var json: [UInt8] { rows.json }

    /// Some of the rows as a JSON array: costs what is asked for, however many there are.
    public func json(rows range: Range<Int>) -> [UInt8] { rows.json(range.clamped(to: 0..<count)) }

    /// More has come.
    /// - Returns: how many rows it made.
    @discardableResult
    public mutating func append(_ piece: [UInt8]) -> Int {
        let before = rows.count
        rows.expect(piece.count)
        guard var head = beginning else {
            reader.read(piece[...], into: &rows)
            return rows.count - before
        }
        head += piece
        if head.count < 3, [0xef, 0xbb, 0xbf].starts(with: head) {
            beginning = head
        } else {
            beginning = nil
            reader.read(head.dropFirst(Self.mark(head)), into: &rows)
        }
        return rows.count - before
    }

    /// Nothing more will come: what has only begun becomes a row too.
    public mutating func finish() {
        guard !isFinished else { return }
        isFinished = true
        if let head = beginning { reader.read(head[...], into: &rows) }
        beginning = nil
        reader.finish(into: &rows)
    }

    private static func mark(_ bytes: [UInt8]) -> Int { bytes.withUnsafeBufferPointer { Byte.markLength($0) } }
}

/// Reads one format. A value: it can be copied in the middle.
protocol RecordReader: Sendable {
    mutating func read(_ piece: ArraySlice<UInt8>, into rows: inout RecordRows)
    mutating func finish(into rows: inout RecordRows)
}

/// The rows that have been read, one a line.
struct RecordRows: Sendable {
    private var text: [UInt8] = [Byte.openBracket]
    /// Where each row ends.
    private var ends: [Int] = []
    /// Bytes that the rows may take: small records with long names grow without measure.
    private var room = 64 << 20
    private var isFull = false

    var count: Int { ends.count }
    var json: [UInt8] { text + [Byte.closeBracket] }

    func json(_ range: Range<Int>) -> [UInt8] {
        // Between two rows stand a comma and a line end, before the first one the bracket.
        guard let first = range.first else { return [Byte.openBracket, Byte.closeBracket] }
        let start = first == 0 ? 1 : ends[first - 1] + 2
        return [Byte.openBracket] + text[start..<ends[range.upperBound - 1]] + [Byte.closeBracket]
    }

    /// A row that is JSON already.
    mutating func append(_ row: some Collection<UInt8>) {
        guard !isFull else { return }
        room -= row.count + 2
        if room < 0 {
            isFull = true
            return add(Array("{\"error\": \"more records than can be shown: save the body to see them\"}".utf8))
        }
        add(row)
    }

    /// So much has come: rows may take eight times as much.
    mutating func expect(_ bytes: Int) { room += 8 * bytes }

    private mutating func add(_ row: some Collection<UInt8>) {
        if count > 0 { text += [Byte.comma, Byte.newline] }
        text += row
        ends.append(text.count)
    }
}
