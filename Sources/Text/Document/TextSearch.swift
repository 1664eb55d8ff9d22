// Finds a text in UTF-8 bytes, ignoring case where the pattern has no upper case. It works
// on bytes, without decoding or copying.

/// An alternative to plain text as a pattern: a regular expression, which this module does not implement.
public protocol TextMatcher: Sendable {
    /// The longest match in bytes that is found across the rows of a split line.
    var longestMatch: Int { get }
    /// The first match that begins in `range` and ends before `end`; never an empty one.
    func first(in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, end: Int) -> Range<Int>?
}

/// A pattern ready for searching. Letters match in either case unless the
/// pattern has a capital one ("smart case").
public struct TextSearch: Sendable {
    /// The pattern as typed.
    public let pattern: String
    /// Whether only the names of members are searched, where there are any.
    public let searchesNamesOnly: Bool
    private let matcher: (any TextMatcher)?
    /// The alternative spellings of each character.
    private let spellings: [[[UInt8]]]
    /// The bytes that can begin a match.
    private let begins: [Bool]
    /// The most bytes of a match.
    public let longestMatch: Int

    /// Makes a search for a text; the empty one has no matches.
    public init(_ pattern: String, namesOnly: Bool = false) {
        self.pattern = pattern
        searchesNamesOnly = namesOnly
        matcher = nil
        let isExact = pattern.unicodeScalars.contains { $0.properties.isUppercase }
        spellings = pattern.unicodeScalars.map { scalar in
            let other = scalar.properties.uppercaseMapping
            let spellings = [Array(String(scalar).utf8), Array(other.utf8)]
            return isExact || spellings[0] == spellings[1] || other.unicodeScalars.count != 1 ? [spellings[0]] : spellings
        }
        var begins = [Bool](repeating: false, count: 256)
        for spelling in spellings.first ?? [] { begins[Int(spelling[0])] = true }
        self.begins = begins
        longestMatch = spellings.reduce(0) { $0 + ($1.map(\.count).max() ?? 0) }
    }

    /// Makes a search with `matcher`; `pattern` is the typed text.
    public init(_ pattern: String, by matcher: any TextMatcher, namesOnly: Bool = false) {
        self.pattern = pattern
        searchesNamesOnly = namesOnly
        self.matcher = matcher
        spellings = []
        begins = []
        longestMatch = matcher.longestMatch
    }

    /// Whether the pattern is empty.
    public var isEmpty: Bool { spellings.isEmpty && matcher == nil }

    /// The first match that begins in `range` and ends before `end`.
    public func first(in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, end: Int) -> Range<Int>? {
        if let matcher { return matcher.first(in: bytes, range, end: end) }
        guard !isEmpty else { return nil }
        for start in range where begins[Int(bytes[start])] {
            if let match = match(at: start, in: bytes, end: end) { return start..<match }
        }
        return nil
    }

    /// Whether the pattern is a literal text.
    var isText: Bool { matcher == nil }

    /// Whether each match is inside one string, number or name of a JSON text,
    /// independent of the blank space between them.
    var isInOneToken: Bool { !pattern.utf8.contains { Byte.isSpace($0) || ",:{}[]".utf8.contains($0) } }

    /// Whether `text` has a match.
    public func matches(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { first(in: $0, 0..<$0.count, end: $0.count) != nil }
    }

    /// All matches in a text, from left to right, without overlaps.
    public func ranges(in text: Substring) -> [Range<Substring.Index>] {
        var found: [Range<Int>] = []
        var copy = text
        copy.withUTF8 { bytes in
            var start = 0
            while let match = first(in: bytes, start..<bytes.count, end: bytes.count) {
                found.append(match)
                start = match.upperBound
            }
        }
        let utf8 = text.utf8
        return found.map {
            utf8.index(utf8.startIndex, offsetBy: $0.lowerBound)..<utf8.index(utf8.startIndex, offsetBy: $0.upperBound)
        }
    }

    private func match(at start: Int, in bytes: UnsafeBufferPointer<UInt8>, end: Int) -> Int? {
        var index = start
        for ways in spellings {
            guard let way = ways.first(where: { Self.stands($0, at: index, in: bytes, end: end) }) else { return nil }
            index += way.count
        }
        return index
    }

    private static func stands(_ way: [UInt8], at index: Int, in bytes: UnsafeBufferPointer<UInt8>, end: Int) -> Bool {
        guard index + way.count <= end else { return false }
        for offset in way.indices where bytes[index + offset] != way[offset] { return false }
        return true
    }
}
