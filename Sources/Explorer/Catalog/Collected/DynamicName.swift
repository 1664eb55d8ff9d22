// The dynamic variables `{{$…}}`: names that Postman, JetBrains' client and REST Client for VS Code share,
// and names that only one of them has.

/// A value that is generated when a request is sent.
enum DynamicName: Sendable, Hashable {
    enum Alphabet: String, Sendable, Hashable {
        case letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
        case alphanumeric = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
        case hexadecimal = "0123456789abcdef"

        var characters: [Character] { Array(rawValue) }
    }

    case uuid
    /// Seconds since 1970. The associated value is an offset from now, in seconds.
    case timestamp(Double)
    case isoTimestamp(Double)
    case httpDate(Double)
    case integer(ClosedRange<Int>)
    case text(Alphabet, Int)

    /// The longest generated text, in characters.
    private static let longest = 10_000

    /// - Parameter span: the text with its braces.
    init?(_ span: ArraySlice<UInt8>) {
        self.init(String(decoding: span.dropFirst(2).dropLast(2), as: UTF8.self).trimmingBlanks)
    }

    /// `nil` for a name that is not known.
    init?(_ text: String) {
        let words = text.split(whereSeparator: { " (),\"'".contains($0) }).map(String.init)
        guard let name = words.first, name.hasPrefix("$") else { return nil }
        let rest = Array(words.dropFirst())
        switch name {
        case "$guid", "$uuid", "$randomUUID", "$random.uuid": self = .uuid
        case "$timestamp": self = .timestamp(Self.offset(rest))
        case "$isoTimestamp": self = .isoTimestamp(Self.offset(rest))
        case "$datetime" where rest.first == "iso8601", "$localDatetime" where rest.first == "iso8601":
            self = .isoTimestamp(Self.offset(Array(rest.dropFirst())))
        case "$datetime" where rest.first == "rfc1123": self = .httpDate(Self.offset(Array(rest.dropFirst())))
        case "$randomInt", "$random.integer":
            let numbers = rest.compactMap { Int($0) }
            // The upper bound is exclusive. Postman's form, without bounds, includes it.
            guard numbers.count == 2 else {
                self = .integer(0...1000)
                return
            }
            guard numbers[0] < numbers[1] else { return nil }
            self = .integer(numbers[0]...numbers[1] - 1)
        case "$randomAlphaNumeric": self = .text(.alphanumeric, 1)
        case "$random.alphabetic": self = .text(.letters, Self.count(rest))
        case "$random.alphanumeric": self = .text(.alphanumeric, Self.count(rest))
        case "$random.hexadecimal": self = .text(.hexadecimal, Self.count(rest))
        default: return nil
        }
    }

    private static func count(_ words: [String]) -> Int { min(max(words.first.flatMap { Int($0) } ?? 1, 0), longest) }

    /// `-1 d`, `3 h`: a number and a unit, in seconds. Months have 30 days and years 365, as in REST Client.
    private static func offset(_ words: [String]) -> Double {
        guard words.count >= 2, let number = Double(words[0]), number.magnitude < 1e6 else { return 0 }
        let units: [String: Double] = [
            "ms": 0.001, "s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800, "M": 2_592_000, "y": 31_536_000,
        ]
        return number * (units[words[1]] ?? 0)
    }
}
