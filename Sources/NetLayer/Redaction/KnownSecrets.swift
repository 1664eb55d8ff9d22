// Secrets of requests, to find them wherever they appear again: in a response that echoes them, in a
// URL, in the text of an error.

/// Values that must not be shown. It removes them from texts and bodies, in any spelling.
///
/// Names tell which fields of a request are secret; this type covers texts without such names. It finds a
/// value as it is; escaped as in URLs, forms, JSON (also as a string in a string) and HTML, whichever of its
/// characters are escaped; and as base64 in either alphabet, alone or within a longer text. It does not find
/// hexadecimal digits, other encodings, or truncated or changed values.
///
/// Values are dropped only by ``forgetOldest()``: the secrets of an exchange stay known until the
/// exchange has been written.
public struct KnownSecrets: Sendable, Hashable {
    /// Shorter values, in bytes, are masked only in fields with secret names: they occur in every text.
    public static let shortest = 4
    /// The same limit for cookie values, most of which are not credentials: `theme=dark`.
    public static let shortestCookie = 8
    /// The limit of values that stay known between exchanges.
    public static let limit = 16_384
    /// The limit of their total size in bytes.
    public static let limitBytes = 4 << 20
    /// Longer values, in bytes, are not credentials.
    public static let longest = 64 << 10

    /// When each value was learned last.
    private var values: [String: Int] = [:]
    private var bytes = 0
    private var turn = 0
    private var scan = SecretScan()

    /// Creates a collection without values.
    public init() {}

    /// Equal collections know the same values.
    public static func == (a: KnownSecrets, b: KnownSecrets) -> Bool {
        a.values.count == b.values.count && a.values.keys == b.values.keys
    }
    public func hash(into hasher: inout Hasher) { hasher.combine(values.count) }

    /// The number of known values.
    public var count: Int { values.count }

    /// Learns values. Values that are too short or too long are left out.
    public mutating func learn(_ secrets: some Sequence<String>) {
        turn += 1
        for secret in secrets where (Self.shortest...Self.longest).contains(secret.utf8.count) {
            guard values.updateValue(turn, forKey: secret) == nil else { continue }
            bytes += secret.utf8.count
            scan.add(secret)
        }
    }

    /// Learns the values of another collection.
    package mutating func learn(_ other: KnownSecrets) { learn(other.values.keys) }

    /// Drops the values that were learned longest ago, if ``limit`` or ``limitBytes`` is exceeded:
    /// a program may run for days.
    public mutating func forgetOldest() {
        guard values.count > Self.limit || bytes > Self.limitBytes else { return }
        let newest = values.sorted { $0.value > $1.value }
        // Leaves some room, so that the next value does not trigger it again.
        var (count, size) = (0, 0)
        for (secret, _) in newest {
            guard count < Self.limit / 4 * 3, size + secret.utf8.count <= Self.limitBytes / 4 * 3 else { break }
            (count, size) = (count + 1, size + secret.utf8.count)
        }
        values = Dictionary(uniqueKeysWithValues: newest.prefix(count).map { ($0.key, $0.value) })
        (bytes, scan) = (size, SecretScan())
        for secret in values.keys { scan.add(secret) }
    }

    /// The text with dots in place of the known values.
    public func redacted(_ text: String) -> String {
        scan.redacted(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) } ?? text
    }

    /// The bytes with dots in place of the known values. Pass a body as a whole: a secret that is split
    /// between two pieces is found only when they are joined.
    public func redacted(_ bytes: [UInt8]) -> [UInt8] { scan.redacted(bytes) ?? bytes }
}
