// Finds a text in UTF-8 bytes, in either case where the pattern has no upper case. Works on bytes: nothing is decoded or copied.

/// Another way than a plain text to say what is looked for: a regular expression comes in by it, which this module does not know.
public protocol TextMatcher: Sendable {
    /// How many bytes behind the place where it begins a match is looked for, where a long line was cut.
    var longestMatch: Int { get }
    /// The first match that begins in `range` and ends before `end`; never an empty one.
    func first(in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, end: Int) -> Range<Int>?
}

/// A pattern ready to be looked for. Letters match in either case unless the pattern has a capital one ("smart case").
public struct TextSearch: Sendable {
    /// As it was typed.
    public let pattern: String
    /// Only the names of members are looked at, where there are any.
    public let looksAtNamesOnly: Bool
    private let matcher: (any TextMatcher)?
    /// For each character the ways to write it.
    private let spellings: [[[UInt8]]]
    /// The bytes that a match can begin with.
    private let begins: [Bool]
    /// The most bytes that a match has.
    public let longestMatch: Int

    /// A pattern; the empty one is found nowhere.
    public init(_ pattern: String, namesOnly: Bool = false) {
        self.pattern = pattern
        looksAtNamesOnly = namesOnly
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

    /// What `matcher` finds; `pattern` is how it was typed.
    public init(_ pattern: String, by matcher: any TextMatcher, namesOnly: Bool = false) {
        self.pattern = pattern
        looksAtNamesOnly = namesOnly
        self.matcher = matcher
        spellings = []
        begins = []
        longestMatch = matcher.longestMatch
    }

    /// Whether there is nothing to look for.
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

    /// It is looked for as it was typed.
    var isText: Bool { matcher == nil }

    /// A match stands in one string, number or name of a JSON text, whatever blank space that has elsewhere.
    var isInOneToken: Bool { !pattern.utf8.contains { Byte.isSpace($0) || ",:{}[]".utf8.contains($0) } }

    /// Whether `text` has a match.
    public func matches(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { first(in: $0, 0..<$0.count, end: $0.count) != nil }
    }

    /// Every match in a text, from left to right, none over another.
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
