// Splits a text into rows for a screen, one at a time and from any row on: the original lines, or JSON
// with a value per row. It stores nothing and copies only the drawn rows, so that a row of a large body
// costs the same as a row of a small one.

/// The beginning of a row. Small, because an index stores thousands of them.
struct RowPlace: Sendable, Hashable {
    /// The kind of content at the place.
    enum Part: UInt8, Sendable {
        /// The beginning of a row.
        case start
        /// The rest of a string, the rest of another token without blanks, or
        /// a value whose key was too long for it.
        case string, word, value
    }

    private(set) var low: UInt32
    private var high: UInt16
    var part = Part.start
    /// The number of open containers.
    var depth: UInt32 = 0

    init(_ offset: Int) { (low, high) = (UInt32(truncatingIfNeeded: offset), UInt16(truncatingIfNeeded: offset >> 32)) }

    var offset: Int {
        get { Int(high) << 32 | Int(low) }
        set { (low, high) = (UInt32(truncatingIfNeeded: newValue), UInt16(truncatingIfNeeded: newValue >> 32)) }
    }
}

/// Receives the contents of a row.
protocol RowSink {
    mutating func copy(_ bytes: UnsafeBufferPointer<UInt8>)
    mutating func write(_ byte: UInt8)
    mutating func indent(_ spaces: Int)
}

/// Discards the contents: for making an index.
struct SilentRow: RowSink {
    @inline(__always) mutating func copy(_ bytes: UnsafeBufferPointer<UInt8>) {}
    @inline(__always) mutating func write(_ byte: UInt8) {}
    @inline(__always) mutating func indent(_ spaces: Int) {}
}

/// The text of a row.
struct WrittenRow: RowSink {
    var text: [UInt8] = []

    mutating func copy(_ bytes: UnsafeBufferPointer<UInt8>) { text.append(contentsOf: bytes) }
    mutating func write(_ byte: UInt8) { text.append(byte) }
    mutating func indent(_ spaces: Int) { text.append(contentsOf: repeatElement(Byte.space, count: spaces)) }
}

/// Reads rows. No row has many more bytes than ``longest``: a longer line is split,
/// between two characters, into several rows.
struct RowReader<Sink: RowSink> {
    enum Step {
        /// A row; the text continues behind it or ends there.
        case row
        /// The available part of the last row: more may arrive.
        case unfinished
        case end
    }

    private let base: UnsafePointer<UInt8>
    private let count: Int
    /// Whether no bytes will follow these.
    private let isWhole: Bool
    var sink: Sink
    private var place = RowPlace(0)
    private var index = 0
    /// The bytes that still fit into the row.
    private var remaining = 0
    private var isCut = false

    init(_ base: UnsafePointer<UInt8>, count: Int, isWhole: Bool, sink: Sink) {
        self.base = base
        self.count = count
        self.isWhole = isWhole
        self.sink = sink
    }

    // MARK: Original lines

    /// Reads a line, or as much of it as fits into a row. Lines end as in ``LineIndex``.
    mutating func readLine(_ start: inout RowPlace) -> Step {
        let first = start.offset
        guard first < count else { return .end }
        var end = first
        let limit = min(count, first + TextRows.longest)
        while end < limit, base[end] != Byte.newline, base[end] != Byte.carriageReturn { end += 1 }
        if end == limit, end < count, base[end] != Byte.newline, base[end] != Byte.carriageReturn {
            end = characterStart(end, after: first)
            sink.copy(UnsafeBufferPointer(start: base + first, count: end - first))
            start.offset = end
            return .row
        }
        sink.copy(UnsafeBufferPointer(start: base + first, count: end - first))
        guard end < count else {
            start.offset = end
            return isWhole ? .row : .unfinished
        }
        // A line feed that belongs to it may follow.
        if base[end] == Byte.carriageReturn {
            guard end + 1 < count || isWhole else { return .unfinished }
            if end + 1 < count, base[end + 1] == Byte.newline { end += 1 }
        }
        start.offset = end + 1
        return .row
    }

    /// The last place up to this one where a user-perceived character begins, if that is not far.
    private func characterStart(_ end: Int, after first: Int) -> Int {
        var start = scalarStart(end, after: first)
        // Accents and similar marks follow their base character.
        while start > first + 1, start > end - 32, scalar(at: start)?.belongsBefore == true {
            start = scalarStart(start - 1, after: first)
        }
        return scalar(at: start)?.belongsBefore == true ? scalarStart(end, after: first) : start
    }

    /// At most three bytes before the place; further back, this is not UTF-8.
    private func scalarStart(_ end: Int, after first: Int) -> Int {
        var start = end
        while start > max(first + 1, end - 3), base[start] & 0xC0 == 0x80 { start -= 1 }
        return base[start] & 0xC0 == 0x80 ? end : start
    }

    private func scalar(at start: Int) -> Unicode.Scalar? {
        guard base[start] >= 0xC0 else { return nil }
        return String(decoding: UnsafeBufferPointer(start: base + start, count: min(4, count - start)), as: UTF8.self)
            .unicodeScalars.first
    }

    // MARK: JSON

