// Separated values (RFC 4180): quotes, doubled quotes, line breaks in fields; every kind of line end. Bytes may come in pieces.

/// The fields of one record, in one stretch of bytes.
struct DelimitedRecord: Sendable {
    fileprivate(set) var bytes: [UInt8] = []
    fileprivate(set) var ends: [Int] = []

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

    init(delimiter: UInt8) { self.delimiter = delimiter }

    mutating func read(_ piece: ArraySlice<UInt8>, _ take: (DelimitedRecord) -> Void) {
        piece.withUnsafeBufferPointer { bytes in
            var index = 0
            while index < bytes.count {
                // Most bytes are text: they are taken in one stretch.
                let start = index
                while index < bytes.count, isText(bytes[index]) { index += 1 }
                if index > start {
                    record.bytes += UnsafeBufferPointer(rebasing: bytes[start..<index])
                    // A quote within a plain field, and text behind a closing quote, are kept as they are.
                    if state != .quoted { state = .plain }
                    isAfterReturn = false
                }
                guard index < bytes.count else { return }
                let isSecondHalf = isAfterReturn && bytes[index] == Byte.newline
                isAfterReturn = false
                if !isSecondHalf { takeSign(bytes[index], take) }
                index += 1
            }
        }
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

    /// A byte that is no text where it stands.
    private mutating func takeSign(_ byte: UInt8, _ take: (DelimitedRecord) -> Void) {
        switch (state, byte) {
        case (.quoted, _): state = .afterQuote
        case (.afterQuote, Byte.quote):
            record.bytes.append(byte)
            state = .quoted
        case (.fieldStart, Byte.quote):
            state = .quoted
            hasQuotes = true
        case (_, Byte.quote): record.bytes.append(byte)
        case (_, delimiter):
            record.ends.append(record.bytes.count)
            state = .fieldStart
        case (_, _):
            isAfterReturn = byte == Byte.carriageReturn
            end(take)
        }
    }

    /// What no line end closes is a record too.
    mutating func finish(_ take: (DelimitedRecord) -> Void) { end(take) }

    private mutating func end(_ take: (DelimitedRecord) -> Void) {
        // A blank line is no record.
        if !record.bytes.isEmpty || !record.ends.isEmpty || hasQuotes {
            record.ends.append(record.bytes.count)
            take(record)
        }
        record.bytes.removeAll(keepingCapacity: true)
        record.ends.removeAll(keepingCapacity: true)
        hasQuotes = false
        state = .fieldStart
    }
}
