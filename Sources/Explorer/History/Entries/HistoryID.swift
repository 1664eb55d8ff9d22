// The id of an entry: a random number, so that independent programs never create the same id twice.

/// 128 random bits. Its text has 32 hexadecimal digits, in lower case.
public struct HistoryID: Sendable, Hashable, CustomStringConvertible {
    private let high: UInt64
    private let low: UInt64

    /// A new id, from the system's generator.
    public init() {
        var generator = SystemRandomNumberGenerator()
        self.init(using: &generator)
    }

    /// A new id.
    /// - Parameter generator: the source of randomness; tests pass one with a seed.
    public init(using generator: inout some RandomNumberGenerator) {
        high = generator.next()
        low = generator.next()
    }

    /// Parses an id.
    /// - Parameter text: 32 hexadecimal digits, in upper or lower case; any other text returns `nil`.
    public init?(_ text: String) {
        // `UInt64(_:radix:)` would accept a sign.
        guard text.utf8.count == 32, text.utf8.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
            let high = UInt64(text.prefix(16), radix: 16), let low = UInt64(text.suffix(16), radix: 16)
        else { return nil }
        self.high = high
        self.low = low
    }

    /// 32 hexadecimal digits, in lower case.
    public var description: String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// 16 bytes, the most significant one first.
    var bytes: [UInt8] { [high, low].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) } } }

    /// `nil` unless there are 16 bytes.
    init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        low = bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
