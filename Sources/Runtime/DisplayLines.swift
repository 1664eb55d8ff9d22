// A body as lines that a screen can draw: no line is so long that drawing it would take a while.

import Document
import Explorer

struct DisplayLines: Sendable {
    /// Longer lines are cut into pieces of this many bytes, each its own line: so all of a line that is as long as a body can be
    /// reached by moving down. Wrapped, a piece is a few rows on any screen.
    static let longest = 240

    private let bytes: [UInt8]
    private let ranges: [Range<Int>]

    init(_ source: [UInt8], _ kind: BodyKind, pretty: Bool, charset: String?) {
        bytes = BodyText.utf8(source, kind, pretty: pretty, charset: charset)
        let lines = LineIndex(bytes)
        var ranges: [Range<Int>] = []
        ranges.reserveCapacity(lines.count)
        for index in 0..<lines.count {
            var rest = lines[index]
            while rest.count > Self.longest {
                var end = rest.lowerBound + Self.longest
                // Back to where a character begins: at most three bytes, or this is no UTF-8.
                while end > rest.lowerBound + Self.longest - 3, bytes[end] & 0xC0 == 0x80 { end -= 1 }
                ranges.append(rest.lowerBound..<end)
                rest = end..<rest.upperBound
            }
            ranges.append(rest)
        }
        self.ranges = ranges
    }

    var count: Int { ranges.count }

    /// Bytes of the text and of what finds its lines.
    var size: Int { bytes.count + ranges.count * MemoryLayout<Range<Int>>.stride }

    subscript(index: Int) -> String { String(decoding: bytes[ranges[index]], as: UTF8.self) }

    /// What stands before that place on the same line of the text is in the piece before.
    private func continues(_ index: Int) -> Bool { index + 1 < count && ranges[index + 1].lowerBound == ranges[index].upperBound }
}

extension DisplayLines: SearchSpace {
    var unitCount: Int { count }

    func look(at unit: Int, for search: TextSearch, found: (Int) -> Void) -> Int {
        // A match may go on in the pieces behind, where a long line was cut.
        var end = ranges[unit].upperBound
        var last = unit
        while continues(last), end < ranges[unit].upperBound + search.longestMatch {
            last += 1
            end = ranges[last].upperBound
        }
        let isFound = bytes.withUnsafeBufferPointer { search.first(in: $0, ranges[unit], end: end) != nil }
        if isFound { found(unit) }
        return ranges[unit].count
    }
}
