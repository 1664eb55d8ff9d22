// The beginning of a response.

/// Status line and header fields of a response.
public struct ResponseHead: Sendable, Hashable {
    /// The status code (RFC 9110 §15).
    public var status: Int
    /// The reason phrase as received; empty over HTTP/2.
    public var reason: String
    /// `HTTP/1.1`, `HTTP/2` …
    public var version: String
    /// In the order in which they were received.
    public var headers: Headers

    /// By default the head of a response over HTTP/1.1 without fields.
    public init(status: Int, reason: String = "", version: String = "HTTP/1.1", headers: Headers = Headers()) {
        self.status = status
        self.reason = reason
        self.version = version
        self.headers = headers
    }

    /// How many bytes the body has on the wire, where the server says it (RFC 9110 §8.6); `nil` also for a
    /// value that is no length.
    var contentLength: Int64? {
        headers["Content-Length"].flatMap { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64($0) : nil }
    }
}
