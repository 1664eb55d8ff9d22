// How a service's address and an endpoint's path become one URL.

/// How a base URL and a relative path become one URL.
public enum URLJoining: Sendable, Hashable {
    /// The path stands after the base's own, with exactly one slash between them (B-HH-G4): `/v1` and `/items` are `/v1/items`.
    case append
    /// The path is a reference at the base (RFC 3986 §5.2): `/v1/` and `items` are `/v1/items`, `/v1/` and `/items` are `/items`.
    case resolve
}
