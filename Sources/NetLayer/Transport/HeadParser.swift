// Builds a ResponseHead from header lines as they arrive: interim answers are skipped, no byte is lost. The fields are read by who asks for one.

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
    private var isInside = false
    private var lines: [UInt8] = []
    private var count = 0
    private var isFolded = false
    /// `nil` before the first, `.some(nil)` when that is no number.
    private var length: Int??
    private var hasCoding = false

    mutating func take(_ line: UnsafeRawBufferPointer) -> Progress {
        let text = LineText(line).trimmedAtEnd
        guard isInside else {
            if text.isEmpty { return .needsMore }
            guard let start = Self.statusLine(text) else { return .invalid }
            head = start
            isInside = true
            return .statusLine(isInterim: Self.isInterim(start))
        }
        if text.isEmpty {
            // A line of spaces folds nothing into the value before it (RFC 9112 §5.2); only one of nothing ends the head.
            return line.contains(where: { $0 == 0x20 || $0 == 0x09 }) ? .needsMore : finish()
        }
        if LineText.isBlank(text[0]) { isFolded = true } else { note(text) }
        if lines.isEmpty { lines.reserveCapacity(1_024) }
        lines.append(contentsOf: line)
        if line.last != UInt8(ascii: "\n") { lines.append(UInt8(ascii: "\n")) }
        count += 1
        return .needsMore
    }

    private mutating func finish() -> Progress {
        guard var head, !Self.isInterim(head) else {
            self = HeadParser()
            return .needsMore
        }
        head.headers = Headers(FieldLines(lines, count: count))
        if isFolded {
            length = .some(head.headers["Content-Length"].flatMap { Int($0) })
            hasCoding = head.headers.first("Content-Encoding") != nil
        }
        self.head = nil
        isInside = false
        lines = []
        return .complete(head)
    }

    // MARK: What the transport itself must know of the head, once it is complete

    /// The first Content-Length, when it is a number.
    var announcedLength: Int? { length ?? nil }
    /// There is a Content-Encoding.
    var isCoded: Bool { hasCoding }

    private mutating func note(_ line: LineText) {
        guard line[0] | 0x20 == UInt8(ascii: "c") else { return }
        if case .none = length, let value = line.value(of: "content-length") { length = .some(Int(value.string)) }
        if line.value(of: "content-encoding") != nil { hasCoding = true }
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
