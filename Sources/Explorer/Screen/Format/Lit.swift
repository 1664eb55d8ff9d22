// Highlights the matches of a search in pieces of text.

import Canvas
import Document

enum Lit {
    /// The pieces, with the matches of the search in their joined text in style `.match`.
    static func pieces(_ pieces: [(Substring, Style)], _ search: TextSearch) -> [(Substring, Style)] {
        guard !search.isEmpty else { return pieces }
        let whole = pieces.map(\.0).joined()
        var matches = search.ranges(in: whole[...]).map {
            whole.utf8.distance(
                from: whole.startIndex, to: $0.lowerBound)..<whole.utf8.distance(from: whole.startIndex, to: $0.upperBound)
        }[...]
        guard !matches.isEmpty else { return pieces }
        var lit: [(Substring, Style)] = []
        var start = 0
        for (text, style) in pieces {
            let end = start + text.utf8.count
            var place = start
            while place < end {
                while let match = matches.first, match.upperBound <= place { matches.removeFirst() }
                let match = matches.first.map { $0.clamped(to: place..<end) } ?? end..<end
                let isLit = match.lowerBound == place && !match.isEmpty
                let stop = isLit ? match.upperBound : match.isEmpty ? end : match.lowerBound
                lit.append((part(of: text, place - start..<stop - start), isLit ? .match : style))
                place = stop
            }
            start = end
        }
        return lit
    }

    private static func part(of text: Substring, _ range: Range<Int>) -> Substring {
        let bytes = text.utf8
        let lower = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
        return Substring(bytes[lower..<bytes.index(lower, offsetBy: range.count)])
    }
}

extension Screen {
    /// Renders pieces one after the other; returns the end column of the text.
    @discardableResult
    mutating func put(_ pieces: [(Substring, Style)], x: Int, y: Int, in clip: Rect) -> Int {
        var x = x
        for (text, style) in pieces where x < clip.maxX { x += write(String(text), x: x, y: y, style: style, in: clip) }
        return x
    }
}
