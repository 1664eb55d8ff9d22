// How needs are shown before the user agrees: one a line, nothing hidden, nothing that could be taken for something else.

import Canvas
import Catalog

/// The words of the question whether a source is trusted.
public enum TrustQuestion {
    /// Longer texts lose their middle in the question. Characters.
    private static let longest = 160

    /// A need on one line: where it stands, and what it does.
    /// - Parameter isWhole: a long text keeps its middle.
    public static func line(_ need: TrustNeed, isWhole: Bool = false) -> String {
        let place = need.file.isEmpty ? "" : need.file + (need.line.map { ":\($0)" } ?? "") + ": "
        let parts = [place, need.api.isEmpty ? "" : need.api + ": ", need.text]
        // Line breaks and control characters are shown as signs: what a file says cannot begin a line of its own.
        return "  " + parts.map { Printable.visible(isWhole ? $0 : shortened($0)) }.joined()
    }

    /// The lines of all needs, in pages that fit on a terminal with a question below.
    /// - Parameter rows: of the terminal.
    public static func pages(_ needs: [TrustNeed], rows: Int) -> [[String]] {
        let size = max(1, rows - 4)
        let lines = needs.map { line($0) }
        return stride(from: 0, to: lines.count, by: size).map { Array(lines[$0..<min($0 + size, lines.count)]) }
    }

    /// The question below the last page.
    public static func question(_ needs: [TrustNeed]) -> String {
        needs.count == 1 ? "Trust it with this? [y/N] " : "Trust it with these \(needs.count)? [y/N] "
    }

    /// The question below every other page.
    public static func more(_ page: Int, of pages: Int, _ needs: [TrustNeed]) -> String {
        "Page \(page) of \(pages), \(needs.count) in all. Enter shows the next page, n trusts nothing: "
    }

    /// Without the middle of a long text, whose length is said.
    static func shortened(_ text: String) -> String {
        guard text.count > longest else { return text }
        return "\(text.prefix(longest / 2)) … (\(text.count) characters) … \(text.suffix(longest / 4))"
    }
}
