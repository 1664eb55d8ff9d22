// Formats text from a description for one line.

/// Converts text from elsewhere to text for one line.
enum Wording {
    /// The text with every run of blank space replaced by one space, and none at the ends.
    static func folded(_ text: String) -> String {
        if isFolded(text) { return text }
        var output = String.UnicodeScalarView()
        var isSpacePending = false
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace {
                isSpacePending = !output.isEmpty
            } else {
                if isSpacePending { output.append(" ") }
                isSpacePending = false
                output.append(scalar)
            }
        }
        return String(output)
    }

    /// Whether the text is ASCII with single spaces and none at the ends: most texts are, and stay unchanged.
    private static func isFolded(_ text: String) -> Bool {
        var before = UInt8(ascii: " ")
        for byte in text.utf8 {
            guard byte > 0x20 && byte < 0x7f || byte == 0x20 && before != 0x20 else { return false }
            before = byte
        }
        return before != 0x20 || text.isEmpty
    }

    /// The text in quotes for a message: short, on one line, with control characters replaced.
    static func quoted(_ text: String) -> String {
        let line = folded(String(text.prefix(60)))
        let clean = String(
            String.UnicodeScalarView(line.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{fffd}" : $0 }))
        return "'\(clean)\(text.count > 60 ? "…" : "")'"
    }

    /// The first paragraph of a longer text, on one line; `nil` when there is none.
    static func firstParagraph(_ text: String) -> String? {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).drop {
            $0.allSatisfy(\.isWhitespace)
        }
        let paragraph = folded(lines.prefix { !$0.allSatisfy(\.isWhitespace) }.joined(separator: " "))
        return paragraph.isEmpty ? nil : paragraph
    }
}
