// The byte range of a response (RFC 9110 §14.4).

/// A `Content-Range` in bytes.
struct ContentRange: Sendable, Hashable {
    /// First and last byte, counted from 0; `nil` in a 416, which has none.
    var bytes: ClosedRange<Int64>?
    /// The size of the whole resource; `nil` when the server does not know it.
    var total: Int64?

    /// `nil` when the field is absent, in another unit, or contradicts itself.
    init?(_ value: String?) {
        guard let words = value?.split(separator: " ", omittingEmptySubsequences: true), words.count == 2,
            words[0].lowercased() == "bytes"
        else { return nil }
        let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        if parts[1] != "*" {
            guard let number = Self.number(parts[1]) else { return nil }
            total = number
        }
        if parts[0] == "*" {
            guard total != nil else { return nil }
            return
        }
        let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]), first <= last,
            last < total ?? .max
        else { return nil }
        bytes = first...last
    }

    /// Digits only: no sign.
    private static func number(_ text: Substring) -> Int64? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(text) : nil
    }
}
