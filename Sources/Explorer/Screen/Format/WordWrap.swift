// Breaks a sentence into lines.

import Canvas

enum WordWrap {
    /// Breaks at spaces where possible; stops breaking long words after `most` lines.
    static func lines(_ text: String, _ width: Int, most: Int = 20) -> [String] {
        guard width > 0 else { return [] }
        var lines = [""]
        for word in text.split(separator: " ", omittingEmptySubsequences: false).map(String.init) {
            let longer = lines[lines.count - 1].isEmpty ? word : lines[lines.count - 1] + " " + word
            if TextWidth.measure(longer) <= width {
                lines[lines.count - 1] = longer
                continue
            }
            if !lines[lines.count - 1].isEmpty { lines.append("") }
            // A word that is longer than a line, such as a path, continues in the next
            // one: its end may matter.
            var rest = word[...]
            while lines.count < most, TextWidth.measure(String(rest)) > width {
                let piece = breakable(TextPrefix.prefix(of: rest, columns: width), of: rest, width, lines: most - lines.count)
                lines[lines.count - 1] = String(piece.isEmpty ? rest.prefix(1) : piece)
                rest = rest.dropFirst(max(1, piece.count))
                lines.append("")
            }
            lines[lines.count - 1] = String(rest)
        }
        return lines
    }

    /// The part of a piece that ends with a slash, where that is most of it and the rest still fits: a path is read by its segments.
    private static func breakable(_ piece: Substring, of text: Substring, _ width: Int, lines: Int) -> Substring {
        guard let slash = piece.lastIndex(of: "/") else { return piece }
        let part = piece[...slash]
        let rest = TextWidth.measure(String(text)) - TextWidth.measure(String(part))
        return part.count * 2 > piece.count && (rest + width - 1) / width <= lines ? part : piece
    }
}
