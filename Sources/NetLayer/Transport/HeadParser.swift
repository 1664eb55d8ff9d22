// Builds a ResponseHead from header lines as they arrive: skips interim responses, loses no byte. Fields are
// parsed on first access.

/// Receives one line at a time, line break included. RFC 9112 §4 and §5.
struct HeadParser {
    enum LineResult {
        case needsMore
        case statusLine(isInterim: Bool)
        /// The first line is not a status line.
        case invalid
        /// The head of the final response. The parser must not be used after it.
        case complete(ResponseHead)
    }

    private var head: ResponseHead?
    private var isInside = false
    private var lines: [UInt8] = []
    private var count = 0
    private var isFolded = false
    private var length = Length.none
    private var hasCoding = false
    private var isChunked = false

    /// The combined value of the Content-Length fields (RFC 9110 §8.6).
    private enum Length {
        case none
        case bytes(Int)
        /// The fields contain an invalid length, or two different ones: this text.
        case wrong(String)
    }

    mutating func parseLine(_ line: UnsafeRawBufferPointer) -> LineResult {
        let text = LineText(line).trimmedAtEnd
        guard isInside else {
            if text.isEmpty { return .needsMore }
            guard let start = Self.statusLine(text) else { return .invalid }
            head = start
            isInside = true
            return .statusLine(isInterim: Self.isInterim(start))
        }
        if text.isEmpty {
            // A line of spaces adds nothing to the value before it (RFC 9112 §5.2); only an empty
            // line ends the head.
            return line.contains(where: { $0 == 0x20 || $0 == 0x09 }) ? .needsMore : finish()
        }
        if LineText.isBlank(text[0]) { isFolded = true } else { recordFraming(text) }
        if lines.isEmpty { lines.reserveCapacity(1_024) }
        lines.append(contentsOf: line)
        if line.last != UInt8(ascii: "\n") { lines.append(UInt8(ascii: "\n")) }
        count += 1
        return .needsMore
    }

    private mutating func finish() -> LineResult {
        guard var head, !Self.isInterim(head) else {
            self = HeadParser()
            return .needsMore
        }
        head.headers = Headers(FieldLines(lines, count: count))
        if isFolded {
            length = .none
            for field in head.headers.fields where field.name.isSameFieldName(as: "Content-Length") {
                recordFraming(length: field.value.revealed)
            }
            hasCoding = head.headers.first("Content-Encoding") != nil
            isChunked = head.headers.first("Transfer-Encoding") != nil
        }
        self.head = nil
        isInside = false
        lines = []
        return .complete(head)
    }

    // MARK: Facts about the head that the transport itself needs, once it is complete

    /// The Content-Length, when there is a valid one.
    var announcedLength: Int? { if case .bytes(let count) = length { count } else { nil } }
    /// Why the end of the body is undefined (RFC 9112 §6.3, rules 3 and 5): an invalid length, two lengths,
    /// or a length beside a Transfer-Encoding. libcurl uses the first length as far as it can parse it, and
    /// treats a body that is cut off there as complete.
    var framingFault: String? {
        switch length {
        case .none: nil
        case .wrong(let value): "Content-Length is \(value.debugDescription), which is not a length"
        case .bytes: isChunked ? "there is a Content-Length beside a Transfer-Encoding, and only one can be right" : nil
        }
    }
    /// Whether there is a Content-Encoding.
    var isCoded: Bool { hasCoding }
    /// Whether there is a Transfer-Encoding.
    var isTransferCoded: Bool { isChunked }

    private mutating func recordFraming(_ line: LineText) {
        switch line[0] | 0x20 {
        case UInt8(ascii: "c"):
            if let value = line.value(of: "content-length") {
                if case .none = length, let count = value.number {
                    length = .bytes(count)
                } else {
                    recordFraming(length: value.string)
                }
            }
            if line.value(of: "content-encoding") != nil { hasCoding = true }
        case UInt8(ascii: "t"): if line.value(of: "transfer-encoding") != nil { isChunked = true }
        default: break
        }
    }

    /// A list of equal lengths counts as one (RFC 9110 §8.6): an intermediary has joined several fields.
    private mutating func recordFraming(length text: String) {
        for member in text.split(separator: ",", omittingEmptySubsequences: false) {
            let digits = member.utf8.drop { $0 == 0x20 || $0 == 0x09 }
            let value = String(decoding: digits.reversed().drop { $0 == 0x20 || $0 == 0x09 }.reversed(), as: UTF8.self)
            guard !value.isEmpty, value.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let count = Int(value) else {
                return length = .wrong(String(text.prefix(60)))
            }
            switch length {
            case .none: length = .bytes(count)
            case .bytes(count): break
            case .bytes(let other): return length = .wrong("\(other), \(count)")
            case .wrong: return
            }
        }
    }

    private static func isInterim(_ head: ResponseHead) -> Bool { (100..<200).contains(head.status) }

    /// `HTTP/1.1 200 OK`, `HTTP/2 200`
    private static func statusLine(_ line: LineText) -> ResponseHead? {
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
}
