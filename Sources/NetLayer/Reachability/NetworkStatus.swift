// Whether there is a network: told from outside, or read from what happens to requests.

/// What is known of the network. Only ``notReachable``, said by somebody who knows, stops requests (CT-P7, BA-5).
public enum NetworkStatus: String, Sendable, Hashable, CaseIterable {
    case unknown, reachable
    case notReachable = "not_reachable"
}

/// A change of what is known, with its reason (HD-15).
public struct NetworkChange: Sendable, Hashable, CustomStringConvertible {
    /// Since the client's start.
    public var time: Duration
    /// What is known now.
    public var status: NetworkStatus
    /// Requests fail as they do without a network; they are sent all the same, because only that can end the suspicion.
    public var isSuspected: Bool
    /// How that is known, in words.
    public var reason: String

    /// For logs.
    public var description: String {
        "network: \(isSuspected ? "suspected to be gone" : status.rawValue.replacing("_", with: " ")): \(reason)"
    }
}

/// Somebody who knows the network's status and says when it changes, such as a desktop's network manager.
public struct NetworkStatusSource: Sendable {
    /// Called once, with what is to be called at every change; from any thread, any number of times. Returns what holds now.
    public let start: @Sendable (_ report: @escaping @Sendable (NetworkStatus) -> Void) -> NetworkStatus

    /// Somebody who is asked by this closure; see ``start``.
    public init(_ start: @escaping @Sendable (_ report: @escaping @Sendable (NetworkStatus) -> Void) -> NetworkStatus) {
        self.start = start
    }

    /// Nobody: the status stays unknown until a request succeeds.
    public static let none = NetworkStatusSource { _ in .unknown }
}
