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

    /// A text that is there whole and is appended again in pieces: what columns of separated values hold is judged by all records.
    /// - Parameters:
    ///   - beginning: the first bytes, at least 16 KB of them, without a byte-order mark.
    ///   - all: hands on all pieces in their order, without the mark.
    public init(_ kind: RecordKind, beginning: ArraySlice<UInt8>, all: ((ArraySlice<UInt8>) -> Void) -> Void) {
        self.init(kind)
        guard case .delimited(let delimiter, let hasHeader) = kind else { return }
        reader = DelimitedRows(beginning: beginning, delimiter: delimiter, hasHeader: hasHeader, all: all)
    }

    /// A whole text at once, as a JSON array.
    public static func json(_ bytes: [UInt8], _ kind: RecordKind) -> [UInt8] {
        let unmarked = bytes.dropFirst(mark(bytes))
        var text = RecordText(kind, beginning: unmarked) { $0(unmarked) }
        text.append(bytes)
        text.finish()
        return text.json
    }

    /// Bounds all rows, those too that were taken: past it a last row says that there is more.
    /// - Parameters:
    ///   - bytes: of their text.
    ///   - values: in them, names of members counted too.
    public mutating func bound(bytes: Int, values: Int) { rows.bound(bytes: bytes, values: values) }

    /// Rows so far.
    public var count: Int { rows.count }

    /// The rows so far as a JSON array: complete at any time, without the record that has only begun. Not once rows were taken.
    public var json: [UInt8] { rows.text + Self.end }

    /// Takes the text of the rows that were made since the last call, so that it need not lie in memory. All of it together, and
    /// ``end``, is a JSON array.
    public mutating func takeRows() -> [UInt8] { rows.take() }

    /// Bytes of the text of rows that were not taken.
    public var rowBytes: Int { rows.text.count }

    /// What makes rows that were taken a JSON array.
    public static let end = [Byte.closeBracket]

    /// Bytes that are held for the record that has only begun: at most some times ``RecordLimit/bytes``.
    var heldBytes: Int { reader.heldBytes + (beginning?.count ?? 0) }

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
    /// Bytes that are held until a record is whole.
    var heldBytes: Int { get }
    mutating func read(_ piece: ArraySlice<UInt8>, into rows: inout RecordRows)
    mutating func finish(into rows: inout RecordRows)
}

/// The rows that have been read, one a line.
struct RecordRows: Sendable {
    /// Those that were not taken, without the closing bracket.
    private(set) var text: [UInt8] = [Byte.openBracket]
    private(set) var count = 0
    /// Bytes that the rows may take: small records with long names grow without measure.
    private var room = 16 << 20
    /// The most bytes that the rows may take, however much has come.
    private var most = Int.max
    /// The most values in all rows.
    private var mostValues = Int.max
    private var isFull = false

    mutating func bound(bytes: Int, values: Int) { (most, mostValues) = (bytes, values) }

    /// A row that is JSON already.
    mutating func append(_ row: some Collection<UInt8>) {
        guard !isFull else { return }
        room -= row.count + 2
        most -= row.count + 2
        if mostValues < .max { mostValues -= Self.values(in: row) }
        if room < 0 || most < Self.lastRow.count + 4 || mostValues < 3 {
            isFull = true
            return add(Self.lastRow)
        }
        add(row)
    }

    /// So much has come: rows may take eight times as much.
    mutating func expect(_ bytes: Int) { room += 8 * bytes }

    /// How many values and names a JSON text has, at most.
    private static func values(in row: some Collection<UInt8>) -> Int {
        var (count, isString, isEscaped) = (1, false, false)
        for byte in row {
            if isEscaped {
                isEscaped = false
            } else if isString {
                if byte == Byte.backslash { isEscaped = true } else if byte == Byte.quote { isString = false }
            } else {
                switch byte {
                case Byte.quote: isString = true
                case Byte.comma, Byte.colon, Byte.openBrace, Byte.openBracket: count += 1
                default: break
                }
            }
        }
        return count
    }

    mutating func take() -> [UInt8] {
        defer { text = [] }
        return text
    }

    private static let lastRow = Array("{\"error\": \"more records than can be shown: save the body to see them\"}".utf8)

    private mutating func add(_ row: some Collection<UInt8>) {
        if count > 0 { text += [Byte.comma, Byte.newline] }
        text += row
        count += 1
    }
}
