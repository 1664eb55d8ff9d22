// The body of a request, read while it arrives (RFC 9112, sections 6 and 7).

actor RequestBody {
    private let input: SocketInput
    private let isChunked: Bool
    /// Unread bytes of the body, or of the current chunk.
    private var left: Int
    private var isOver: Bool

    /// - Throws: ``BadMessage`` when the fields do not define clearly where the body ends.
    init(_ input: SocketInput, fields: Fields) throws(BadMessage) {
        let length = fields["Content-Length"]
        let coding = fields["Transfer-Encoding"]
        self.input = input
        isChunked = coding != nil
        if let coding {
            guard length == nil, coding.lowercased() == "chunked" else { throw BadMessage() }
        }
        guard let count = Self.parseNumber(length ?? "0", radix: 10) else { throw BadMessage() }
        left = count
        isOver = !isChunked && count == 0
    }

    /// The next bytes; `nil` at the end.
    /// - Throws: ``BadMessage`` when the body is incomplete or its chunks are malformed.
    func next() async throws -> [UInt8]? {
        if isOver { return nil }
        if isChunked, left == 0 {
            guard let size = Self.parseNumber(try await input.readLine().prefix { $0 != ";" && $0 != " " }, radix: 16) else {
                throw BadMessage()
            }
            left = size
            if size == 0 { return try await skipTrailers() }
        }
        let piece = try await input.read(atMost: min(left, SocketInput.pieceSize))
        left -= piece.count
        if left == 0 {
            if !isChunked { isOver = true } else if try await !input.readLine().isEmpty { throw BadMessage() }
        }
        return piece
    }

    /// The whole body; `nil` when it has more bytes than `maximum`.
    func collect(upTo maximum: Int) async throws -> [UInt8]? {
        var bytes: [UInt8] = []
        while let piece = try await next() {
            guard bytes.count + piece.count <= maximum else { return nil }
            bytes += piece
        }
        return bytes
    }

    /// Reads the part that the handler has left, so that the next request can follow.
    func skip() async throws { while try await next() != nil {} }

    private func skipTrailers() async throws -> [UInt8]? {
        while try await !input.readLine().isEmpty {}
        isOver = true
        return nil
    }

    /// Accepts digits only: `Int` would also accept a sign.
    private static func parseNumber(_ text: some StringProtocol, radix: Int) -> Int? {
        text.utf8.first.map { $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") } == true ? Int(text, radix: radix) : nil
    }
}
