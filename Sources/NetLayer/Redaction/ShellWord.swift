// One word of a POSIX shell command: text that survives quoting byte for byte, and variables for secrets.

/// A word of a command, in parts.
package struct ShellWord {
    package enum Part: Hashable {
        case text([UInt8])
        /// The name of a variable whose value is inserted as it is.
        case variable(String)
    }

    package private(set) var parts: [Part]

    package init(_ parts: [Part] = []) { self.parts = parts }
    package init(_ text: String) { parts = [.text(Array(text.utf8))] }

    package static func + (left: ShellWord, right: ShellWord) -> ShellWord { ShellWord(left.parts + right.parts) }

    /// Whether people and terminals can read the text: UTF-8 without control and format characters,
    /// except line breaks and tabs.
    package var isReadable: Bool {
        parts.allSatisfy { part in
            guard case .text(let bytes) = part else { return true }
            return String(validating: bytes, as: UTF8.self)?.unicodeScalars.allSatisfy(Self.isReadable) ?? false
        }
    }

    /// The length of the word in bytes for the program that receives it, without variables.
    package var count: Int { parts.reduce(0) { if case .text(let bytes) = $1 { $0 + bytes.count } else { $0 } } }

    /// The word in the notation of a command line. A line break at the end of unreadable text would be lost:
    /// pipe the output of ``printf`` instead.
    package var quoted: String {
        guard isReadable else { return "\"$(\(printf))\"" }
        let texts = parts.map { part in
            if case .text(let bytes) = part { String(decoding: bytes, as: UTF8.self) } else { "" }
        }
        let hasVariable = parts.contains { if case .variable = $0 { true } else { false } }
        if !hasVariable {
            let text = texts.joined()
            return !text.isEmpty && text.utf8.allSatisfy(Self.isPlain) ? text : Self.singleQuoted(text)
        }
        // `"Bearer $TOKEN"` reads best. If the text has characters with a meaning inside double quotes,
        // each part gets its own quotes.
        guard texts.joined().utf8.allSatisfy({ !"\"$`\\!\n".utf8.contains($0) }) else {
            return zip(parts, texts).map { part, text in
                if case .variable(let name) = part { "\"$\(name)\"" } else { text.isEmpty ? "" : Self.singleQuoted(text) }
            }.joined()
        }
        let inside = parts.indices.map { index -> String in
            guard case .variable(let name) = parts[index] else { return texts[index] }
            let next = index + 1 < texts.count ? texts[index + 1].utf8.first : nil
            return next.map(Self.isNameByte) == true ? "${\(name)}" : "$\(name)"
        }
        return "\"\(inside.joined())\""
    }

    /// A command that prints the word. Every byte except readable ASCII is an octal escape.
    package var printf: String {
        var format = ""
        var arguments = ""
        for part in parts {
            switch part {
            case .variable(let name):
                format += "%s"
                arguments += " \"$\(name)\""
            case .text(let bytes):
                for byte in bytes {
                    switch byte {
                    case UInt8(ascii: "\n"): format += "\\n"
                    case UInt8(ascii: "%"): format += "%%"
                    case UInt8(ascii: "\\"): format += "\\\\"
                    case UInt8(ascii: "'"): format += "'\\''"
                    // A dash at the beginning would be an option.
                    case UInt8(ascii: "-") where format.isEmpty: format += "\\055"
                    case 0x20...0x7E: format.unicodeScalars.append(UnicodeScalar(byte))
                    default: format += "\\" + String(String(Int(byte) + 0o1000, radix: 8).dropFirst())
                    }
                }
            }
        }
        return "printf '\(format)'\(arguments)"
    }

    /// Between apostrophes, every character except the apostrophe is literal.
    private static func singleQuoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
    }

    /// Characters without a meaning in any shell.
    private static func isPlain(_ byte: UInt8) -> Bool { isNameByte(byte) || "-./:@%+,".utf8.contains(byte) }

    package static func isReadable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control: scalar == "\n" || scalar == "\t"
        case .format, .lineSeparator, .paragraphSeparator, .unassigned: false
        default: true
        }
    }
}
