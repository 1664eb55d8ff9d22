// Base64 (RFC 4648 §4): archives use it for binary content, and Basic authentication for credentials.

enum Base64Decoder {
    /// The decoded bytes; `nil` if the text is not base64. Ignores line breaks, blanks and missing `=`.
    static func decode(_ text: String) -> [UInt8]? { decode(text.utf8.prefix(Int.max)) }

    /// The decoded text; `nil` unless the input is strict base64 of valid UTF-8.
    static func decodeText(_ text: String) -> String? {
        var letters = Array(text.utf8)[...]
        guard letters.count % 4 == 0 else { return nil }
        for _ in 0..<2 where letters.last == UInt8(ascii: "=") { letters.removeLast() }
        guard letters.allSatisfy({ value($0) != nil }) else { return nil }
        return decode(letters).flatMap { String(validating: $0, as: UTF8.self) }
    }

    static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var output: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        var isOver = false
        for letter in text {
            if ShellByte.isBlank(letter) || letter == ShellByte.newline || letter == ShellByte.carriageReturn { continue }
            if letter == UInt8(ascii: "=") {
                isOver = true
                continue
            }
            guard !isOver, let value = value(letter) else { return nil }
            bits = bits << 6 | value
            count += 1
            if count % 4 == 0 { output += [UInt8(bits >> 16 & 255), UInt8(bits >> 8 & 255), UInt8(bits & 255)] }
        }
        switch count % 4 {
        case 1: return nil
        case 2: output.append(UInt8(bits >> 4 & 255))
        case 3: output += [UInt8(bits >> 10 & 255), UInt8(bits >> 2 & 255)]
        default: break
        }
        return output
    }

    private static func value(_ letter: UInt8) -> UInt32? {
        switch letter {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(letter - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(letter - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(letter - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
