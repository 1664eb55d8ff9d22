// Cuts bytes that come in pieces at line ends or separators. A line that stands whole in a piece is not copied.

struct RecordSplitter: Sendable {
    enum Separator { case newline, recordSeparator, lineEnd }

    private let separator: Separator
    /// The beginning of a line whose end has not come.
    private var pending: [UInt8] = []
    /// The last piece ended with a carriage return: a newline that follows belongs to it.
    private var isAfterReturn = false

    init(_ separator: Separator) { self.separator = separator }

    mutating func read(_ piece: ArraySlice<UInt8>, _ line: (ArraySlice<UInt8>) -> Void) {
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
            hand(piece[start..<index - 1], line)
            start = index
            isAfterReturn = separator == .lineEnd && byte == Byte.carriageReturn
        }
        pending += piece[start...]
    }

    /// What stands after the last separator.
    mutating func finish(_ line: (ArraySlice<UInt8>) -> Void) {
        if !pending.isEmpty { hand([], line) }
    }

    private mutating func hand(_ rest: ArraySlice<UInt8>, _ line: (ArraySlice<UInt8>) -> Void) {
        guard !pending.isEmpty else { return line(rest) }
        pending += rest
        line(pending[...])
        pending.removeAll(keepingCapacity: true)
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
