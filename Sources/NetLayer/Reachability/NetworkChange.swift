// Changes of the known status of the network, and the sources that report them.

/// A change of the known status, with its reason.
public struct NetworkChange: Sendable, Hashable, CustomStringConvertible {
    /// Time since the client's start.
    public var time: Duration
    /// The status after the change.
    public var status: NetworkStatus
    /// Requests fail as they do without a network. They are still sent, because only a
    /// response can end the suspicion.
    public var isSuspected: Bool
    /// The reason, in words.
    public var reason: String

    /// For logs.
    public var description: String {
        "network: \(isSuspected ? "suspected to be down" : status.rawValue.replacing("_", with: " ")): \(reason)"
    }
}

/// A source that knows the network's status and reports its changes, such as a desktop's network manager.
public struct NetworkStatusSource: Sendable {
    /// Called once for each client, with the closure to call at every change, from any thread, any number of
    /// times. Returns the current status.
    public let start: @Sendable (_ report: @escaping @Sendable (NetworkStatus) -> Void) -> NetworkStatus
    /// Whether ``NetworkStatus/notReachable`` stops requests; `false` raises a suspicion only, under which
    /// requests are still sent.
    public let isCertain: Bool

    /// A source with this closure; see ``start``.
    public init(
        isCertain: Bool = true,
        _ start: @escaping @Sendable (_ report: @escaping @Sendable (NetworkStatus) -> Void) -> NetworkStatus
    ) {
        self.isCertain = isCertain
        self.start = start
    }

    /// No source: the status stays unknown until a request succeeds.
    public static let none = NetworkStatusSource { _ in .unknown }
}
