// Builds a ResponseHead from header lines as they arrive: interim answers are skipped, folded lines joined, no byte is lost.

/// Takes one line at a time, line break included. RFC 9112 §4 and §5.
struct HeadParser {
    enum Progress {
        case needsMore
        case statusLine(isInterim: Bool)
        /// The first line is no status line.
        case invalid
        /// The head of the final answer. The parser is then used up.
        case complete(ResponseHead)
    }

    private var head: ResponseHead?
    private var fields: [HeaderField] = []

    mutating func take(_ line: UnsafeRawBufferPointer) -> Progress {
        let text = Text(line).trimmedAtEnd
        guard head != nil else {
            if text.isEmpty { return .needsMore }
            guard let start = Self.statusLine(text) else { return .invalid }
            head = start
            return .statusLine(isInterim: Self.isInterim(start))
        }
        if text.isEmpty { return finish() }
        if Text.isBlank(text[0]) {
            fold(text.trimmed)
        } else {
            fields.append(Self.field(text))
        }
        return .needsMore
    }

    private mutating func finish() -> Progress {
        defer {
            head = nil
            fields = []
        }
        guard var head, !Self.isInterim(head) else { return .needsMore }
        head.headers = Headers(fields)
        return .complete(head)
    }

    /// RFC 9112 §5.2: a folded line continues the value after one space.
    private mutating func fold(_ text: Text) {
        guard let last = fields.popLast() else { return fields.append(Self.field(text)) }
        fields.append(HeaderField(last.name, last.value.revealed + " " + text.string))
    }

    private static func isInterim(_ head: ResponseHead) -> Bool { (100..<200).contains(head.status) }

    /// `HTTP/1.1 200 OK`, `HTTP/2 200`
    private static func statusLine(_ line: Text) -> ResponseHead? {
        guard line.hasPrefix("HTTP/"), let versionEnd = line.first(UInt8(ascii: " ")) else { return nil }
        let rest = line.dropping(versionEnd).trimmed
        var status = 0
        var digits = 0
        while digits < rest.count, rest[digits] >= 0x30, rest[digits] <= 0x39, digits < 4 {
            status = status * 10 + Int(rest[digits] - 0x30)
            digits += 1
        }
        guard digits == 3 else { return nil }
        return ResponseHead(status: status, reason: rest.dropping(3).trimmed.string, version: line.prefix(versionEnd).string)
    }

    /// A line without a colon is kept as a name without a value: what came is shown.
    private static func field(_ line: Text) -> HeaderField {
        guard let colon = line.first(UInt8(ascii: ":")) else { return HeaderField(line.string, "") }
        return HeaderField(line.prefix(colon).trimmedAtEnd.string, line.dropping(colon + 1).trimmed.string)
    }
}

/// A run of bytes of one line. Plain offsets, because every header of every answer passes here.
private struct Text {
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

    var trimmedAtEnd: Text {
        var copy = self
        while copy.end > copy.start, Self.isBlank(bytes[copy.end - 1]) { copy.end -= 1 }
        return copy
    }

    var trimmed: Text {
        var copy = trimmedAtEnd
        while copy.start < copy.end, Self.isBlank(bytes[copy.start]) { copy.start += 1 }
        return copy
    }

    func prefix(_ count: Int) -> Text {
        var copy = self
        copy.end = start + count
        return copy
    }

    func dropping(_ count: Int) -> Text {
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

    /// UTF-8 when it is well-formed, else ISO 8859-1, in which every byte is a character (RFC 9110 §5.5).
    var string: String {
        let part = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
        if part.allSatisfy({ $0 < 0x80 }) { return String(decoding: part, as: UTF8.self) }
        if let text = String(validating: part, as: UTF8.self) { return text }
        var text = ""
        text.unicodeScalars.append(contentsOf: part.lazy.map { UnicodeScalar($0) })
        return text
    }

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0d || byte == 0x0a }
}
