// How a service's address and an endpoint's path are joined to one URL.

/// How a base URL and a relative path are joined to one URL.
public enum URLJoining: Sendable, Hashable {
    /// The path follows the base's path, with exactly one slash between them: `/v1` and
    /// `/items` give `/v1/items`.
    case append
    /// The path is a reference relative to the base (RFC 3986 §5.2): `/v1/` and `items` give `/v1/items`,
    /// `/v1/` and `/items` give `/items`.
    case resolve
}
