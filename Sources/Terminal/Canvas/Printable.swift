// Makes characters visible that a terminal would obey or hide: control characters, bidirectional
// overrides, invisible format characters.

/// The visible form of any text. `Screen.put` always applies it; apply it also
/// to text that leaves for other places.
public enum Printable {
    /// `s` with every unprintable character spelled out:
    /// - U+0000–001F and DEL as their control pictures (`␛`, `␡`), a tab as `tab`;
    /// - U+0080–009F, bidirectional controls, other format characters, separators of lines and
    ///   paragraphs, noncharacters, unassigned scalars, and marks without a base character, as `⟨9B⟩`:
    ///   the scalar's number in hexadecimal;
    /// - emoji sequences reduced to their first scalar, flags to their two letters, more than
    ///   three marks on one character to three.
    public static func visible(_ s: String, tab: String = "␉") -> String {
        var s = s
        if s.withUTF8({ bytes in bytes.allSatisfy { $0 >= 0x20 && $0 <= 0x7E } }) { return s }
        var result = ""
        for character in s {
            if character == "\t" {
                result += tab
            } else {
                Cluster.forEachUnit(of: character) { unit in
                    result += Cell(base: unit.base, marks: unit.marks, width: .narrow, style: .text).text
                }
            }
        }
        return result
    }

    /// The scalars that stand for `value`, all of one column.
    static func forEachEscapeScalar(_ value: UInt32, _ body: (UInt32) -> Void) {
        switch value {
        case 0...0x1F: body(0x2400 + value)
        case 0x7F: body(0x2421)
        default:
            body(0x27E8)
            for scalar in String(value, radix: 16, uppercase: true).unicodeScalars { body(scalar.value) }
            body(0x27E9)
        }
    }
}
