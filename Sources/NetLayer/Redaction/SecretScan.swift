// Searches for many texts at once, in a text as it is and without its escapes. Bytes at which no
// pattern begins are read once.

struct SecretScan: Sendable {
    /// A text to look for.
    fileprivate struct Pattern: Sendable {
        var bytes: [UInt8]
        /// For base64: the letters before and after the pattern contain bits of the secret too.
        var sharesFirst = false
        var sharesLast = false
    }

    /// Keyed by their first four bytes, sorted by their bytes.
    private var patterns: [UInt32: [Pattern]] = [:]
    /// Whether a pattern begins with these two bytes: this check decides at most positions.
    private var beginnings: [Bool] = []

    private static let mask = Array(Secret.mask.utf8)

    /// Adds a value to the search: as it is, without its escapes, and as base64 at each offset
    /// in a group of three bytes.
    mutating func add(_ value: String) {
        if beginnings.isEmpty { beginnings = [Bool](repeating: false, count: 1 << 16) }
        let bytes = Array(value.utf8)
        let plain = Unescaping.plain(bytes)
        insert(Pattern(bytes: bytes))
        if plain != bytes { insert(Pattern(bytes: plain)) }
        for shift in 0..<3 {
            for pattern in Self.base64(bytes, shift) {
                insert(pattern)
                // Where escapes are undone, a plus is a blank.
                if pattern.bytes.contains(0x2B) {
                    var spaced = pattern
                    spaced.bytes = spaced.bytes.map { $0 == 0x2B ? 0x20 : $0 }
                    insert(spaced)
                }
            }
        }
    }

    /// The letters that the value alone determines, `shift` bytes after the start of
    /// a group, in both alphabets.
    private static func base64(_ bytes: [UInt8], _ shift: Int) -> [Pattern] {
        var letters = Array(Base64.encode([UInt8](repeating: 0, count: shift) + bytes).utf8).prefix { $0 != UInt8(ascii: "=") }
        let sharesLast = (shift + bytes.count) % 3 != 0
        letters = letters.dropFirst(shift == 0 ? 0 : shift + 1).dropLast(sharesLast ? 1 : 0)
        guard letters.count >= KnownSecrets.shortest else { return [] }
        let pattern = Pattern(bytes: Array(letters), sharesFirst: shift > 0, sharesLast: sharesLast)
        guard letters.contains(where: { $0 == 0x2B || $0 == 0x2F }) else { return [pattern] }
        var other = pattern
        other.bytes = letters.map { $0 == 0x2B ? 0x2D : $0 == 0x2F ? 0x5F : $0 }
        return [pattern, other]
    }

    private mutating func insert(_ pattern: Pattern) {
        let bytes = pattern.bytes
        guard bytes.count >= KnownSecrets.shortest else { return }
        beginnings[Int(bytes[0]) << 8 | Int(bytes[1])] = true
        let key = Self.prefixKey(bytes[0], bytes[1], bytes[2], bytes[3])
        patterns[key, default: []].insertSorted(pattern)
    }

    private static func prefixKey(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) -> UInt32 {
        UInt32(a) << 24 | UInt32(b) << 16 | UInt32(c) << 8 | UInt32(d)
    }

    // MARK: Looking

    /// The bytes with dots in place of the matches; `nil` without a match. Overlapping
    /// matches are replaced as one.
    func redacted(_ bytes: [UInt8]) -> [UInt8]? {
        guard !patterns.isEmpty, bytes.count >= KnownSecrets.shortest else { return nil }
        var found: [Range<Int>] = bytes.withUnsafeBufferPointer { text in
            var found = places(in: text)
            guard Unescaping.mayBeNeeded(text) else { return found }
            let plain = Unescaping(text)
            plain.bytes.withUnsafeBufferPointer { bytes in
                for place in places(in: bytes) {
                    found.append(plain.source(of: place.lowerBound)..<plain.source(of: place.upperBound))
                }
            }
            return found
        }
        guard !found.isEmpty else { return nil }
        found.sort { $0.lowerBound < $1.lowerBound }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var done = 0
        var index = 0
        while index < found.count {
            var place = found[index]
            index += 1
            // Adjacent matches are two secrets, overlapping matches are one.
            while index < found.count, found[index].lowerBound < place.upperBound {
                place = place.lowerBound..<max(place.upperBound, found[index].upperBound)
                index += 1
            }
            output += bytes[done..<place.lowerBound]
            output += Self.mask
            done = place.upperBound
        }
        return output + bytes[done...]
    }

    private func places(in bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        var found: [Range<Int>] = []
        guard bytes.count >= KnownSecrets.shortest else { return found }
        beginnings.withUnsafeBufferPointer { beginnings in
            for index in 0...(bytes.count - KnownSecrets.shortest)
            where beginnings[Int(bytes[index]) << 8 | Int(bytes[index + 1])] {
                let key = Self.prefixKey(bytes[index], bytes[index + 1], bytes[index + 2], bytes[index + 3])
                guard let candidates = patterns[key], let place = Self.longest(of: candidates, bytes, at: index) else { continue }
                if let last = found.last, place.lowerBound < last.upperBound {
                    found[found.count - 1] = last.lowerBound..<max(last.upperBound, place.upperBound)
                } else {
                    found.append(place)
                }
            }
        }
        return found
    }

    /// The longest pattern that begins there. Among the patterns that do not sort after the text, the last
    /// one is either the match, or its common prefix with the text bounds the length of the match. Many
    /// patterns with one beginning cost little more than a few.
    private static func longest(of patterns: [Pattern], _ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Range<Int>? {
        var limit = bytes.count - start
        var end = patterns.count
        while end > 0 {
            var (low, high) = (0, end)
            while low < high {
                let middle = (low + high) / 2
                if isBehind(patterns[middle].bytes, bytes, start, limit) { high = middle } else { low = middle + 1 }
            }
            guard low > 0 else { return nil }
            let pattern = patterns[low - 1]
            let shared = sharedCount(pattern.bytes, bytes, start, limit)
            if shared == pattern.bytes.count { return place(of: pattern, bytes, at: start) }
            (limit, end) = (shared, low - 1)
        }
        return nil
    }

    private static func sharedCount(_ pattern: [UInt8], _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ limit: Int) -> Int {
        let most = min(pattern.count, limit)
        var count = 0
        while count < most, pattern[count] == bytes[start + count] { count += 1 }
        return count
    }

    /// Whether a pattern sorts after the text in byte order.
    private static func isBehind(_ pattern: [UInt8], _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ limit: Int) -> Bool {
        let shared = sharedCount(pattern, bytes, start, limit)
        if shared == pattern.count { return false }
        return shared == limit || pattern[shared] > bytes[start + shared]
    }

    private static func place(of pattern: Pattern, _ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Range<Int> {
        var (first, end) = (start, start + pattern.bytes.count)
        if pattern.sharesFirst, first > 0, isLetter(bytes[first - 1]) { first -= 1 }
        if pattern.sharesLast, end < bytes.count, isLetter(bytes[end]) { end += 1 }
        return first..<end
    }

    /// Whether a byte is a letter of base64.
    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

extension [SecretScan.Pattern] {
    /// Inserts a pattern at its position, unless it is already there.
    fileprivate mutating func insertSorted(_ pattern: SecretScan.Pattern) {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if pattern.bytes.lexicographicallyPrecedes(self[middle].bytes) { high = middle } else { low = middle + 1 }
        }
        if low > 0, self[low - 1].bytes == pattern.bytes { return }
        insert(pattern, at: low)
    }
}
