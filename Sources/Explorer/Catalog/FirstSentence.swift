// The summary of an operation without one: the first sentence of its description, without Markdown and HTML.

extension Wording {
    /// The characters of a description that are examined, and the longest sentence that is used.
    private static let sentenceLimits = (read: 800, kept: 160)

    /// The first sentence of a longer text that may contain Markdown or HTML, on one line and without its
    /// full stop; empty when there is none.
    static func firstSentence(_ text: String) -> String {
        let plain = withoutTags(String(text.prefix(sentenceLimits.read)))
        guard let paragraph = firstParagraph(plain) else { return "" }
        return shortened(ended(withoutMarkup(paragraph)))
    }

    private static let inlineTags: Set = ["a", "b", "code", "em", "i", "small", "span", "strong", "sub", "sup", "u"]
    private static let entities = [
        "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'", "&apos;": "'", "&nbsp;": " ", "&amp;": "&",
    ]

    /// Tags of blocks end a paragraph; inline tags are removed.
    private static func withoutTags(_ text: String) -> String {
        guard text.contains("<") || text.contains("&") else { return text }
        var output = ""
        var rest = text[...]
        while let start = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
            output += rest[..<start]
            rest = rest[start...]
            if rest.first == "&" {
                let known = entities.first { rest.hasPrefix($0.key) }
                output += known?.value ?? "&"
                rest = rest.dropFirst(known?.key.count ?? 1)
            } else if let end = rest.firstIndex(of: ">"), let name = tagName(rest[..<end]) {
                if !inlineTags.contains(name) { output += "\n\n" }
                rest = rest[end...].dropFirst()
            } else {
                output += "<"
                rest = rest.dropFirst()
            }
        }
        return output + rest
    }

    /// `nil` where the `<` is a comparison.
    private static func tagName(_ tag: Substring) -> String? {
        let name = tag.dropFirst().drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }
        return name.first?.isLetter == true ? name.lowercased() : nil
    }

    /// The line without emphasis, code quotes, heading marks and link addresses.
    private static func withoutMarkup(_ line: String) -> String {
        var output = ""
        var rest = line.drop { $0 == "#" || $0 == " " }
        while let character = rest.first {
            if character == "[", let close = rest.firstRange(of: "]("), let end = rest[close.upperBound...].firstIndex(of: ")") {
                output += withoutMarkup(String(rest[..<close.lowerBound].dropFirst()))
                rest = rest[end...].dropFirst()
            } else if rest.hasPrefix("**") || rest.hasPrefix("__") {
                rest = rest.dropFirst(2)
            } else {
                if character != "`" { output.append(character) }
                rest = rest.dropFirst()
            }
        }
        return output
    }

    /// The text up to the end of its first sentence: a mark with the start of a sentence after it. The text
    /// after "e.g." starts none.
    private static func ended(_ line: String) -> String {
        var index = line.startIndex
        while let mark = line[index...].firstIndex(where: { ".!?".contains($0) }) {
            index = line.index(after: mark)
            let next = line[index...].drop { $0 == " " }
            if line[index...].first == " ", next.first.map({ $0.isUppercase || !$0.isLetter }) == true {
                return String(line[..<(line[mark] == "." ? mark : index)])
            }
        }
        return line.hasSuffix(".") && !line.hasSuffix("..") ? String(line.dropLast()) : line
    }

    private static func shortened(_ line: String) -> String {
        guard line.count > sentenceLimits.kept else { return line }
        let cut = line.prefix(sentenceLimits.kept)
        return (cut.lastIndex(of: " ").map { cut[..<$0] } ?? cut) + "…"
    }
}
