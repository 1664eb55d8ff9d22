// The reason and the place of an error in a JSON text.

/// The reason why a text is not JSON (RFC 8259), with the place.
public struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The byte offset from the start of the text, from 0.
    public let offset: Int
    /// The line, from 1. `\n`, `\r\n` or `\r` ends a line.
    public let line: Int
    /// The column, from 1, counted in Unicode code points.
    public let column: Int
    /// The error, as a clause without a full stop: "expected ':' after the key".
    public let message: String
    /// Whether the text ended before the value did: more bytes could have made it JSON.
    public let isTruncated: Bool

    init(_ message: String, at offset: Int, in bytes: UnsafeBufferPointer<UInt8>, isTruncated: Bool = false) {
        (line, column) = TextPosition.findPosition(offset, in: bytes)
        self.offset = offset
        self.message = message
        self.isTruncated = isTruncated
    }

    /// `line 3, column 7: expected ':' after the key`.
    public var description: String { "line \(line), column \(column): \(message)" }
}

/// Counts lines and columns by scanning the text; for a single place. For many places use ``LineIndex``.
enum TextPosition {
    /// Both from 1; the column in code points.
    static func findPosition(_ offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> (line: Int, column: Int) {
        var line = 1
        var start = 0
        var index = 0
        let end = min(offset, bytes.count)
        while index < end {
            let isPair = index + 1 < bytes.count && bytes[index + 1] == Byte.newline
            if bytes[index] == Byte.newline || (bytes[index] == Byte.carriageReturn && !isPair) {
                line += 1
                start = index + 1
            }
            index += 1
        }
        return (line, column(from: start, to: end, in: bytes))
    }

    /// The code points before `end` in a line that begins at `start`, plus
    /// one. A byte-order mark is not a column.
    static func column(from start: Int, to end: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let first = start == 0 ? Byte.markLength(bytes) : start
        var column = 1
        for index in first..<max(first, end) where bytes[index] & 0xc0 != 0x80 { column += 1 }
        return column
    }
}
