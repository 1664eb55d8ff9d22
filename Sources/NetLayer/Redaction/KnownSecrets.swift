// Secrets that were sent, to be found again wherever they turn up: in an answer that echoes them, in a URL, in the text of an error.

/// Values that must not be shown, and what takes them out of texts and bodies, however they are spelled there.
///
/// Names say which fields of a request are secret; this is for places that have no such names. A value is found as it is, escaped as in
/// URLs, forms, JSON and HTML, and as base64.
public struct KnownSecrets: Sendable {
    /// Shorter values, in bytes, are masked only where their name says that they are secret: they stand in every text.
    public static let shortest = 4
    /// The same for values of cookies, most of which are no credentials: `theme=dark`.
    public static let shortestCookie = 8
    /// So many values are known; the oldest are forgotten for newer ones.
    public static let limit = 256
    /// Longer values, in bytes, are no credentials.
    public static let longest = 64 << 10

    private var values: [String] = []
    private var known: Set<String> = []
    private var scan = SecretScan([])

    /// Nothing is known.
    public init() {}

    /// How many are known.
    public var count: Int { values.count }

    /// Learns values. Those that are too short or too long to be found are left out.
    public mutating func learn(_ secrets: some Sequence<String>) {
        let before = values.count
        for secret in secrets where (Self.shortest...Self.longest).contains(secret.utf8.count) {
            guard known.insert(secret).inserted else { continue }
            values.append(secret)
        }
        guard values.count > before else { return }
        if values.count > Self.limit {
            values.removeFirst(values.count - Self.limit)
            known = Set(values)
        }
        scan = SecretScan(values)
    }

    /// The text with dots in the place of what is known.
    public func redacted(_ text: String) -> String {
        scan.redacted(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) } ?? text
    }

    /// The bytes with dots in the place of what is known, whole as they are: a secret that is cut in two by the pieces in which a body came
    /// is found when the pieces are one.
    public func redacted(_ bytes: [UInt8]) -> [UInt8] { scan.redacted(bytes) ?? bytes }
}
