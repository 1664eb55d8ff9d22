// Base64 in both alphabets of RFC 4648: with padding for headers (§4), and without for URLs (§5).

package enum Base64 {
    package static func encode(_ bytes: [UInt8]) -> String { encode(bytes, alphabet, isPadded: true) }

    /// For URLs: `-` and `_` for `+` and `/`, no padding.
    static func urlEncode(_ bytes: [UInt8]) -> String { encode(bytes, urlAlphabet, isPadded: false) }

    /// The bytes; `nil` where the text is not base64. Accepts both alphabets and missing `=`.
    static func decode(_ text: String) -> [UInt8]? {
        var letters = Array(text.utf8)[...]
        for _ in 0..<2 where letters.last == UInt8(ascii: "=") { letters.removeLast() }
        guard letters.count % 4 != 1 else { return nil }
        var output: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for letter in letters {
            guard let value = value(letter) else { return nil }
            bits = bits << 6 | value
            count += 6
            if count >= 8 {
                count -= 8
                output.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return output
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let urlAlphabet = Array(alphabet.dropLast(2)) + Array("-_".utf8)

    private static func encode(_ bytes: [UInt8], _ letters: [UInt8], isPadded: Bool) -> String {
        var output: [UInt8] = []
        output.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
            for place in 0...group.count { output.append(letters[Int(bits >> UInt32(18 - 6 * place) & 63)]) }
            if isPadded { output += [UInt8](repeating: UInt8(ascii: "="), count: 3 - group.count) }
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func value(_ letter: UInt8) -> UInt32? {
        switch letter {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(letter - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(letter - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(letter - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
