// The line starts of a text, so that line n is found without scanning the text.

/// The lines of a text. `\n`, `\r\n` or `\r` ends a line; the rest after the last line
/// end is a line only when it is not empty.
public struct LineIndex: Sendable {
    private let bytes: [UInt8]
    private let starts: [UInt32]

    /// Finds the lines. Of a text longer than 4 GB only the first 4 GB are split.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
        starts = bytes.withUnsafeBufferPointer { Self.starts(of: $0) }
    }

    init(bytes: [UInt8], starts: [UInt32]) {
        self.bytes = bytes
        self.starts = starts
    }

    /// The number of lines; 0 for an empty text.
    public var count: Int { starts.count }

    /// The bytes of line `index`, from 0, without its line end. `index` must be below ``count``.
    public subscript(index: Int) -> Range<Int> {
        let start = Int(starts[index])
        var end = index + 1 < starts.count ? Int(starts[index + 1]) : bytes.count
        if end > start, bytes[end - 1] == Byte.newline { end -= 1 }
        if end > start, bytes[end - 1] == Byte.carriageReturn { end -= 1 }
        return start..<end
    }

    /// Passes the bytes of a line to `body`, without its line end.
    func withBytes<Answer>(of line: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Answer) -> Answer {
        bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[self[line]])) }
    }

    /// The position of a byte offset (0 up to the length of the text): line and column from
    /// 1, the column in Unicode code points.
    public func position(of offset: Int) -> (line: Int, column: Int) {
        let line = lineNumber(of: offset)
        guard line <= starts.count else { return (line, 1) }
        let start = Int(starts[line - 1])
        return (line, bytes.withUnsafeBufferPointer { TextPosition.column(from: start, to: min(offset, $0.count), in: $0) })
    }

    /// Only the line, from 1: computing the column takes time in proportion to the line's
    /// length, and a text may be one long line.
    public func lineNumber(of offset: Int) -> Int {
        var low = 0
        var high = starts.count
        while low < high {
            let middle = (low + high) / 2
            if Int(starts[middle]) <= offset { low = middle + 1 } else { high = middle }
        }
        // At the end of a text that ends with a line break, the position is on the line after it.
        if offset >= bytes.count, let last = bytes.last, last == Byte.newline || last == Byte.carriageReturn {
            return starts.count + 1
        }
        return max(low, 1)
    }

    private static func starts(of bytes: UnsafeBufferPointer<UInt8>) -> [UInt32] {
        guard let base = bytes.baseAddress, bytes.count > 0 else { return [] }
        let count = min(bytes.count, Int(UInt32.max))
        var starts: [UInt32] = [0]
        var index = 0
        while index < count {
            if index + 8 <= count {
                let word = EightBytes.loadWord(base, index)
                let stop = EightBytes.equal(word, Byte.newline) | EightBytes.equal(word, Byte.carriageReturn)
                guard stop != 0 else {
                    index += 8
                    continue
                }
                index += stop.trailingZeroBitCount / 8
            }
            let byte = base[index]
            index += 1
            guard byte == Byte.newline || byte == Byte.carriageReturn else { continue }
            if byte == Byte.carriageReturn, index < count, base[index] == Byte.newline { index += 1 }
            if index < count { starts.append(UInt32(truncatingIfNeeded: index)) }
        }
        return starts
    }
}
