// How a search means what was typed: as a text or as a regular expression, in everything or in the names of members.

import Document
import Patterns

/// How what is typed is looked for.
public struct SearchMode: Sendable, Hashable {
    public var isRegex = false
    /// The names of members alone.
    public var namesOnly = false

    /// What stands before the line.
    var prompt: String {
        switch (isRegex, namesOnly) {
        case (false, false): "/ "
        case (true, false): "/ regex "
        case (false, true): "/ keys "
        case (true, true): "/ keys regex "
        }
    }

    /// What is to be looked for.
    public func search(for text: String) throws(SearchPatternError) -> TextSearch {
        guard isRegex, !text.isEmpty else { return TextSearch(text, namesOnly: namesOnly) }
        return TextSearch(text, by: RegexMatcher(pattern: try SearchPattern(text)), namesOnly: namesOnly)
    }
}

private struct RegexMatcher: TextMatcher {
    let pattern: SearchPattern
    /// Some of the pieces into which a long line is cut.
    var longestMatch: Int { 2_000 }

    func first(in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, end: Int) -> Range<Int>? {
        pattern.first(in: bytes, range, end: end)
    }
}

extension FindQuery {
    /// What it looks for; nothing where that is no expression, which nobody asks for.
    public var search: TextSearch { (try? mode.search(for: pattern)) ?? TextSearch("") }
}
