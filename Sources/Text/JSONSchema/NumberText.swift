// Numbers as texts: what a user may type for one.

/// Numbers as texts.
public enum NumberText {
    /// An optional minus sign and any number of digits.
    public static func isInteger(_ text: String) -> Bool {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        return !digits.isEmpty && digits.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
    }

    /// A decimal number; not hexadecimal, `inf` or `nan`, which Swift would accept.
    public static func isNumber(_ text: String) -> Bool {
        Double(text)?.isFinite == true && text.utf8.allSatisfy { "+-.eE0123456789".utf8.contains($0) }
    }
}
