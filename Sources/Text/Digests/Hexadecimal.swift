// Bytes as sha256sum prints them.

extension Sequence<UInt8> {
    /// In lowercase hexadecimal digits.
    package var hexadecimal: String {
        reduce(into: "") { text, byte in text += (byte < 16 ? "0" : "") + String(byte, radix: 16) }
    }
}
