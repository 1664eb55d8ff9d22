// Base64 (RFC 4648 §4) of a text, to read a Basic auth that is written as it is sent.

enum Base64Text {
    /// `nil` when it is no base64, or no UTF-8 text in it.
    static func decode(_ text: String) -> String? {
        var bytes = Array(text.utf8)[...]
        guard bytes.count % 4 == 0 else { return nil }
        for _ in 0..<2 where bytes.last == UInt8(ascii: "=") { bytes.removeLast() }
        var output: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for byte in bytes {
            guard let value = value(byte) else { return nil }
            bits = (bits << 6 | value) & 0xff_ffff
            count += 6
            if count >= 8 {
                count -= 8
                output.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return String(validating: output, as: UTF8.self)
    }

    private static func value(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte) - 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte) - 97 + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte) - 48 + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
