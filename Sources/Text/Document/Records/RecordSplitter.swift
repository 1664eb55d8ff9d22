// Splits bytes that arrive in pieces at line ends or separators. A line that
// is complete in one piece is not copied.

struct RecordSplitter: Sendable {
    enum Separator { case newline, recordSeparator, lineEnd }

    /// The bytes between two separators.
    enum Record {
        case whole(ArraySlice<UInt8>)
        /// The beginning of a record with more than ``RecordLimit/bytes``. It is passed on once, when the
        /// record grows too long; the rest is skipped.
        case tooLong(ArraySlice<UInt8>)
    }

    private let separator: Separator
    /// The beginning of a line without its end; never longer than the limit.
    private var pending: [UInt8] = []
    /// Whether the line was too long: the bytes before the next separator are skipped.
    private var isSkipping = false
    /// Whether the last piece ended with a carriage return: a newline after it belongs to it.
    private var isAfterReturn = false

    init(_ separator: Separator) { self.separator = separator }

    /// The bytes that are buffered for the rest of a line.
    var heldBytes: Int { pending.count }

    mutating func readPiece(_ piece: ArraySlice<UInt8>, _ take: (Record) -> Void) {
        var start = piece.startIndex
        var index = start
        while index < piece.endIndex {
            let byte = piece[index]
            index += 1
            if isAfterReturn {
                isAfterReturn = false
                if byte == Byte.newline {
                    start = index
                    continue
                }
            }
            guard isEnd(byte) else { continue }
            emitRecord(piece[start..<index - 1], take)
            start = index
            isAfterReturn = separator == .lineEnd && byte == Byte.carriageReturn
        }
        bufferRest(piece[start...], take)
    }

    /// Passes on the bytes after the last separator.
    mutating func finish(_ take: (Record) -> Void) {
        if !pending.isEmpty || isSkipping { emitRecord([], take) }
    }

    /// Buffers the beginning of a line until the rest arrives, as long as it may become a record.
    private mutating func bufferRest(_ rest: ArraySlice<UInt8>, _ take: (Record) -> Void) {
        guard !isSkipping else { return }
        let isTooLong = pending.count + rest.count > RecordLimit.bytes
        pending += rest.prefix(RecordLimit.bytes - pending.count)
        guard isTooLong else { return }
        take(.tooLong(pending[...]))
        pending = []
        isSkipping = true
    }

    private mutating func emitRecord(_ rest: ArraySlice<UInt8>, _ take: (Record) -> Void) {
        if !isSkipping, pending.isEmpty, rest.count <= RecordLimit.bytes { return take(.whole(rest)) }
        bufferRest(rest, take)
        if !isSkipping { take(.whole(pending[...])) }
        pending.removeAll(keepingCapacity: pending.capacity <= 1 << 16)
        isSkipping = false
    }

    @inline(__always)
    private func isEnd(_ byte: UInt8) -> Bool {
        switch separator {
        case .newline: byte == Byte.newline
        case .recordSeparator: byte == 0x1e
        case .lineEnd: byte == Byte.newline || byte == Byte.carriageReturn
        }
    }
}
