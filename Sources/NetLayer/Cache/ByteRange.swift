// A part of a stored body, as a `Range` field requests it (RFC 9110 §14.1.2).

/// One range of bytes.
struct ByteRange: Sendable, Equatable {
    let bytes: Range<Int>

    /// `nil` for several ranges, for another unit, and for a range outside the body:
    /// the server must handle those.
    init?(_ text: String, count: Int) {
        guard let equals = text.firstIndex(of: "="), text[..<equals].lowercased() == "bytes" else { return nil }
        let ends = text[text.index(after: equals)...].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        func number(_ text: Substring) -> Int? { text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil }
        switch (ends[0].isEmpty, ends[1].isEmpty) {
        case (true, false):
            guard let last = number(ends[1]), last > 0, count > 0 else { return nil }
            bytes = max(0, count - last)..<count
        case (false, true):
            guard let first = number(ends[0]), first < count else { return nil }
            bytes = first..<count
        case (false, false):
            guard let first = number(ends[0]), let last = number(ends[1]), first <= last, first < count else { return nil }
            bytes = first..<min(last, count - 1) + 1
        case (true, true): return nil
        }
    }
}
