// The grammar of RFC 8259, once, as a loop: it does not recurse, so nesting has no stack limit. It reports
// values to a sink: one sink builds the tree, another prints.

/// Receives the scanner's events, in the order of the text. Ranges are byte
/// offsets; strings include their quotes.
protocol JSONSink {
    mutating func beginContainer(_ kind: JSONNode.Kind, at offset: Int)
    /// `offset` is the closing brace or bracket.
    mutating func endContainer(_ kind: JSONNode.Kind, at offset: Int)
    mutating func addKey(_ range: Range<Int>, hasEscapes: Bool)
    mutating func addString(_ range: Range<Int>, hasEscapes: Bool)
    /// A number, `true`, `false` or `null`.
    mutating func addScalar(_ kind: JSONNode.Kind, _ range: Range<Int>)
}

struct JSONScanner<Sink: JSONSink> {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let base: UnsafePointer<UInt8>
    private let count: Int
    private var index: Int
    /// The start of each open container.
    private var open: [Int] = []
    /// The deepest nesting of containers (RFC 8259 §9 allows a limit); each open container takes memory.
    private static var deepest: Int { 1 << 20 }

    /// Scans one JSON text with only blank space around it. A UTF-8 byte-order mark
    /// before it is allowed (RFC 8259 §8.1).
    static func scan(_ bytes: UnsafeBufferPointer<UInt8>, into sink: inout Sink) throws(JSONError) {
        guard let base = bytes.baseAddress else { throw JSONError("the text is empty", at: 0, in: bytes, isTruncated: true) }
        var scanner = JSONScanner(bytes: bytes, base: base)
        try scanner.scanText(&sink)
    }

    private init(bytes: UnsafeBufferPointer<UInt8>, base: UnsafePointer<UInt8>) {
        self.bytes = bytes
        self.base = base
        count = bytes.count
        index = Byte.markLength(bytes)
    }

    private mutating func scanText(_ sink: inout Sink) throws(JSONError) {
        while true {
            skipSpace()
            if try value(&sink), try afterValue(&sink) { return }
        }
    }

    private func isTooDeep() -> JSONError { JSONError("more than \(Self.deepest) levels are not read", at: index, in: bytes) }

    /// Reads a scalar, or the start of a container. Returns whether a value is complete now.
    @inline(__always)
    private mutating func value(_ sink: inout Sink) throws(JSONError) -> Bool {
        guard index < count else { throw textEnds() }
        switch base[index] {
        case Byte.quote:
            let start = index
            let hasEscapes = try string()
            sink.addString(start..<index, hasEscapes: hasEscapes)
        case Byte.openBrace:
            guard open.count < Self.deepest else { throw isTooDeep() }
            open.append(index)
            sink.beginContainer(.object, at: index)
            index += 1
            skipSpace()
            guard index < count, base[index] == Byte.closeBrace else {
                try scanKey(&sink, isFirst: true)
                return false
            }
            closeContainer(.object, &sink)
        case Byte.openBracket:
            guard open.count < Self.deepest else { throw isTooDeep() }
            open.append(index)
            sink.beginContainer(.array, at: index)
            index += 1
            skipSpace()
            guard index < count, base[index] == Byte.closeBracket else { return false }
            closeContainer(.array, &sink)
        case Byte.minus, 0x30...0x39:
            let start = index
            try number()
            sink.addScalar(.number, start..<index)
        case UInt8(ascii: "t"): try literal("true", .true, &sink)
        case UInt8(ascii: "f"): try literal("false", .false, &sink)
        case UInt8(ascii: "n"): try literal("null", .null, &sink)
        default: throw notAValue()
        }
        return true
    }

    /// Reads the bytes between a value and the next one. Returns whether the whole text has been read.
    @inline(__always)
    private mutating func afterValue(_ sink: inout Sink) throws(JSONError) -> Bool {
        while let top = open.last {
            skipSpace()
            guard index < count else { throw textEnds() }
            let isObject = base[top] == Byte.openBrace
            switch base[index] {
            case Byte.comma:
                index += 1
                if isObject {
                    skipSpace()
                    try scanKey(&sink, isFirst: false)
                }
                return false
            case isObject ? Byte.closeBrace : Byte.closeBracket: closeContainer(isObject ? .object : .array, &sink)
            default:
                let (mark, name) = isObject ? ("}", "an object") : ("]", "an array")
                throw error("expected ',' or '\(mark)' after a value in \(name), found \(found())")
            }
        }
        skipSpace()
        if index < count { throw error("more text after the end of the value: \(found())") }
        return true
    }

    @inline(__always)
    private mutating func closeContainer(_ kind: JSONNode.Kind, _ sink: inout Sink) {
        open.removeLast()
        sink.endContainer(kind, at: index)
        index += 1
    }

    /// Reads a key and its colon.
    @inline(__always)
    private mutating func scanKey(_ sink: inout Sink, isFirst: Bool) throws(JSONError) {
        guard index < count else { throw textEnds() }
        guard base[index] == Byte.quote else {
            if base[index] == Byte.closeBrace, !isFirst { throw error("a comma before '}' with nothing after it") }
            throw error("expected a key in double quotes\(isFirst ? " or '}'" : ""), found \(found())")
        }
        let start = index
        let hasEscapes = try string()
        sink.addKey(start..<index, hasEscapes: hasEscapes)
        skipSpace()
        guard index < count else { throw textEnds() }
        guard base[index] == Byte.colon else { throw error("expected ':' after the key, found \(found())") }
        index += 1
    }

