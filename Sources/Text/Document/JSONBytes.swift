// Writes JSON byte by byte for long texts: it makes no String, and leaves
// ill-formed UTF-8 for the reader to replace.

enum JSONBytes {
    /// A string with quotes and escapes (RFC 8259 §7).
    static func append(string text: ArraySlice<UInt8>, to output: inout [UInt8]) {
        output.append(Byte.quote)
        text.withUnsafeBufferPointer { bytes in
            var start = 0
            for index in bytes.indices where bytes[index] < 0x20 || bytes[index] == Byte.quote || bytes[index] == Byte.backslash {
                output += UnsafeBufferPointer(rebasing: bytes[start..<index])
                append(escaped: bytes[index], to: &output)
                start = index + 1
            }
            output += UnsafeBufferPointer(rebasing: bytes[start...])
        }
        output.append(Byte.quote)
    }

    private static func append(escaped byte: UInt8, to output: inout [UInt8]) {
        switch byte {
        case Byte.quote, Byte.backslash: output += [Byte.backslash, byte]
        case Byte.newline: output += "\\n".utf8
        case Byte.carriageReturn: output += "\\r".utf8
        case Byte.tab: output += "\\t".utf8
        default: output += JSONLiteral.escaped(Unicode.Scalar(byte)).utf8
        }
    }

    /// `"key":value`, with a comma before it unless it is the first; the value is already JSON.
    static func append(member key: String, _ value: some Sequence<UInt8>, to object: inout [UInt8]) {
        if object.last != Byte.openBrace { object.append(Byte.comma) }
        append(string: Array(key.utf8)[...], to: &object)
        object.append(Byte.colon)
        object += value
    }

    /// `"key":"text"`.
    static func append(member key: String, text: ArraySlice<UInt8>, to object: inout [UInt8]) {
        append(member: key, EmptyCollection(), to: &object)
        append(string: text, to: &object)
    }

    /// The reason why a text is not JSON; `nil` when it is.
    static func fault(in text: ArraySlice<UInt8>) -> JSONError? {
        text.withUnsafeBufferPointer { bytes in
            var sink = NullSink()
            do throws(JSONError) {
                try JSONScanner.scan(bytes, into: &sink)
            } catch {
                return error
            }
            return nil
        }
    }

    /// Whether a text is a number in JSON's grammar (RFC 8259 §6): no plus, no leading zeros.
    static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
        var rest = text
        func digits() -> Int {
            let count = rest.prefix(while: Byte.isDigit).count
            rest = rest.dropFirst(count)
            return count
        }
        if rest.first == Byte.minus { rest = rest.dropFirst() }
        let isZero = rest.first == Byte.zero
        let whole = digits()
        guard whole > 0, !isZero || whole == 1 else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            guard digits() > 0 else { return false }
        }
        if let first = rest.first, first | 0x20 == UInt8(ascii: "e") {
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: "+") || rest.first == Byte.minus { rest = rest.dropFirst() }
            guard digits() > 0 else { return false }
        }
        return rest.isEmpty
    }

    /// A value without blank space between its parts; strings and numbers keep their bytes.
    static func append(compact node: JSONNode, to output: inout [UInt8]) {
        let source = node.storage.bytes[node.byteRange]
        var isInString = false
        var isEscaped = false
        for byte in source {
            if isInString {
                isInString = isEscaped || byte != Byte.quote
                isEscaped = !isEscaped && byte == Byte.backslash
            } else if Byte.isSpace(byte) {
                continue
            } else {
                isInString = byte == Byte.quote
            }
            output.append(byte)
        }
    }
}

/// Ignores everything: only the scanner's error matters.
private struct NullSink: JSONSink {
    mutating func beginContainer(_ kind: JSONNode.Kind, at offset: Int) {}
    mutating func endContainer(_ kind: JSONNode.Kind, at offset: Int) {}
    mutating func addKey(_ range: Range<Int>, hasEscapes: Bool) {}
    mutating func addString(_ range: Range<Int>, hasEscapes: Bool) {}
    mutating func addScalar(_ kind: JSONNode.Kind, _ range: Range<Int>) {}
}

extension JSONNode {
    /// The value's text without blank space between its parts; strings and numbers keep their bytes.
    public var compact: [UInt8] {
        var text: [UInt8] = []
        JSONBytes.append(compact: self, to: &text)
        return text
    }
}
