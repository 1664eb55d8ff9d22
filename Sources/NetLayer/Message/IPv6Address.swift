// An IPv6 address from its text and back (RFC 4291 §2.2, RFC 5952).

/// Eight words of 16 bits.
struct IPv6Address: Hashable {
    let words: [UInt16]

    /// `nil` when the text is no address: one `::` at most, words of 1 to 4 hexadecimal digits, and in the
    /// place of the last two words perhaps an IPv4 address.
    init?(_ text: some StringProtocol) {
        let halves = String(text).split(separator: "::", maxSplits: 2, omittingEmptySubsequences: false)
        guard halves.count <= 2, let last = halves.last, let end = Self.words(last, mayEndInIPv4: true) else { return nil }
        guard halves.count == 2 else {
            guard end.count == 8 else { return nil }
            words = end
            return
        }
        // `::` stands for one word at least.
        guard let start = Self.words(halves[0], mayEndInIPv4: false), start.count + end.count < 8 else { return nil }
        words = start + [UInt16](repeating: 0, count: 8 - start.count - end.count) + end
    }

    private static func words(_ text: Substring, mayEndInIPv4: Bool) -> [UInt16]? {
        guard !text.isEmpty else { return [] }
        let groups = text.split(separator: ":", omittingEmptySubsequences: false)
        var words: [UInt16] = []
        for (index, group) in groups.enumerated() {
            if group.utf8.contains(UInt8(ascii: ".")) {
                guard mayEndInIPv4, index == groups.count - 1, let address = ipv4(group) else { return nil }
                words += address
            } else {
                guard (1...4).contains(group.utf8.count), group.utf8.allSatisfy(\.isHexDigit),
                    let word = UInt16(group, radix: 16)
                else { return nil }
                words.append(word)
            }
        }
        return words
    }

    /// Four numbers without leading zeros, as two words.
    private static func ipv4(_ text: Substring) -> [UInt16]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let bytes = parts.compactMap { part -> UInt8? in
            guard part.utf8.allSatisfy(\.isDigit), part == "0" || part.first != "0" else { return nil }
            return UInt8(part)
        }
        guard parts.count == 4, bytes.count == 4 else { return nil }
        return [UInt16(bytes[0]) << 8 | UInt16(bytes[1]), UInt16(bytes[2]) << 8 | UInt16(bytes[3])]
    }

    /// In lower case without leading zeros, with `::` for the first of the longest runs of two and more zero
    /// words. An IPv4 address that is embedded or mapped (`::ffff:192.0.2.1`) keeps its form.
    var shortest: String {
        let gap = longestRunOfZeros
        let hasIPv4 = gap?.lowerBound == 0 && (gap?.count == 6 || (gap?.count == 5 && words[5] == 0xffff))
        let shown = hasIPv4 ? words.prefix(6) : words[...]
        func join(_ range: Range<Int>) -> String { shown[range].map { String($0, radix: 16) }.joined(separator: ":") }
        var text = gap.map { join(0..<$0.lowerBound) + "::" + join($0.upperBound..<shown.count) } ?? join(0..<8)
        if hasIPv4 {
            if !text.hasSuffix(":") { text += ":" }
            text += words.suffix(2).flatMap { [$0 >> 8, $0 & 0xff] }.map(String.init).joined(separator: ".")
        }
        return text
    }

    private var longestRunOfZeros: Range<Int>? {
        var best: Range<Int>?
        var start = 0
        while start < 8 {
            var end = start
            while end < 8, words[end] == 0 { end += 1 }
            if end - start >= 2, end - start > best?.count ?? 0 { best = start..<end }
            start = max(end, start + 1)
        }
        return best
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    fileprivate var isHexDigit: Bool {
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
    }
}
