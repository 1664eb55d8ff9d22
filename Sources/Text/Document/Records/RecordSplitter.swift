// Cuts bytes that come in pieces at line ends or separators. A line that stands whole in a piece is not copied.

struct RecordSplitter: Sendable {
    enum Separator { case newline, recordSeparator, lineEnd }

    /// What stands between two separators.
    enum Record {
        case whole(ArraySlice<UInt8>)
        /// More than ``RecordLimit/bytes``: its beginning. It is handed on once, when it grows too long; the rest is skipped.
        case tooLong(ArraySlice<UInt8>)
    }

    private let separator: Separator
    /// The beginning of a line whose end has not come; never longer than the limit.
    private var pending: [UInt8] = []
    /// The line was too long: what comes before the next separator is skipped.
    private var isSkipping = false
    /// The last piece ended with a carriage return: a newline that follows belongs to it.
    private var isAfterReturn = false

    init(_ separator: Separator) { self.separator = separator }

    /// Bytes that are held for the rest of a line.
    var heldBytes: Int { pending.count }

    mutating func read(_ piece: ArraySlice<UInt8>, _ take: (Record) -> Void) {
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
            hand(piece[start..<index - 1], take)
            start = index
            isAfterReturn = separator == .lineEnd && byte == Byte.carriageReturn
        }
        hold(piece[start...], take)
    }

    /// What stands after the last separator.
    mutating func finish(_ take: (Record) -> Void) {
        if !pending.isEmpty || isSkipping { hand([], take) }
    }

    /// The beginning of a line waits for the rest, as long as it may become a record.
    private mutating func hold(_ rest: ArraySlice<UInt8>, _ take: (Record) -> Void) {
        guard !isSkipping else { return }
        let isTooLong = pending.count + rest.count > RecordLimit.bytes
        pending += rest.prefix(RecordLimit.bytes - pending.count)
        guard isTooLong else { return }
        take(.tooLong(pending[...]))
        pending = []
        isSkipping = true
    }

    private mutating func hand(_ rest: ArraySlice<UInt8>, _ take: (Record) -> Void) {
        if !isSkipping, pending.isEmpty, rest.count <= RecordLimit.bytes { return take(.whole(rest)) }
        hold(rest, take)
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
