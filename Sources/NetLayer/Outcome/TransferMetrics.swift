// The measurements of one exchange, as a transport reports them.

/// The measurements of one exchange. Times count from its start; `nil` was not reached or does not apply.
public struct TransferMetrics: Sendable, Hashable {
    private struct Parts: Sendable, Hashable {
        var resolved: Duration?
        var connected: Duration?
        var secured: Duration?
        var sendingBegan: Duration?
        var firstByte: Duration?
        var total: Duration = .zero
        var bytesSent: Int64 = 0
        var bytesReceived: Int64 = 0
        var version: String?
        var remoteAddress: String?
        var reusedConnection: Bool = false
    }

    /// One element. An array, because its copies share their storage until one changes: every end, record
    /// and response contains them.
    private var shared = Self.nothing
    private static let nothing = [Parts()]
    private var parts: Parts {
        _read { yield shared[0] }
        _modify { yield &shared[0] }
    }

    /// When the host's addresses were known; `nil` on a reused connection.
    public var resolved: Duration? {
        get { parts.resolved }
        _modify { yield &parts.resolved }
    }
    /// When the connection was established, without TLS; `nil` on a reused one.
    public var connected: Duration? {
        get { parts.connected }
        _modify { yield &parts.connected }
    }
    /// When the TLS handshake was complete; `nil` without TLS and on a reused connection.
    public var secured: Duration? {
        get { parts.secured }
        _modify { yield &parts.secured }
    }
    /// When the request began to go out.
    public var sendingBegan: Duration? {
        get { parts.sendingBegan }
        _modify { yield &parts.sendingBegan }
    }
    /// When the first byte of the response arrived.
    public var firstByte: Duration? {
        get { parts.firstByte }
        _modify { yield &parts.firstByte }
    }
    /// When the exchange ended.
    public var total: Duration {
        get { parts.total }
        _modify { yield &parts.total }
    }
    /// Bytes of request head and body that were sent.
    public var bytesSent: Int64 {
        get { parts.bytesSent }
        _modify { yield &parts.bytesSent }
    }
    /// Bytes of response head and body that were received, as on the wire.
    public var bytesReceived: Int64 {
        get { parts.bytesReceived }
        _modify { yield &parts.bytesReceived }
    }
    /// Negotiated protocol: `HTTP/1.1`, `HTTP/2`.
    public var version: String? {
        get { parts.version }
        _modify { yield &parts.version }
    }
    /// `address:port` of the peer, brackets around IPv6.
    public var remoteAddress: String? {
        get { parts.remoteAddress }
        _modify { yield &parts.remoteAddress }
    }
    /// Whether the exchange used an existing connection.
    public var reusedConnection: Bool {
        get { parts.reusedConnection }
        _modify { yield &parts.reusedConnection }
    }

    /// All values at zero or `nil`.
    public init() {}
}