    @inline(__always)
    private mutating func skipSpace() {
        while index < count, Byte.isSpace(base[index]) { index += 1 }
    }
}

// Strings, numbers and the three words.
extension JSONScanner {
    /// Reads a string from its opening quote to after its closing one. Accepts bytes that are not UTF-8:
    /// decoding replaces them with U+FFFD. Returns whether it contains escapes.
    @inline(__always)
    private mutating func string() throws(JSONError) -> Bool {
        let start = index
        var hasEscapes = false
        index += 1
        while true {
            while index + 8 <= count {
                let word = EightBytes.loadWord(base, index)
                let stop =
                    EightBytes.equal(word, Byte.quote) | EightBytes.equal(word, Byte.backslash) | EightBytes.below(word, 0x20)
                if stop != 0 {
                    index += stop.trailingZeroBitCount / 8
                    break
                }
                index += 8
            }
            guard index < count else { throw endsInString(from: start) }
            let byte = base[index]
            if byte == Byte.quote {
                index += 1
                return hasEscapes
            } else if byte == Byte.backslash {
                hasEscapes = true
                try escape(stringStart: start)
            } else if byte < 0x20 {
                throw error(
                    byte == Byte.newline || byte == Byte.carriageReturn
                        ? "the line ends inside a string" : "a control character inside a string must be written as an escape")
            } else {
                index += 1
            }
        }
    }

    private mutating func escape(stringStart: Int) throws(JSONError) {
        guard index + 1 < count else { throw endsInString(from: stringStart) }
        switch base[index + 1] {
        case UInt8(ascii: "u"):
            for digit in index + 2..<index + 6 {
                guard digit < count else { throw endsInString(from: stringStart) }
                guard Byte.isHexDigit(base[digit]) else { throw error("\\u must be followed by four hexadecimal digits") }
            }
            index += 6
        case Byte.quote, Byte.backslash, UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
            UInt8(ascii: "r"), UInt8(ascii: "t"):
            index += 2
        default: throw error("an unknown escape in a string: a backslash before \(found(at: index + 1))")
        }
    }

    /// RFC 8259 §6.
    @inline(__always)
    private mutating func number() throws(JSONError) {
        if base[index] == Byte.minus { index += 1 }
        if index < count, base[index] == Byte.zero {
            index += 1
            if index < count, Byte.isDigit(base[index]) { throw error("a number must not begin with 0") }
        } else {
            try digits()
        }
        if index < count, base[index] == UInt8(ascii: ".") {
            index += 1
            try digits()
        }
        if index < count, base[index] | 0x20 == UInt8(ascii: "e") {
            index += 1
            if index < count, base[index] == UInt8(ascii: "+") || base[index] == Byte.minus { index += 1 }
            try digits()
        }
    }

    @inline(__always)
    private mutating func digits() throws(JSONError) {
        let start = index
        while index < count, Byte.isDigit(base[index]) { index += 1 }
        if index == start {
            throw index < count
                ? error("expected a digit in a number, found \(found())")
                : error("the text ends inside a number", isTruncated: true)
        }
    }

    private mutating func literal(_ word: StaticString, _ kind: JSONNode.Kind, _ sink: inout Sink) throws(JSONError) {
        let length = word.utf8CodeUnitCount
        for offset in 0..<length {
            guard index + offset < count else {
                throw JSONError("the text ends inside '\(word)'", at: count, in: bytes, isTruncated: true)
            }
            guard base[index + offset] == word.utf8Start[offset] else { throw notAValue() }
        }
        sink.addScalar(kind, index..<index + length)
        index += length
    }
}

// Error messages; never on the fast path.
extension JSONScanner {
    private func error(_ message: String, isTruncated: Bool = false) -> JSONError {
        JSONError(message, at: index, in: bytes, isTruncated: isTruncated)
    }

    private func notAValue() -> JSONError {
        var before = index - 1
        while before >= 0, Byte.isSpace(base[before]) { before -= 1 }
        switch base[index] {
        case Byte.closeBracket where before >= 0 && base[before] == Byte.comma:
            return error("a comma before ']' with nothing after it")
        case UInt8(ascii: "'"): return error("expected a value, found a single quote: strings need double quotes")
        case UInt8(ascii: "/"), UInt8(ascii: "#"): return error("expected a value, found \(found()): JSON has no comments")
        default: return error("expected a value, found \(found())")
        }
    }

    private func textEnds() -> JSONError {
        guard let start = open.last else { return error("the text is empty", isTruncated: true) }
        let line = TextPosition.findPosition(start, in: bytes).line
        let name = base[start] == Byte.openBrace ? "an object" : "an array"
        return error("the text ends inside \(name) that began at line \(line)", isTruncated: true)
    }

    private func endsInString(from start: Int) -> JSONError {
        let line = TextPosition.findPosition(start, in: bytes).line
        return JSONError("the text ends inside a string that began at line \(line)", at: count, in: bytes, isTruncated: true)
    }

    private func found() -> String { found(at: index) }

    /// The character at an offset, safe for display.
    private func found(at offset: Int) -> String {
        let byte = base[offset]
        if byte < 0x20 || byte == 0x7f { return "the control byte 0x" + String(byte, radix: 16) }
        guard byte >= 0x80 else { return "'\(UnicodeScalar(byte))'" }
        let scalar = String(decoding: bytes[offset..<min(offset + 4, count)], as: UTF8.self).unicodeScalars.first
        guard let scalar, scalar != "\u{fffd}", scalar.properties.generalCategory != .control else {
            return "the byte 0x" + String(byte, radix: 16)
        }
        return "'\(scalar)'"
    }
}
