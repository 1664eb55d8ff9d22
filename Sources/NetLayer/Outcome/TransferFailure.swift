// Why an exchange failed, as a transport reports it.

/// Why an exchange failed.
public struct TransferFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure.
    public var kind: NetError.Kind
    /// The transport's description.
    public var detail: String
    /// Whether the request did not leave this machine, or got only as far as the name server: the failure
    /// concerns the network, not the server.
    public var isLocal: Bool
    /// Whether a reused connection ended before a byte of the response: the server may have closed it before
    /// the request arrived, or may have processed the request. The request was not sent again.
    public var isStale: Bool

    /// A failure of a kind; by default neither local nor on a reused connection.
    public init(_ kind: NetError.Kind, _ detail: String = "", isLocal: Bool = false, isStale: Bool = false) {
        self.kind = kind
        self.detail = detail
        self.isLocal = isLocal
        self.isStale = isStale
    }

    public var description: String { detail.isEmpty ? "\(kind)" : "\(kind): \(detail)" }
}

extension NetError.Kind {
    /// A timeout before there was a connection is a connect timeout, whichever limit ran out.
    func adjusted(hasConnected: Bool) -> NetError.Kind {
        !hasConnected && (self == .timedOut(.total) || self == .timedOut(.idle)) ? .timedOut(.connect) : self
    }
}
