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
        var rest = piece
        while let byte = rest.first {
            // Most bytes are text: they are taken in one stretch.
            let run = rest.prefix { isText($0) }
            guard run.isEmpty else {
                record.bytes += run
                rest = rest[run.endIndex...]
                // A quote within a plain field, and text behind a closing quote, are kept as they are.
                if state != .quoted { state = .plain }
                isAfterReturn = false
                continue
            }
            rest.removeFirst()
            let isSecondHalf = isAfterReturn && byte == Byte.newline
            isAfterReturn = false
            if !isSecondHalf { takeSign(byte, take) }
        }
    }

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
        case (_, Byte.quote):
            state = .quoted
            hasQuotes = true
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
