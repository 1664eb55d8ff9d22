// The blocks of a .bru file: `name { key: value … }`, `name { text }` and `name [ list ]`.

/// A .bru file, as blocks.
struct BruFile {
    var blocks: [BruBlock] = []
    var notes: [ImportNote] = []

    /// - Throws: ``ImportError`` if a block or a text is not closed: the rest of the
    ///   file cannot be told apart from it.
    init(_ bytes: [UInt8], file: String) throws(ImportError) {
        let lines = LineSyntax.lines(bytes)
        var index = 0
        while index < lines.count {
            let line = lines[index]
            index += 1
            if LineSyntax.isBlank(line) { continue }
            guard let (name, opening) = Self.parseOpening(line) else {
                notes.append(
                    ImportNote(
                        .skipped, ImportPlace(file: file, line: index), "text outside of the blocks",
                        hint: "write `name {` before it"))
                continue
            }
            let close = opening == UInt8(ascii: "{") ? "}" : "]"
            let start = index
            while index < lines.count, !(LineSyntax.hasPrefix(lines[index], close) && LineSyntax.trimmed(lines[index]) == close) {
                index += 1
            }
            guard index < lines.count else {
                throw ImportError(
                    ImportPlace(file: file, line: start), "the block `\(name)` is not closed",
                    hint: "write `\(close)` alone on a line")
            }
            blocks.append(BruBlock(name: name, line: start, lines: Array(lines[start..<index])))
            index += 1
        }
    }

    /// `name {` or `name [` at the beginning of a line.
    private static func parseOpening(_ line: String) -> (name: String, opening: UInt8)? {
        let line = LineSyntax.hasSuffix(line, " ") || LineSyntax.hasSuffix(line, "\t") ? LineSyntax.trimmed(line) : line
        guard let last = line.utf8.last, last == UInt8(ascii: "{") || last == UInt8(ascii: "[") else { return nil }
        let name = LineSyntax.trimmed(String(decoding: line.utf8.dropLast(), as: UTF8.self))
        return LineSyntax.isWord(name, extra: "_-:.") ? (name, last) : nil
    }

    subscript(name: String) -> BruBlock? { blocks.first { $0.name == name } }
}

/// A block of a .bru file.
struct BruBlock {
    var name: String
    /// The number of the line that opens the block, from 1.
    var line: Int
    /// The lines between the braces, as written.
    var lines: [String]

    /// The lines without the two blanks that Bruno writes before each.
    var text: String {
        lines.map { line in LineSyntax.dropping(min(2, LineSyntax.indentation(line)), of: line) }.joined(separator: "\n")
    }

    /// The items of a list, without commas.
    var items: [(line: Int, text: String)] {
        lines.enumerated().compactMap { offset, line in
            var item = LineSyntax.trimmed(line)
            if LineSyntax.hasSuffix(item, ",") {
                item = LineSyntax.trimmed(String(decoding: item.utf8.dropLast(), as: UTF8.self))
            }
            return item.isEmpty ? nil : (self.line + offset + 1, item)
        }
    }
}
