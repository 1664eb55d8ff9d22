// Records of other formats as one JSON list, so that table, tree, search,
// sort and filter need to handle only JSON.

/// Converts the bytes of a list of records, which may arrive in arbitrary pieces, to
/// a JSON array with a value per record.
///
/// The text must be UTF-8; a byte-order mark is dropped. The conversion never fails: a broken
/// record becomes a row that reports it.
public struct RecordText: Sendable {
    private var rows = RecordRows()
    private var reader: any RecordReader
    /// The first bytes, until they are known to be a byte-order mark or not; then `nil`.
    private var beginning: [UInt8]? = []
    private var isFinished = false

    /// An empty list. For separated values, the first records determine which columns are numbers,
    /// because later ones are still unknown.
    public init(_ kind: RecordKind) {
        switch kind {
        case .delimited(let delimiter, let hasHeader): reader = DelimitedRows(delimiter: delimiter, hasHeader: hasHeader)
        case .jsonLines: reader = JSONLinesRows(.newline)
        case .jsonSequence: reader = JSONLinesRows(.recordSeparator)
        case .events: reader = EventRows()
        case .multipart(let boundary): reader = MultipartRows(boundary: boundary)
        }
    }

    /// For a text that is complete and is appended again in pieces: for separated values, all
    /// records determine which columns are numbers.
    /// - Parameters:
    ///   - beginning: the first bytes, at least 16 KB of them, without a byte-order mark.
    ///   - all: passes on all pieces in their order, without the mark.
    public init(_ kind: RecordKind, beginning: ArraySlice<UInt8>, all: ((ArraySlice<UInt8>) -> Void) -> Void) {
        self.init(kind)
        guard case .delimited(let delimiter, let hasHeader) = kind else { return }
        reader = DelimitedRows(beginning: beginning, delimiter: delimiter, hasHeader: hasHeader, all: all)
    }

    /// Converts a complete text at once to a JSON array.
    public static func makeJSON(_ bytes: [UInt8], _ kind: RecordKind) -> [UInt8] {
        let unmarked = bytes.dropFirst(markLength(bytes))
        var text = RecordText(kind, beginning: unmarked) { $0(unmarked) }
        text.append(bytes)
        text.finish()
        return text.json
    }

    /// Limits all rows, including taken ones; beyond the limit a last row reports that there is more.
    /// - Parameters:
    ///   - bytes: the most bytes of their text.
    ///   - values: the most values in them, including the names of members.
    public mutating func bound(bytes: Int, values: Int) { rows.bound(bytes: bytes, values: values) }

    /// The number of rows so far.
    public var count: Int { rows.count }

    /// The rows so far as a JSON array: complete at any time, without the unfinished
    /// record. Not valid after rows were taken.
    public var json: [UInt8] { rows.text + Self.end }

    /// Removes and returns the text of the rows since the last call, so that it need not stay in memory. All
    /// these texts together, and ``end``, are a JSON array.
    public mutating func takeRows() -> [UInt8] { rows.takeText() }

    /// The bytes of the rows' text that was not taken.
    public var rowBytes: Int { rows.text.count }

    /// The bytes that complete the JSON array after rows were taken.
    public static let end = [Byte.closeBracket]

    /// The bytes that are buffered for the unfinished record: at most a few times ``RecordLimit/bytes``.
    var heldBytes: Int { reader.heldBytes + (beginning?.count ?? 0) }

    /// Appends a piece.
    /// - Returns: the number of rows that it made.
    @discardableResult
    public mutating func append(_ piece: [UInt8]) -> Int {
        let before = rows.count
        rows.expect(piece.count)
        guard var head = beginning else {
            reader.readPiece(piece[...], into: &rows)
            return rows.count - before
        }
        head += piece
        if head.count < 3, [0xef, 0xbb, 0xbf].starts(with: head) {
            beginning = head
        } else {
            beginning = nil
            reader.readPiece(head.dropFirst(Self.markLength(head)), into: &rows)
        }
        return rows.count - before
    }

    /// Ends the text: the unfinished record becomes a row too.
    public mutating func finish() {
        guard !isFinished else { return }
        isFinished = true
        if let head = beginning { reader.readPiece(head[...], into: &rows) }
        beginning = nil
        reader.finish(into: &rows)
    }

    private static func markLength(_ bytes: [UInt8]) -> Int { bytes.withUnsafeBufferPointer { Byte.markLength($0) } }
}

/// Reads one format. A value type: it can be copied at any point.
protocol RecordReader: Sendable {
    /// The bytes that are buffered until a record is complete.
    var heldBytes: Int { get }
    mutating func readPiece(_ piece: ArraySlice<UInt8>, into rows: inout RecordRows)
    mutating func finish(into rows: inout RecordRows)
}

/// The rows read so far, one per line.
struct RecordRows: Sendable {
    /// The rows that were not taken, without the closing bracket.
    private(set) var text: [UInt8] = [Byte.openBracket]
    private(set) var count = 0
    /// The bytes that the rows may still take: small records with long
    /// names would otherwise grow without limit.
    private var remainingBytes = 16 << 20
    /// The most bytes that the rows may take, for any length of the input.
    private var maxBytes = Int.max
    /// The most values in all rows.
    private var mostValues = Int.max
    private var isFull = false

    mutating func bound(bytes: Int, values: Int) { (maxBytes, mostValues) = (bytes, values) }

    /// Adds a row that is already JSON.
    mutating func append(_ row: some Collection<UInt8>) {
        guard !isFull else { return }
        remainingBytes -= row.count + 2
        maxBytes -= row.count + 2
        if mostValues < .max { mostValues -= Self.values(in: row) }
        if remainingBytes < 0 || maxBytes < Self.lastRow.count + 4 || mostValues < 3 {
            isFull = true
            return writeRow(Self.lastRow)
        }
        writeRow(row)
    }

    /// Allows the rows eight times the bytes of the next piece.
    mutating func expect(_ bytes: Int) { remainingBytes += 8 * bytes }

    /// An upper bound of the values and names in a JSON text.
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

    mutating func takeText() -> [UInt8] {
        defer { text = [] }
        return text
    }

    private static let lastRow = Array("{\"error\": \"more records than can be shown: save the body to see them\"}".utf8)

    private mutating func writeRow(_ row: some Collection<UInt8>) {
        if count > 0 { text += [Byte.comma, Byte.newline] }
        text += row
        count += 1
    }
}