    /// Reads a key with its value or the beginning of that, an element, or the end of a
    /// container, with the comma behind it. Leaves out the blank space of the text. A text that
    /// is not JSON is still shown completely.
    mutating func readValue(_ start: inout RowPlace) -> Step {
        place = start
        index = start.offset
        isCut = false
        if place.part == .start { skipSpace() }
        guard index < count else { return .end }
        remaining = TextRows.longest
        if place.part == .start { beginRow() }
        let isFinished = readToken()
        guard isFinished || isWhole else { return .unfinished }
        if !isCut { place.part = .start }
        place.offset = index
        start = place
        return .row
    }

    private mutating func beginRow() {
        if isClosing(base[index]), place.depth > 0 { place.depth -= 1 }
        let spaces = min(2 * Int(place.depth), JSONPretty.widestIndent)
        sink.indent(spaces)
        remaining -= spaces
    }

    /// Reads to the end of the row.
    /// - Returns: `false` when the text ends before that end is known.
    private mutating func readToken() -> Bool {
        var part = place.part
        place.part = .value
        while true {
            guard index < count else { return false }
            switch part {
            case .string: guard readString(from: index) else { return isCut }
            case .word: guard readWord() else { return isCut }
            case .start, .value:
                let byte = base[index]
                switch byte {
                case Byte.quote: guard readString(from: index + 1) else { return isCut }
                case Byte.openBrace, Byte.openBracket: return readContainerStart(byte)
                case Byte.closeBrace, Byte.closeBracket, Byte.comma, Byte.colon:
                    writeByte(byte)
                    index += 1
                default: guard readWord() else { return isCut }
                }
            }
            skipSpace()
            guard index < count else { return false }
            guard base[index] == Byte.colon else { return readComma() }
            writeByte(Byte.colon)
            writeByte(Byte.space)
            index += 1
            skipSpace()
            part = .value
            if remaining < 16 {
                isCut = true
                return true
            }
        }
    }

    /// Reads the beginning of a container; an empty one takes one row.
    private mutating func readContainerStart(_ byte: UInt8) -> Bool {
        writeByte(byte)
        index += 1
        skipSpace()
        guard index < count else { return false }
        // The closing byte of ASCII's braces and brackets is two behind the opening one.
        guard base[index] == byte + 2 else {
            place.depth += 1
            return true
        }
        writeByte(base[index])
        index += 1
        return readComma()
    }

    private mutating func readComma() -> Bool {
        skipSpace()
        guard index < count else { return false }
        guard base[index] == Byte.comma else { return true }
        writeByte(Byte.comma)
        index += 1
        return true
    }

    /// Reads the rest of a string, from a place inside it.
    /// - Returns: `false` when the row is full, or the text ends before the string.
    private mutating func readString(from inside: Int) -> Bool {
        let limit = index + remaining
        var end = inside
        scan: while end < count {
            while end + 8 <= min(count, limit) {
                let word = EightBytes.loadWord(base, end)
                let stop = EightBytes.equal(word, Byte.quote) | EightBytes.equal(word, Byte.backslash)
                if stop != 0 {
                    end += stop.trailingZeroBitCount / 8
                    break
                }
                end += 8
            }
            guard end < count else { break scan }
            guard end < limit || base[end] == Byte.quote else { return splitRow(at: end, .string) }
            switch base[end] {
            case Byte.quote:
                copyThrough(end + 1)
                return true
            case Byte.backslash: end += 2
            default: end += 1
            }
        }
        copyThrough(min(end, count))
        return false
    }

    /// Reads a number or a name, or any bytes in their place.
    private mutating func readWord() -> Bool {
        let limit = index + remaining
        var end = index
        while end < count, !Byte.isSpace(base[end]), base[end] != Byte.comma, base[end] != Byte.colon, !isClosing(base[end]) {
            guard end < limit else { return splitRow(at: end, .word) }
            end += 1
        }
        let isThere = end < count
        copyThrough(end)
        return isThere
    }

    private mutating func splitRow(at end: Int, _ rest: RowPlace.Part) -> Bool {
        let start = characterStart(end, after: index)
        // Not between a backslash and the character that it escapes: the place is one between two of them.
        copyThrough(base[start - 1] == Byte.backslash ? scalarStart(end, after: index) : start)
        place.part = rest
        isCut = true
        return false
    }

    @inline(__always)
    private mutating func copyThrough(_ end: Int) {
        sink.copy(UnsafeBufferPointer(start: base + index, count: end - index))
        remaining -= end - index
        index = end
    }

    @inline(__always)
    private mutating func writeByte(_ byte: UInt8) {
        sink.write(byte)
        remaining -= 1
    }

    @inline(__always)
    private func isClosing(_ byte: UInt8) -> Bool { byte == Byte.closeBrace || byte == Byte.closeBracket }

    @inline(__always)
    private mutating func skipSpace() { while index < count, Byte.isSpace(base[index]) { index += 1 } }
}

extension Unicode.Scalar {
    /// Whether it is displayed together with the character before it.
    fileprivate var belongsBefore: Bool { properties.isGraphemeExtend || properties.isEmojiModifier || value == 0x200D }
}
