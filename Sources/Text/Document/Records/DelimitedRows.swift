// Separated values as rows: an object per record, with members named by the header.

struct DelimitedRows: RecordReader {
    /// The sample for detecting the shape ends after this many lines or bytes.
    static let sampleLines = 20
    static let sampleBytes = 16 << 10

    private let delimiter: UInt8?
    private let hasHeader: Bool?
    /// The bytes received before the shape is known.
    private var sample: [UInt8] = []
    private var sampledLines = 0
    private var reader: DelimitedReader?
    private var writer = DelimitedRowWriter()

    /// The first records determine the shape.
    init(delimiter: UInt8?, hasHeader: Bool?) {
        self.delimiter = delimiter
        self.hasHeader = hasHeader
    }

    /// The bytes that are buffered for the rest of a record, or until the shape is known.
    var heldBytes: Int { sample.count + (reader?.heldBytes ?? 0) }

    /// A text that is complete, in any storage: all records determine its numeric columns.
    /// - Parameters:
    ///   - text: its beginning, at least ``sampleBytes`` of it.
    ///   - all: passes on the whole text, in pieces.
    init(
        beginning text: ArraySlice<UInt8>, delimiter: UInt8?, hasHeader: Bool?, all: ((ArraySlice<UInt8>) -> Void) -> Void
    ) {
        self.init(delimiter: delimiter, hasHeader: hasHeader)
        let sample = text.prefix(sampleLength(text))
        begin(DelimitedShape(sample: sample, delimiter: delimiter, hasHeader: hasHeader, all: all))
    }

    mutating func readPiece(_ piece: ArraySlice<UInt8>, into rows: inout RecordRows) {
        guard reader == nil else { return readRecords(piece, &rows) }
        // The sample ends at the same byte for any pieces.
        let length = sampleLength(piece)
        sampledLines += piece.prefix(length).count { $0 == Byte.newline || $0 == Byte.carriageReturn }
        sample += piece.prefix(length)
        if isSampled { readSample(into: &rows) }
        if length < piece.count { readPiece(piece.dropFirst(length), into: &rows) }
    }

    mutating func finish(into rows: inout RecordRows) {
        if reader == nil { readSample(into: &rows) }
        reader?.finish { writer.append($0, into: &rows) }
    }

    private var isSampled: Bool { sampledLines >= Self.sampleLines || sample.count >= Self.sampleBytes }

    /// The length of the part of a piece that still belongs to the sample.
    private func sampleLength(_ piece: ArraySlice<UInt8>) -> Int {
        var (lines, length) = (sampledLines, 0)
        for byte in piece {
            guard lines < Self.sampleLines, sample.count + length < Self.sampleBytes else { break }
            length += 1
            if byte == Byte.newline || byte == Byte.carriageReturn { lines += 1 }
        }
        return length
    }

    private mutating func readSample(into rows: inout RecordRows) {
        // A last record that is cut off would count as one with other fields.
        let whole = sample.count < Self.sampleBytes ? nil : sample.lastIndex { $0 == Byte.newline || $0 == Byte.carriageReturn }
        let records = sample[...(whole ?? sample.count - 1)]
        begin(DelimitedShape(sample: records, delimiter: delimiter, hasHeader: hasHeader) { $0(records) })
        let held = sample
        sample = []
        readRecords(held[...], &rows)
    }

    private mutating func begin(_ shape: DelimitedShape) {
        reader = DelimitedReader(delimiter: shape.delimiter)
        writer = DelimitedRowWriter(shape)
    }

    private mutating func readRecords(_ piece: ArraySlice<UInt8>, _ rows: inout RecordRows) {
        reader?.readPiece(piece) { writer.append($0, into: &rows) }
    }
}
