// Shows needs before the user agrees to them: one a line, nothing hidden, nothing that looks
// like something else.

import Canvas
import Catalog

/// The words of the question whether a source is trusted.
public enum TrustQuestion {
    /// Longer texts lose their middle in the question. Characters.
    private static let longest = 160

    /// A need on one line: its place, and what it does.
    /// - Parameter isWhole: keeps the middle of a long text.
    public static func formatLine(_ need: TrustNeed, isWhole: Bool = false) -> String {
        let place = need.file.isEmpty ? "" : need.file + (need.line.map { ":\($0)" } ?? "") + ": "
        let parts = [place, need.api.isEmpty ? "" : need.api + ": ", need.text]
        // Line breaks and control characters become visible signs, so that a text of the file cannot begin
        // a line of its own.
        return "  " + parts.map { Printable.visible(isWhole ? $0 : shortened($0)) }.joined()
    }

    /// The lines of all needs, in pages that fit on a terminal with a question below. A longer line continues
    /// on the next ones, indented more than the beginning of a need.
    /// - Parameters:
    ///   - rows: the rows of the terminal.
    ///   - columns: the columns of the terminal.
    public static func pages(_ needs: [TrustNeed], rows: Int, columns: Int) -> [[String]] {
        let size = max(1, rows - 4)
        var pages: [[String]] = []
        for need in needs {
            let lines = wrap(formatLine(need), max(20, columns))
            if pages.last.map({ $0.count + lines.count <= size }) == true {
                pages[pages.count - 1] += lines
            } else {
                pages.append(lines)
            }
        }
        return pages
    }

    /// Breaks a line so that the terminal does not have to.
    private static func wrap(_ line: String, _ columns: Int) -> [String] {
        var lines: [String] = []
        var rest = line[...]
        var indent = ""
        while !rest.isEmpty {
            let piece = TextPrefix.prefix(of: rest, columns: columns - indent.count)
            let count = max(1, piece.count)
            lines.append(indent + rest.prefix(count))
            rest = rest.dropFirst(count)
            indent = "      "
        }
        return lines
    }

    /// The question below the last page.
    public static func question(_ needs: [TrustNeed]) -> String {
        needs.count == 1 ? "Trust it with this? [y/N] " : "Trust it with these \(needs.count)? [y/N] "
    }

    /// The question below every other page.
    public static func pageQuestion(_ page: Int, of pages: Int, _ needs: [TrustNeed]) -> String {
        "Page \(page) of \(pages), \(needs.count) in all. Enter shows the next page, n trusts nothing: "
    }

    /// Replaces long runs of blanks by their number: they would push the rest of the text onto a new line.
    private static func withoutRuns(_ text: String) -> String {
        var output = ""
        var blanks = ""
        for character in text + "\0" {
            if character.isWhitespace, !character.isNewline {
                blanks.append(character)
                continue
            }
            output += blanks.count > 4 ? "␠×\(blanks.count)" : blanks
            blanks = ""
            output.append(character)
        }
        return String(output.dropLast())
    }

    /// The text without its middle if it is long; says how long it is.
    static func shortened(_ text: String) -> String {
        let text = withoutRuns(text)
        guard text.count > longest else { return text }
        return "\(text.prefix(longest / 2)) … (\(text.count) characters) … \(text.suffix(longest / 4))"
    }
}
