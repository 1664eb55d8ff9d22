// The bytes before a text that indicate its encoding (WHATWG Encoding, "BOM sniff").

/// A byte-order mark; its raw value is the label of the encoding.
public enum ByteOrderMark: String, Sendable, Hashable {
    case utf8 = "utf-8"
    case utf16LittleEndian = "utf-16le"
    case utf16BigEndian = "utf-16be"

    /// The mark at the beginning of a text; `nil` when it has none.
    public init?(_ bytes: some Sequence<UInt8>) {
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) {
            self = .utf8
        } else if bytes.starts(with: [0xff, 0xfe]) {
            self = .utf16LittleEndian
        } else if bytes.starts(with: [0xfe, 0xff]) {
            self = .utf16BigEndian
        } else {
            return nil
        }
    }

    /// Its length in bytes.
    public var length: Int { self == .utf8 ? 3 : 2 }
}
