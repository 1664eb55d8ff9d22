// A server for what requests look like on the wire: it answers 200 with nothing, and keeps what came.

import Synchronization

/// Keeps every request, of any number of connections, in the order in which they were complete.
public final class RecordingSocket: Sendable {
    private let server: FaultServer
    private let taken = Mutex(0)

    /// Listens on a free port of 127.0.0.1.
    public init() throws { server = try FaultServer { _ in .answer() } }

    /// `http://127.0.0.1:PORT/path`
    public func url(_ path: String = "/") -> String { server.url(path) }

    /// What came since the last call.
    public func take() -> [RecordedRequest] {
        let all = server.counts.requests
        return taken.withLock { taken in
            defer { taken = all.count }
            return all[taken...].map { RecordedRequest(head: $0.head, body: $0.body) }
        }
    }

    /// Closes every socket. Any number of calls.
    public func stop() { server.stop() }
}

/// A request, byte for byte.
public struct RecordedRequest: Sendable, Hashable, CustomStringConvertible {
    /// Request line and header fields with their line breaks.
    public var head: String
    public var body: [UInt8]

    public init(head: String, body: [UInt8]) {
        self.head = head
        self.body = body
    }

    public var description: String { head + String(decoding: body.prefix(2_000), as: UTF8.self) }

    /// With the same boundary between its parts as all others, and without the length that depends on it.
    public var withPlainBoundary: RecordedRequest {
        guard let type = head.range(of: "boundary=") else { return self }
        let boundary = head[type.upperBound...].prefix { $0 != "\r\n" && $0 != "\r" && $0 != ";" }
        let lines = head.replacing(boundary, with: "B").split(separator: "\r\n", omittingEmptySubsequences: false)
        let kept = lines.filter { !$0.lowercased().hasPrefix("content-length:") }
        var output: [UInt8] = []
        var rest = body[...]
        let bytes = Array(boundary.utf8)
        while let found = rest.firstRange(of: bytes) {
            output += rest[..<found.lowerBound] + [UInt8(ascii: "B")]
            rest = rest[found.upperBound...]
        }
        return RecordedRequest(head: kept.joined(separator: "\r\n"), body: output + rest)
    }
}
