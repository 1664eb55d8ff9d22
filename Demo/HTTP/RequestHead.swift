// The first line and the header fields of a request (RFC 9112).

struct RequestHead: Sendable {
    /// The maximum size of a head, in bytes.
    static let maximumSize = 80 << 10

    let method: String
    /// The target as received: percent-encoded, with its query.
    let target: String
    let isVersion11: Bool
    let fields: Fields

    /// Removes a head from the front of the bytes.
    /// - Returns: `nil` while its end is missing.
    static func parse(from bytes: inout [UInt8]) throws(BadMessage) -> RequestHead? {
        let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
        // Some clients send an empty line after a body (RFC 9112, section 2.2).
        guard let start = bytes.firstIndex(where: { $0 != lineFeed && $0 != carriageReturn }) else { return nil }
        // Checked at once, so that a client that speaks TLS does not wait for the end of a line.
        guard (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[start]) else { throw BadMessage() }
        var lines: [ArraySlice<UInt8>] = []
        var lineStart = start
        while let end = bytes[lineStart...].firstIndex(of: lineFeed) {
            guard end <= maximumSize, bytes[end - 1] == carriageReturn else { throw BadMessage() }
            if end - 1 == lineStart {
                let head = try RequestHead(lines)
                lines = []
                bytes.removeFirst(end + 1)
                return head
            }
            lines.append(bytes[lineStart..<(end - 1)])
            lineStart = end + 1
        }
        guard bytes.count <= maximumSize else { throw BadMessage() }
        return nil
    }

    private init(_ lines: [ArraySlice<UInt8>]) throws(BadMessage) {
        let words = lines[0].split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard words.count == 3, Self.isToken(words[0]), !words[1].isEmpty else { throw BadMessage() }
        let version = String(decoding: words[2], as: UTF8.self)
        guard version == "HTTP/1.1" || version == "HTTP/1.0" else { throw BadMessage() }
        method = String(decoding: words[0], as: UTF8.self)
        target = String(decoding: words[1], as: UTF8.self)
        isVersion11 = version == "HTTP/1.1"
        var fields = Fields()
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), Self.isToken(line[..<colon]) else { throw BadMessage() }
            let value = line[(colon + 1)...].drop(while: Self.isBlank)
            let end = value.lastIndex { !Self.isBlank($0) }.map { $0 + 1 } ?? value.startIndex
            fields.append(String(decoding: line[..<colon], as: UTF8.self), String(decoding: value[..<end], as: UTF8.self))
        }
        self.fields = fields
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    /// A token of RFC 9110, section 5.6.2.
    private static func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
        !bytes.isEmpty
            && bytes.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }
}
