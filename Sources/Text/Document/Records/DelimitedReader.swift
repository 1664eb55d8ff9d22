// Separated values (RFC 4180): quotes, doubled quotes, line breaks in fields; every kind of
// line end. Bytes may arrive in pieces.

/// The fields of one record, in one stretch of bytes.
struct DelimitedRecord: Sendable {
    fileprivate(set) var bytes: [UInt8] = []
    /// The end of each field; fields behind the last column of a table are not stored.
    fileprivate(set) var ends: [Int] = []
    /// Whether the record is longer than ``RecordLimit/bytes``: this is
    /// its beginning, and the rest was skipped.
    fileprivate(set) var isTooLong = false

    /// More columns are left out: no table shows them.
    static let mostFields = 1_000

    var count: Int { ends.count }
    var byteCount: Int { bytes.count }

    subscript(place: Int) -> ArraySlice<UInt8> { bytes[(place == 0 ? 0 : ends[place - 1])..<ends[place]] }
}

struct DelimitedReader: Sendable {
    private enum State { case fieldStart, plain, quoted, afterQuote }

    private let delimiter: UInt8
    private var state = State.fieldStart
    private var record = DelimitedRecord()
    private var hasQuotes = false
    private var isAfterReturn = false
    /// The bytes of this record so far, including those that are not stored.
    private var length = 0

    /// The bytes that are buffered for the rest of a record.
    var heldBytes: Int { record.bytes.count + record.ends.count * MemoryLayout<Int>.stride }

    init(delimiter: UInt8) { self.delimiter = delimiter }

    mutating func readPiece(_ piece: ArraySlice<UInt8>, _ take: (DelimitedRecord) -> Void) {
        piece.withUnsafeBufferPointer { bytes in
            var index = 0
            while index < bytes.count {
                // Most bytes are text, which is consumed in one stretch.
                let start = index
                while index < bytes.count, isText(bytes[index]) { index += 1 }
                if index > start {
                    store(UnsafeBufferPointer(rebasing: bytes[start..<index]), take)
                    // A quote within a plain field, and text behind a closing quote, stay as written.
                    if state != .quoted { state = .plain }
                    isAfterReturn = false
                }
                guard index < bytes.count else { return }
                let isSecondHalf = isAfterReturn && bytes[index] == Byte.newline
                isAfterReturn = false
                if !isSecondHalf { takeSign(bytes[index], take) }
                if length > RecordLimit.bytes { skipRecord(take) }
                index += 1
            }
        }
    }

    private mutating func store(_ text: UnsafeBufferPointer<UInt8>, _ take: (DelimitedRecord) -> Void) {
        // The stored part of a record that is too long does not depend on the pieces.
        if record.ends.count < DelimitedRecord.mostFields, !record.isTooLong {
            record.bytes += UnsafeBufferPointer(rebasing: text.prefix(max(0, RecordLimit.bytes - length)))
        }
        length += text.count
        if length > RecordLimit.bytes { skipRecord(take) }
    }

    /// Passes the record on now, because its end may never arrive.
    private mutating func skipRecord(_ take: (DelimitedRecord) -> Void) {
        guard !record.isTooLong else { return }
        record.isTooLong = true
        take(record)
        record.bytes = []
        record.ends = []
    }

    @inline(__always)
    private func isText(_ byte: UInt8) -> Bool {
        switch state {
        case .quoted: byte != Byte.quote
        case .plain: byte != delimiter && byte != Byte.newline && byte != Byte.carriageReturn
        case .fieldStart, .afterQuote:
            byte != Byte.quote && byte != delimiter && byte != Byte.newline && byte != Byte.carriageReturn
        }
    }

    /// Consumes a byte that is not text in this state.
    private mutating func takeSign(_ byte: UInt8, _ take: (DelimitedRecord) -> Void) {
        length += 1
        let isStored = record.ends.count < DelimitedRecord.mostFields && !record.isTooLong
        switch (state, byte) {
        case (.quoted, _): state = .afterQuote
        case (.afterQuote, Byte.quote):
            if isStored { record.bytes.append(byte) }
            state = .quoted
        case (.fieldStart, Byte.quote):
            state = .quoted
            hasQuotes = true
        case (_, Byte.quote): if isStored { record.bytes.append(byte) }
        case (_, delimiter):
            if isStored { record.ends.append(record.bytes.count) }
            state = .fieldStart
        case (_, _):
            isAfterReturn = byte == Byte.carriageReturn
            endRecord(take)
        }
    }

    /// The bytes after the last line end are a record too.
    mutating func finish(_ take: (DelimitedRecord) -> Void) { endRecord(take) }

    private mutating func endRecord(_ take: (DelimitedRecord) -> Void) {
        // A blank line is not a record.
        if !record.isTooLong, !record.bytes.isEmpty || !record.ends.isEmpty || hasQuotes {
            if record.ends.count < DelimitedRecord.mostFields { record.ends.append(record.bytes.count) }
            take(record)
        }
        record.bytes.removeAll(keepingCapacity: record.bytes.capacity <= 1 << 16)
        record.ends.removeAll(keepingCapacity: true)
        record.isTooLong = false
        length = 0
        hasQuotes = false
        state = .fieldStart
    }
}
