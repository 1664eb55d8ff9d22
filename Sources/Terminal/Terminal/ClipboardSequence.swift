// The sequence that asks a terminal to set the clipboard (OSC 52). It works through ssh; the
// terminal does not report whether it obeys.

enum ClipboardSequence {
    /// Many terminals drop longer texts, because they take sequences of at most 100,000 bytes.
    static let limit = 74_994

    /// `nil` when the text is too long, or when a terminal of that type would
    /// show the sequence instead of obeying it.
    static func bytes(_ text: [UInt8], terminalType: String) -> [UInt8]? {
        guard text.count <= limit, !["linux", "dumb", "vt52"].contains(terminalType) else { return nil }
        return Array("\u{1B}]52;c;".utf8) + base64(text) + [0x07]
    }

    /// RFC 4648 §4, with padding.
    static func base64(_ bytes: [UInt8]) -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var output: [UInt8] = []
        output.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
            for place in 0..<4 {
                output.append(place <= group.count ? alphabet[Int(bits >> (18 - 6 * UInt32(place)) & 63)] : UInt8(ascii: "="))
            }
        }
        return output
    }
}

extension CursesDisplay {
    /// Asks the terminal to copy the text to the clipboard.
    /// - Returns: whether the request was sent. It is not sent when the text is too long, or when the
    ///   terminal is known not to understand or takes no bytes.
    public func copyToClipboard(_ text: [UInt8]) -> Bool {
        guard state == .open, let sequence = ClipboardSequence.bytes(text, terminalType: terminalType) else { return false }
        return TerminalOutput.write(sequence, to: output)
    }
}
