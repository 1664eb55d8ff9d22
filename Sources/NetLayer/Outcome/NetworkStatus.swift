// Whether there is a network.

/// The known status of the network. Only ``notReachable``, from a ``NetworkStatusSource``
/// or a report, stops requests.
public enum NetworkStatus: String, Sendable, Hashable, CaseIterable {
    case unknown, reachable
    case notReachable = "not_reachable"
}
