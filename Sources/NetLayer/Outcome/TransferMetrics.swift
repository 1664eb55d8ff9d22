// The measurements of one exchange, as a transport reports them.

/// The measurements of one exchange. Times count from its start; `nil` was not reached or does not apply.
public struct TransferMetrics: Sendable, Hashable {
    /// When the host's addresses were known; `nil` on a reused connection.
    public var resolved: Duration?
    /// When the connection was established, without TLS; `nil` on a reused one.
    public var connected: Duration?
    /// When the TLS handshake was complete; `nil` without TLS and on a reused connection.
    public var secured: Duration?
    /// When the request began to go out.
    public var sendingBegan: Duration?
    /// When the first byte of the response arrived.
    public var firstByte: Duration?
    /// When the exchange ended.
    public var total: Duration = .zero
    /// Bytes of request head and body that were sent.
    public var bytesSent: Int64 = 0
    /// Bytes of response head and body that were received, as on the wire.
    public var bytesReceived: Int64 = 0
    /// Negotiated protocol: `HTTP/1.1`, `HTTP/2`.
    public var version: String?
    /// `address:port` of the peer, brackets around IPv6.
    public var remoteAddress: String?
    /// Whether the exchange used an existing connection.
    public var reusedConnection: Bool = false
    /// The content coding that the body still has (RFC 9110 §8.4), in the server's words: one that is not known, or one
    /// that its bytes are not in. `nil` when the body was decoded, or had none.
    public var undecodedCoding: String?

    /// All values at zero or `nil`.
    public init() {}
}
