// Secrets that were sent, to be found again wherever they turn up: in a response that echoes them, in a URL, in the text of an error.

/// Values that must not be shown, and what takes them out of texts and bodies, however they are spelled there.
///
/// Names say which fields of a request are secret; this is for places that have no such names. A value is found as it is, escaped as in
/// URLs, forms, JSON (also as a string in a string) and HTML, whichever of its characters are escaped, and as base64 in either alphabet,
/// alone or within a longer text. Hexadecimal digits, other encodings, a value that is cut or changed are not found.
///
/// Nothing is forgotten until ``forgetOldest()`` says so: what an exchange carries is known until it has been written.
public struct KnownSecrets: Sendable, Hashable {
    /// Shorter values, in bytes, are masked only where their name says that they are secret: they stand in every text.
    public static let shortest = 4
    /// The same for values of cookies, most of which are no credentials: `theme=dark`.
    public static let shortestCookie = 8
    /// So many values are known from one exchange to the next.
    public static let limit = 16_384
    /// So many bytes of values are.
    public static let limitBytes = 4 << 20
    /// Longer values, in bytes, are no credentials.
    public static let longest = 64 << 10

    /// When each was learned last.
    private var values: [String: Int] = [:]
    private var bytes = 0
    private var turn = 0
    private var scan = SecretScan()

    /// Nothing is known.
    public init() {}

    /// They know the same values.
    public static func == (a: KnownSecrets, b: KnownSecrets) -> Bool {
        a.values.count == b.values.count && a.values.keys == b.values.keys
    }
    public func hash(into hasher: inout Hasher) { hasher.combine(values.count) }

    /// How many are known.
    public var count: Int { values.count }

    /// Learns values. Those that are too short or too long to be found are left out.
    public mutating func learn(_ secrets: some Sequence<String>) {
        turn += 1
        for secret in secrets where (Self.shortest...Self.longest).contains(secret.utf8.count) {
            guard values.updateValue(turn, forKey: secret) == nil else { continue }
            bytes += secret.utf8.count
            scan.add(secret)
        }
    }

    /// Forgets what was learned longest ago, where more is known than ``limit`` or ``limitBytes`` allow: a program may run for days.
    public mutating func forgetOldest() {
        guard values.count > Self.limit || bytes > Self.limitBytes else { return }
        let newest = values.sorted { $0.value > $1.value }
        // Some room, so that it is not done again for the next one.
        var (count, size) = (0, 0)
        for (secret, _) in newest {
            guard count < Self.limit / 4 * 3, size + secret.utf8.count <= Self.limitBytes / 4 * 3 else { break }
            (count, size) = (count + 1, size + secret.utf8.count)
        }
        values = Dictionary(uniqueKeysWithValues: newest.prefix(count).map { ($0.key, $0.value) })
        (bytes, scan) = (size, SecretScan())
        for secret in values.keys { scan.add(secret) }
    }

    /// The text with dots in the place of what is known.
    public func redacted(_ text: String) -> String {
        scan.redacted(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) } ?? text
    }

    /// The bytes with dots in the place of what is known, whole as they are: a secret that is cut in two by the pieces in which a body came
    /// is found when the pieces are one.
    public func redacted(_ bytes: [UInt8]) -> [UInt8] { scan.redacted(bytes) ?? bytes }
}
