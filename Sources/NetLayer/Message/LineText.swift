// A run of bytes of one header line: trims, searches and compares without a copy.

/// Part of a line. Plain offsets, because every header of every response is read with it.
struct LineText {
    private let bytes: UnsafeRawBufferPointer
    private var start: Int
    private var end: Int

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        start = 0
        end = bytes.count
    }

    var count: Int { end - start }
    var isEmpty: Bool { start >= end }
    subscript(_ offset: Int) -> UInt8 { bytes[start + offset] }

    var trimmedAtEnd: LineText {
        var copy = self
        while copy.end > copy.start, Self.isBlank(bytes[copy.end - 1]) { copy.end -= 1 }
        return copy
    }

    var trimmed: LineText {
        var copy = trimmedAtEnd
        while copy.start < copy.end, Self.isBlank(bytes[copy.start]) { copy.start += 1 }
        return copy
    }

    func prefix(_ count: Int) -> LineText {
        var copy = self
        copy.end = start + count
        return copy
    }

    func dropping(_ count: Int) -> LineText {
        var copy = self
        copy.start += count
        return copy
    }

    /// The offset of the byte.
    func first(_ byte: UInt8) -> Int? {
        var offset = 0
        while offset < count {
            if self[offset] == byte { return offset }
            offset += 1
        }
        return nil
    }

    func hasPrefix(_ text: StaticString) -> Bool {
        count >= text.utf8CodeUnitCount && (0..<text.utf8CodeUnitCount).allSatisfy { self[$0] == text.utf8Start[$0] }
    }

    /// The text after the colon of the field of this name; `name` is in lower case.
    func value(of name: StaticString) -> LineText? {
        let length = name.utf8CodeUnitCount
        guard count > length, (0..<length).allSatisfy({ Self.lower(self[$0]) == name.utf8Start[$0] }) else { return nil }
        let rest = dropping(length)
        guard let colon = rest.first(UInt8(ascii: ":")), rest.prefix(colon).trimmed.isEmpty else { return nil }
        return rest.dropping(colon + 1).trimmed
    }

    /// The number that the text is, when it is one to eighteen digits.
    var number: Int? {
        guard 1...18 ~= count else { return nil }
        var number = 0
        for offset in 0..<count {
            guard self[offset] >= 0x30, self[offset] <= 0x39 else { return nil }
            number = number * 10 + Int(self[offset] - 0x30)
        }
        return number
    }

    /// UTF-8 when it is well-formed, else ISO 8859-1, in which every byte is a character (RFC 9110 §5.5).
    var string: String {
        let part = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
        if part.allSatisfy({ $0 < 0x80 }) { return String(decoding: part, as: UTF8.self) }
        if let text = String(validating: part, as: UTF8.self) { return text }
        var text = ""
        text.unicodeScalars.append(contentsOf: part.lazy.map { UnicodeScalar($0) })
        return text
    }

    private static func lower(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte }

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0d || byte == 0x0a }
}
