// The number of an entry: drawn at random, so that programs that do not know of each other never give the same one twice.

/// 128 random bits. Its text is 32 hexadecimal digits, in lower case.
public struct HistoryID: Sendable, Hashable, CustomStringConvertible {
    private let high: UInt64
    private let low: UInt64

    /// A new number, from the system's generator.
    public init() {
        var generator = SystemRandomNumberGenerator()
        self.init(using: &generator)
    }

    /// A new number.
    /// - Parameter generator: where chance comes from; tests give one with a seed.
    public init(using generator: inout some RandomNumberGenerator) {
        high = generator.next()
        low = generator.next()
    }

    /// The number that a text names.
    /// - Parameter text: 32 hexadecimal digits, in upper or lower case; anything else is `nil`.
    public init?(_ text: String) {
        // `UInt64(_:radix:)` would take a sign.
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
