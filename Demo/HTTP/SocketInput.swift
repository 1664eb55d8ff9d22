// The bytes of a connection that no request has consumed yet.

/// An invalid HTTP message. The response is 400, and the connection ends.
struct BadMessage: Error {}

actor SocketInput {
    static let pieceSize = 1 << 16
    private static let maximumLine = 4_096

    private let socket: StreamSocket
    private var bytes: [UInt8] = []
    private var hasEnded = false

    init(_ socket: StreamSocket) { self.socket = socket }

    /// The head of the next request; `nil` when the client has closed the connection instead.
    /// - Throws: ``BadMessage``, or `CancellationError` while the client is silent.
    func nextHead() async throws -> RequestHead? {
        while true {
            if let head = try RequestHead.parse(from: &bytes) { return head }
            guard try await fill(isCancellable: true) else {
                guard bytes.isEmpty else { throw BadMessage() }
                return nil
            }
        }
    }

    /// Reads at most `count` bytes.
    /// - Throws: ``BadMessage`` at the end of the stream.
    func read(atMost count: Int) async throws -> [UInt8] {
        if bytes.isEmpty, !(try await fill(isCancellable: false)) { throw BadMessage() }
        guard count < bytes.count else {
            defer { bytes = [] }
            return bytes
        }
        defer { bytes.removeFirst(count) }
        return Array(bytes[..<count])
    }

    /// Reads a line, without its CR LF.
    func readLine() async throws -> String {
        while true {
            if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                guard end > 0, bytes[end - 1] == UInt8(ascii: "\r") else { throw BadMessage() }
                defer { bytes.removeFirst(end + 1) }
                return String(decoding: bytes[..<(end - 1)], as: UTF8.self)
            }
            guard bytes.count <= Self.maximumLine, try await fill(isCancellable: false) else { throw BadMessage() }
        }
    }

    /// Returns when the client has closed the connection. Requests that it sends before stay in the input.
    /// - Throws: ``BadMessage`` when they are too long to be stored.
    func waitForEnd() async throws {
        while try await fill(isCancellable: true) {
            guard bytes.count <= RequestHead.maximumSize else { throw BadMessage() }
        }
    }

    /// Reads more bytes; returns whether there were any.
    private func fill(isCancellable: Bool) async throws -> Bool {
        guard !hasEnded else { return false }
        let piece: [UInt8]
        do {
            piece = try await socket.read(atMost: Self.pieceSize, isCancellable: isCancellable)
        } catch is StreamSocket.Failure {
            // The client has reset the connection.
            piece = []
        }
        hasEnded = piece.isEmpty
        if bytes.isEmpty { bytes = piece } else { bytes += piece }
        return !hasEnded
    }
}
