// What a fault server gets and what it gives: a request as it came, and an answer as a list of steps.

/// One request, byte for byte.
public struct FaultRequest: Sendable {
    /// The number of its connection, from 1.
    public var connection: Int
    /// The number of the request on its connection, from 1.
    public var number: Int
    public var method: String
    /// Path and query as sent.
    public var target: String
    /// Names and values in order, as sent.
    public var fields: [(name: String, value: String)]
    public var body: [UInt8]
    /// Request line and header fields with their line breaks.
    public var head: String

    /// The target without its query.
    public var path: String { String(target.prefix { $0 != "?" }) }

    /// The first value of that name, compared without case.
    public func value(_ name: String) -> String? { fields.first { $0.name.lowercased() == name.lowercased() }?.value }
}

/// An answer: its steps are performed in order. Without ``Step/close`` at the end the connection takes the next request.
public struct FaultReply: Sendable {
    public enum Step: Sendable {
        case send([UInt8])
        /// The same byte so many times, without holding them in memory.
        case fill(UInt8, count: Int)
        /// A few bytes at a time.
        case drip([UInt8], count: Int, every: Duration)
        case wait(Duration)
        /// An orderly end (FIN).
        case close
        /// An abortive end (RST).
        case reset
        /// Nothing more, ever.
        case hang
    }

    public var steps: [Step]

    public init(_ steps: [Step]) { self.steps = steps }

    // MARK: answers

    /// A well-formed answer with its Content-Length.
    public static func answer(_ status: Int = 200, headers: [(String, String)] = [], body: [UInt8]) -> FaultReply {
        FaultReply([.send(head(status, headers + [("Content-Length", "\(body.count)")]) + body)])
    }

    public static func answer(_ status: Int = 200, headers: [(String, String)] = [], body: String = "") -> FaultReply {
        answer(status, headers: headers, body: Array(body.utf8))
    }

    /// A well-formed chunked answer.
    public static func chunked(_ chunks: [String], headers: [(String, String)] = []) -> FaultReply {
        let body = chunks.map { "\(String($0.utf8.count, radix: 16))\r\n\($0)\r\n" }.joined() + "0\r\n\r\n"
        return FaultReply([.send(head(200, headers + [("Transfer-Encoding", "chunked")]) + body.utf8)])
    }

    /// Head and body of the request come back as the body.
    public static func echo(_ request: FaultRequest) -> FaultReply { answer(body: Array(request.head.utf8) + request.body) }

    public static func redirect(_ status: Int = 302, to location: String) -> FaultReply {
        answer(status, headers: [("Location", location)])
    }

    /// Exactly these bytes, then the end of the connection.
    public static func raw(_ bytes: [UInt8]) -> FaultReply { FaultReply([.send(bytes), .close]) }
    public static func raw(_ text: String) -> FaultReply { raw(Array(text.utf8)) }

    /// Never anything: the connection stays open.
    public static let hang = FaultReply([.hang])

    /// The bytes of this answer up to a place, then the end of the connection.
    public func cut(at count: Int) -> FaultReply { .raw(Array(bytes.prefix(count))) }

    /// All bytes that the steps send at once; fills are left out.
    public var bytes: [UInt8] {
        steps.flatMap { step -> [UInt8] in
            switch step {
            case .send(let bytes), .drip(let bytes, _, _): bytes
            case .fill, .wait, .close, .reset, .hang: []
            }
        }
    }

    // MARK: faults

    /// More or fewer bytes than the Content-Length says.
    public static func wrongLength(announced: Int, body: String) -> FaultReply {
        .raw(head(200, [("Content-Length", "\(announced)")]) + body.utf8)
    }

    /// A chunk size that is no number.
    public static let brokenChunks = FaultReply.raw(
        head(200, [("Transfer-Encoding", "chunked")]) + "5\r\nhello\r\nzz\r\nworld\r\n0\r\n\r\n".utf8)

    /// A body in gzip that is damaged: its checksum is that of another.
    public static let badGzip = answer(
        headers: [("Content-Encoding", "gzip")], body: Gzip.stored(Array("hello".utf8)).dropLast(5) + [1, 5, 0, 0, 0])

    /// A small gzip body that unpacks to so many zero bytes.
    public static func gzipBomb(decoded count: Int) -> FaultReply {
        answer(headers: [("Content-Encoding", "gzip")], body: Gzip.zeros(count: count))
    }

    /// One header field of so many bytes.
    public static func hugeHeader(_ count: Int) -> FaultReply {
        answer(headers: [("X-Huge", String(repeating: "a", count: count))], body: "hello")
    }

    public static let garbage = FaultReply.raw("SSH-2.0-OpenSSH_9.2p1 Debian-2\r\nthis is no HTTP\r\n\r\n")

    /// Header and body bytes that are no UTF-8 (they are ISO 8859-1).
    public static let badUTF8 = FaultReply.raw(
        Array("HTTP/1.1 200 Tr".utf8) + [0xe8] + Array("s bien\r\nX-Name: caf".utf8) + [0xe9]
            + Array("\r\nContent-Length: 4\r\n\r\ncaf".utf8) + [0xe9])

    /// Status line and header fields of an answer.
    public static func head(_ status: Int, _ headers: [(String, String)]) -> [UInt8] {
        Array("HTTP/1.1 \(status) \(status < 400 ? "OK" : "Failed")\r\n\(headers.map { "\($0): \($1)\r\n" }.joined())\r\n".utf8)
    }
}
