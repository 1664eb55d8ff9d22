// A response as the endpoints make it.

struct Response: Sendable {
    enum Body: Sendable {
        case bytes([UInt8])
        /// Written piece by piece. A body that throws cuts the connection. A body without a
        /// length is chunked.
        case stream(length: Int?, @Sendable (BodyWriter) async throws -> Void)

        /// The length; `nil` when it is not known in advance.
        var length: Int? {
            switch self {
            case .bytes(let bytes): bytes.count
            case .stream(let length, _): length
            }
        }
    }

    var status: Int
    var headers = Fields()
    var body = Body.bytes([])

    /// Sets a header field.
    mutating func set(_ name: String, _ value: String) { headers.set(name, value) }

    /// The status line and the fields, with those that frame the body.
    func head(isChunked: Bool) -> [UInt8] {
        var text = "HTTP/1.1 \(status) \(ReasonPhrase.of(status))\r\n"
        // RFC 9110, section 8.6: these have no length, not even 0.
        if status != 204, status != 304, let length = body.length { text += "Content-Length: \(length)\r\n" }
        for (name, value) in headers.pairs { text += "\(name): \(value)\r\n" }
        text += "Date: \(Timestamp.httpDate)\r\n"
        if isChunked { text += "Transfer-Encoding: chunked\r\n" }
        return Array((text + "\r\n").utf8)
    }
}

/// Sends the pieces of a body.
struct BodyWriter: Sendable {
    let socket: StreamSocket
    let isChunked: Bool

    /// Returns when the client can receive more.
    func write(_ piece: [UInt8]) async throws {
        guard isChunked else { return try await socket.write(piece) }
        // An empty chunk would end the body.
        guard !piece.isEmpty else { return }
        try await socket.write(Array("\(String(piece.count, radix: 16))\r\n".utf8) + piece + Array("\r\n".utf8))
    }

    func write(_ text: String) async throws { try await write(Array(text.utf8)) }

    func finish() async throws { if isChunked { try await socket.write(Array("0\r\n\r\n".utf8)) } }
}
