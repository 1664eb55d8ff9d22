// Percent sequences (RFC 3986 §2.1) that a user typed into a parameter's value.

import NetLayer

/// Decodes percent sequences.
enum PercentText {
    /// Decodes `a%20b` to `a b`. Invalid sequences stay; the whole text stays if the result is not UTF-8.
    static func decoded(_ text: String) -> String {
        String(validating: PercentCoding.decodedBytes(text), as: UTF8.self) ?? text
    }

    /// The same for a query that is sent as written: decodes only the sequences that this program writes again for
    /// the same character. `%2B` and `%2F` stay, which are not the characters themselves, and `%7B`, which is no part
    /// of a variable.
    static func decodedWhereRestored(_ text: String) -> String {
        String(validating: PercentCoding.decodedBytes(text, where: isRestored), as: UTF8.self) ?? text
    }

    /// Whether an escape is in capital letters, and its byte neither a control character nor one that may stand in a
    /// query itself, and no percent sign, plus or brace.
    private static func isRestored(_ escape: ArraySlice<UInt8>, _ byte: UInt8) -> Bool {
        guard escape.allSatisfy({ $0 < UInt8(ascii: "a") }) else { return false }
        if byte >= 0x80 { return true }
        let isEncoded = PercentCoding.encode(String(Unicode.Scalar(byte)), for: .queryItem).utf8.count == 3
        return isEncoded && byte >= 0x20 && byte != 0x7f && !"%+{}".utf8.contains(byte)
    }
}
