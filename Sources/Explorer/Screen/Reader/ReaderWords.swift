// Words in place of the screen's signs. A screen reader skips a sign, or reads the name of its character.

import Canvas
import NetLayer

enum ReaderWords {
    /// A text of the program's own, with words in place of its signs.
    static func text(_ text: String) -> String {
        let joined = text.replacing(Secret.mask, with: "hidden").replacing(" · ", with: ", ")
            .replacing("↑↓", with: "up and down")
            .replacing("← →", with: "left and right")
        var words = ""
        for character in joined { words += signs[character] ?? String(character) }
        return words.split(separator: " ").joined(separator: " ")
    }

    private static let signs: [Character: String] = [
        "▸": "folded,", "▾": "unfolded,", "✓": "passed", "✗": "failed", "⊘": "cancelled", "⧗": "timed out", "▶": "running",
        "↻": "again", "→": " to ", "←": "left", "↑": "up", "↓": "down", "·": ",", "×": " times ", "≠": "differs",
        "†": "deprecated", "●": "", "○": "", "•": "", "▏": "", "▲": "", "▼": "", "⋯": "…", "‹": "", "›": "",
    ]

    /// A state with its sign, `✗ failed`, without the sign.
    static func withoutSign(_ text: String) -> String {
        guard let first = text.first, signs[first] != nil, text.dropFirst().first == " " else { return text }
        return String(text.dropFirst(2))
    }

    /// A line as it is said: without the dots of secrets, and without frames and bars.
    static func line(_ text: String) -> String {
        let open = text.replacing(Secret.mask, with: "hidden")
        guard open.unicodeScalars.contains(where: isFrame) else { return open.trimmed }
        let plain = String(String.UnicodeScalarView(open.unicodeScalars.map { isFrame($0) ? " " : $0 }))
        return plain.split(separator: " ").joined(separator: " ")
    }

    /// Box drawing and block elements.
    private static func isFrame(_ scalar: Unicode.Scalar) -> Bool { (0x2500...0x259F).contains(scalar.value) }

    /// `3.1 ms`, `3 m 05 s`.
    static func duration(_ time: Duration) -> String { spaced(Quantity.duration(time)) }

    /// A number and its unit apart from each other: `3.1ms` would be read as one word. Other texts stay.
    static func spaced(_ text: String) -> String {
        guard text.first?.isNumber == true, text.allSatisfy({ $0.isNumber || ".msh".contains($0) }) else { return text }
        var spaced = ""
        var last: Character?
        for character in text {
            if let last, last.isNumber != character.isNumber, last != ".", character != "." { spaced.append(" ") }
            spaced.append(character)
            last = character
        }
        return spaced
    }

    /// `1 endpoint`, `14 endpoints`.
    static func count(_ count: Int, _ name: String) -> String { "\(Quantity.count(count)) \(name)\(count == 1 ? "" : "s")" }

    /// Sentences in a row, without an empty one.
    static func sentences(_ texts: [String]) -> String {
        texts.filter { !$0.isEmpty }.map { ".!?:".contains($0.last ?? " ") ? $0 : $0 + "." }.joined(separator: " ")
    }

    /// Parts of a line, without an empty one.
    static func parts(_ texts: [String]) -> String { texts.filter { !$0.isEmpty }.joined(separator: ", ") }
}
