// How a search reads the typed text: as a text or as a regular expression,
// everywhere or in the names of members.

import Document
import Patterns

/// How to search for the typed text.
public struct SearchMode: Sendable, Hashable {
    public var isRegex = false
    /// Searches only the names of members.
    public var namesOnly = false

    /// The prompt before the field.
    var prompt: String {
        switch (isRegex, namesOnly) {
        case (false, false): "/ "
        case (true, false): "/ regex "
        case (false, true): "/ keys "
        case (true, true): "/ keys regex "
        }
    }

    /// The search for a text in this mode.
    public func search(for text: String) throws(SearchPatternError) -> TextSearch {
        guard isRegex, !text.isEmpty else { return TextSearch(text, namesOnly: namesOnly) }
        return TextSearch(text, by: RegexMatcher(pattern: try SearchPattern(text)), namesOnly: namesOnly)
    }
}

private struct RegexMatcher: TextMatcher {
    let pattern: SearchPattern
    /// Several of the pieces into which a long line is cut.
    var longestMatch: Int { 2_000 }

    func first(in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, end: Int) -> Range<Int>? {
        pattern.first(in: bytes, range, end: end)
    }
}

extension FindQuery {
    /// The search for the pattern; empty for an invalid regular expression, which the model never requests.
    public var search: TextSearch { (try? mode.search(for: pattern)) ?? TextSearch("") }
}
