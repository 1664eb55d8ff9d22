// The secrets of a request that its origin must not receive.

/// The secrets that a request would carry to an origin that they are not for. Names alone, never values.
public struct ForeignCredentials: Sendable, Hashable {
    /// The destination of the request, as ``URI/origin``.
    public let origin: String
    /// The parts that can be left out: header fields by their name, the rest as `query key` and `client
    /// certificate`. In the request's order.
    public let names: [String]
    /// The parts that cannot be left out: `body`, `URL`, `path id`. A request with one of them is not sent.
    public let fixed: [String]

    /// All names as a text for the user: `Authorization, query key and body`.
    public var words: String {
        let all = names + fixed
        guard all.count > 1, let last = all.last else { return all.first ?? "" }
        return all.dropLast().joined(separator: ", ") + " and " + last
    }
}
