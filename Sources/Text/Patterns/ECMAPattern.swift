// Translates the regular expressions of ECMA-262, which JSON Schema uses, to PCRE2: the syntax
// that both share with different meanings.

/// Rewrites an expression. Syntax of PCRE2 that ECMA-262 lacks (`\A`, `(?i)`)
/// stays, because its author intends it.
enum ECMAPattern {
    /// `nil` for an expression that no UTF-8 text can match, such as half of a surrogate pair.
    static func translated(_ source: String) -> String? {
        var reader = Reader(rest: Array(source.unicodeScalars)[...])
        return reader.translateAll()
    }

    private struct Reader {
        var rest: ArraySlice<Unicode.Scalar>
        var output = ""
        /// Inside `[…]`.
        var isClass = false
        /// Whether a set such as `\w` precedes, which cannot begin a range.
        var isBehindSet = false

        // White space and line ends as ECMA-262 counts them.
        private static let space = #"\t\n\x0b\f\r \x{a0}\x{feff}\x{2028}\x{2029}\p{Zs}"#
        private static let lineEnds = #"\n\r\x{2028}\x{2029}"#

        mutating func translateAll() -> String? {
            // `(*` at the beginning is a setting of PCRE2, not a group.
            if rest.starts(with: "(*".unicodeScalars) { return nil }
            while let scalar = rest.popFirst() {
                let wasBehindSet = isBehindSet
                isBehindSet = false
                switch scalar {
                case "\\": guard escape() else { return nil }
                case "[" where !isClass:
                    isClass = true
                    output += "["
                    // PCRE2 would take a closing bracket here for a literal; in ECMA-262 it ends the class.
                    if rest.first == "^" { output.unicodeScalars.append(rest.removeFirst()) }
                // `[[:alpha:]]` is a set of characters in ECMA-262, but its author means letters.
                case "[" where rest.first == ":": return nil
                case "[": output += #"\["#
                case "]":
                    isClass = false
                    output += "]"
                case "-" where isClass && (wasBehindSet || isBeforeSet) && rest.first != "]": output += #"\-"#
                case "." where !isClass: output += "[^\(Self.lineEnds)]"
                default: output.unicodeScalars.append(scalar)
                }
            }
            return output
        }

        /// A range cannot end in a set: `[a-\d]`.
        private var isBeforeSet: Bool {
            rest.first == "\\" && rest.dropFirst().first.map { "dDwWsSpP".unicodeScalars.contains($0) } == true
        }

        private mutating func escape() -> Bool {
            guard let scalar = rest.popFirst() else { return false }
            switch scalar {
            case "u": return unicode()
            case "s" where isClass:
                output += Self.space
                isBehindSet = true
            case "s": output += "[\(Self.space)]"
            case "S" where !isClass: output += "[^\(Self.space)]"
            case "/": output += "/"
            case "d", "D", "w", "W", "S", "p", "P":
                output += "\\"
                output.unicodeScalars.append(scalar)
                isBehindSet = true
                if scalar == "p" || scalar == "P" { property() }
            default:
                output += "\\"
                output.unicodeScalars.append(scalar)
            }
            return true
        }

        /// The name of a property; its characters are not part of a class.
        private mutating func property() {
            guard rest.first == "{", let end = rest.firstIndex(of: "}") else { return }
            let name = String(String.UnicodeScalarView(rest[..<end].dropFirst()))
            output += "{\(UnicodeCategories.shortName(name))}"
            rest = rest[rest.index(after: end)...]
        }

        /// `\uD83D\uDC0D` and `\u{1F40D}` as one character; a `\u` without digits is the letter.
        private mutating func unicode() -> Bool {
            if rest.first == "{", let end = rest.firstIndex(of: "}"), let value = number(rest[..<end].dropFirst()) {
                rest = rest[rest.index(after: end)...]
                return writeScalar(value)
            }
            guard let high = number(rest.prefix(4)), rest.count >= 4 else {
                output += "u"
                return true
            }
            rest = rest.dropFirst(4)
            guard (0xd800...0xdbff).contains(high) else { return writeScalar(high) }
            guard rest.starts(with: #"\u"#.unicodeScalars), let low = number(rest.dropFirst(2).prefix(4)),
                (0xdc00...0xdfff).contains(low)
            else { return false }
            rest = rest.dropFirst(6)
            return writeScalar(0x10000 + (high - 0xd800) << 10 + (low - 0xdc00))
        }

        private func number(_ digits: ArraySlice<Unicode.Scalar>) -> UInt32? {
            UInt32(String(String.UnicodeScalarView(digits)), radix: 16)
        }

        private mutating func writeScalar(_ value: UInt32) -> Bool {
            guard Unicode.Scalar(value) != nil else { return false }
            output += "\\x{\(String(value, radix: 16))}"
            return true
        }
    }
}
